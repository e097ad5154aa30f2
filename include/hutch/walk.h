// SPDX-License-Identifier: MIT
// walk.h - the step of HUTCH_FOREACH: from one live object to the next, with the bitmap read anew each time.
//
// What the body releases ahead is not visited: after each body the word is read again. Three ways keep what
// is left of it, shifted, and make that anew when it has changed. A compiler that sees that the body writes
// no bitmap drops the reading and the question with it, and a step to a live neighbour is then as short as
// one along a linked list. The ways differ in how they cross a gap:
//
//   HUTCH_WALK_SEARCH        the CPU finds the first set bit at once
//   HUTCH_WALK_AHEAD         it does not: ask for the three slots behind, then for four at a time
//   HUTCH_WALK_SLOTS         words of few bits: slot by slot
//
// Four keep a place only, for -Os, CPUs of few registers, compilers that do not fold, and debug builds:
//
//   HUTCH_WALK_SEARCH_MASK   the neighbour by a mask, else a search
//   HUTCH_WALK_MASK          a mask and an address move from slot to slot
//   HUTCH_WALK_NUMBER        debug builds, and slots that retire: a step looks at more than the bitmap
//   HUTCH_WALK_PORT          the port steps, in assembler: its compiler folds nothing of the above
#ifndef HUTCH_WALK_H
#define HUTCH_WALK_H

#include "core.h"

#define HUTCH_WALK_SEARCH 0
#define HUTCH_WALK_AHEAD 1
#define HUTCH_WALK_SLOTS 2
#define HUTCH_WALK_MASK 3
#define HUTCH_WALK_SEARCH_MASK 4
#define HUTCH_WALK_NUMBER 5
#define HUTCH_WALK_PORT 6
#if HUTCH_CFG_CHECK >= 2 || HUTCH_CFG_RETIRE
#    define HUTCH_WALK_WAY HUTCH_WALK_NUMBER
#elif defined(HUTCH_PORT_WALKS) && HUTCH_PORT_WALKS == HUTCH_CFG_WORD_BITS
#    define HUTCH_WALK_WAY HUTCH_WALK_PORT
#elif !HUTCH_GNU || defined(__OPTIMIZE_SIZE__) || (defined(__thumb__) && !defined(__thumb2__))
#    ifdef HUTCH_PORT_FIRST_SET
#        define HUTCH_WALK_WAY HUTCH_WALK_SEARCH_MASK
#    else
#        define HUTCH_WALK_WAY HUTCH_WALK_MASK
#    endif
#elif defined(HUTCH_PORT_FIRST_SET)
#    define HUTCH_WALK_WAY HUTCH_WALK_SEARCH
#elif HUTCH_CFG_WORD_BITS <= 16
#    define HUTCH_WALK_WAY HUTCH_WALK_SLOTS
#else
#    define HUTCH_WALK_WAY HUTCH_WALK_AHEAD
#endif
#define HUTCH_WALK_COPIES (HUTCH_WALK_WAY <= HUTCH_WALK_SLOTS)

#if HUTCH_WALK_WAY == HUTCH_WALK_PORT

/// Where a walk stands: before the slot that is looked at next. The port knows where each field is.
struct hutch_walk {
    bool is_on;               // the body has not left the loop
    hutch_word_t bits;        // the bit of that slot
    const hutch_word_t *word; // of the bitmap, with that bit
    unsigned char *object;
    size_t stride_bytes;
    uint8_t words; // that come after this one
};

