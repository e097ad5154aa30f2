// SPDX-License-Identifier: MIT
// model.c - the reference, and one call of pool and reference with the comparison of both.

#include "model.h"
#include "hutch/core/core.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

#if __STDC_HOSTED__
#    include <string.h>
#endif

enum { CONSTRUCTED = 1, PERSISTENT = 2 };

unsigned long model_steps;

// What the running call is about, for what it calls back.
static struct {
    struct model *model;
    const struct subject *subject;
    unsigned next; // of a walk: where its next visit may be
    uint32_t dice; // of a walk's body; 0: it calls nothing
    bool is_wrong;
    unsigned constructs, spawns, despawns;             // hooks that ran
    unsigned constructs_due, spawns_due, despawns_due; // and how many must
} now;

static void must(bool is_right)
{
    now.is_wrong = now.is_wrong || !is_right;
}

// ------------------------------------------------------------------------------------------- the reference

static unsigned lowest(const struct model *model, unsigned from, bool live)
{
    if (from >= model->capacity) {
        return HUTCH_NONE;
    }
#if __STDC_HOSTED__ // most of the time of the long runs goes here
    const bool *const found = (const bool *)memchr(model->live + from, live, model->capacity - from);
    return found != NULL ? (unsigned)(found - model->live) : HUTCH_NONE;
#else
    while (from < model->capacity && model->live[from] != live) {
        from++;
    }
    return from < model->capacity ? from : HUTCH_NONE;
#endif
}

static bool are_all(const struct model *model, unsigned first, unsigned length, bool live)
{
    for (unsigned i = first; i < first + length; i++) {
        if (model->live[i] != live) {
            return false;
        }
    }
    return true;
}

// Takes slots, or counts a refusal when there is no place.
static unsigned take(struct model *model, unsigned first, unsigned length)
{
    if (first == HUTCH_NONE) {
        model->refused++;
        return HUTCH_NONE;
    }
    for (unsigned i = first; i < first + length; i++) {
        model->live[i] = true;
    }
    model->count += length;
    model->peak = model->count > model->peak ? model->count : model->peak;
    return first;
}

// The lowest slot, by the pool's spawn hook.
static unsigned spawn(struct model *model, const struct hutch_pool *pool)
{
    const unsigned slot = take(model, lowest(model, 0, false), 1);
    if (slot != HUTCH_NONE && HUTCH_HAS_HOOKS(pool)) {
        now.spawns_due++;
        if (pool->options->hooks->construct != NULL && (model->marks[slot] & CONSTRUCTED) == 0) {
            now.constructs_due++;
            model->marks[slot] |= CONSTRUCTED;
        }
    }
    return slot;
}

static unsigned find_run(const struct model *model, unsigned length)
{
    for (unsigned first = 0; length != 0 && length <= model->capacity && first <= model->capacity - length;) {
        if (are_all(model, first, length, false)) {
            return first;
        }
        first++;
        while (first < model->capacity && model->live[first]) {
            first++;
        }
    }
    return HUTCH_NONE;
}

static bool give(struct model *model, unsigned first, unsigned length)
{
    if (length == 0 || first >= model->capacity || length > model->capacity - first ||
        !are_all(model, first, length, true)) {
        return false;
    }
    for (unsigned i = first; i < first + length; i++) {
        model->live[i] = false;
        model->marks[i] &= CONSTRUCTED;
    }
    model->count -= length;
    return true;
}

static bool despawn(struct model *model, const struct hutch_pool *pool, unsigned slot)
{
    const bool is_live = give(model, slot, 1);
    now.despawns_due += is_live && HUTCH_HAS_HOOKS(pool);
    return is_live;
}

// Of every slot at a multiple of `step`, unless it is marked. Returns how many were live.
static unsigned despawn_all(struct model *model, const struct hutch_pool *pool, unsigned step, unsigned mark)
{
    unsigned count = 0;
    for (unsigned i = 0; i < model->capacity; i += step) {
        count += (model->marks[i] & mark) == 0 && despawn(model, pool, i);
    }
    return count;
}

// ------------------------------------------------------------------------------------------- the comparison

static const char *const call_names[CALLS_COUNT] = {
    "acquire", "spawn",       "release", "despawn", "release_at", "release_ref", "claim", "persist",
    "run",     "release_run", "next",    "live",    "walk",       "release_if",  "clear", "reset"};

static void *object_at(const struct hutch_pool *pool, unsigned offset)
{
    return (void *)((uintptr_t)pool->slots + offset);
}

// The slot of an address that a pool has returned.
static unsigned slot_of(const struct hutch_pool *pool, const void *object)
{
    if (object == NULL) {
        return HUTCH_NONE;
    }
    return (unsigned)((size_t)((const unsigned char *)object - pool->slots) / pool->stride_bytes);
}

