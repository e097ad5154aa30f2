// SPDX-License-Identifier: MIT
// kinds.c - random calls of pools with refs and hooks, typed and generic, compared with arrays: which slots
// are live, which refs are stale, which hooks ran and what they saw.

#include "model.h"

enum { ROUNDS = 2000, KINDS_SLOTS_MAX = 3 * W + 2 };

struct thing {
    uint8_t bytes[5];
};

/// A pool by its typed functions or by the generic ones.
struct kind {
    const struct hutch_pool *pool;
    void *(*acquire)(const struct hutch_pool *pool);
    void *(*spawn)(const struct hutch_pool *pool, const void *args);
    bool (*release)(const struct hutch_pool *pool, const void *object);
    bool (*despawn)(const struct hutch_pool *pool, const void *object);
    hutch_ref_t (*ref)(const struct hutch_pool *pool, const void *object);
    void *(*deref)(const struct hutch_pool *pool, hutch_ref_t ref);
    bool (*release_ref)(const struct hutch_pool *pool, hutch_ref_t ref);
    unsigned (*walk)(const struct hutch_pool *pool); // a digest of what a walk visits
};

static unsigned digest(unsigned before, unsigned slot)
{
    return before * 31u + slot + 1u;
}

static unsigned walk_by_index(const struct hutch_pool *pool)
{
    unsigned seen = 0;
    for (unsigned slot = hutch_next_index_(pool, 0); slot != HUTCH_NONE;
         slot = hutch_next_index_(pool, slot + 1)) {
        seen = digest(seen, slot);
    }
    return seen;
}

