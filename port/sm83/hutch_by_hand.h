// SPDX-License-Identifier: MIT
// port/sm83/hutch_by_hand.h - what this port does in assembler: SDCC does not fold.
#ifndef HUTCH_BY_HAND_H
#define HUTCH_BY_HAND_H

#include <stdbool.h>
#include <stdint.h>

// Bitmaps of words of 8 bits have no summaries. hutch_port_scan returns the first of `leaves` words that is
// not full; the last if all before it are full.
#if !defined(HUTCH_CFG_WORD_BITS) || HUTCH_CFG_WORD_BITS == 8
#    define HUTCH_PORT_SCANS 1
#    define HUTCH_PORT_SCAN(words, leaves) hutch_port_scan((words), (leaves))
unsigned hutch_port_scan(const uint8_t *words, unsigned leaves);
#endif

// If HUTCH_PORT_BY_HAND is 1, these files define in assembler, for words of 8 bits:
//   hutch_walk.c                                   HUTCH_FOREACH
//   hutch_plain.c, hutch_plain_release.c           all of a plain pool, see HUTCH_PORT_PLAIN
//   hutch_slot.c, hutch_engine.c, hutch_object.c   what other pools need of the core
#if (!defined(HUTCH_CFG_WORD_BITS) || HUTCH_CFG_WORD_BITS == 8) && \
    (!defined(HUTCH_CFG_CHECK) || HUTCH_CFG_CHECK < 2)
#    define HUTCH_PORT_BY_HAND 1
#    if !defined(HUTCH_CFG_STATS) || HUTCH_CFG_STATS == 0
#        define HUTCH_PORT_PLAIN 1
#    endif

struct hutch_pool;

// A walk: it stands before a slot. A pool's descriptor has the walk that stands before its first slot.
struct hutch_port_walk {
    uint16_t stride_bytes;
    unsigned char *at;    // the next slot
    const uint8_t *word;  // the leaf word of the slot before that one
    uint8_t bit;          // that slot's bit; from 0x80 the next is bit 0 of the next word
    uint8_t words_to_end; // 1 in the last word, 2 in the one before
};

// The first fields of a descriptor, in the order in which the assembler reads them.
struct hutch_port_fields {
    struct hutch_port_walk walk;
    uint8_t last_bits; // the bits of the last leaf word that are slots
    unsigned char *slots;
    uint16_t span_bytes, stride_bytes, minus_eight_strides;
    const uint8_t *before_words; // one byte before the first leaf word
    uint8_t capacity;            // of plain pools
};
#    define HUTCH_PORT_FIELDS struct hutch_port_fields port;
#    define HUTCH_PORT_SET_FIELDS(slots, words, stride, capacity)                      \
        .port = {{(stride), (slots), (words)-1, 0x80, HUTCH_PORT_WORDS(capacity) + 1}, \
                 HUTCH_PORT_LAST_BITS(capacity),                                       \
                 (slots),                                                              \
                 (stride) * (capacity),                                                \
                 (stride),                                                             \
                 0u - (stride)*8u,                                                     \
                 (words)-1,                                                            \
                 (uint8_t)(capacity)},
#    define HUTCH_PORT_FILL_FIELDS(pool)                                                   \
        (pool)->port.walk.stride_bytes = (pool)->port.stride_bytes = (pool)->stride_bytes; \
        (pool)->port.walk.at = (pool)->port.slots = (pool)->slots;                         \
        (pool)->port.walk.word = (pool)->port.before_words = (pool)->visible - 1;          \
        (pool)->port.walk.bit = 0x80;                                                      \
        (pool)->port.walk.words_to_end = HUTCH_PORT_WORDS((pool)->capacity) + 1;           \
        (pool)->port.last_bits = HUTCH_PORT_LAST_BITS((pool)->capacity);                   \
        (pool)->port.span_bytes = (pool)->stride_bytes * (pool)->capacity;                 \
        (pool)->port.minus_eight_strides = 0u - (pool)->stride_bytes * 8u;                 \
        (pool)->port.capacity = (uint8_t)(pool)->capacity;
#    define HUTCH_PORT_WORDS(capacity) (((capacity) + 7) / 8)
#    define HUTCH_PORT_LAST_BITS(capacity) (0xFF >> (HUTCH_PORT_WORDS(capacity) * 8 - (capacity)))

struct hutch_port_walk *hutch_port_walk_start(const struct hutch_pool *pool, struct hutch_port_walk *walk);
void *hutch_port_walk_next(struct hutch_port_walk *walk);
#    define HUTCH_WALK_FUNCTIONS_(name, type, pool)                                      \
        inline struct hutch_port_walk *name##_walk_start_(struct hutch_port_walk *walk_) \
        {                                                                                \
            return hutch_port_walk_start(&pool, walk_);                                  \
        }
