// SPDX-License-Identifier: MIT
// hutch_over.c - makes a pool over memory that is known at run time only.
//
//   memory   [slot 0][slot 1] ... [bitmap][of debug builds: generations, notes, mirror]
//
// In debug builds the slots have guards as in storage.h.

#include "hutch_unfolded.h"

#include "hutch/core/over.h"
#include "hutch/core/core.h"
#include "hutch/core/generic.h"

// What the parts of the memory need is at most what it has.
#define ASSERT_ALIGNED(type, sentence) \
    HUTCH_STATIC_ASSERT(HUTCH_ALIGN_OF_(type) <= HUTCH_ALIGN_OF_(void *), sentence)
ASSERT_ALIGNED(hutch_word_t, a_word_of_the_bitmap_is_aligned_as_a_pointer_at_most);
ASSERT_ALIGNED(hutch_ref_t, a_ref_is_aligned_as_a_pointer_at_most);
ASSERT_ALIGNED(unsigned long, a_tick_is_aligned_as_a_pointer_at_most);

// ---------------------------------------------------------------------------------- a pool of no slots
// The engines count on a word of the bitmap, so a policy refuses before they are asked.

static unsigned refuse(const struct hutch_pool *pool, unsigned mode)
{
    if (HUTCH_CFG_STATS && (mode & HUTCH_MODE_UNCOUNTED) == 0) {
        const hutch_port_state_t saved = hutch_locked_enter(pool);
        hutch_stats_note_refused(pool);
        hutch_locked_exit(pool, saved);
    }
    return HUTCH_NONE;
}

static void *refuse_object(const struct hutch_pool *pool, unsigned mode)
{
    (void)refuse(pool, mode);
    return NULL;
}

static bool refuse_release(const struct hutch_pool *pool, const void *object, bool is_despawn)
{
    (void)is_despawn;
    return hutch_core_bad_pointer(pool, HUTCH_NONE, object, HUTCH_FAULT_DOUBLE_RELEASE);
}

// ---------------------------------------------------------------------------------- the memory

// From the largest power of two down. `span` is what `step` slots take.
static unsigned slots_that_fit(size_t bytes, size_t object_bytes)
{
    size_t span = HUTCH_OVER_STRIDE_(object_bytes);
    unsigned step = 1, count = 0;
    if (HUTCH_OVER_SPLITS_) { // as HUTCH_POOL_OVER_BYTES counts
        bytes -= bytes % sizeof(void *);
    }
    if (object_bytes == 0 || object_bytes > bytes || HUTCH_POOL_OVER_BYTES(1, object_bytes) > bytes) {
        return 0;
    }
    bytes -= HUTCH_OVER_FRONT_(1);
    while (step < HUTCH_CAPACITY_MAX && span <= bytes / 2) {
        step *= 2u;
        span *= 2u;
    }
    for (; step != 0; step /= 2u, span /= 2u) {
        const unsigned more = count + step;
        if (more <= HUTCH_CAPACITY_MAX && span <= bytes && HUTCH_OVER_KEPT_(more) <= bytes - span) {
            count = more;
            bytes -= span;
        }
    }
    return count;
}

static void zero(void *memory, size_t bytes)
{
    volatile unsigned char *at = (unsigned char *)memory; // volatile: else gcc would call memset
    while (bytes != 0) {
        *at = 0;
        at++;
        bytes--;
    }
}

// Returns the next part of the memory, zeroed.
static void *take(unsigned char **at, size_t bytes)
{
    unsigned char *const part = *at;
    zero(part, bytes);
    *at = part + bytes;
    return part;
}

#define TAKE(type, at, count) ((type *)take(at, HUTCH_OVER_PART_(count, type)))

// ---------------------------------------------------------------------------------- the descriptor

// See pool.h. An odd number is its own inverse in 3 bits.
static uintptr_t inverse_of(uintptr_t odd)
{
    uintptr_t inverse = odd;
    while ((uintptr_t)(odd * inverse) != 1u) {
        inverse = HUTCH_NEWTON_(odd, inverse);
    }
    return inverse;
}

static uint8_t exponent_of(uintptr_t even)
{
    uint8_t exponent = 0;
    while ((even & 1u) == 0) {
        even >>= 1;
        exponent++;
    }
    return exponent;
}

static uint8_t index_bits_of(unsigned capacity)
{
    uint8_t bits = 0;
    while ((unsigned long)1 << bits < capacity) {
        bits++;
    }
    return bits;
}

