// SPDX-License-Identifier: MIT
// flat.c - the measured program of flat.py: for each of many capacities, a locked pool is filled and emptied,
// filled again and walked.
//
// FLAT_CAPACITIES is OF(1) OF(2) and so on.
#include "workload.h"

#define OF(n)                                                       \
    HUTCH_POOL(pool_##n, struct object, n, .lock = HUTCH_LOCK_IRQ); \
    MEASURED struct object *acquire_##n(void)                       \
    {                                                               \
        BENCH_BEGIN();                                              \
        struct object *object = pool_##n##_acquire();               \
        BENCH_USE(object);                                          \
        BENCH_END_A();                                              \
        return object;                                              \
    }                                                               \
    MEASURED void release_##n(struct object *object)                \
    {                                                               \
        BENCH_BEGIN();                                              \
        pool_##n##_release(object);                                 \
        BENCH_END_B();                                              \
    }                                                               \
    MEASURED unsigned walk_##n(void)                                \
    {                                                               \
        unsigned sum = 0;                                           \
        BENCH_BEGIN();                                              \
        HUTCH_FOREACH (struct object, it, pool_##n) {               \
            sum += it->body.value;                                  \
        }                                                           \
        BENCH_USE(sum);                                             \
        BENCH_END_A();                                              \
        return sum;                                                 \
    }                                                               \
    static void fill_##n(void)                                      \
    {                                                               \
        for (unsigned k = 0; k < (n); k++) {                        \
            struct object *const object = acquire_##n();            \
            if (object == NULL) {                                   \
                rig_exit(8);                                        \
            } else {                                                \
                object->body.value = 1;                             \
            }                                                       \
        }                                                           \
    }                                                               \
    static void measure_##n(void)                                   \
    {                                                               \
        fill_##n();                                                 \
        for (unsigned k = 0; k < (n); k++) {                        \
            release_##n(pool_##n##_at(k));                          \
        }                                                           \
        row("pair " #n);                                            \
        fill_##n();                                                 \
        row("-");                                                   \
        errors += walk_##n() != (n);                                \
        row("walk " #n);                                            \
    }
FLAT_CAPACITIES
#undef OF

int main(void)
{
#define OF(n) measure_##n();
    FLAT_CAPACITIES
    rig_exit(errors != 0);
    return 0;
}
