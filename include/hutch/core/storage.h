// SPDX-License-Identifier: MIT
// storage.h - what a pool declaration defines: slots, bitmap, further RAM, and the constant descriptor over
// them.
//
// The declaration `rabbits, struct rabbit, 64, .lock = HUTCH_LOCK_IRQ` defines
//
//   rabbits_slots_, rabbits_live_   RAM; further arrays depend on the kind of pool
//   rabbits_options_                the options after the type
//   rabbits_identity_               name and extent, for fault reports
//   rabbits_pool                    the descriptor: one per program, in flash, dropped if not used
//   rabbits_folded_                 in shared pools only: a private copy in each file, which folds
//
// Each is a separate object, so the compiler drops those that no operation uses. Names of macros here are
// pasted from
//
//   kind      plain_, tracked_ (refs), spawned_ (refs and hooks), runs_ (arrays in debug builds too)
//   linkage   static_ (a pool of one file), extern_ (HUTCH_POOL_DECLARE), global_ (HUTCH_POOL_DEFINE)
//   layout    plain_, guarded_ (debug builds: bytes between the slots), runs_ (bytes at both ends only)
#ifndef HUTCH_STORAGE_H
#define HUTCH_STORAGE_H

#include "bitmap.h"
#include "debug.h"
#include "generic.h"
#include "pool.h"

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
#define HUTCH_REF_LOW_BITS_(capacity)                                       \
    (HUTCH_INDEX_BITS_(capacity) + HUTCH_TAG_BITS + 8 <= HUTCH_CFG_REF_BITS \
         ? HUTCH_INDEX_BITS_(capacity) + HUTCH_TAG_BITS                     \
         : HUTCH_INDEX_BITS_(capacity))
#define HUTCH_GENERATION_BITS_(capacity) (HUTCH_CFG_REF_BITS - HUTCH_REF_LOW_BITS_(capacity))

// -------------------------------------------------------------------------------------- the pool declaration

// C++ before C++20 has no designated initialisers: there the fields are in the order of their struct, and so
// are the options. HUTCH_OPTIONS(lock, policy, hooks) is a form that all languages accept, for headers that C
// and C++ share. HUTCH_OPTIONS_OF_ adds zeros for omitted options; `...` drops those left over.
#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_SET_(field)
#    define HUTCH_OPTIONS_OF_(...) HUTCH_OPTIONS_BY_POSITION_(__VA_ARGS__, 0, 0, 0, 0, 0)
#    if HUTCH_CFG_WAIT
#        define HUTCH_OPTIONS_BY_POSITION_(capacity, lock, policy, hooks, wait, ...) \
            capacity, lock, policy, hooks, wait
#    else
#        define HUTCH_OPTIONS_BY_POSITION_(capacity, lock, policy, hooks, ...) capacity, lock, policy, hooks
#    endif
#    define HUTCH_OPTIONS(lock_kind, its_policy, its_hooks) lock_kind, its_policy, its_hooks
#else
#    define HUTCH_SET_(field) .field =
#    define HUTCH_OPTIONS_OF_(...) .capacity = __VA_ARGS__
#    define HUTCH_OPTIONS(lock_kind, its_policy, its_hooks) \
        .lock = (lock_kind), .policy = (its_policy), .hooks = (its_hooks)
#endif

