// SPDX-License-Identifier: MIT
// checked.h - what the compiler and the linker refuse of a pool declaration, with sentences for names.
#ifndef HUTCH_CHECKED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_CHECKED_H

#include "pool.h"

// ---------------------------------------------------------------------------- what the compiler must refuse

// What a pool can hold. `const name##_object_` is valid C++ also if `type` itself begins with `const`. The
// conditions are enumerators, because gcc reports an assertion whose condition is an error once more.
#define HUTCH_CHECK_TYPE_(name, type)                                                                       \
    typedef HUTCH_POOL_NEEDS_THE_DEFINITION_OF_ITS_TYPE_ABOVE_IT_(type) name##_object_;                     \
    enum {                                                                                                  \
        name##_is_empty_ = sizeof(name##_object_) == 0,                                                     \
        name##_is_short_ = sizeof(name##_object_) % HUTCH_ALIGN_OF_(name##_object_) != 0,                   \
        name##_is_qualified_ = HUTCH_SAME_TYPE_(name##_object_ *, const name##_object_ *) ||                \
                               HUTCH_SAME_TYPE_(name##_object_ *, volatile name##_object_ *),               \
        name##_is_array_ = HUTCH_IS_ARRAY_(name##_object_)                                                  \
    };                                                                                                      \
    HUTCH_STATIC_ASSERT(!name##_is_empty_,                                                                  \
                        hutch_pool_##name##_has_objects_of_no_bytes_use_HUTCH_POOL_IDS_for_numbers);        \
    HUTCH_STATIC_ASSERT(                                                                                    \
        !name##_is_short_,                                                                                  \
        hutch_pool_##name##_has_objects_shorter_than_their_alignment_align_the_struct_and_not_the_typedef); \
    HUTCH_STATIC_ASSERT(!name##_is_qualified_,                                                              \
                        hutch_pool_##name##_has_a_const_or_volatile_type_write_the_type_without_it);        \
    HUTCH_STATIC_ASSERT(!name##_is_array_,                                                                  \
                        hutch_pool_##name##_holds_arrays_write_a_struct_with_the_array_in_it);              \
    HUTCH_CHECK_FIXED_SIZE_(name)                                                                           \
    HUTCH_CHECK_TRIVIAL_(name, type)

// gcc and clang find a flexible array member only by a warning that is off. g++ has no such warning. gcc has
// it in -Wpedantic; all of clang's -Wpedantic would refuse preprocessed text, for its line markers.
#if defined(__clang__) || (HUTCH_GNU && !defined(__cplusplus))
#    if defined(__clang__)
#        define HUTCH_PEDANTIC_ _Pragma("GCC diagnostic error \"-Wflexible-array-extensions\"")
#    else
#        define HUTCH_PEDANTIC_ _Pragma("GCC diagnostic error \"-Wpedantic\"")
#    endif
#    define HUTCH_CHECK_FIXED_SIZE_(name)                                                     \
        _Pragma("GCC diagnostic push") HUTCH_KEEP_LANGUAGE_ struct                            \
            hutch_pool_##name##_has_objects_of_one_size_write_the_length_of_their_array {     \
            HUTCH_PEDANTIC_ name##_object_ a_flexible_array_member_has_no_place_in_a_pool[1]; \
        };                                                                                    \
        _Pragma("GCC diagnostic pop")
#else
#    define HUTCH_CHECK_FIXED_SIZE_(name)
#endif

// gcc's `pop` leaves the preprocessor pedantic: it would complain of 0b11 in the rest of the file. After
// `__extension__` gcc is as before, but has forgotten -Wpedantic, which goes with -std=c99 rather than gnu99.
#if defined(__clang__) || defined(__STRICT_ANSI__)
#    define HUTCH_KEEP_LANGUAGE_
#else
#    define HUTCH_KEEP_LANGUAGE_ __extension__
#endif

// In C++ slots are zeroed memory, and no constructor or destructor would run.
#if defined(__cplusplus) && HUTCH_GNU
#    define HUTCH_CHECK_TRIVIAL_(name, type)                                         \
        static_assert(__is_trivial(name##_object_),                                  \
                      "pool " #name " holds plain structs only: for a class with a " \
                      "constructor or destructor write hutch::pool<" #type ", capacity> of hutch.hpp");
#else
#    define HUTCH_CHECK_TRIVIAL_(name, type)
#endif

#define HUTCH_CHECK_REFS_plain_(name)

// A pool that runs no hooks takes none: in a function that is never called, its options initialise a struct
// in which the hooks have another type. The fields are those of struct hutch_options, for C++ before C++20.
#if HUTCH_CFG_WAIT
#    define HUTCH_WAIT_FIELD_ struct hutch_waiters *wait HUTCH_DEFAULT_ZERO;
#else
#    define HUTCH_WAIT_FIELD_
#endif
#define HUTCH_OPTIONS_LIKE_(tag, policy_tag, hooks_tag)     \
    struct tag {                                            \
        uint16_t capacity;                                  \
        uint8_t lock HUTCH_DEFAULT_ZERO;                    \
        const struct policy_tag *policy HUTCH_DEFAULT_ZERO; \
        const struct hooks_tag *hooks HUTCH_DEFAULT_ZERO;   \
        HUTCH_WAIT_FIELD_                                   \
    }
HUTCH_OPTIONS_LIKE_(hutch_options_without_hooks, hutch_policy, hooks_need_HUTCH_POOL_SPAWNED);
// C++ and SDCC refuse another pointer type without being told; cppcheck cannot read the pragmas.
#if HUTCH_GNU && !defined(__cplusplus) && !defined(__cppcheck__)
#    define HUTCH_STRICT_POINTERS_ \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")
#    define HUTCH_LAX_POINTERS_ _Pragma("GCC diagnostic pop")
#else
#    define HUTCH_STRICT_POINTERS_
#    define HUTCH_LAX_POINTERS_
#endif
#define HUTCH_CHECK_HOOKS_plain_(name, ...)                                                   \
    HUTCH_CHECK_OPTIONS_(name##_goes_outside_of_functions_and_hooks_need_HUTCH_POOL_SPAWNED_, \
                         hutch_options_without_hooks, __VA_ARGS__)
#define HUTCH_CHECK_OPTIONS_(function, tag, ...)                      \
    HUTCH_STRICT_POINTERS_ HUTCH_INLINE void function(void)           \
    {                                                                 \
        const struct tag options_ = {HUTCH_OPTIONS_OF_(__VA_ARGS__)}; \
        (void)options_;                                               \
    }                                                                 \
    HUTCH_LAX_POINTERS_

// ------------------------------------------------------------------------------ what the linker must refuse
// Files that differ about a shared pool, and a pool of one file that several files get from a header. The
// symbols that the linker refuses have sentences for names, and take no byte of a firmware.

// A pool's kind, as a number.
#define HUTCH_KIND_plain_ 1
#define HUTCH_KIND_tracked_ 2
#define HUTCH_KIND_spawned_ 3
#define HUTCH_KIND_runs_ 4
#define HUTCH_KIND_counted_ 5
#define HUTCH_KIND_queued_ 6
#define HUTCH_KIND_numbers_ 7

#if HUTCH_GNU && defined(__ELF__) && !defined(__ARMCC_VERSION)
// Each file that declares the pool defines absolute symbols: GNU ld and lld accept several definitions of
// equal values only, lld of any but 0. Only asm inside a function takes a constant's value, so each file has
// an empty function: `naked` keeps out the return, and where a compiler lacks that, --gc-sections drops it.
// With link-time optimisation the assembler reads all files as one, hence `.error`.
#    define HUTCH_MUST_AGREE_(kind, name, bytes)                                                          \
        __attribute__((HUTCH_NAKED HUTCH_OPTIMISED used, no_instrument_function,                          \
                       section(".text.hutch.agree"))) static void name##_must_agree_(void)                \
        {                                                                                                 \
            __asm__ volatile(HUTCH_SAME_(name, "capacity", "%c0") HUTCH_SAME_(name, "object_size", "%c1") \
                                 HUTCH_SAME_(name, "kind", "%c2") "\n.if %c3 - 0x100\n" HUTCH_SAME_(      \
                                     name, "lock_and_options", "%c3") "\n.endif"                          \
                             :                                                                            \
                             : "i"(name##_capacity_), "i"((bytes) != 0 ? (bytes) : (size_t)-1),           \
                               "i"(HUTCH_KIND_##kind), "i"(HUTCH_OPTION_BITS_(name##_options_)));         \
        }
#    define HUTCH_SAME_(name, what, value) \
        HUTCH_SAME_VALUE_("hutch_pool_" #name "_must_have_the_same_" what "_in_every_file", value)
#    define HUTCH_SAME_VALUE_(symbol, value)                                                      \
        "\n.ifndef " symbol "\n.globl " symbol "\n.set " symbol ", " value "\n.else\n.if " symbol \
        " - " value "\n.error \"" symbol "\"\n.endif\n.endif\n"
// The lock, which options are given, and 0x80; 0x100 if not known. Only an optimised function reads a
// constant struct at compile time; gcc optimises this one in any build.
#    if defined(__clang__) && !defined(__OPTIMIZE__)
#        define HUTCH_OPTION_BITS_(options) 0x100
#    else
#        define HUTCH_OPTION_BITS_(options)                                               \
            (__builtin_constant_p((options).lock)                                         \
                 ? (options).lock | HUTCH_GIVEN_((options).policy, 4) |                   \
                       HUTCH_GIVEN_((options).hooks, 8) HUTCH_WAIT_GIVEN_(options) | 0x80 \
                 : 0x100)
#    endif
#    define HUTCH_GIVEN_(option, bit) (__builtin_constant_p((option) == NULL) && (option) == NULL ? 0 : (bit))
#    if HUTCH_CFG_WAIT
#        define HUTCH_WAIT_GIVEN_(options) | HUTCH_GIVEN_((options).wait, 16)
#    else
#        define HUTCH_WAIT_GIVEN_(options)
#    endif
// A label, if the pool stands in an #included file: two definitions of it are refused.
#    define HUTCH_ONE_FILE_(name)                        \
        HUTCH_LABEL_IF_(HUTCH_STRING(__INCLUDE_LEVEL__), \
                        "hutch_pool_" #name "_is_in_a_header_write_HUTCH_POOL_DECLARE_and_DEFINE")
#    define HUTCH_LABEL_IF_(level, symbol)                                                        \
        __asm__(".if " level "\n.pushsection .hutch_pools_in_headers\n.globl " symbol "\n" symbol \
                ":\n.popsection\n.endif");
#elif defined(__SDCC)
// The same: a variable at an address is an absolute symbol. Of the options a typed function knows only
// whether the port's engine for plain pools serves it.
#    define HUTCH_MUST_AGREE_(its_kind, name, bytes)  \
        HUTCH_SAME_(name, capacity, name##_capacity_) \
        HUTCH_SAME_(name, object_size, bytes)         \
        HUTCH_SAME_(name, kind, HUTCH_KIND_##its_kind) HUTCH_SAME_SERVER_(name)
#    define HUTCH_SAME_(name, what, value) \
        __at(value) unsigned char hutch_pool_##name##_must_have_the_same_##what##_in_every_file;
#    ifdef HUTCH_PORT_POOL
#        define HUTCH_SAME_SERVER_(name) HUTCH_SAME_(name, lock_and_options, name##_served_)
#    else
#        define HUTCH_SAME_SERVER_(name)
#    endif
#    define HUTCH_ONE_FILE_(name)
#else
#    define HUTCH_MUST_AGREE_(kind, name, bytes)
#    define HUTCH_ONE_FILE_(name)
#endif

#endif
