// SPDX-License-Identifier: MIT
// subject_plain.h - what people write without a library, each in its shortest form:
//
//   SUBJECT_FREE_LIST      released objects linked through their own bytes
//   SUBJECT_FREE_BITMAP    the same, with a bitmap of the live ones: walks, and refuses wrong releases
//   SUBJECT_FLAGS          an array with a flag in each object, searched
//   SUBJECT_LIST           free list, and a doubly linked list of the live ones
//
// BENCH_FLAGGED adds a flag to the first, by which a game walks them.

struct object {
#if defined(SUBJECT_LIST)
    struct object *next, *previous;
#endif
    union {
        struct body body;
        struct object *next_free;
    };
#if defined(SUBJECT_FLAGS) || defined(BENCH_FLAGGED)
    uint8_t is_active;
#endif
};

static struct object things[BENCH_SLOTS];

#if defined(SUBJECT_FLAGS)

#    define SUBJECT_BYTES sizeof things

static void subject_start(void)
{
}

BENCH_FORM struct object *subject_acquire(void)
{
    ENTER();
    struct object *object = things;
    while (object < things + BENCH_SLOTS && object->is_active) {
        object++;
    }
    if (object < things + BENCH_SLOTS) {
        object->is_active = 1;
    } else {
        object = NULL;
    }
    EXIT();
    return object;
}

BENCH_FORM void subject_release(struct object *object)
{
    object->is_active = 0; // one store: no lock
}

#else // a free list, and what goes with it

static struct object *first_free;

static void subject_start(void)
{
    for (unsigned k = BENCH_SLOTS; k-- != 0;) {
        things[k].next_free = first_free;
        first_free = &things[k];
    }
}

#    if defined(SUBJECT_LIST)

static struct object *first;
#        define SUBJECT_BYTES (sizeof things + 2 * sizeof first)

BENCH_FOLDED void note_acquired(struct object *object)
{
    object->next = first;
    object->previous = NULL;
    if (first != NULL) {
        first->previous = object;
    }
    first = object;
}

BENCH_FOLDED bool note_released(struct object *object)
{
    if (object->next != NULL) {
        object->next->previous = object->previous;
    }
    if (object->previous != NULL) {
        object->previous->next = object->next;
    } else {
        first = object->next;
    }
    return true;
}

#    elif defined(SUBJECT_FREE_BITMAP)

#        include "hutch/core/bitmap.h"
#        include "hutch/core/pool.h"

static hutch_word_t live[HUTCH_WORDS(BENCH_SLOTS)];
static volatile unsigned faults;
#        define SUBJECT_BYTES (sizeof things + sizeof live + sizeof first_free)

// The number of an object, as hutch computes it: not below the capacity when it is no object of ours.
BENCH_FOLDED uintptr_t number_of(const struct object *object)
{
    uintptr_t inverse = HUTCH_INVERSE(sizeof(struct object));
#        ifdef HUTCH_PORT_HIDE_INVERSE
    HUTCH_HIDE(inverse);
#        endif
    const uintptr_t product = ((uintptr_t)object - (uintptr_t)things) * inverse;
    const unsigned shift = HUTCH_SHIFT(sizeof(struct object));
    return product >> shift | (uintptr_t)(product << (HUTCH_POINTER_BITS - shift) % HUTCH_POINTER_BITS);
}

BENCH_FOLDED void note_acquired(struct object *object)
{
    const unsigned k = (unsigned)number_of(object);
    live[k / HUTCH_WORD_BITS] = (hutch_word_t)(live[k / HUTCH_WORD_BITS] | hutch_bits_mask(k));
}

BENCH_FOLDED bool note_released(struct object *object)
{
    const unsigned k = (unsigned)number_of(object);
    const hutch_word_t word = live[k / HUTCH_WORD_BITS], bit = hutch_bits_mask(k);
    live[k / HUTCH_WORD_BITS] = (hutch_word_t)(word & (hutch_word_t)~bit);
    return (word & bit) != 0;
}

#    else

#        define SUBJECT_BYTES (sizeof things + sizeof first_free)

BENCH_FOLDED void note_acquired(struct object *object)
{
#        if defined(BENCH_FLAGGED)
    object->is_active = 1;
#        else
    (void)object;
#        endif
}

BENCH_FOLDED bool note_released(struct object *object)
{
#        if defined(BENCH_FLAGGED)
    object->is_active = 0;
#        else
    (void)object;
#        endif
    return true;
}

#    endif

BENCH_FORM struct object *subject_acquire(void)
{
    ENTER();
    struct object *const object = first_free;
    if (object != NULL) {
        first_free = object->next_free;
        note_acquired(object);
    }
    EXIT();
    return object;
}

BENCH_FORM void subject_release(struct object *object)
{
#    if defined(SUBJECT_FREE_BITMAP)
    if (number_of(object) >= BENCH_SLOTS) {
        faults++;
        return;
    }
#    endif
    ENTER();
    if (note_released(object)) {
        object->next_free = first_free;
        first_free = object;
    }
    EXIT();
}

#endif

#if defined(SUBJECT_LIST)
// The body may release the object that it is at: the next one is read before.
#    define SUBJECT_FOREACH(it) \
        for (struct object *it = first, *after = NULL; it != NULL && (after = it->next, true); it = after)
#elif defined(SUBJECT_FREE_BITMAP)
#    define SUBJECT_FOREACH(it)                                                                     \
        for (unsigned w = 0; w < HUTCH_WORDS((unsigned)BENCH_SLOTS); w++)                           \
            for (hutch_word_t word = live[w]; word != 0;                                            \
                 word = (hutch_word_t)(word & (hutch_word_t)(word - 1u)))                           \
                for (struct object *it = &things[w * HUTCH_WORD_BITS + hutch_bits_first_set(word)]; \
                     it != NULL; it = NULL)
#elif defined(SUBJECT_FLAGS) || defined(BENCH_FLAGGED)
#    define SUBJECT_FOREACH(it)                                           \
        for (struct object *it = things; it < things + BENCH_SLOTS; it++) \
            if (it->is_active)
#endif