static bool fault_was(unsigned code, const void *address, unsigned index)
{
    return code == HUTCH_FAULT_NONE ? unit_faults.count == 0
                                    : unit_fault_was_kept(NULL, code, address, index);
}

static void say_number(const char *before, unsigned long number)
{
    unit_put_text(before);
    unit_put_number(number);
}

static void say_step(const char *after)
{
    say_number("# step ", model_steps);
    unit_put_text(after);
}

static bool agree(const struct subject *subject, enum call call, unsigned a, unsigned b, unsigned got,
                  unsigned expected, bool is_fault_right)
{
    const bool are_hooks_right = now.constructs == now.constructs_due && now.spawns == now.spawns_due &&
                                 now.despawns == now.despawns_due && !now.is_wrong;
    unit_faults_forget();
    if (got == expected && is_fault_right && are_hooks_right) {
        return true;
    }
    say_step(": ");
    unit_put_text(call_names[call]);
    say_number("(", a);
    say_number(", ", b);
    say_number(") of ", subject->pool->capacity);
    say_number(" slots of ", subject->pool->stride_bytes);
    say_number(" bytes returns ", got);
    say_number(", not ", expected);
    unit_put_text(is_fault_right ? "" : "; the fault is another");
    unit_put_text(are_hooks_right ? "\n" : "; what it calls back is wrong\n");
    return false;
}

// The ref before is stale, and that of the new object is none.
static void keep_refs(struct model *model, const struct subject *subject, unsigned first, unsigned length)
{
    const struct hutch_pool *const pool = subject->pool;
    for (unsigned i = first; pool->generations != NULL && i < first + length; i++) {
        must(subject->deref(pool, model->refs[i]) == NULL);
        model->refs[i] = subject->ref(pool, subject->at(pool, i));
        must(model->refs[i] != 0);
    }
}

static bool step_release(struct model *model, const struct subject *subject, enum call call, unsigned offset)
{
    const struct hutch_pool *const pool = subject->pool;
    const unsigned stride = (unsigned)pool->stride_bytes;
    const void *const object = object_at(pool, offset);
    const bool is_despawn = call == CALL_DESPAWN;
    const bool got = is_despawn ? subject->despawn(pool, object) : subject->release(pool, object);
    unsigned code = HUTCH_FAULT_NONE;
    if (offset >= model->capacity * stride) {
        code = HUTCH_FAULT_FOREIGN;
    } else if (offset % stride != 0) {
        code = HUTCH_FAULT_MISALIGNED;
    } else if (!(is_despawn ? despawn(model, pool, offset / stride) : give(model, offset / stride, 1))) {
        code = HUTCH_FAULT_DOUBLE_RELEASE;
    }
    return agree(subject, call, offset, 0, got, code == HUTCH_FAULT_NONE,
                 fault_was(code, object, offset < model->capacity * stride ? offset / stride : HUTCH_NONE));
}

static bool step_release_run(struct model *model, const struct subject *subject, unsigned first,
                             unsigned length)
{
    const struct hutch_pool *const pool = subject->pool;
    const void *const object = object_at(pool, first * (unsigned)pool->stride_bytes);
    const bool got = subject->release_run(pool, object, length);
    const bool is_inside = first < model->capacity;
    const bool expected = give(model, first, length);
    const unsigned code = expected ? HUTCH_FAULT_NONE : is_inside ? HUTCH_FAULT_BAD_RUN : HUTCH_FAULT_FOREIGN;
    return agree(subject, CALL_RELEASE_RUN, first, length, got, expected,
                 is_inside ? fault_was(code, NULL, first) : fault_was(code, object, HUTCH_NONE));
}

static bool step_release_ref(struct model *model, const struct subject *subject, unsigned index)
{
    if (subject->pool->generations == NULL || index >= model->capacity) {
        return true;
    }
    const bool got = subject->release_ref(subject->pool, model->refs[index]);
    const bool expected = give(model, index, 1);
    return agree(subject, CALL_RELEASE_REF, index, 0, got, expected,
                 fault_was(expected                  ? HUTCH_FAULT_NONE
                           : model->refs[index] == 0 ? HUTCH_FAULT_NULL_REF
                                                     : HUTCH_FAULT_STALE_RELEASE,
                           NULL, HUTCH_NONE));
}

// Marks an object for the next reset. Addresses of no slot are release's matter.
static bool step_persist(struct model *model, const struct subject *subject, unsigned index)
{
    if (index >= model->capacity) {
        return true;
    }
    const void *const object = hutch_at(subject->pool, index);
    const bool got = hutch_persist_(subject->pool, object, true);
    const bool expected = model->live[index] && HUTCH_HAS_HOOKS(subject->pool);
    model->marks[index] = (uint8_t)(model->marks[index] | (expected ? PERSISTENT : 0));
    return agree(subject, CALL_PERSIST, index, 0, got, expected,
                 fault_was(expected ? HUTCH_FAULT_NONE : HUTCH_FAULT_USE_AFTER_RELEASE, object, index));
}