#    define HUTCH_FOREACH_OF_(type, object, name) \
        HUTCH_FOREACH_FROM_(type, object, name##_walk_start_(&object##_walk_))
#    define HUTCH_FOREACH_IN_(type, object, pool) \
        HUTCH_FOREACH_FROM_(type, object, hutch_port_walk_start((pool), &object##_walk_))
#    define HUTCH_FOREACH_FROM_(type, object, start)                                                   \
        for (struct hutch_port_walk object##_walk_, *object##_state_ = start; object##_state_ != NULL; \
             object##_state_ = NULL)                                                                   \
            for (type * object; (object = (type *)hutch_port_walk_next(&object##_walk_)) != NULL;)

// Plain pools: those with a capacity and nothing else, or with a `.lock`. What is plain is seen by the number
// of arguments and the size of an option, because options are no constants here, so each call loads the lock.
// name##_served_ is one, so that SDCC drops the other calls.
void *hutch_port_acquire(const struct hutch_pool *pool);
void *hutch_port_acquire_locked(const struct hutch_pool *pool);
bool hutch_port_release(const struct hutch_pool *pool, const void *object);
bool hutch_port_release_locked(const struct hutch_pool *pool, const void *object);
bool hutch_port_is_live_at(const struct hutch_pool *pool, unsigned index);
unsigned hutch_port_live(const uint8_t *last_word, unsigned shape);
void hutch_port_clear(uint8_t *words, unsigned length);
#    define HUTCH_PORT_PLAIN_MAX 24 // slots: a bitmap without a summary
#endif
#define HUTCH_PORT_QUEUE_MARKS 3 // the assembler clears all marks of a slot that has one
#ifdef HUTCH_PORT_PLAIN
enum hutch_port_served { HUTCH_PORT_USUAL, HUTCH_PORT_UNLOCKED, HUTCH_PORT_LOCKED };
#    define HUTCH_PORT_POOL(kind, name, ...)                                                              \
        enum {                                                                                            \
            name##_served_ =                                                                              \
                name##_count_ <= HUTCH_PORT_PLAIN_MAX ? HUTCH_PORT_##kind(__VA_ARGS__) : HUTCH_PORT_USUAL \
        };
#    define HUTCH_PORT_plain_(...)                                                                 \
        HUTCH_PORT_BY_NUMBER(__VA_ARGS__, HUTCH_PORT_MORE, HUTCH_PORT_MORE, HUTCH_PORT_MORE,       \
                             HUTCH_PORT_MORE, HUTCH_PORT_MORE, HUTCH_PORT_MORE, HUTCH_PORT_OPTION, \
                             HUTCH_PORT_LONE, 0)                                                   \
        (__VA_ARGS__, 0)
#    define HUTCH_PORT_runs_(...) HUTCH_PORT_plain_(__VA_ARGS__)
#    define HUTCH_PORT_tracked_(...) HUTCH_PORT_USUAL
#    define HUTCH_PORT_spawned_(...) HUTCH_PORT_USUAL
#    define HUTCH_PORT_queued_(...) HUTCH_PORT_USUAL
#    define HUTCH_PORT_BY_NUMBER(a, b, c, d, e, f, g, h, kind, ...) kind
#    define HUTCH_PORT_MORE(...) HUTCH_PORT_USUAL
#    define HUTCH_PORT_LONE(...) HUTCH_PORT_UNLOCKED
#    define HUTCH_PORT_OPTION(capacity, option, ...) \
        (sizeof((hutch_port_options option)) == sizeof(uint8_t) ? HUTCH_PORT_LOCKED : HUTCH_PORT_USUAL)
extern struct hutch_options hutch_port_options; // there is none: of its fields only the lock has one byte
#    define HUTCH_PORT_CHOSEN(name, unlocked, locked, usual)        \
        ((int)name##_served_ == (int)HUTCH_PORT_UNLOCKED ? unlocked \
         : (int)name##_served_ == (int)HUTCH_PORT_LOCKED ? locked   \
                                                         : usual)
#    define HUTCH_PORT_OR(verb, name, usual, ...) HUTCH_PORT_OR_##verb(name, usual, __VA_ARGS__)
#    define HUTCH_PORT_OR_acquire(name, usual, pool) \
        HUTCH_PORT_CHOSEN(name, hutch_port_acquire(pool), hutch_port_acquire_locked(pool), usual)
#    define HUTCH_PORT_OR_release(name, usual, pool, object)                                               \
        HUTCH_PORT_CHOSEN(name, hutch_port_release(pool, object), hutch_port_release_locked(pool, object), \
                          usual)
#    define HUTCH_PORT_BOTH(name, plain, usual) HUTCH_PORT_CHOSEN(name, plain, plain, usual)
#    define HUTCH_PORT_OR_is_live_at(name, usual, pool, index) \
        HUTCH_PORT_BOTH(name, hutch_port_is_live_at(pool, index), usual)
#    define HUTCH_PORT_OR_live(name, usual, pool)                                            \
        HUTCH_PORT_BOTH(name,                                                                \
                        hutch_port_live(&name##_live_[HUTCH_PORT_WORDS(name##_count_) - 1],  \
                                        (unsigned)HUTCH_PORT_LAST_BITS(name##_count_) << 8 | \
                                            HUTCH_PORT_WORDS(name##_count_)),                \
                        usual)
#    define HUTCH_PORT_OR_clear(name, usual, pool) \
        HUTCH_PORT_BOTH(name, hutch_port_clear(name##_live_, HUTCH_PORT_WORDS(name##_count_)), usual)
#    define HUTCH_PORT_AT(name, type, pool, slots) \
        if (index_ < (unsigned)name##_count_) {    \
            return (type *)(slots) + index_;       \
        }                                          \
        return NULL; // not by ?:, which SDCC 4.2 miscompiles for a constant index past the end
#endif

#endif
