// SPDX-License-Identifier: MIT
// tracked.h - pools with weak refs, which may outlive their objects: HUTCH_POOL_TRACKED. ref.h explains refs.
#ifndef HUTCH_TRACKED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_TRACKED_H

#include "typed.h"

/// A pool of objects with refs, for one file.
#define HUTCH_POOL_TRACKED(name, type, ...) HUTCH_LOCAL_POOL_(tracked_, name, type, __VA_ARGS__)

/// The same for several files: this in a header, with the options, and the other in one .c file.
#define HUTCH_POOL_TRACKED_DECLARE(name, type, ...) HUTCH_SHARED_POOL_(tracked_, name, type, __VA_ARGS__)
#define HUTCH_POOL_TRACKED_DEFINE(name) HUTCH_GLOBAL_POOL_(tracked_, name)

// ----------------------------------------------------------------------------------------- the bits of a ref

// The bits that hold numbers up to capacity - 1.
#define HUTCH_INDEX_BITS_(capacity) \
    ((capacity) > 16384  ? 15       \
     : (capacity) > 8192 ? 14       \
     : (capacity) > 4096 ? 13       \
     : (capacity) > 2048 ? 12       \
     : (capacity) > 1024 ? 11       \
     : (capacity) > 512  ? 10       \
     : (capacity) > 256  ? 9        \
     : (capacity) > 128  ? 8        \
     : (capacity) > 64   ? 7        \
     : (capacity) > 32   ? 6        \
     : (capacity) > 16   ? 5        \
     : (capacity) > 8    ? 4        \
     : (capacity) > 4    ? 3        \
     : (capacity) > 2    ? 2        \
     : (capacity) > 1    ? 1        \
                         : 0)

// The bits below the generation: the index, and the tag of debug builds if that leaves 8 bits for the
// generation.
#if HUTCH_TAG_BITS == 0
#    define HUTCH_REF_LOW_BITS_(capacity) HUTCH_INDEX_BITS_(capacity)
#else
#    define HUTCH_REF_LOW_BITS_(capacity) \
        (HUTCH_INDEX_BITS_(capacity) +    \
         ((capacity) <= (uint32_t)1 << (HUTCH_CFG_REF_BITS - HUTCH_TAG_BITS - 8u) ? HUTCH_TAG_BITS : 0))
#endif
#define HUTCH_GENERATION_BITS_(capacity) (HUTCH_CFG_REF_BITS - HUTCH_REF_LOW_BITS_(capacity))

// ------------------------------------------------------------------------------------------------- the kind

#define HUTCH_LAYOUT_tracked_ HUTCH_LAYOUT_plain_
#define HUTCH_EDGE_BYTES_tracked_ HUTCH_EDGE_BYTES_plain_
#define HUTCH_CALLS_tracked_(name) &hutch_generic_calls
#define HUTCH_CHECK_HOOKS_tracked_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)
#define HUTCH_CHECK_REFS_tracked_(name)                             \
    HUTCH_STATIC_ASSERT(HUTCH_GENERATION_BITS_(name##_count_) >= 8, \
                        hutch_pool_##name##_leaves_fewer_than_8_generation_bits_in_a_ref);
#define HUTCH_COUNTERS_(linkage, name) HUTCH_RAM_##linkage(hutch_ref_t, name##_generations_, name##_count_)
#define HUTCH_MARKED_(linkage, name, marks) \
    HUTCH_COUNTERS_(linkage, name)          \
    HUTCH_RAM_##linkage(hutch_word_t, name##_marks_, (marks)*HUTCH_LEAF_WORDS(name##_count_))

// A lock-free release needs several steps, and readers must not see the object between them: so where a pool
// with refs may be lock-free, it has visible words of its own.
#define HUTCH_GENERATIONS_tracked_(name) name##_generations_
#if HUTCH_HAS_REF_CAS && HUTCH_MAY_BE_LOCK_FREE
#    define HUTCH_REFS_tracked_(linkage, name) HUTCH_MARKED_(linkage, name, 1)
#    define HUTCH_VISIBLE_tracked_(name) name##_marks_
#    define HUTCH_HAS_MARKS_tracked_ 1
#else
#    define HUTCH_REFS_tracked_(linkage, name) HUTCH_COUNTERS_(linkage, name)
#    define HUTCH_VISIBLE_tracked_(name) name##_live_
#    define HUTCH_HAS_MARKS_tracked_ 0
#endif

// ------------------------------------------------------------------------------------------- typed functions

// clang-format off
// Each pool has its own ref type. SDCC passes no structs by value: there it is an integer.
#if defined(__SDCC)
#    define HUTCH_REF_TYPE_(name) typedef hutch_ref_t name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) (ref)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = (ref)
#else
#    define HUTCH_REF_TYPE_(name) typedef struct { hutch_ref_t value; } name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) ((ref).value)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = {ref}
#endif

#define HUTCH_REF_FUNCTIONS_tracked_(name, type, pool)                                                                 \
    HUTCH_TYPED_ name##_ref_t name##_ref(type const *object_)                                                          \
    {                                                                                                                  \
        HUTCH_REF_WRAP_(name, ref_, HUTCH_STAY_(HUTCH_DO_(ref)(&pool, (const void *)object_)));                        \
        return ref_;                                                                                                   \
    }                                                                                                                  \
    HUTCH_TYPED_ type *name##_deref(name##_ref_t ref_) { return HUTCH_STAY_((type *)HUTCH_DO_(deref)(&pool, HUTCH_REF_VALUE_(ref_))); } \
    HUTCH_TYPED_ type *name##_expect(name##_ref_t ref_) { return HUTCH_STAY_((type *)HUTCH_DO_INNER_(expect)(&pool, HUTCH_REF_VALUE_(ref_))); } \
    HUTCH_TYPED_ bool name##_release_ref(name##_ref_t ref_) { return HUTCH_STAY_(HUTCH_DO_(release_ref)(&pool, HUTCH_REF_VALUE_(ref_))); }

// In a pool without refs, using one is an error that names the macro (HUTCH_MISSING); in debug builds too,
// although all their pools have generations: what compiles there must compile for release.
#define HUTCH_REF_FUNCTIONS_plain_(name, type, pool)                                                                   \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") name##_ref_t name##_ref(type const *object);                         \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_deref(name##_ref_t ref);                                \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_expect(name##_ref_t ref);                               \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") bool name##_release_ref(name##_ref_t ref);
// clang-format on

#endif