static unsigned reset(const struct hutch_pool *pool)
{
    const struct hutch_pool *const pools[] = {pool};
    struct hutch_scene scene;
    scene.pools = pools;
    scene.length = 1;
    return hutch_scene_reset(&scene);
}

bool model_step(struct model *model, const struct subject *subject, enum call call, unsigned a, unsigned b)
{
    const struct hutch_pool *const pool = subject->pool;
    const bool is_slot = a < model->capacity;
    unsigned got = 0, expected = 0, code = HUTCH_FAULT_NONE;
    now.model = model;
    now.subject = subject;
    model_steps++;
    switch (call) {
    case CALL_RELEASE:
    case CALL_DESPAWN:
        return step_release(model, subject, call, a);
    case CALL_RELEASE_RUN:
        return step_release_run(model, subject, a, b);
    case CALL_RELEASE_REF:
        return step_release_ref(model, subject, a);
    case CALL_PERSIST:
        return step_persist(model, subject, a);
    case CALL_ACQUIRE:
        got = slot_of(pool, subject->acquire(pool));
        expected = take(model, lowest(model, 0, false), 1);
        break;
    case CALL_SPAWN:
        got = slot_of(pool, subject->spawn(pool, &now));
        expected = spawn(model, pool);
        break;
    case CALL_RELEASE_AT:
        got = subject->release_at(pool, a);
        expected = give(model, a, 1);
        code = !is_slot ? HUTCH_FAULT_BAD_INDEX : expected ? HUTCH_FAULT_NONE : HUTCH_FAULT_DOUBLE_RELEASE;
        break;
    case CALL_CLAIM:
        got = slot_of(pool, subject->claim(pool, a));
        expected = is_slot ? take(model, model->live[a] ? HUTCH_NONE : a, 1) : HUTCH_NONE;
        code = is_slot ? HUTCH_FAULT_NONE : HUTCH_FAULT_BAD_INDEX;
        break;
    case CALL_ACQUIRE_RUN:
        got = slot_of(pool, subject->acquire_run(pool, a));
        expected = take(model, find_run(model, a), a);
        break;
    case CALL_NEXT:
        got = subject->next_index(pool, a);
        expected = lowest(model, a, true);
        break;
    case CALL_LIVE:
        got = subject->live(pool);
        expected = model->count;
        break;
    case CALL_WALK:
        now.next = 0;
        now.dice = a;
        subject->walk(pool);
        must(lowest(model, now.next, true) == HUTCH_NONE);
        break;
    case CALL_RELEASE_IF:
        got = subject->release_if(pool, a);
        expected = despawn_all(model, pool, a, 0);
        break;
    case CALL_CLEAR:
        subject->clear(pool);
        despawn_all(model, pool, 1, 0);
        break;
    case CALL_RESET:
        got = reset(pool);
        expected = despawn_all(model, pool, 1, PERSISTENT);
        break;
    case CALLS_COUNT:
        break;
    }
    const bool is_fault_right = fault_was(code, NULL, a);
    if ((call == CALL_ACQUIRE || call == CALL_SPAWN || call == CALL_CLAIM || call == CALL_ACQUIRE_RUN) &&
        expected != HUTCH_NONE && got == expected) {
        keep_refs(model, subject, expected, call == CALL_ACQUIRE_RUN ? a : 1);
    }
    return agree(subject, call, a, b, got, expected, is_fault_right);
}

bool model_agrees(const struct model *model, const struct subject *subject)
{
    const struct hutch_pool *const pool = subject->pool;
    bool same = hutch_check(pool);
    for (unsigned i = 0; i < model->capacity; i++) {
        unsigned char *const object = pool->slots + i * pool->stride_bytes;
        same = same && subject->at(pool, i) == object && hutch_index(pool, object) == i;
        same = same && (pool->stride_bytes == 1 || hutch_index(pool, object + 1) == HUTCH_NONE);
        same = same && subject->is_live_at(pool, i) == model->live[i];
        same = same && hutch_is_live(pool, object) == model->live[i];
        same = same && (pool->generations == NULL ||
                        subject->deref(pool, model->refs[i]) == (model->live[i] ? object : NULL));
    }
    for (unsigned i = model->capacity; i <= model->capacity + 256u; i += 256u) {
        same = same && subject->at(pool, i) == NULL && !subject->is_live_at(pool, i);
    }
#if HUTCH_CFG_STATS
    same = same && pool->stats->peak == model->peak && pool->stats->refused == model->refused;
#endif
    if (!same || unit_faults_forget() != 0) {
        say_step("");
        say_number(": a pool of ", pool->capacity);
        unit_put_text(" slots is not what it should be\n");
        return false;
    }
    return true;
}

