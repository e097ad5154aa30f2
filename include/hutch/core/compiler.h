// SPDX-License-Identifier: MIT
// compiler.h - the few things that C99, C++ and SDCC spell differently.
#ifndef HUTCH_COMPILER_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_COMPILER_H

// gcc has no loop variables before C99, and would say so at each loop. A header that is not there stops it.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__cplusplus) && \
    !(defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#    define HUTCH_NEEDS_C99_ "hutch needs C99: compile with -std=c99 or later"
#    include HUTCH_NEEDS_C99_
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SDCC)
// Options are tested by branches on constants, and SDCC warns about each such branch.
#    pragma disable_warning 110
#    pragma disable_warning 126
#    pragma disable_warning 165 // constants that wrap around, as in pool.h
#endif

#if defined(__cplusplus)
#    define HUTCH_BEGIN_DECLS extern "C" {
#    define HUTCH_END_DECLS }
#    define HUTCH_C_LINKAGE extern "C"
#    define HUTCH_BYTES_(array) reinterpret_cast<unsigned char *>(array)
#else
#    define HUTCH_BEGIN_DECLS
#    define HUTCH_END_DECLS
#    define HUTCH_C_LINKAGE extern
#    define HUTCH_BYTES_(array) ((unsigned char *)(array))
#endif

// HUTCH_INLINE marks hot functions: they take a constant pool and must be inlined to fold (see
// HUTCH_CFG_FOLD), so inlining is forced. Files without constant pools define it differently, see
// src/hutch_unfolded.h.
#if defined(__GNUC__)
#    define HUTCH_GNU 1
#    ifndef HUTCH_INLINE
#        define HUTCH_INLINE __attribute__((always_inline, unused)) static inline
#    endif
#    define HUTCH_UNUSED __attribute__((unused))
#    define HUTCH_MUST_USE __attribute__((warn_unused_result)) // else nobody can release what was acquired
#    define HUTCH_COLD __attribute__((cold, noinline))
#    define HUTCH_NOINLINE __attribute__((noinline))
#    define HUTCH_WEAK __attribute__((weak))
#    define HUTCH_LIKELY(condition) __builtin_expect(!!(condition), 1)
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
#    define HUTCH_MUST_USE
#    define HUTCH_COLD
#    define HUTCH_NOINLINE
#    define HUTCH_WEAK
#    define HUTCH_LIKELY(condition) (condition)
#endif

// Places a function of the library in a section of its own, so that the linker can drop it without
// -ffunction-sections.
#if HUTCH_GNU && defined(__ELF__)
#    define HUTCH_OWN_SECTION __attribute__((__section__(".text.hutch." HUTCH_STRING(__COUNTER__))))
#else
#    define HUTCH_OWN_SECTION
#endif

// For a symbol to which a reference does not by itself link the file that defines it.
#if HUTCH_GNU && defined(__ELF__)
#    define HUTCH_WEAK_REFERENCE __attribute__((weak))
#else
#    define HUTCH_WEAK_REFERENCE
#endif

// Attributes that some compilers lack, to be followed by others. A function that is `naked` has no return
// instruction. What is `retain`ed is linked although nothing refers to it: lld needs that with --gc-sections,
// and GNU ld with -z start-stop-gc. gcc optimises a function also in a file that it does not optimise.
#define HUTCH_NAKED
#define HUTCH_RETAIN
#if defined(__has_attribute)
#    if __has_attribute(naked)
#        undef HUTCH_NAKED
#        define HUTCH_NAKED naked,
#    endif
#    if __has_attribute(retain)
#        undef HUTCH_RETAIN
#        define HUTCH_RETAIN retain,
#    endif
#endif
#if defined(__clang__)
#    define HUTCH_OPTIMISED
#else
#    define HUTCH_OPTIMISED optimize("O1"),
#endif

