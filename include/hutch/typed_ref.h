// SPDX-License-Identifier: MIT
// typed_ref.h - the typed functions of weak refs: a ref type of its own for each pool, where the compiler
// can.
#ifndef HUTCH_TYPED_REF_H
#define HUTCH_TYPED_REF_H

#include "core.h"
#include "fault.h"
#include "generic.h"

#if defined(__SDCC)
// SDCC passes no struct by value: there a ref is an integer, and a ref of another pool compiles.
#    define HUTCH_REF_TYPE_(name) typedef hutch_ref_t name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) (ref)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = (ref)
#else
#    define HUTCH_REF_TYPE_(name) \
        typedef struct {          \
            hutch_ref_t value;    \
        } name##_ref_t;
#    define HUTCH_REF_VALUE_(ref) ((ref).value)
#    define HUTCH_REF_WRAP_(name, variable, ref) const name##_ref_t variable = {ref}
#endif

#define HUTCH_REF_FUNCTIONS_TRACKED_(linkage, name, type)                                                 \
    linkage name##_ref_t name##_ref(type const *object)                                                   \
    {                                                                                                     \
        HUTCH_REF_WRAP_(name, ref, hutch_core_ref(&name##_pool, hutch_core_index(&name##_pool, object))); \
        if (HUTCH_REF_VALUE_(ref) == 0) {                                                                 \
            HUTCH_BAD_USE_(name, object);                                                                 \
        }                                                                                                 \
        return ref;                                                                                       \
    }                                                                                                     \
    linkage type *name##_deref(name##_ref_t ref)                                                          \
    {                                                                                                     \
        return (type *)hutch_core_at(&name##_pool, hutch_core_find(&name##_pool, HUTCH_REF_VALUE_(ref))); \
    }                                                                                                     \
    linkage type *name##_expect(name##_ref_t ref)                                                         \
    {                                                                                                     \
        const unsigned index = hutch_core_find(&name##_pool, HUTCH_REF_VALUE_(ref));                      \
        if (index == HUTCH_NONE) {                                                                        \
            HUTCH_BAD_REF_(name, HUTCH_REF_VALUE_(ref), HUTCH_FAULT_STALE_USE);                           \
        }                                                                                                 \
        return (type *)hutch_core_at(&name##_pool, index);                                                \
    }                                                                                                     \
    linkage bool name##_release_ref(name##_ref_t ref)                                                     \
    {                                                                                                     \
        return hutch_core_release_ref(&name##_pool, HUTCH_REF_VALUE_(ref))                                \
                   ? true                                                                                 \
                   : HUTCH_BAD_REF_(name, HUTCH_REF_VALUE_(ref), HUTCH_FAULT_STALE_RELEASE);              \
    }

#define HUTCH_REF_PROTOTYPES_TRACKED_(linkage, name, type)                     \
    linkage name##_ref_t name##_ref(type const *object) HUTCH_ABI(name##_ref); \
    linkage type *name##_deref(name##_ref_t ref) HUTCH_ABI(name##_deref);      \
    linkage type *name##_expect(name##_ref_t ref) HUTCH_ABI(name##_expect);    \
    linkage bool name##_release_ref(name##_ref_t ref) HUTCH_ABI(name##_release_ref);

// A pool without generations has no refs: using one is an error at compile time that names the macro. In
// debug builds too, although their pools all have generations: what compiles there must compile for
// release.
#define HUTCH_REF_FUNCTIONS_PLAIN_(linkage, name, type) HUTCH_REF_PROTOTYPES_PLAIN_(linkage, name, type)
#define HUTCH_REF_PROTOTYPES_PLAIN_(linkage, name, type)                                       \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") name##_ref_t name##_ref(type const *object); \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_deref(name##_ref_t ref);        \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") type *name##_expect(name##_ref_t ref);       \
    HUTCH_MISSING("refs need HUTCH_POOL_TRACKED") bool name##_release_ref(name##_ref_t ref);

#endif