#    define HUTCH_WALK_START(name)                                                           \
        {                                                                                    \
            true, (hutch_word_t) ~(HUTCH_WORD_ALL >> 1), hutch_visible_of(&name##_pool) - 1, \
                name##_pool.slots - name##_pool.stride_bytes, name##_pool.stride_bytes,      \
                (uint8_t)HUTCH_LEAF_WORDS(name##_pool.capacity)                              \
        }

/// The next live object of a walk, or NULL. The body has not run for it yet: `is_on` is false until it has.
#    define hutch_walk_to(pool, walk) hutch_port_walk(walk)
#    define hutch_walk_on(walk, stride) ((void)((walk)->is_on = true))

#elif HUTCH_WALK_COPIES

/// Where a walk stands.
struct hutch_walk {
    const hutch_word_t *word; // of the bitmap
    unsigned char *slots;     // the first of this word's
    unsigned char *object;    // the slot that the first bit of `rest` is of; NULL before the walk
    hutch_word_t rest;        // of the word, from that slot on
    hutch_word_t seen;        // the word that `rest` was made of
    size_t stride;
    bool is_on; // the body has not left the loop
};

#    define HUTCH_WALK_START(name)                                 \
        {                                                          \
            NULL, NULL, NULL, 0, 0, name##_pool.stride_bytes, true \
        }

// `rest` begins at its lowest bit; at its highest where the CPU finds that sooner.
#    if defined(HUTCH_PORT_TURN) && HUTCH_CFG_WORD_BITS == 32
#        define HUTCH_WALK_REST(word) HUTCH_PORT_TURN(word)
#        define HUTCH_WALK_PAST(rest, count) ((hutch_word_t)((rest) << (count)))
#        define HUTCH_WALK_IS_AT(rest) (((rest) >> 31) != 0)
#        define HUTCH_WALK_FREE(rest) HUTCH_PORT_FIRST_TURNED(rest)
#    else
#        define HUTCH_WALK_REST(word) (word)
#        define HUTCH_WALK_PAST(rest, count) ((hutch_word_t)((rest) >> (count)))
#        define HUTCH_WALK_IS_AT(rest) (((rest)&1u) != 0)
#        define HUTCH_WALK_FREE(rest) hutch_first_set(rest)
#    endif

/// The live and visible slots of the walk's word. Without a lock nobody else writes them, and the compiler
/// may keep them in a register while the body does not either.
HUTCH_INLINE hutch_word_t hutch_walk_read(const struct hutch_pool *pool, const struct hutch_walk *walk)
{
    return pool->lock == HUTCH_LOCK_NONE ? *walk->word : hutch_tracker_read(walk->word, hutch_is_free(pool));
}

/// To the first slot of the walk's word.
HUTCH_INLINE void hutch_walk_enter_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->object = walk->slots;
    walk->seen = hutch_walk_read(pool, walk);
    walk->rest = HUTCH_WALK_REST(walk->seen);
}

/// Past `count` slots of the word.
HUTCH_INLINE void hutch_walk_past(const struct hutch_pool *pool, struct hutch_walk *walk, unsigned count)
{
    walk->rest = HUTCH_WALK_PAST(walk->rest, count);
    walk->object += count * pool->stride_bytes;
}

/// Past one slot. As the stride is not a constant here, gcc does not see that the address moves evenly: it
/// would then move other things along with it, for each slot, that are needed for few.
HUTCH_INLINE void hutch_walk_past_one(struct hutch_walk *walk)
{
    HUTCH_OPAQUE(walk->stride);
    walk->rest = HUTCH_WALK_PAST(walk->rest, 1);
    walk->object += walk->stride;
}

/// Makes `rest` anew if the word has changed since. Whose bit comes first is reckoned here, where few come
/// by, and not counted in each step.
HUTCH_INLINE void hutch_walk_renew(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = hutch_walk_read(pool, walk);
    if (!HUTCH_LIKELY(word == walk->seen)) {
        uintptr_t object = (uintptr_t)walk->object, inverse = pool->inverse;
        HUTCH_OPAQUE(object); // else gcc does this ahead, in each step
#    ifdef HUTCH_PORT_HIDE_INVERSE
        HUTCH_OPAQUE(inverse);
#    endif
        const uintptr_t product = (uintptr_t)((object - (uintptr_t)pool->slots) * inverse);
        const unsigned place = (unsigned)(product >> pool->stride_shift) % HUTCH_WORD_BITS;
        walk->seen = word;
        walk->rest = HUTCH_WALK_PAST(HUTCH_WALK_REST(word), place);
    }
}

/// Crosses a gap, in a word that has live slots ahead.
HUTCH_INLINE void hutch_walk_cross(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH) {
        const unsigned free = HUTCH_WALK_FREE(walk->rest);
        walk->rest = HUTCH_WALK_PAST(walk->rest, free);
        walk->object += free * walk->stride;
        return;
    }
    if (HUTCH_WALK_WAY == HUTCH_WALK_AHEAD && HUTCH_WALK_IS_AT(walk->rest)) {
        return;
    }
    while (HUTCH_WALK_WAY == HUTCH_WALK_AHEAD && (walk->rest & 15u) == 0) {
        hutch_walk_past(pool, walk, 4);
    }
    while (!HUTCH_WALK_IS_AT(walk->rest)) {
        hutch_walk_past(pool, walk, 1);
    }
}

