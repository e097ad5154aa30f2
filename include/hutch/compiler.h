// SPDX-License-Identifier: MIT
// compiler.h - the few things that C99, C++ and SDCC spell differently.
#ifndef HUTCH_COMPILER_H
#define HUTCH_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SDCC)
// Branches on constants are how one source serves every option; SDCC would warn about each of them.
#    pragma disable_warning 110
#    pragma disable_warning 126
#    pragma disable_warning 165 // and about constants that wrap, which pool.h computes with
#endif

#if defined(__cplusplus)
#    define HUTCH_BEGIN_DECLS extern "C" {
#    define HUTCH_END_DECLS }
#else
#    define HUTCH_BEGIN_DECLS
#    define HUTCH_END_DECLS
#endif

// HUTCH_INLINE marks the hot code: it takes a constant pool and must fold into its caller, so the compiler
// gets no choice. Files without constant pools define it first, see src/hutch_unfolded.h.
#if defined(__GNUC__)
#    define HUTCH_GNU 1
#    ifndef HUTCH_INLINE
#        define HUTCH_INLINE __attribute__((always_inline, unused)) static inline
#    endif
#    define HUTCH_UNUSED __attribute__((unused))
#    define HUTCH_COLD __attribute__((cold, noinline))
#    define HUTCH_NOINLINE __attribute__((noinline))
#    define HUTCH_WEAK __attribute__((weak))
#    define HUTCH_LIKELY(claim) __builtin_expect(!!(claim), 1)
#else
#    define HUTCH_GNU 0
#    ifndef HUTCH_INLINE
#        if defined(__SDCC)
#            define HUTCH_INLINE inline // SDCC emits `static inline` functions whether called or not
#        else
#            define HUTCH_INLINE static inline
#        endif
#    endif
#    define HUTCH_UNUSED
#    define HUTCH_COLD
#    define HUTCH_NOINLINE
#    define HUTCH_WEAK
#    define HUTCH_LIKELY(claim) (claim)
#endif

// HUTCH_HIDE(variable) makes the compiler forget the variable's value and hold it in a register. It emits
// nothing. Each use says which compiler it corrects.
#if HUTCH_GNU
#    define HUTCH_HIDE(variable) __asm__("" : "+r"(variable))
#else
#    define HUTCH_HIDE(variable) ((void)(variable))
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

// After a field that a pool's line may leave out: C++20 warns without a default. Every other language knows
// 0.
#if defined(__cplusplus) && __cplusplus >= 202002L
#    define HUTCH_DEFAULT_ZERO = {}
#else
#    define HUTCH_DEFAULT_ZERO
#endif

// HUTCH_STATIC_ASSERT(claim, sentence): the sentence is an identifier, so that a compiler without
// static_assert can still show it, as the name of an array of negative size. glibc makes such a macro of
// _Static_assert in strict C99 and drops the sentence.
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

// The names that the linker sees carry the options that all files of a program must agree on: a mixed build
// does not link, and the missing name shows why. config.h makes HUTCH_ABI_OPTIONS.
#if HUTCH_GNU
#    define HUTCH_ABI(name) __asm__(HUTCH_STRING(__USER_LABEL_PREFIX__) #    name HUTCH_ABI_OPTIONS)
#else
#    define HUTCH_ABI(name)
#endif

#define HUTCH_JOIN_(a, b) a##b
#define HUTCH_JOIN(a, b) HUTCH_JOIN_(a, b)
#define HUTCH_STRING_(x) #x
#define HUTCH_STRING(x) HUTCH_STRING_(x)

// The first of one or more macro arguments.
#define HUTCH_FIRST(...) HUTCH_FIRST_(__VA_ARGS__, 0)
#define HUTCH_FIRST_(first, ...) first

// The `;` after a macro that ends with this one is taken without a warning by every compiler.
#define HUTCH_TAKE_SEMICOLON struct hutch_pool

/// No slot: the index that acquire, next and index return when there is none.
#define HUTCH_NONE ((unsigned)-1)

#endif