// Functions of the typed ones, with the parameters of the generic ones.
#define TYPED(name)                                                                     \
    static void *name##_do_acquire(const struct hutch_pool *pool)                       \
    {                                                                                   \
        (void)pool;                                                                     \
        return name##_acquire();                                                        \
    }                                                                                   \
    static bool name##_do_release(const struct hutch_pool *pool, const void *object)    \
    {                                                                                   \
        (void)pool;                                                                     \
        return name##_release((const struct thing *)object);                            \
    }                                                                                   \
    static hutch_ref_t name##_do_ref(const struct hutch_pool *pool, const void *object) \
    {                                                                                   \
        (void)pool;                                                                     \
        return name##_ref((const struct thing *)object).value;                          \
    }                                                                                   \
    static void *name##_do_deref(const struct hutch_pool *pool, hutch_ref_t value)      \
    {                                                                                   \
        const name##_ref_t ref = {value};                                               \
        (void)pool;                                                                     \
        return name##_deref(ref);                                                       \
    }                                                                                   \
    static bool name##_do_release_ref(const struct hutch_pool *pool, hutch_ref_t value) \
    {                                                                                   \
        const name##_ref_t ref = {value};                                               \
        (void)pool;                                                                     \
        return name##_release_ref(ref);                                                 \
    }                                                                                   \
    static unsigned name##_do_walk(const struct hutch_pool *pool)                       \
    {                                                                                   \
        unsigned seen = 0;                                                              \
        (void)pool;                                                                     \
        HUTCH_FOREACH (struct thing, object, name) {                                    \
            seen = digest(seen, name##_index(object));                                  \
        }                                                                               \
        return seen;                                                                    \
    }
#define TYPED_WITH_HOOKS(name)                                                       \
    static void *name##_do_spawn(const struct hutch_pool *pool, const void *args)    \
    {                                                                                \
        (void)pool;                                                                  \
        return name##_spawn(args);                                                   \
    }                                                                                \
    static bool name##_do_despawn(const struct hutch_pool *pool, const void *object) \
    {                                                                                \
        (void)pool;                                                                  \
        return name##_despawn((const struct thing *)object);                         \
    }
#define KIND(name, spawn, despawn)                                                                          \
    {                                                                                                       \
        &name##_pool, name##_do_acquire, spawn, name##_do_release, despawn, name##_do_ref, name##_do_deref, \
            name##_do_release_ref, name##_do_walk                                                           \
    }

// --------------------------------------------------------------------------------------------- the reference

static struct {
    const struct kind *kind;
    unsigned wrong_line, constructs, spawns, despawns;
    bool live[KINDS_SLOTS_MAX], constructed[KINDS_SLOTS_MAX];
    hutch_ref_t refs[KINDS_SLOTS_MAX];
} now;

// Keeps the line of the first claim that does not hold.
static void keep(bool is_right, unsigned line)
{
    now.wrong_line = is_right || now.wrong_line != 0 ? now.wrong_line : line;
}
#define check(claim) keep((claim), __LINE__)

static bool fault_was(unsigned code, const void *address)
{
    const bool is_none = code == HUTCH_FAULT_NONE || HUTCH_CFG_CHECK == 0;
    const struct hutch_fault *const fault = &unit_faults.kept[0];
    const bool was =
        is_none ? unit_faults.count == 0
                : unit_faults.count == 1 && unit_fault_is(fault, NULL, code) && fault->address == address;
    unit_faults_forget();
    return was;
}

// A hidden object is nobody's.
static void is_hidden(const void *object)
{
    const unsigned slot = hutch_index(now.kind->pool, object);
    check(now.kind->deref(now.kind->pool, now.refs[slot]) == NULL);
    check(!hutch_is_live(now.kind->pool, object) && now.kind->ref(now.kind->pool, object) == 0);
    check(fault_was(HUTCH_FAULT_USE_AFTER_RELEASE, object) && !now.kind->despawn(now.kind->pool, object));
    check(fault_was(HUTCH_FAULT_DOUBLE_RELEASE, object));
}

static void construct(void *object)
{
    is_hidden(object);
    now.constructs++;
}

static void spawn(void *object, const void *args)
{
    is_hidden(object);
    check(args == &now);
    now.spawns++;
}

static void despawn(void *object)
{
    is_hidden(object);
    now.despawns++;
}

static const struct hutch_hooks some = {NULL, spawn, despawn}, all = {construct, spawn, despawn};
HUTCH_POOL_SPAWNED(solo, struct thing, 1, .hooks = &some);
HUTCH_POOL_SPAWNED(bands, struct thing, W + 1, .lock = HUTCH_LOCK_IRQ, .hooks = &all);
HUTCH_POOL_SPAWNED(herds, struct thing, KINDS_SLOTS_MAX, .hooks = &some);
HUTCH_POOL_TRACKED(trios, struct thing, 3, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_TRACKED(flocks, struct thing, KINDS_SLOTS_MAX);
TYPED(solo)
TYPED_WITH_HOOKS(solo)
TYPED(bands)
TYPED_WITH_HOOKS(bands)
TYPED(herds)
TYPED_WITH_HOOKS(herds)
TYPED(trios)
TYPED(flocks)
static const struct kind kinds[] = {
    KIND(solo, solo_do_spawn, solo_do_despawn),    KIND(bands, bands_do_spawn, bands_do_despawn),
    KIND(herds, herds_do_spawn, herds_do_despawn), KIND(trios, hutch_spawn_, hutch_despawn_),
    KIND(flocks, hutch_spawn_, hutch_despawn_),
};

static unsigned lowest_free(void)
{
    unsigned slot = 0;
    while (slot < now.kind->pool->capacity && now.live[slot]) {
        slot++;
    }
    return slot < now.kind->pool->capacity ? slot : HUTCH_NONE;
}

// ------------------------------------------------------------------------------------------------- the calls

static void begin(bool is_spawn)
{
    const struct kind *const kind = now.kind;
    const unsigned slot = lowest_free();
    const bool has_hooks = is_spawn && HUTCH_HAS_HOOKS(kind->pool) && slot != HUTCH_NONE;
    const bool is_first = has_hooks && kind->pool->options->hooks == &all && !now.constructed[slot];
    const unsigned spawns = now.spawns + (has_hooks ? 1 : 0),
                   constructs = now.constructs + (is_first ? 1 : 0);
    void *const object = is_spawn ? kind->spawn(kind->pool, &now) : kind->acquire(kind->pool);
    check(object == hutch_at(kind->pool, slot) && now.spawns == spawns && now.constructs == constructs);
    if (slot != HUTCH_NONE) {
        check(kind->deref(kind->pool, now.refs[slot]) == NULL);
        now.live[slot] = true;
        now.constructed[slot] = now.constructed[slot] || is_first;
        now.refs[slot] = kind->ref(kind->pool, object);
        check(now.refs[slot] != 0);
    }
    check(fault_was(HUTCH_FAULT_NONE, NULL));
}

static void end(unsigned slot, unsigned how)
{
    const struct kind *const kind = now.kind;
    const void *const object = hutch_at(kind->pool, slot);
    const bool was_live = now.live[slot], is_persistent = hutch_persist_(kind->pool, object, true);
    const unsigned despawns = now.despawns + (how == 0 && was_live && HUTCH_HAS_HOOKS(kind->pool) ? 1 : 0);
    check(is_persistent == (was_live && HUTCH_HAS_HOOKS(kind->pool)));
    unit_faults_forget(); // of persist
    check((how == 0   ? kind->despawn(kind->pool, object)
           : how == 1 ? kind->release_ref(kind->pool, now.refs[slot])
                      : kind->release(kind->pool, object)) == was_live);
    check(now.despawns == despawns && fault_was(was_live              ? HUTCH_FAULT_NONE
                                                : how != 1            ? HUTCH_FAULT_DOUBLE_RELEASE
                                                : now.refs[slot] == 0 ? HUTCH_FAULT_NULL_REF
                                                                      : HUTCH_FAULT_STALE_RELEASE,
                                                how == 1 ? NULL : object));
    now.live[slot] = false;
}

// Of an address that is no slot's, nothing is released and nothing refers to it.
static void wrong_address(unsigned slot)
{
    const struct kind *const kind = now.kind;
    const void *const inside = kind->pool->slots + slot * kind->pool->stride_bytes + 1;
    check(!kind->release(kind->pool, inside) && fault_was(HUTCH_FAULT_MISALIGNED, inside));
    check(!kind->despawn(kind->pool, inside) && fault_was(HUTCH_FAULT_MISALIGNED, inside));
    check(kind->ref(kind->pool, inside) == 0 && fault_was(HUTCH_FAULT_MISALIGNED, inside));
    check(kind->deref(kind->pool, 0) == NULL);
}

static void compare(void)
{
    const struct kind *const kind = now.kind;
    unsigned seen = 0;
    for (unsigned slot = 0; slot < kind->pool->capacity; slot++) {
        void *const object = hutch_at(kind->pool, slot);
        check(hutch_is_live(kind->pool, object) == now.live[slot]);
        check(kind->deref(kind->pool, now.refs[slot]) == (now.live[slot] ? object : NULL));
        seen = now.live[slot] ? digest(seen, slot) : seen;
    }
    check(kind->walk(kind->pool) == seen && hutch_check(kind->pool));
    check(fault_was(HUTCH_FAULT_NONE, NULL));
}

static void play(const struct kind *kind, uint32_t *dice)
{
    now.kind = kind;
    for (unsigned slot = 0; slot < kind->pool->capacity; slot++) {
        now.live[slot] = false;
        now.refs[slot] = 0;
    }
    for (unsigned round = 0; round < ROUNDS && now.wrong_line == 0; round++) {
        const unsigned roll = (unsigned)(unit_random(dice) >> 8), what = roll & 15u;
        unsigned slot = roll >> 4 & 127u;
        while (slot >= kind->pool->capacity) {
            slot -= kind->pool->capacity;
        }
        if (what < 8u) {
            begin(what > 2);
        } else if (what < 14u) {
            end(slot, what < 11 ? what - 8u : what - 11u);
        } else {
            wrong_address(slot);
        }
        compare();
    }
    hutch_clear(kind->pool);
    check(hutch_live(kind->pool) == 0);
}

static void random_calls_of_pools_with_refs_and_hooks_are_right(void)
{
    uint32_t dice = 7;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct kind generic = {kinds[i].pool, hutch_acquire,     hutch_spawn_,
                                     hutch_release, hutch_despawn_,    hutch_ref,
                                     hutch_deref,   hutch_release_ref, walk_by_index};
        for (unsigned slot = 0; slot < KINDS_SLOTS_MAX; slot++) {
            now.constructed[slot] = false;
        }
        now.wrong_line = 0;
        play(&kinds[i], &dice);
        CHECK_EQUAL(now.wrong_line, 0);
        now.wrong_line = 0;
        play(&generic, &dice);
        CHECK_EQUAL(now.wrong_line, 0);
    }
}

const struct unit_test kinds_tests[] = {
    UNIT_TEST(random_calls_of_pools_with_refs_and_hooks_are_right),
    UNIT_TESTS_END,
};