/// Begins a walk.
HUTCH_INLINE struct hutch_walk *hutch_walk_from(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH) {
        HUTCH_OPAQUE(walk->stride); // in a register: so a multiply by it is not taken apart, either
    }
    walk->word = hutch_visible_of(pool);
    walk->slots = pool->slots;
    hutch_walk_enter_word(pool, walk);
    return walk;
}

/// The next live object, by a search from the walk's place, or NULL. The body has not run for it yet: `is_on`
/// is false until the body has come to the end of a row of neighbours.
HUTCH_INLINE void *hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_on = false;
    while (walk->rest == 0) {
        if (walk->word == hutch_visible_of(pool) + (HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u)) {
            return NULL;
        }
        walk->word++;
        walk->slots += HUTCH_WORD_BITS * pool->stride_bytes;
        hutch_walk_enter_word(pool, walk);
    }
    hutch_walk_cross(pool, walk);
    HUTCH_ASSUME(walk->object != NULL);
    return walk->object;
}

/// Just before the body. The same word as in hutch_walk_renew just after it: so the compiler sees whether the
/// body leaves it alone.
HUTCH_INLINE bool hutch_walk_look(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (pool->lock == HUTCH_LOCK_NONE) {
        walk->seen = *walk->word;
    }
    return true;
}

/// The body has run: to the neighbour, if it lives, else NULL.
HUTCH_INLINE void *hutch_walk_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    hutch_walk_renew(pool, walk);
    if (HUTCH_WALK_WAY != HUTCH_WALK_AHEAD) {
        hutch_walk_past_one(walk);
        if (HUTCH_LIKELY(HUTCH_WALK_IS_AT(walk->rest))) {
            HUTCH_ASSUME(walk->object != NULL);
            return walk->object;
        }
        walk->is_on = true;
        return NULL;
    }
    if (HUTCH_LIKELY((walk->rest & 2u) != 0)) {
        hutch_walk_past(pool, walk, 1);
    } else if ((walk->rest & 4u) != 0) {
        hutch_walk_past(pool, walk, 2);
    } else if ((walk->rest & 8u) != 0) {
        hutch_walk_past(pool, walk, 3);
    } else {
        walk->rest = HUTCH_WALK_PAST(walk->rest, 4);
        walk->object += walk->rest != 0 ? 4 * pool->stride_bytes : 0;
        walk->is_on = true;
        return NULL;
    }
    HUTCH_ASSUME(walk->object != NULL);
    return walk->object;
}

/// All of it, for a pool whose walk is a call.
HUTCH_INLINE void *hutch_walk_on(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (walk->object == NULL) {
        (void)hutch_walk_from(pool, walk);
    } else {
        walk->is_on = false;
        void *const neighbour = hutch_walk_step(pool, walk);
        if (neighbour != NULL) {
            return neighbour;
        }
    }
    return hutch_walk_to(pool, walk);
}

#else

/// Where a walk stands. Which of it a way needs is constant, so the rest costs nothing where the loop folds.
struct hutch_walk {
    const hutch_word_t *word; // of the bitmap
    unsigned char *slots;     // the first of this word's
    unsigned char *object;    // stepping: the slot that is looked at next
    uintptr_t before;         // searching: the address one slot before that; a number, as it may be outside
    hutch_word_t bits;        // the bit of the slot that is looked at next; 0 past the word
    size_t stride;            // searching: these two are in registers, not made anew in each turn
    hutch_word_t one;
    unsigned number; // by number: the next slot
    bool is_on;      // the body has not left the loop
};

#    define HUTCH_WALK_START(name)                                                                           \
        {                                                                                                    \
            name##_pool.live, name##_pool.slots, name##_pool.slots,                                          \
                (uintptr_t)name##_pool.slots - name##_pool.stride_bytes, 1,                                  \
                (size_t)hutch_walk_kept(name##_pool.stride_bytes), (hutch_word_t)hutch_walk_kept(1), 0, true \
        }

/// A constant that the compiler is to have in a register: so a multiply by it is not taken apart, either.
HUTCH_INLINE size_t hutch_walk_kept(size_t constant)
{
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH_MASK) {
        HUTCH_OPAQUE(constant);
    }
    return constant;
}

/// The live and visible slots of the walk's word. Without a lock nobody else writes them, and the compiler
/// may keep them in a register while the body does not either.
HUTCH_INLINE hutch_word_t hutch_walk_word(const struct hutch_pool *pool, const struct hutch_walk *walk)
{
    const hutch_word_t *const word = hutch_visible_of(pool) + (walk->word - pool->live);
    return pool->lock == HUTCH_LOCK_NONE ? *word : hutch_tracker_read(word, hutch_is_free(pool));
}