// Generations come round to the first after the next release.
void model_reset(struct model *model, const struct subject *subject)
{
    const struct hutch_pool *const pool = subject->pool;
    now.model = model;
    now.subject = subject;
    hutch_clear(pool);
    model->capacity = pool->capacity;
    model->count = model->peak = model->refused = 0;
    for (unsigned i = 0; i < model->capacity; i++) {
        model->live[i] = false;
        model->marks[i] = 0;
        model->refs[i] = 0;
        if (pool->generations != NULL) {
            pool->generations[i] = (hutch_ref_t)(hutch_generation_unissued(pool->ref_low_bits) - 1u);
        }
    }
    for (unsigned k = 0; pool->has_marks > HUTCH_MARK_CONSTRUCTED && k < HUTCH_LEAF_WORDS(model->capacity);
         k++) {
        HUTCH_MARK_WORDS(pool, HUTCH_MARK_CONSTRUCTED)[k] = 0;
    }
    now.is_wrong = false;
    now.constructs = now.constructs_due = now.spawns = now.spawns_due = now.despawns = now.despawns_due = 0;
#if HUTCH_CFG_STATS
    static const struct hutch_stats none = {0};
    *pool->stats = none;
#endif
}

// ------------------------------------------------------------------------------------- what is called back

// Each object that is live at its turn, and no other. The body may release and acquire any.
bool model_visit(unsigned index)
{
    struct model *const model = now.model;
    must(index == lowest(model, now.next, true));
    now.next = index + 1;
    if (now.dice != 0) {
        const unsigned roll = (unsigned)(unit_random(&now.dice) >> 8);
        const unsigned slot = roll % 2 != 0 ? index : model_random(&now.dice, model->capacity);
        if (roll / 2 % 4 == 0) {
            (void)model_step(model, now.subject, CALL_RELEASE_AT, slot, 0);
        } else if (roll / 8 % 8 == 0) {
            (void)model_step(model, now.subject, CALL_ACQUIRE, 0, 0);
        }
    }
    return !now.is_wrong;
}

bool model_is_multiple(unsigned index, void *divisor)
{
    return index % *(const unsigned *)divisor == 0;
}

// A hidden object is nobody's.
static void must_be_hidden(const void *object)
{
    const struct hutch_pool *const pool = now.subject->pool;
    const unsigned slot = hutch_index(pool, object);
    must(unit_faults.count == 0 && now.subject->deref(pool, now.model->refs[slot]) == NULL);
    must(!hutch_is_live(pool, object) && now.subject->ref(pool, object) == 0);
    must(unit_fault_was(NULL, HUTCH_FAULT_USE_AFTER_RELEASE, object, slot));
    must(!now.subject->despawn(pool, object));
    must(unit_fault_was(NULL, HUTCH_FAULT_DOUBLE_RELEASE, object, slot));
}

void model_constructs(void *object)
{
    must_be_hidden(object);
    now.constructs++;
}

void model_spawns(void *object, const void *args)
{
    must_be_hidden(object);
    must(args == &now);
    now.spawns++;
}

void model_despawns(void *object)
{
    must_be_hidden(object);
    now.despawns++;
}

// ------------------------------------------------------------------------------------ the generic functions

static bool generic_is_multiple(const void *object, void *divisor)
{
    return model_is_multiple(hutch_index(now.subject->pool, object), divisor);
}

static unsigned generic_release_if(const struct hutch_pool *pool, unsigned divisor)
{
    return hutch_release_if_(pool, generic_is_multiple, &divisor);
}

static void generic_walk(const struct hutch_pool *pool)
{
    HUTCH_FOREACH_IN (const void, object, pool) {
        if (!model_visit(hutch_index(pool, object))) {
            break;
        }
    }
}

void subject_generic(struct subject *generic, const struct hutch_pool *pool)
{
    static const struct subject by_pool = {NULL,
                                           hutch_acquire,
                                           hutch_release,
                                           hutch_release_at_,
                                           hutch_claim_,
                                           hutch_acquire_run_,
                                           hutch_release_run_,
                                           hutch_next_index_,
                                           hutch_live,
                                           hutch_at,
                                           hutch_is_live_at,
                                           generic_release_if,
                                           hutch_clear,
                                           generic_walk,
                                           hutch_ref,
                                           hutch_deref,
                                           hutch_release_ref,
                                           hutch_spawn_,
                                           hutch_despawn_};
    *generic = by_pool;
    generic->pool = pool;
}
