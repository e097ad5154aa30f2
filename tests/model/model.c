// SPDX-License-Identifier: MIT
// model.c - the reference, and one call of pool and reference with the comparison of both.

#include "model.h"
#include "hutch/core/core.h"

#if __STDC_HOSTED__
#    include <string.h>
#endif

unsigned long model_steps;

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

static void set(struct model *model, unsigned first, unsigned length, bool live)
{
    for (unsigned i = first; i < first + length; i++) {
        model->live[i] = live;
    }
}

static unsigned count(const struct model *model)
{
    unsigned live = 0;
    for (unsigned i = 0; i < model->capacity; i++) {
        live += model->live[i];
    }
    return live;
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
    set(model, first, length, true);
    const unsigned live = HUTCH_CFG_STATS ? count(model) : 0;
    model->peak = live > model->peak ? live : model->peak;
    return first;
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
    set(model, first, length, false);
    return true;
}

// ------------------------------------------------------------------------------------------- the comparison

static const char *const call_names[CALLS_COUNT] = {"acquire",     "release",     "release_at", "claim",
                                                    "acquire_run", "release_run", "next",       "live",
                                                    "release_if",  "clear"};

// The slot of an address that a pool has answered with.
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
    unit_faults_forget();
    if (got == expected && is_fault_right) {
        return true;
    }
    say_step(": ");
    unit_put_text(call_names[call]);
    say_number("(", a);
    say_number(", ", b);
    say_number(") of ", subject->capacity);
    say_number(" slots of ", subject->pool->stride_bytes);
    say_number(" bytes answers ", got);
    say_number(", not ", expected);
    unit_put_text(is_fault_right ? "\n" : "; the fault is another\n");
    return false;
}

static bool step_release(struct model *model, const struct subject *subject, unsigned offset)
{
    const struct hutch_pool *const pool = subject->pool;
    const unsigned stride = (unsigned)pool->stride_bytes;
    const void *const object = (const void *)((uintptr_t)pool->slots + offset);
    const bool got = subject->release(pool, object);
    unsigned code = HUTCH_FAULT_NONE;
    if (offset >= model->capacity * stride) {
        code = HUTCH_FAULT_FOREIGN;
    } else if (offset % stride != 0) {
        code = HUTCH_FAULT_MISALIGNED;
    } else if (!give(model, offset / stride, 1)) {
        code = HUTCH_FAULT_DOUBLE_RELEASE;
    }
    return agree(subject, CALL_RELEASE, offset, 0, got, code == HUTCH_FAULT_NONE,
                 fault_was(code, object, offset < model->capacity * stride ? offset / stride : HUTCH_NONE));
}

static bool step_release_run(struct model *model, const struct subject *subject, unsigned first,
                             unsigned length)
{
    const struct hutch_pool *const pool = subject->pool;
    const void *const object = (const void *)((uintptr_t)pool->slots + first * pool->stride_bytes);
    const bool got = subject->release_run(pool, object, length);
    const bool is_inside = first < model->capacity;
    const bool expected = give(model, first, length);
    const unsigned code = expected ? HUTCH_FAULT_NONE : is_inside ? HUTCH_FAULT_BAD_RUN : HUTCH_FAULT_FOREIGN;
    return agree(subject, CALL_RELEASE_RUN, first, length, got, expected,
                 is_inside ? fault_was(code, NULL, first) : fault_was(code, object, HUTCH_NONE));
}

static bool step_release_if(struct model *model, const struct subject *subject, unsigned divisor)
{
    const unsigned got = subject->release_if(subject->pool, divisor);
    unsigned expected = 0;
    for (unsigned i = 0; i < model->capacity; i += divisor) {
        expected += model->live[i];
        model->live[i] = false;
    }
    return agree(subject, CALL_RELEASE_IF, divisor, 0, got, expected, fault_was(HUTCH_FAULT_NONE, NULL, 0));
}

bool model_step(struct model *model, const struct subject *subject, enum call call, unsigned a, unsigned b)
{
    const struct hutch_pool *const pool = subject->pool;
    const bool is_slot = a < model->capacity;
    unsigned got = 0, expected = 0, code = HUTCH_FAULT_NONE;
    model_steps++;
    switch (call) {
    case CALL_RELEASE:
        return step_release(model, subject, a);
    case CALL_RELEASE_RUN:
        return step_release_run(model, subject, a, b);
    case CALL_RELEASE_IF:
        return step_release_if(model, subject, a);
    case CALL_ACQUIRE:
        got = slot_of(pool, subject->acquire(pool));
        expected = take(model, lowest(model, 0, false), 1);
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
        expected = count(model);
        break;
    case CALL_CLEAR:
        subject->clear(pool);
        set(model, 0, model->capacity, false);
        break;
    case CALLS_COUNT:
        break;
    }
    return agree(subject, call, a, b, got, expected, fault_was(code, NULL, a));
}

bool model_agrees(const struct model *model, const struct subject *subject)
{
    const struct hutch_pool *const pool = subject->pool;
    bool same = hutch_check(pool);
    for (unsigned i = 0; i < model->capacity; i++) {
        same = same && ((unsigned)(pool->live[i / W] >> (i % W)) & 1u) == model->live[i];
    }
#if HUTCH_CFG_STATS
    same = same && (!model->has_history ||
                    (pool->stats->peak == model->peak && pool->stats->refused == model->refused));
#endif
    if (!same || unit_faults_forget() != 0) {
        say_step("");
        say_number(": a pool of ", subject->capacity);
        unit_put_text(" slots is not what it should be\n");
        return false;
    }
    return true;
}

void model_reset(struct model *model, const struct subject *subject)
{
    for (unsigned k = 0; k < HUTCH_BITMAP_WORDS(subject->capacity); k++) {
        subject->pool->live[k] = 0;
    }
    set(model, 0, subject->capacity, false);
    model->capacity = subject->capacity;
    model->has_history = true;
    model->peak = 0;
    model->refused = 0;
#if HUTCH_CFG_STATS
    static const struct hutch_stats none = {0};
    *subject->pool->stats = none;
#endif
}

void model_set(struct model *model, const struct subject *subject, unsigned index, bool live)
{
    model->has_history = false;
    if (model->live[index] != live) {
        model->live[index] = live;
        if (live) {
            hutch_bitmap_claim(subject->pool->live, subject->capacity, index / HUTCH_WORD_BITS,
                               hutch_bits_mask(index));
        } else {
            hutch_bitmap_release(subject->pool->live, subject->capacity, index / HUTCH_WORD_BITS,
                                 hutch_bits_mask(index));
        }
    }
}

// ------------------------------------------------------------------------------------ the generic functions

struct multiple_of {
    const struct hutch_pool *pool;
    unsigned divisor;
};

static bool is_multiple(const void *object, void *context)
{
    const struct multiple_of *const multiple_of = (const struct multiple_of *)context;
    return hutch_index(multiple_of->pool, object) % multiple_of->divisor == 0;
}

static unsigned generic_release_if(const struct hutch_pool *pool, unsigned divisor)
{
    struct multiple_of context = {pool, divisor};
    return hutch_release_if_(pool, is_multiple, &context);
}

void subject_generic(struct subject *generic, const struct subject *typed)
{
    const struct subject same = {typed->pool,       typed->capacity, hutch_acquire,      hutch_release,
                                 hutch_release_at_, hutch_claim_,    hutch_acquire_run_, hutch_release_run_,
                                 hutch_next_index_, hutch_live,      generic_release_if, hutch_clear};
    *generic = same;
}
