// SPDX-License-Identifier: MIT
// hutch_unfolded.h - included first by the .c files here: their pools are known only at run time, so nothing
// folds.
//
// In a file of the program the core must be inlined to fold. Here each inlined copy would hold the code of
// every lock and every level: four times the code. So the compiler decides what to inline, except for the
// bitmap, which runs with interrupts off.
#ifndef HUTCH_UNFOLDED_H
#define HUTCH_UNFOLDED_H

// SDCC emits a `static` function even if it is never called, and a plain `inline` one only if it is called;
// but SDCC 4.2 miscompiles longer `inline` functions: bits.h lost a 1. So UNFOLDED_INLINE is defined only by
// files that use at most one line of the core.
#if defined(__SDCC) && !defined(UNFOLDED_INLINE)
#    define HUTCH_INLINE static
#endif

#define HUTCH_IN_LIBRARY
#include "hutch/core/bitmap.h"

#if HUTCH_GNU
#    undef HUTCH_INLINE
#    define HUTCH_INLINE HUTCH_OWN_SECTION __attribute__((unused)) static inline
#endif

// Debug builds note the call site: PUBLIC_BEGIN and PUBLIC_END enclose the body of each public function that
// may note or report something. SDCC and WebAssembly have no return address.
#if HUTCH_CFG_CHECK >= 2
#    include "hutch/core/debug.h"
#endif
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES && HUTCH_GNU && !defined(__wasm__)
#    define PUBLIC_BEGIN const void *const public_before_ = hutch_debug_enter(__builtin_return_address(0));
#    define PUBLIC_END hutch_debug_leave(public_before_);
#else
#    define PUBLIC_BEGIN
#    define PUBLIC_END
#endif

// Defines a function that is a core verb: its result, its name, the verb, its parameters, and those again as
// arguments. Only typed functions call one whose name ends with `_`. PUBLIC notes or reports, PUBLIC_QUIET
// does neither. PUBLIC_OBJECTS is PUBLIC, and in debug builds refuses pools of numbers: the result is 0 then.
// IF_OBJECTS is that test alone.
#define PUBLIC_QUIET(type, name, verb, parameters, arguments) \
    HUTCH_OWN_SECTION type name parameters                    \
    {                                                         \
        return hutch_core_##verb arguments;                   \
    }
#define PUBLIC(type, name, verb, parameters, arguments)               \
    HUTCH_OWN_SECTION type name parameters                            \
    {                                                                 \
        PUBLIC_BEGIN type const result = hutch_core_##verb arguments; \
        PUBLIC_END return result;                                     \
    }
#if HUTCH_CFG_CHECK >= 2
#    define PUBLIC_OBJECTS(type, name, verb, parameters, arguments)                    \
        HUTCH_OWN_SECTION type name parameters                                         \
        {                                                                              \
            PUBLIC_BEGIN type const result =                                           \
                hutch_debug_has_objects(pool) ? hutch_core_##verb arguments : (type)0; \
            PUBLIC_END return result;                                                  \
        }
#    define IF_OBJECTS(pool) if (hutch_debug_has_objects(pool))
#else
#    define PUBLIC_OBJECTS PUBLIC
#    define IF_OBJECTS(pool)
#endif

#endif