// What a program defines in place of a default of the library (HUTCH_ON_FAULT, HUTCH_TICK, HUTCH_POOL_LIST)
// may be alone in a file of a static library, from which a linker takes only what is missing: not that file,
// if it has the default already. So every file of the program misses a second name of it, which the macros
// define and the library does not. That reference takes no byte, and the linker accepts that nobody defines
// it; only in a shared library it would be reported.
#if HUTCH_GNU && defined(__ELF__)
#    define HUTCH_OF_PROGRAM_(declaration, name) \
        HUTCH_C_LINKAGE declaration __attribute__((alias(HUTCH_STRING(__USER_LABEL_PREFIX__) #name)));
#else
#    define HUTCH_OF_PROGRAM_(declaration, name)
#endif
#if HUTCH_GNU && defined(__ELF__) && (!defined(__PIC__) || defined(__PIE__))
#    define HUTCH_SEEK_IN_PROGRAM_(name) \
        __asm__(".globl " HUTCH_STRING(__USER_LABEL_PREFIX__) #name "_of_program")
#else
#    define HUTCH_SEEK_IN_PROGRAM_(name) HUTCH_TAKE_SEMICOLON
#endif

// 1 if pools known at run time have an engine of their own, see src/hutch_generic.c.
#define HUTCH_SERVES_ANY (HUTCH_GNU && HUTCH_CFG_CHECK < 2 && !HUTCH_CFG_STATS && !HUTCH_CFG_WAIT)

// True if the value is a constant here, because a call was inlined over a constant descriptor. In src/ none
// is: there it is false before the compiler decides what to inline.
#if HUTCH_GNU && defined(HUTCH_IN_LIBRARY)
__attribute__((always_inline, unused)) static inline bool hutch_is_in_program(void)
{
    return false;
}
#    define HUTCH_IN_PROGRAM hutch_is_in_program()
#    define HUTCH_FOLDS(value) HUTCH_IN_PROGRAM
#elif HUTCH_GNU
#    define HUTCH_IN_PROGRAM true
#    define HUTCH_FOLDS(value) __builtin_constant_p(value)
#else
#    define HUTCH_IN_PROGRAM false
#    define HUTCH_FOLDS(value) false
#endif

// HUTCH_HIDE(variable) hides the variable's value from the optimiser and keeps it in a register. It emits no
// instruction. Each use states which compiler needs it.
#if HUTCH_GNU
#    define HUTCH_HIDE(variable) __asm__("" : "+r"(variable))
#else
#    define HUTCH_HIDE(variable) ((void)(variable))
#endif

// Shifts a variable right by a count that is known at run time only. SDCC 4.2 loses the variable when it
// loads the count, so there the shift is one bit at a time, as on the CPU itself.
#if defined(__SDCC)
#    define HUTCH_SHIFT_DOWN(type, variable, count)           \
        for (unsigned left_ = (count); left_ != 0; left_--) { \
            (variable) = (type)((variable) >> 1);             \
        }
#else
#    define HUTCH_SHIFT_DOWN(type, variable, count) ((variable) = (type)((variable) >> (count)))
#endif

// HUTCH_MISSING(why): calling this function is a compile-time error with the text `why`; with SDCC a link
// error.
#if defined(__clang__)
#    define HUTCH_MISSING(why) __attribute__((__unavailable__(why), unused))
#elif HUTCH_GNU && \
    defined(__cplusplus) // a template: of a function in an anonymous namespace g++ wants a body
#    define HUTCH_MISSING(why) extern "C++" template <class = void> __attribute__((__error__(why)))
#elif HUTCH_GNU
#    define HUTCH_MISSING(why) __attribute__((__error__(why)))
#else
#    define HUTCH_MISSING(why)
#endif

// Makes a constant visible to other files: in C++ constants are local by default.
#if defined(__cplusplus)
#    define HUTCH_EXTERN_CONST extern
#else
#    define HUTCH_EXTERN_CONST
#endif

// The default of an option that a pool declaration may omit: without it C++20 compilers warn. In other
// languages omitted fields are 0 anyway.
#if defined(__cplusplus) && __cplusplus >= 202002L
#    define HUTCH_DEFAULT_ZERO = {}
#else
#    define HUTCH_DEFAULT_ZERO
#endif

// HUTCH_STATIC_ASSERT(condition, sentence): the sentence is an identifier, so that a compiler without
// static_assert shows it as the name of an array of negative size. In strict C99 glibc defines _Static_assert
// as a macro that drops the sentence; that of SDCC only warns. `#    sentence` is the operator #, spaced by
// clang-format.
#if defined(__cplusplus)
#    define HUTCH_STATIC_ASSERT(condition, sentence) static_assert(condition, #    sentence)
#elif HUTCH_GNU && !defined(_Static_assert)
#    define HUTCH_STATIC_ASSERT(condition, sentence) __extension__ _Static_assert(condition, #    sentence)
#elif !defined(__SDCC) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#    define HUTCH_STATIC_ASSERT(condition, sentence) _Static_assert(condition, #    sentence)
#else
#    define HUTCH_STATIC_ASSERT(condition, sentence) \
        struct sentence {                            \
            int sentence[(condition) ? 1 : -1];      \
        }
#endif

// The type of a pool. If sizeof is an error, so is the type, and the compiler reports that one error only.
#if HUTCH_GNU
#    define HUTCH_POOL_NEEDS_THE_DEFINITION_OF_ITS_TYPE_ABOVE_IT_(type) \
        __typeof__(*(__typeof__(type) *)(0 * sizeof(type)))
#else
#    define HUTCH_POOL_NEEDS_THE_DEFINITION_OF_ITS_TYPE_ABOVE_IT_(type) type
#endif

// What the assertions of storage.h and adopt.h ask of a type. Compilers other than gcc and clang do not say
// what an array holds; SDCC compiles for CPUs that align nothing.
#if defined(__cplusplus)
extern "C++" {
template <class One, class Other> struct hutch_same {
    enum { is_same = 0 };
};
template <class One> struct hutch_same<One, One> {
    enum { is_same = 1 };
};
template <class Type> struct hutch_element {
    typedef Type innermost;
};
template <class Type, size_t Length> struct hutch_element<Type[Length]> : hutch_element<Type> {
};
}
#    define HUTCH_ALIGN_OF_(type) alignof(type)
#    define HUTCH_SAME_TYPE_(one, other) (hutch_same<one, other>::is_same)
#    define HUTCH_IS_ARRAY_(type) (!hutch_same<type, hutch_element<type>::innermost>::is_same)
#    define HUTCH_IS_ARRAY_OF_(array, element) \
        (hutch_same<hutch_element<__typeof__(array)>::innermost, element>::is_same)
#elif HUTCH_GNU
#    define HUTCH_ALIGN_OF_(type) __alignof__(type)
#    define HUTCH_SAME_TYPE_(one, other) __builtin_types_compatible_p(one, other)
// The right side of a comma is a value, and the value of an array is a pointer.
#    define HUTCH_IS_ARRAY_(type) (!HUTCH_SAME_TYPE_(__typeof__(((void)0, *(type *)0)), type))
// An array of one dimension, or of two. By pointers: the types of arrays match whatever is const in them.
#    define HUTCH_IS_ARRAY_OF_(array, element)                   \
        (HUTCH_SAME_TYPE_(__typeof__(&(array)[0]), element *) || \
         HUTCH_SAME_TYPE_(__typeof__(&(array)[0]), element(*)[sizeof((array)[0]) / sizeof(element)]))
#else
#    define HUTCH_ALIGN_OF_(type) 1
#    define HUTCH_SAME_TYPE_(one, other) 0
#    define HUTCH_IS_ARRAY_(type) 0
#    define HUTCH_IS_ARRAY_OF_(array, element) 1
#endif

// False for a member of a packed struct.
#if HUTCH_GNU
#    define HUTCH_IS_ALIGNED_(array, element) (__alignof__(array) >= __alignof__(element))
#else
#    define HUTCH_IS_ALIGNED_(array, element) 1
#endif

// A header before this one may leave #pragma pack(1) open, and -fpack-struct does as much: the structs here
// would have another layout than in the library.
struct hutch_unpacked {
    char byte;
    void *pointer;
};
HUTCH_STATIC_ASSERT(offsetof(struct hutch_unpacked, pointer) % HUTCH_ALIGN_OF_(void *) == 0,
                    hutch_h_is_inside_pragma_pack_of_a_header_before_it_or_compiled_with_fpack_struct);

// Linker symbols contain the options on which all files of a program must agree: files built with different
// options do not link, and the missing symbol shows the difference. config.h defines HUTCH_ABI_OPTIONS. That
// of a shared pool is missing, too, if no file defines the pool.
#if HUTCH_GNU
#    define HUTCH_ABI(name) __asm__(HUTCH_STRING(__USER_LABEL_PREFIX__) #    name HUTCH_ABI_OPTIONS)
#    define HUTCH_SHARED_ABI_(name)                                         \
        __asm__(HUTCH_STRING(__USER_LABEL_PREFIX__) #name HUTCH_ABI_OPTIONS \
                "_or_its_HUTCH_POOL_DEFINE_is_missing")
#else
#    define HUTCH_ABI(name)
#    define HUTCH_SHARED_ABI_(name)
#endif

#define HUTCH_JOIN_(a, b) a##b
#define HUTCH_JOIN(a, b) HUTCH_JOIN_(a, b)
#define HUTCH_STRING_(x) #x
#define HUTCH_STRING(x) HUTCH_STRING_(x)

// The first of one or more macro arguments.
#define HUTCH_FIRST(...) HUTCH_FIRST_(__VA_ARGS__, 0)
#define HUTCH_FIRST_(first, ...) first

// The second of three or more.
#define HUTCH_SECOND_(...) HUTCH_SECOND_2_(__VA_ARGS__)
#define HUTCH_SECOND_2_(first, second, ...) second

// Ends a macro so that every compiler accepts the `;` after it without a warning.
#if defined(__cplusplus) // where a struct that is only named would be a new one of the current namespace
#    define HUTCH_TAKE_SEMICOLON static_assert(true, "")
#else
#    define HUTCH_TAKE_SEMICOLON struct hutch_pool
#endif

/// The index that acquire, next and index return when there is no slot.
#define HUTCH_NONE ((unsigned)-1)

#endif
