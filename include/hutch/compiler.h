// SPDX-License-Identifier: MIT
// compiler.h - the few things that C99, C++ and SDCC spell differently.
#ifndef HUTCH_COMPILER_H
#define HUTCH_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SDCC)
// Branches on constants are how one source serves every capacity and option; SDCC would name each that folds.
#    pragma disable_warning 110
#    pragma disable_warning 126
#endif

#if defined(__cplusplus)
#    define HUTCH_BEGIN_DECLS extern "C" {
#    define HUTCH_END_DECLS }
#else
#    define HUTCH_BEGIN_DECLS
#    define HUTCH_END_DECLS
#endif

#if defined(__GNUC__)
#    define HUTCH_GNU 1
// HUTCH_INLINE: hot code that must fold into its caller, in debug builds too.
#    define HUTCH_INLINE __attribute__((always_inline, unused)) static inline
#    define HUTCH_UNUSED __attribute__((unused))
#    define HUTCH_COLD __attribute__((cold, noinline))
#    define HUTCH_NOINLINE __attribute__((noinline))
#    define HUTCH_WEAK __attribute__((weak))
#    define HUTCH_LIKELY(claim) __builtin_expect(!!(claim), 1)
// After this the compiler knows nothing of the variable's value and has it in a register: keeps a constant
// from being taken apart or shared where that costs more than it saves.
#    define HUTCH_OPAQUE(variable) __asm__("" : "+r"(variable))
// The same, and done here: before a critical section, so that it is not done inside.
#    define HUTCH_LOAD_NOW(variable) __asm__ volatile("" : "+r"(variable))
// What the compiler may take for granted.
#    define HUTCH_ASSUME(claim)          \
        do {                             \
            if (!(claim)) {              \
                __builtin_unreachable(); \
            }                            \
        } while (0)
// How many bytes behind an address in a register a load can reach, where gcc uses that for objects side by
// side.
#    if defined(__clang__)
#        define HUTCH_REACH 0
#    elif defined(__thumb2__) || (defined(__arm__) && !defined(__thumb__))
#        define HUTCH_REACH 4096
#    elif defined(__riscv)
#        define HUTCH_REACH 2048
#    else
#        define HUTCH_REACH 0
#    endif
#else
#    define HUTCH_GNU 0
#    define HUTCH_REACH 0
// SDCC makes a copy of an inline function for each call, which takes minutes and much flash, and emits static
// ones whether called or not. In files that call none of them -DHUTCH_INLINE=inline leaves them out.
#    if !defined(__SDCC)
#        define HUTCH_INLINE static inline
#    elif !defined(HUTCH_INLINE)
#        define HUTCH_INLINE static
#    endif
#    define HUTCH_UNUSED
#    define HUTCH_COLD
#    define HUTCH_NOINLINE
#    define HUTCH_WEAK
#    define HUTCH_LIKELY(claim) (claim)
#    define HUTCH_OPAQUE(variable) ((void)(variable))
#    define HUTCH_ASSUME(claim) ((void)0)
#    define HUTCH_LOAD_NOW(variable) ((void)(variable))
#endif

// Shifts a variable by a count that is known at run time. SDCC 4.2 forgets the variable where it loads the
// count: there by one bit at a time, which is what such a CPU does anyway.
#if defined(__SDCC)
#    define HUTCH_SHIFT_DOWN(type, variable, count)           \
        for (unsigned left_ = (count); left_ != 0; left_--) { \
            (variable) = (type)((variable) >> 1);             \
        }
#else
#    define HUTCH_SHIFT_DOWN(type, variable, count) ((variable) = (type)((variable) >> (count)))
#endif

// HUTCH_MISSING: calling this function is an error at compile time that says why.
#if defined(__clang__)
#    define HUTCH_MISSING(why) __attribute__((unavailable(why)))
#elif HUTCH_GNU
#    define HUTCH_MISSING(why) __attribute__((error(why)))
#else
#    define HUTCH_MISSING(why)
#endif

// A constant that other files see: C++ makes constants local unless told.
#if defined(__cplusplus)
#    define HUTCH_EXTERN_CONST extern
#else
#    define HUTCH_EXTERN_CONST
#endif

// Behind a field that a pool's line may leave out: C++20 wants to be told what it is then. Every other
// language knows 0.
#if defined(__cplusplus) && __cplusplus >= 202002L
#    define HUTCH_DEFAULT_ZERO = {}
#else
#    define HUTCH_DEFAULT_ZERO
#endif

// HUTCH_STATIC_ASSERT(claim, sentence): the sentence is an identifier, so that a compiler without
// static_assert can still show it as the name of an array that has a negative size. So it is in strict C99
// with glibc too, which makes a macro of _Static_assert there and drops the sentence.
#if defined(__cplusplus)
#    define HUTCH_STATIC_ASSERT(claim, sentence) static_assert(claim, #    sentence)
#elif HUTCH_GNU && !defined(_Static_assert)
#    define HUTCH_STATIC_ASSERT(claim, sentence) __extension__ _Static_assert(claim, #    sentence)
#elif defined(__SDCC) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
#    define HUTCH_STATIC_ASSERT(claim, sentence) _Static_assert(claim, #    sentence)
#else
#    define HUTCH_STATIC_ASSERT(claim, sentence) \
        struct sentence {                        \
            int sentence[(claim) ? 1 : -1];      \
        }
#endif

// The names that the linker sees carry what all files of a program must agree on: mixed builds do not link,
// and the name that is missing says why. HUTCH_ABI_OPTIONS is set by config.h.
#if HUTCH_GNU
#    define HUTCH_ABI(name) __asm__(HUTCH_STRING(__USER_LABEL_PREFIX__) #    name HUTCH_ABI_OPTIONS)
#else
#    define HUTCH_ABI(name)
#endif

// Who called, for debug builds: in the user's own code the debug functions see for themselves (NULL); a
// function of src/ passes on its own caller, see generic.c.
#ifndef HUTCH_CALLER
#    define HUTCH_CALLER() NULL
#endif

#define HUTCH_JOIN_(a, b) a##b
#define HUTCH_JOIN(a, b) HUTCH_JOIN_(a, b)
#define HUTCH_STRING_(x) #x
#define HUTCH_STRING(x) HUTCH_STRING_(x)

// The first of one or more macro arguments.
#define HUTCH_FIRST(...) HUTCH_FIRST_(__VA_ARGS__, 0)
#define HUTCH_FIRST_(first, ...) first

// The `;` behind a macro that ends with this one is taken without a warning by every compiler.
#define HUTCH_TAKE_SEMICOLON struct hutch_pool

/// No slot: the index that acquire, next and index answer with when there is none.
#define HUTCH_NONE ((unsigned)-1)

#endif
