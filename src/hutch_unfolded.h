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

#include "hutch/bitmap.h"

#if HUTCH_GNU
#    undef HUTCH_INLINE
#    define HUTCH_INLINE HUTCH_OWN_SECTION __attribute__((unused)) static inline
#endif

// Debug builds note the call site: PUBLIC_BEGIN and PUBLIC_END enclose the body of each public function that
// may note or report something; PUBLIC_LOOK begins one that only looks something up.
#if HUTCH_CFG_CHECK >= 2
#    include "hutch/debug.h"
#    if HUTCH_GNU && !defined(__wasm__)
#        define HUTCH_RETURN_ADDRESS() __builtin_return_address(0)
#    else
#        define HUTCH_RETURN_ADDRESS() NULL // SDCC, WebAssembly: only HUTCH_HERE notes a call site
#    endif
#    define PUBLIC_BEGIN                  \
        struct hutch_site public_before_; \
        hutch_debug_enter(&public_before_, HUTCH_RETURN_ADDRESS());
#    define PUBLIC_LOOK                   \
        struct hutch_site public_before_; \
        hutch_debug_look(&public_before_, HUTCH_RETURN_ADDRESS());
#    define PUBLIC_END hutch_debug_leave(&public_before_);
#else
#    define PUBLIC_BEGIN
#    define PUBLIC_LOOK
#    define PUBLIC_END
#endif

// Defines a public function that is a core verb: its result, its name, its parameters, and those again as
// arguments. PUBLIC notes or reports, PUBLIC_LOOKUP may report, PUBLIC_QUIET does neither.
#define PUBLIC(type, verb, parameters, arguments) \
    PUBLIC_WITHIN(PUBLIC_BEGIN, PUBLIC_END, type, verb, parameters, arguments)
#define PUBLIC_LOOKUP(type, verb, parameters, arguments) \
    PUBLIC_WITHIN(PUBLIC_LOOK, PUBLIC_END, type, verb, parameters, arguments)
#define PUBLIC_QUIET(type, verb, parameters, arguments) \
    HUTCH_OWN_SECTION type hutch_##verb parameters      \
    {                                                   \
        return hutch_core_##verb arguments;             \
    }
#define PUBLIC_WITHIN(begin, end, type, verb, parameters, arguments) \
    HUTCH_OWN_SECTION type hutch_##verb parameters                   \
    {                                                                \
        begin type const result = hutch_core_##verb arguments;       \
        end return result;                                           \
    }

#endif