/// To the next word.
/// @return false when there is none
HUTCH_INLINE bool hutch_walk_leave_word(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    if (walk->word == pool->live + (HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u)) {
        return false;
    }
    walk->word++;
    walk->slots += HUTCH_WORD_BITS * pool->stride_bytes;
    return true;
}

HUTCH_INLINE void *hutch_walk_search(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    const hutch_word_t word = hutch_walk_word(pool, walk);
    if (HUTCH_LIKELY((word & walk->bits) != 0)) {
        walk->before += pool->stride_bytes;
    } else {
        hutch_word_t rest = (hutch_word_t)(word & (hutch_word_t)(0u - walk->bits));
        while (rest == 0) {
            if (!hutch_walk_leave_word(pool, walk)) {
                return NULL;
            }
            rest = hutch_walk_word(pool, walk);
        }
        const unsigned place = hutch_first_set(rest);
        walk->bits = (hutch_word_t)(walk->one << place);
        walk->before = (uintptr_t)walk->slots + place * walk->stride;
    }
    HUTCH_ASSUME(walk->before != 0);
    return (void *)walk->before; // the body is at it: now it is the one before the next
}

HUTCH_INLINE void *hutch_walk_step(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    for (;;) {
        const hutch_word_t word = hutch_walk_word(pool, walk);
        if (!HUTCH_LIKELY((word & walk->bits) != 0)) {
            if ((word & (hutch_word_t)(0u - walk->bits)) == 0) { // none ahead in this word, or past it
                if (!hutch_walk_leave_word(pool, walk)) {
                    return NULL;
                }
                walk->bits = 1;
                walk->object = walk->slots;
                continue;
            }
            do {
                walk->bits = (hutch_word_t)(walk->bits << 1);
                HUTCH_OPAQUE(walk->bits); // else gcc carries two copies round, one of them shifted ahead
                walk->object += pool->stride_bytes;
            } while ((word & walk->bits) == 0);
        }
        HUTCH_ASSUME(walk->object != NULL);
        return walk->object;
    }
}

/// The next live object of a walk, or NULL. The body has not run for it yet: `is_on` is false until it has.
HUTCH_INLINE void *hutch_walk_to(const struct hutch_pool *pool, struct hutch_walk *walk)
{
    walk->is_on = false;
    if (HUTCH_WALK_WAY == HUTCH_WALK_SEARCH_MASK) {
        return hutch_walk_search(pool, walk);
    }
    if (HUTCH_WALK_WAY == HUTCH_WALK_MASK) {
        return hutch_walk_step(pool, walk);
    }
    const unsigned index = hutch_core_next(pool, walk->number);
    walk->number = index + 1u;
    return hutch_core_at(pool, index);
}

/// The body has run: past its slot.
HUTCH_INLINE void hutch_walk_on(struct hutch_walk *walk, size_t stride_bytes)
{
    walk->is_on = true;
    walk->bits = (hutch_word_t)(walk->bits << 1);
    if (HUTCH_WALK_WAY == HUTCH_WALK_MASK) {
        walk->object += stride_bytes;
    }
}

#endif

/// Visits every live object of a pool by rising slot number. The body may break, continue, release any
/// object, this one included, and acquire: what was live at the start and still is gets visited, nothing
/// that was released is, and nothing is visited twice. An object acquired meanwhile is visited if its slot
/// is still ahead.
// Two loops, so that `break` and `continue` mean what they say: the inner one runs along neighbours, or once,
// and says so at its end, unless the body breaks. Compilers fold both into one where it runs once.
#if HUTCH_WALK_COPIES
#    define HUTCH_FOREACH(type, object, name)                                      \
        for (struct hutch_walk object##_walk_ = HUTCH_WALK_START(name),            \
                               *object##_at_ = name##_walk_from_(&object##_walk_); \
             object##_at_->is_on;)                                                 \
            for (type *object = name##_walk_(object##_at_);                        \
                 object != NULL && name##_walk_look_(object##_at_);                \
                 object = name##_walk_step_(object##_at_))
#else
#    define HUTCH_FOREACH(type, object, name)                                                  \
        for (struct hutch_walk object##_walk_ = HUTCH_WALK_START(name); object##_walk_.is_on;) \
            for (type *object = name##_walk_(&object##_walk_); object != NULL;                 \
                 hutch_walk_on(&object##_walk_, sizeof *object), object = NULL)
#endif

#endif