// What follows the type: the capacity as an enumerator, and the options. If an assertion here fails, `count_`
// is 1: no further errors.
#define HUTCH_CAPACITY_AND_OPTIONS_(kind, name, ...)                                                    \
    enum { name##_capacity_ = (HUTCH_FIRST(__VA_ARGS__)) };                                             \
    HUTCH_STATIC_ASSERT(name##_capacity_ >= 1, hutch_pool_##name##_needs_a_capacity_of_at_least_1);     \
    HUTCH_STATIC_ASSERT(name##_capacity_ <= HUTCH_CAPACITY_MAX,                                         \
                        hutch_pool_##name##_has_a_capacity_above_HUTCH_CAPACITY_MAX);                   \
    enum {                                                                                              \
        name##_count_ =                                                                                 \
            name##_capacity_ >= 1 && name##_capacity_ <= HUTCH_CAPACITY_MAX ? (int)name##_capacity_ : 1 \
    };                                                                                                  \
    HUTCH_UNUSED static const struct hutch_options name##_options_ = {HUTCH_OPTIONS_OF_(__VA_ARGS__)};  \
    HUTCH_CHECK_HOOKS_##kind(name, __VA_ARGS__)

// What a pool can hold. `const name##_object_` is valid C++ also if `type` itself begins with `const`. The
// conditions are enumerators, because gcc reports an assertion whose condition is an error once more.
#define HUTCH_CHECK_TYPE_(name, type)                                                                       \
    typedef HUTCH_POOL_NEEDS_THE_DEFINITION_OF_ITS_TYPE_ABOVE_IT_(type) name##_object_;                     \
    enum { name##_is_empty_ = sizeof(name##_object_) == 0 };                                                \
    enum { name##_is_short_ = sizeof(name##_object_) % HUTCH_ALIGN_OF_(name##_object_) != 0 };              \
    enum {                                                                                                  \
        name##_is_qualified_ = HUTCH_SAME_TYPE_(name##_object_ *, const name##_object_ *) ||                \
                               HUTCH_SAME_TYPE_(name##_object_ *, volatile name##_object_ *)                \
    };                                                                                                      \
    enum { name##_is_array_ = HUTCH_IS_ARRAY_(name##_object_) };                                            \
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
    HUTCH_CHECK_PLAIN_(name, type)

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
#    define HUTCH_CHECK_PLAIN_(name, type)                                           \
        static_assert(__is_trivial(name##_object_),                                  \
                      "pool " #name " holds plain structs only: for a class with a " \
                      "constructor or destructor write hutch::pool<" #type ", capacity> of hutch.hpp");
#else
#    define HUTCH_CHECK_PLAIN_(name, type)
#endif

// Further checks for each kind: a pool with refs must leave enough bits of a ref for the generation.
#define HUTCH_CHECK_REFS_plain_(name)
#define HUTCH_CHECK_REFS_runs_(name)
#define HUTCH_CHECK_REFS_tracked_(name)                             \
    HUTCH_STATIC_ASSERT(HUTCH_GENERATION_BITS_(name##_count_) >= 8, \
                        hutch_pool_##name##_leaves_fewer_than_8_generation_bits_in_a_ref);
#define HUTCH_CHECK_REFS_spawned_(name) HUTCH_CHECK_REFS_tracked_(name)

// A pool that runs no hooks takes none: in a function that is never called, its options initialise a struct
// in which the hooks have another type. The fields are those of struct hutch_options, for C++ before C++20.
struct hutch_options_without_hooks {
    uint16_t capacity;
    uint8_t lock HUTCH_DEFAULT_ZERO;
    const struct hutch_policy *policy HUTCH_DEFAULT_ZERO;
    const struct hooks_need_HUTCH_POOL_SPAWNED *hooks HUTCH_DEFAULT_ZERO;
#if HUTCH_CFG_WAIT
    struct hutch_waiters *wait HUTCH_DEFAULT_ZERO;
#endif
};
#if HUTCH_GNU && !defined(__cplusplus) // C++ and SDCC refuse another pointer type without being told
#    define HUTCH_STRICT_POINTERS_ \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wincompatible-pointer-types\"")
#    define HUTCH_LAX_POINTERS_ _Pragma("GCC diagnostic pop")
#else
#    define HUTCH_STRICT_POINTERS_
#    define HUTCH_LAX_POINTERS_
#endif
#define HUTCH_CHECK_HOOKS_plain_(name, ...)                                                       \
    HUTCH_STRICT_POINTERS_ HUTCH_INLINE void name##_has_hooks_that_need_HUTCH_POOL_SPAWNED_(void) \
    {                                                                                             \
        const struct hutch_options_without_hooks options_ = {HUTCH_OPTIONS_OF_(__VA_ARGS__)};     \
        (void)options_;                                                                           \
    }                                                                                             \
    HUTCH_LAX_POINTERS_
#define HUTCH_CHECK_HOOKS_runs_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)
#define HUTCH_CHECK_HOOKS_tracked_(name, ...) HUTCH_CHECK_HOOKS_plain_(name, __VA_ARGS__)
#define HUTCH_CHECK_HOOKS_spawned_(name, ...)

// An array in RAM.
#define HUTCH_RAM_static_(type, symbol, count) HUTCH_PLACED_ static type symbol[count];
#define HUTCH_RAM_extern_(type, symbol, count) extern type symbol[count] HUTCH_ABI(symbol);
#define HUTCH_RAM_global_(type, symbol, count) HUTCH_PLACED_ type symbol[count];
#define HUTCH_DEBUG_RAM_static_(type, symbol, count) HUTCH_DEBUG_PLACED_ static type symbol[count];

// ----------------------------------------------------------------------------------------------------- slots

#define HUTCH_SLOTS_plain_(linkage, name, type) HUTCH_RAM_##linkage(type, name##_slots_, name##_count_)
#define HUTCH_FIRST_plain_(name) ((unsigned char *)name##_slots_)
#define HUTCH_STRIDE_plain_(name, type) sizeof(type)

#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_GUARD_BYTES != 0
// AddressSanitizer tracks memory in units of 8 bytes: on 64-bit hosts each slot is aligned to them, so that
// an underrun by one byte is detected, too.
#    if UINTPTR_MAX > 0xFFFFFFFFu && HUTCH_GNU
#        define HUTCH_SLOT_ALIGNED_ __attribute__((__aligned__(8)))
#    else
#        define HUTCH_SLOT_ALIGNED_
#    endif
// #pragma pack reaches this struct, too: it would move the objects.
#    define HUTCH_CHECK_PACKING_(name)                                                               \
        HUTCH_STATIC_ASSERT(HUTCH_ALIGN_OF_(struct name##_slot_) >= HUTCH_ALIGN_OF_(name##_object_), \
                            hutch_pool_##name##_is_inside_pragma_pack_write_pragma_pack_pop_before_it);
// One slot more than the capacity: the bytes before slot 0 are a guard, too.
#    define HUTCH_SLOTS_guarded_(linkage, name, type)    \
        struct name##_slot_ {                            \
            type object_;                                \
            unsigned char guard_[HUTCH_CFG_GUARD_BYTES]; \
        } HUTCH_SLOT_ALIGNED_;                           \
        HUTCH_CHECK_PACKING_(name)                       \
        HUTCH_RAM_##linkage(struct name##_slot_, name##_slots_, name##_count_ + 1)
#    define HUTCH_FIRST_guarded_(name) ((unsigned char *)&name##_slots_[1])
#    define HUTCH_STRIDE_guarded_(name, type) sizeof(struct name##_slot_)
// All objects in one array, so that a run is an array: guards before the first and after the last only.
#    define HUTCH_SLOTS_runs_(linkage, name, type)        \
        struct name##_slot_ {                             \
            unsigned char before_[HUTCH_CFG_GUARD_BYTES]; \
            type objects_[name##_count_];                 \
            unsigned char after_[HUTCH_CFG_GUARD_BYTES];  \
        } HUTCH_SLOT_ALIGNED_;                            \
        HUTCH_CHECK_PACKING_(name)                        \
        HUTCH_RAM_##linkage(struct name##_slot_, name##_slots_, 1)
#    define HUTCH_FIRST_runs_(name) ((unsigned char *)name##_slots_[0].objects_)
#    define HUTCH_LAYOUT_plain_ guarded_
#    define HUTCH_LAYOUT_tracked_ guarded_
#    define HUTCH_LAYOUT_spawned_ guarded_
#else
#    define HUTCH_SLOTS_runs_(linkage, name, type) HUTCH_SLOTS_plain_(linkage, name, type)
#    define HUTCH_FIRST_runs_(name) HUTCH_FIRST_plain_(name)
#    define HUTCH_LAYOUT_plain_ plain_
#    define HUTCH_LAYOUT_tracked_ plain_
#    define HUTCH_LAYOUT_spawned_ plain_
#endif
#define HUTCH_STRIDE_runs_(name, type) HUTCH_STRIDE_plain_(name, type)
#define HUTCH_LAYOUT_runs_ runs_

// ----------------------------------------------------------------------------------------------- further RAM

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

#define HUTCH_GENERATIONS_spawned_(name) name##_generations_
#define HUTCH_REFS_spawned_(linkage, name) HUTCH_MARKED_(linkage, name, HUTCH_MARKS)
#define HUTCH_VISIBLE_spawned_(name) name##_marks_
#define HUTCH_HAS_MARKS_spawned_ HUTCH_MARKS

// Debug builds keep generations for every pool.
#if HUTCH_CFG_CHECK >= 2
#    define HUTCH_REFS_plain_(linkage, name) \
        HUTCH_DEBUG_RAM_##linkage(hutch_ref_t, name##_generations_, name##_count_)
#    define HUTCH_GENERATIONS_plain_(name) name##_generations_
#    if HUTCH_CFG_NOTES
#        define HUTCH_NOTES_(linkage, name)                                            \
            HUTCH_DEBUG_RAM_##linkage(struct hutch_note, name##_notes_, name##_count_) \
                HUTCH_DEBUG_RAM_##linkage(hutch_word_t, name##_mirror_, HUTCH_LEAF_WORDS(name##_count_))
#        define HUTCH_SET_NOTES_(name) HUTCH_SET_(notes) name##_notes_, HUTCH_SET_(mirror) name##_mirror_,
#    else
#        define HUTCH_NOTES_(linkage, name)
#        define HUTCH_SET_NOTES_(name)
#    endif
#    define HUTCH_DEBUG_STORAGE_(linkage, name) \
        HUTCH_DEBUG_RAM_##linkage(struct hutch_debug, name##_debug_, 1) HUTCH_NOTES_(linkage, name)
#    define HUTCH_SET_DEBUG_(kind, name, bytes) \
        HUTCH_SET_NOTES_(name)                  \
        HUTCH_SET_(debug)                       \
        name##_debug_, HUTCH_SET_(object_bytes)(bytes), HUTCH_SET_(edge_bytes) HUTCH_EDGE_BYTES_##kind,
// Guards at each end of the array. 0: between the slots, in fence mode pages; none in HUTCH_POOL_OVER.
#    define HUTCH_EDGE_BYTES_plain_ 0
#    define HUTCH_EDGE_BYTES_tracked_ 0
#    define HUTCH_EDGE_BYTES_spawned_ 0
#    define HUTCH_EDGE_BYTES_runs_ HUTCH_CFG_GUARD_BYTES
#else
#    define HUTCH_REFS_plain_(linkage, name)
#    define HUTCH_GENERATIONS_plain_(name) NULL
#    define HUTCH_DEBUG_STORAGE_(linkage, name)
#    define HUTCH_SET_DEBUG_(kind, name, bytes)
#endif
#define HUTCH_VISIBLE_plain_(name) name##_live_
#define HUTCH_HAS_MARKS_plain_ 0
#define HUTCH_REFS_runs_(linkage, name) HUTCH_REFS_plain_(linkage, name)
#define HUTCH_GENERATIONS_runs_(name) HUTCH_GENERATIONS_plain_(name)
#define HUTCH_VISIBLE_runs_(name) name##_live_
#define HUTCH_HAS_MARKS_runs_ 0

// Plain pools are served by the generic functions themselves.
#if HUTCH_HAS_PLAIN
#    define HUTCH_CALLS_plain_(name) (HUTCH_TOP_WORDS(name##_count_) ? &hutch_generic_calls : NULL)
#    define HUTCH_CALLS_runs_(name) HUTCH_CALLS_plain_(name)
#    define HUTCH_CALLS_tracked_(name) &hutch_generic_calls
#    define HUTCH_CALLS_spawned_(name) &hutch_generic_calls
#    define HUTCH_SET_CALLS_(kind, name) HUTCH_SET_(calls) HUTCH_CALLS_##kind(name),
#else
#    define HUTCH_SET_CALLS_(kind, name)
#endif

#if HUTCH_CFG_STATS >= 2
#    define HUTCH_STATS_RAM_(linkage, name)                       \
        HUTCH_RAM_##linkage(struct hutch_stats, name##_stats_, 1) \
            HUTCH_RAM_##linkage(unsigned long, name##_idle_since_, name##_count_)
#    define HUTCH_SET_STATS_(name) HUTCH_SET_(stats) name##_stats_, HUTCH_SET_(idle_since) name##_idle_since_,
#elif HUTCH_CFG_STATS
#    define HUTCH_STATS_RAM_(linkage, name) HUTCH_RAM_##linkage(struct hutch_stats, name##_stats_, 1)
#    define HUTCH_SET_STATS_(name) HUTCH_SET_(stats) name##_stats_,
#else
#    define HUTCH_STATS_RAM_(linkage, name)
#    define HUTCH_SET_STATS_(name)
#endif

// All that a pool has in RAM in addition to its slots.
#define HUTCH_POOL_RAM_(linkage, kind, name)                                           \
    HUTCH_RAM_##linkage(hutch_word_t, name##_live_, HUTCH_BITMAP_WORDS(name##_count_)) \
        HUTCH_REFS_##kind(linkage, name) HUTCH_STATS_RAM_(linkage, name) HUTCH_DEBUG_STORAGE_(linkage, name)

// -------------------------------------------------------------------------------------------- the descriptor

// `bytes` is the size of an object, `stride` that of a slot. A pool of numbers has no slots: NULL, 0 bytes, a
// stride of 1.
#define HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride)                                  \
    {                                                                                                \
        HUTCH_PORT_SET_FIELDS(slots_address, HUTCH_VISIBLE_##kind(name), stride, name##_count_)      \
        HUTCH_SET_(self) & name##_pool, HUTCH_SET_(options) & name##_options_,                       \
            HUTCH_SET_(identity) & name##_identity_, HUTCH_SET_(slots)(slots_address),               \
            HUTCH_SET_(live) name##_live_, HUTCH_SET_(visible) HUTCH_VISIBLE_##kind(name),           \
            HUTCH_SET_(generations) HUTCH_GENERATIONS_##kind(name),                                  \
            HUTCH_SET_CALLS_(kind, name) HUTCH_SET_STATS_(name) HUTCH_SET_DEBUG_(kind, name, bytes)  \
                HUTCH_SET_(stride_bytes)(stride),                                                    \
            HUTCH_SET_(inverse) HUTCH_INVERSE(stride), HUTCH_SET_(stride_shift) HUTCH_SHIFT(stride), \
            HUTCH_SET_(index_bits) HUTCH_INDEX_BITS_(name##_count_),                                 \
            HUTCH_SET_(ref_low_bits) HUTCH_REF_LOW_BITS_(name##_count_),                             \
            HUTCH_SET_(has_marks) HUTCH_HAS_MARKS_##kind, HUTCH_SET_(capacity) name##_count_         \
    }
// `#        pool` is the operator #, spaced by clang-format: the pool's name as a string.
#define HUTCH_IDENTITY_(pool_name, slots_address, stride, span)               \
    {                                                                         \
        HUTCH_SET_(name) pool_name HUTCH_EXTENT_(slots_address, stride, span) \
    }
#if HUTCH_CFG_NAMES
#    define HUTCH_EXTENT_(slots_address, stride, span) \
        , HUTCH_SET_(slots)(slots_address), HUTCH_SET_(span_bytes)(span), HUTCH_SET_(stride_bytes)(stride)
#else
#    define HUTCH_EXTENT_(slots_address, stride, span)
#endif

// gcc warns where it has the attribute `retain` and its assembler has not.
#if HUTCH_CFG_REGISTER
#    define HUTCH_REGISTER_(name)                                                                     \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wattributes\"")             \
            __attribute__((section("hutch_pools"),                                                    \
                           HUTCH_RETAIN used)) static const struct hutch_pool *const name##_listed_ = \
                &name##_pool;                                                                         \
        _Pragma("GCC diagnostic pop")
#else
#    define HUTCH_REGISTER_(name)
#endif

// ------------------------------------------------------------------------------ what the linker must refuse
// Files that differ about a shared pool, and a pool of one file that several files get from a header. The
// symbols that the linker refuses have sentences for names, and take no byte of a firmware.

// A shared pool's kind, as a number.
#define HUTCH_KIND_plain_ 1
#define HUTCH_KIND_tracked_ 2
#define HUTCH_KIND_spawned_ 3
#define HUTCH_KIND_runs_ 4

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
        HUTCH_SAME_(name, kind, HUTCH_KIND_##its_kind) HUTCH_SAME_ENGINE_(name)
#    define HUTCH_SAME_(name, what, value) \
        __at(value) unsigned char hutch_pool_##name##_must_have_the_same_##what##_in_every_file;
#    ifdef HUTCH_PORT_PLAIN
#        define HUTCH_SAME_ENGINE_(name) HUTCH_SAME_(name, lock_and_options, name##_engine_)
#    else
#        define HUTCH_SAME_ENGINE_(name)
#    endif
#    define HUTCH_ONE_FILE_(name)
#else
#    define HUTCH_MUST_AGREE_(kind, name, bytes)
#    define HUTCH_ONE_FILE_(name)
#endif

// --------------------------------------------------------------------------------- the constants of a pool

// The constants of a pool.
#define HUTCH_DESCRIBE_(linkage, kind, name, slots_address, bytes, stride)                                \
    linkage const struct hutch_identity name##_identity_ =                                                \
        HUTCH_IDENTITY_(#name, slots_address, stride, (bytes) != 0 ? (size_t)(stride)*name##_count_ : 0); \
    linkage const struct hutch_pool name##_pool =                                                         \
        HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride);                                      \
    HUTCH_REGISTER_(name)

// Those of a pool of one file.
#define HUTCH_DESCRIBE_LOCAL_(kind, name, slots_address, bytes, stride) \
    HUTCH_ONE_FILE_(name)                                               \
    HUTCH_DESCRIBE_(HUTCH_UNUSED static, kind, name, slots_address, bytes, stride)

// Those of a shared pool, in each file that includes its declaration: a private copy if typed functions fold.
#if HUTCH_CFG_FOLD
#    define HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)  \
        HUTCH_UNUSED static const struct hutch_pool name##_folded_ = \
            HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride);
#else
#    define HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)
#endif
#define HUTCH_DESCRIBE_SHARED_(kind, name, slots_address, bytes, stride)             \
    HUTCH_BEGIN_DECLS                                                                \
    extern const struct hutch_identity name##_identity_ HUTCH_ABI(name##_identity_); \
    extern const struct hutch_pool name##_pool HUTCH_ABI(name##_pool);               \
    HUTCH_END_DECLS                                                                  \
    HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)                          \
    HUTCH_MUST_AGREE_(kind, name, bytes)                                             \
    enum { name##_is_declared_as_##kind = 1 };

// Those of a shared pool, in the file that defines it. `kind_is_right_` compiles only after a DECLARE of the
// same kind.
#define HUTCH_DESCRIBE_GLOBAL_(kind, name, slots_address, bytes, stride) \
    enum { name##_kind_is_right_ = name##_is_declared_as_##kind };       \
    HUTCH_DESCRIBE_(HUTCH_EXTERN_CONST, kind, name, slots_address, bytes, stride)

#endif