// The two together set every field, as storage.h does for a plain pool.
static void lay_out(struct hutch_over *over, unsigned char *at, unsigned capacity, size_t object_bytes)
{
    struct hutch_pool *const pool = &over->pool;
    const size_t stride = HUTCH_OVER_STRIDE_(object_bytes);
    unsigned char *const slots = at + HUTCH_OVER_FRONT_(capacity);
    at = slots + capacity * stride;
    pool->slots = capacity != 0 ? slots : NULL; // so it is no pool to spill to, either
    over->word = 0;
    pool->live = &over->word;
    if (capacity > HUTCH_WORD_BITS) {
        pool->live = TAKE(hutch_word_t, &at, HUTCH_BITMAP_WORDS(capacity));
    }
    pool->visible = pool->live;
    pool->generations = NULL;
    HUTCH_IF_DEBUG(pool->generations = TAKE(hutch_ref_t, &at, capacity);)
    HUTCH_IF_NOTES(pool->notes = TAKE(struct hutch_note, &at, capacity);)
    HUTCH_IF_NOTES(pool->mirror = TAKE(hutch_word_t, &at, HUTCH_LEAF_WORDS(capacity));)
#if HUTCH_CFG_STATS >= 2
    pool->idle_since = TAKE(unsigned long, &at, capacity);
#endif
    pool->stride_bytes = stride;
    HUTCH_IF_DEBUG(pool->object_bytes = stride - HUTCH_OVER_GUARD_; pool->edge_bytes = 0;)
    pool->stride_shift = exponent_of(stride);
    pool->inverse = inverse_of((uintptr_t)stride >> pool->stride_shift);
    pool->index_bits = index_bits_of(capacity);
    pool->ref_low_bits = pool->index_bits;
    if (pool->index_bits + HUTCH_TAG_BITS + 8 <= HUTCH_CFG_REF_BITS) {
        pool->ref_low_bits = (uint8_t)(pool->index_bits + HUTCH_TAG_BITS);
    }
    pool->has_marks = 0;
    pool->capacity = (uint16_t)capacity;
    HUTCH_PORT_FILL_FIELDS(pool)
}

static void describe(struct hutch_over *over, const char *name, unsigned lock,
                     const struct hutch_generic_calls *summed)
{
    // The others are for slots, and for a pool to spill to.
    static const struct hutch_policy_calls calls = {refuse, NULL, NULL, refuse_object, refuse_release};
    static const struct hutch_policy refusing = {&calls, NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL};
    struct hutch_pool *const pool = &over->pool;
    pool->self = pool;
    pool->options = &over->options;
    pool->identity = &over->identity;
#if HUTCH_SERVES_ANY
    pool->calls = HUTCH_TOP_WORDS((unsigned)pool->capacity) ? summed : NULL;
#else
    (void)summed;
#endif
#if HUTCH_CFG_STATS
    zero(&over->stats, sizeof(over->stats));
    pool->stats = &over->stats;
#endif
    // A second call leaves it in the list of debug builds.
    HUTCH_IF_DEBUG(over->debug.is_ready = 0; over->debug.depth = 0; over->debug.was_unbalanced = 0;)
    HUTCH_IF_DEBUG(pool->debug = &over->debug;)
    over->options.capacity = pool->capacity;
    over->options.lock = (uint8_t)lock;
    over->options.policy = pool->capacity != 0 ? NULL : &refusing;
    over->options.hooks = NULL;
#if HUTCH_CFG_WAIT
    over->options.wait = NULL;
#endif
    over->identity.name = name;
#if HUTCH_CFG_NAMES
    over->identity.slots = pool->slots;
    over->identity.stride_bytes = pool->stride_bytes;
    over->identity.span_bytes = pool->capacity * pool->stride_bytes;
#endif
}

#define MEMORY                                                                                  \
    struct hutch_over *over, const char *name, void *memory, size_t bytes, size_t object_bytes, \
        enum hutch_lock_kind lock

static unsigned hutch_core_pool_over(MEMORY, const struct hutch_generic_calls *summed)
{
    unsigned char *const start = (unsigned char *)memory;
    const bool may_be_used = start != NULL && (uintptr_t)start % HUTCH_ALIGN_OF_(void *) == 0;
    const unsigned capacity = may_be_used ? slots_that_fit(bytes, object_bytes) : 0;
    if (capacity != 0) {
        lay_out(over, start, capacity, object_bytes);
    } else {
        lay_out(over, (unsigned char *)over, 0, 1);
    }
    describe(over, name, lock, summed);
    if (HUTCH_CFG_CHECK != 0 && capacity == 0 && bytes != 0) {
        hutch_fault_report(name, memory, HUTCH_NONE, HUTCH_FAULT_MEMORY);
    }
    return capacity;
}

#if HUTCH_SERVES_ANY
PUBLIC(unsigned, hutch_pool_over_, pool_over, (MEMORY, const struct hutch_generic_calls *summed),
       (over, name, memory, bytes, object_bytes, lock, summed))

#    undef hutch_pool_over
unsigned hutch_pool_over(MEMORY)
{
    return hutch_pool_over_(over, name, memory, bytes, object_bytes, lock, &hutch_generic_calls);
}
#else
PUBLIC(unsigned, hutch_pool_over, pool_over, (MEMORY), (over, name, memory, bytes, object_bytes, lock, NULL))
#endif
