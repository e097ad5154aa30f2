// SPDX-License-Identifier: MIT
// plain_model.c - random calls of plain pools on the Game Boy against an array of flags: sdcc.py runs it.
//
// The first difference ends it with exit code 1.
#include "hutch/hutch.h"

enum { ROUNDS = 250 };

static unsigned seed, faults, expected;
static bool is_live[255];

void rig_exit(int code); // ends the program

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults++;
}

static unsigned random_below(unsigned limit)
{
    seed ^= seed << 7;
    seed ^= seed >> 9;
    seed ^= seed << 8;
    return seed % limit;
}

static void check(bool is_right)
{
    if (!is_right) {
        rig_exit(1);
    }
}

// The first slot at or after `from` whose flag is this; the capacity if there is none.
static unsigned next_that(bool flag, unsigned from, unsigned capacity)
{
    while (from < capacity && is_live[from] != flag) {
        from++;
    }
    return from;
}

// Faults are counted: a wrong release is reported once, a right one never.
#define MODEL(name, type, capacity)                                                \
    static void name##_acquires(void)                                              \
    {                                                                              \
        const unsigned lowest = next_that(false, 0, capacity);                     \
        type *const object = name##_acquire();                                     \
        check(object == (lowest < capacity ? name##_at(lowest) : (type *)NULL));   \
        is_live[lowest] |= lowest < capacity;                                      \
    }                                                                              \
    static void name##_releases(unsigned slot)                                     \
    {                                                                              \
        expected += is_live[slot] ? 0 : 1;                                         \
        check(name##_release(name##_at(slot)) == is_live[slot]);                   \
        is_live[slot] = false;                                                     \
    }                                                                              \
    static void name##_refuses(unsigned slot)                                      \
    {                                                                              \
        unsigned char *const inside = (unsigned char *)name##_at(slot) + 1;        \
        expected += 4;                                                             \
        check(!name##_release((type *)inside));                                    \
        check(!name##_release(name##_at(0) + capacity));                           \
        check(!name##_release(name##_at(0) - 1));                                  \
        check(!name##_release(NULL));                                              \
    }                                                                              \
    static void name##_looks(void)                                                 \
    {                                                                              \
        unsigned live = 0;                                                         \
        for (unsigned slot = 0; slot < capacity; slot++) {                         \
            live += is_live[slot] ? 1 : 0;                                         \
            check(name##_is_live_at(slot) == is_live[slot]);                       \
        }                                                                          \
        check(name##_live() == live);                                              \
        check(!name##_is_live_at(capacity) && !name##_is_live_at(capacity + 256)); \
        check(name##_at(capacity) == NULL && name##_at(capacity + 256) == NULL);   \
        check((unsigned char *)name##_at(capacity - 1) ==                          \
              (unsigned char *)name##_at(0) + (capacity - 1) * sizeof(type));      \
    }                                                                              \
    static void name##_walks(void)                                                 \
    {                                                                              \
        unsigned slot = 0;                                                         \
        HUTCH_FOREACH (type, object, name) {                                       \
            slot = next_that(true, slot, capacity);                                \
            check(slot < capacity && object == name##_at(slot));                   \
            slot++;                                                                \
            if (random_below(3) == 0) {                                            \
                name##_releases(random_below(capacity));                           \
            }                                                                      \
            if (random_below(6) == 0) {                                            \
                name##_acquires();                                                 \
            }                                                                      \
        }                                                                          \
        check(next_that(true, slot, capacity) == capacity);                        \
    }                                                                              \
    static void name##_is_sparse(void)                                             \
    {                                                                              \
        for (unsigned slot = 0; slot < capacity; slot++) {                         \
            name##_acquires();                                                     \
        }                                                                          \
        for (unsigned slot = 0; slot + 1 < capacity; slot++) {                     \
            name##_releases(slot);                                                 \
        }                                                                          \
        HUTCH_FOREACH (type, object, name) {                                       \
            check(object == name##_at(capacity - 1));                              \
        }                                                                          \
    }                                                                              \
    static void name##_model(void)                                                 \
    {                                                                              \
        name##_is_sparse();                                                        \
        for (unsigned round = 0; round < ROUNDS; round++) {                        \
            switch (random_below(8)) {                                             \
            case 0:                                                                \
                name##_looks();                                                    \
                break;                                                             \
            case 1:                                                                \
                name##_walks();                                                    \
                break;                                                             \
            case 2:                                                                \
                name##_refuses(random_below(capacity));                            \
                break;                                                             \
            case 3:                                                                \
                name##_releases(random_below(capacity));                           \
                break;                                                             \
            default:                                                               \
                name##_acquires();                                                 \
            }                                                                      \
            check(faults == expected);                                             \
        }                                                                          \
        name##_clear();                                                            \
        check(name##_live() == 0);                                                 \
        for (unsigned slot = 0; slot < capacity; slot++) {                         \
            is_live[slot] = false;                                                 \
        }                                                                          \
    }

struct two {
    unsigned char bytes[2];
};
struct five {
    unsigned char bytes[5];
};
struct large {
    unsigned char bytes[33];
};
HUTCH_POOL(one, struct five, 1);
HUTCH_POOL(seven, struct two, 7);
HUTCH_POOL(eight, struct large, 8);
HUTCH_POOL(nine, struct five, 9);
HUTCH_POOL_LOCKED(sixteen, struct five, 16);
HUTCH_POOL_DECLARE(seventeen, struct two, 17);
HUTCH_POOL_DEFINE(seventeen);
HUTCH_POOL(most, struct large, 24);
static struct five array[20];
HUTCH_POOL_OVER(over, struct five, array, 20);
HUTCH_POOL(more, struct two, 25);
MODEL(one, struct five, 1)
MODEL(seven, struct two, 7)
MODEL(eight, struct large, 8)
MODEL(nine, struct five, 9)
MODEL(sixteen, struct five, 16)
MODEL(seventeen, struct two, 17)
MODEL(most, struct large, 24)
MODEL(over, struct five, 20)
MODEL(more, struct two, 25)

// Bits past the capacity, which only a wild write sets, are no slots.
static void damage(void)
{
    nine_live_[1] = 0xFE;
    check(nine_live() == 0 && !nine_is_live_at(9) && !nine_release(nine_at(0) + 9));
    for (unsigned slot = 0; slot < 9; slot++) {
        check(nine_acquire() == nine_at(slot));
    }
    check(nine_acquire() == NULL && nine_live() == 9);
    nine_clear();
}

void main(void)
{
    seed = 12345;
    one_model();
    seven_model();
    eight_model();
    nine_model();
    sixteen_model();
    seventeen_model();
    most_model();
    over_model();
    more_model();
    damage();
    check(hutch_port_depth == 0);
    rig_exit(0);
}
