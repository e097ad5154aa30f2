// SPDX-License-Identifier: MIT
// swept.c - everything that the sweep interrupts: the linker gives it a range of addresses of its own.
#include "swept.h"

#ifdef SWEEP_POLICY
#    define SWEEP_OPTIONS .lock = SWEEP_LOCK, .policy = &swept_policy
#    ifndef SWEEP_SPARES_LOCK
#        define SWEEP_SPARES_LOCK SWEEP_LOCK
#    endif

volatile uint16_t swept_notices;
volatile bool swept_nobody_goes;

HUTCH_UNUSED static void on_low(const struct hutch_pool *pool)
{
    (void)pool;
    const hutch_port_state_t saved = hutch_port_enter();
    swept_notices = (uint16_t)(swept_notices + 1u);
    hutch_port_exit(saved);
}

HUTCH_UNUSED static void on_room(const struct hutch_pool *pool)
{
    (void)pool;
    const hutch_port_state_t saved = hutch_port_enter();
    swept_notices = (uint16_t)(swept_notices + 0x100u);
    hutch_port_exit(saved);
}

HUTCH_POOL_DECLARE(spares, struct cell, SWEEP_SPARES, .lock = SWEEP_SPARES_LOCK);
HUTCH_POOL_DEFINE(spares);

#    if SWEEP_POLICY == SWEEP_KEEPS
HUTCH_POLICY_DEFINE(swept_policy, .reserve = SWEEP_RESERVE, .on_room = on_room, .low = SWEEP_LOW,
                    .on_low = on_low);
#    elif SWEEP_POLICY == SWEEP_OLDEST
HUTCH_POLICY_OLDEST_DEFINE(swept_policy, SWEEP_CAPACITY);
#    elif SWEEP_POLICY == SWEEP_LOWEST
HUTCH_EVICT_LOWEST(evict_lowest, struct cell, bytes[0]);
HUTCH_POLICY_DEFINE(swept_policy, .reserve = SWEEP_RESERVE, .evict = evict_lowest, .low = SWEEP_LOW,
                    .on_low = on_low);
#    else
static unsigned evict_named(const struct hutch_pool *pool)
{
    return !swept_nobody_goes && hutch_is_live_at(pool, SWEEP_NAMED) ? (unsigned)SWEEP_NAMED : HUTCH_NONE;
}
HUTCH_POLICY_DEFINE(swept_policy, .evict = evict_named, .spill = &spares_pool, .on_room = on_room);
#    endif
#else
#    define SWEEP_OPTIONS .lock = SWEEP_LOCK
#endif

#ifdef SWEEP_SPAWNED
static void fill(void *object, const void *args)
{
    ((struct cell *)object)->bytes[0] = *(const uint8_t *)args;
}

static void empty(void *object)
{
    ((struct cell *)object)->bytes[0] = 0;
}

static const struct hutch_hooks cell_hooks = {NULL, fill, empty};
HUTCH_POOL_SPAWNED_DECLARE(cells, struct cell, SWEEP_CAPACITY, SWEEP_OPTIONS, .hooks = &cell_hooks);
HUTCH_POOL_SPAWNED_DEFINE(cells);
#else
HUTCH_POOL_DECLARE(cells, struct cell, SWEEP_CAPACITY, SWEEP_OPTIONS);
HUTCH_POOL_DEFINE(cells);
#endif

struct cell *swept_acquire(void)
{
    return cells_acquire();
}

struct cell *swept_acquire_urgent(void)
{
    return cells_acquire_urgent();
}

bool swept_release(const struct cell *cell)
{
    return cells_release(cell);
}

bool swept_release_at(unsigned index)
{
    return cells_release_at(index);
}

struct cell *swept_claim(unsigned index)
{
    return cells_claim(index);
}

struct cell *swept_acquire_run(unsigned length)
{
    return cells_acquire_run(length);
}

bool swept_release_run(const struct cell *cell, unsigned length)
{
    return cells_release_run(cell, length);
}

void swept_clear(void)
{
    cells_clear();
}

#ifdef SWEEP_SPAWNED
struct cell *swept_spawn(const uint8_t *args)
{
    return cells_spawn(args);
}

struct cell *swept_spawn_urgent(const uint8_t *args)
{
    return cells_spawn_urgent(args);
}

bool swept_despawn(const struct cell *cell)
{
    return cells_despawn(cell);
}

hutch_ref_t swept_ref(const struct cell *cell)
{
    return cells_ref(cell).value;
}

struct cell *swept_deref(hutch_ref_t ref)
{
    const cells_ref_t typed = {ref};
    return cells_deref(typed);
}

bool swept_release_ref(hutch_ref_t ref)
{
    const cells_ref_t typed = {ref};
    return cells_release_ref(typed);
}

bool swept_persist(const struct cell *cell)
{
    return cells_persist(cell, true);
}
#endif

unsigned swept_pair(void)
{
    const unsigned first = hutch_core_acquire_index(&cells_pool);
    const unsigned second = hutch_core_acquire_index(&cells_pool);
    return (first & PAIR_MASK) << PAIR_BITS | (second & PAIR_MASK);
}

void swept_count(hutch_word_t *count, unsigned turns)
{
    while (turns-- != 0) {
        const hutch_port_state_t saved = hutch_port_enter();
        *count = (hutch_word_t)(*count + 1u);
        hutch_port_exit(saved);
    }
}

unsigned swept_walk(void)
{
    unsigned visits = 0;
    HUTCH_FOREACH (const struct cell, cell, cells) {
        visits = swept_visit(visits, cells_index(cell));
    }
    return visits;
}

unsigned swept_walk_release(void)
{
    unsigned visits = 0;
    HUTCH_FOREACH (const struct cell, cell, cells) {
        visits = swept_visit(visits, cells_index(cell));
        visits = swept_visit(visits, cells_release(cell));
    }
    return visits;
}

static bool is_to_go(const struct cell *cell, void *context)
{
    (void)context;
    return swept_goes(cells_index(cell));
}

unsigned swept_release_if(void)
{
    return cells_release_if(is_to_go, NULL);
}
