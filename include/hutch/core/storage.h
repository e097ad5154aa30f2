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
// Each is a separate object, which the compiler drops if no operation uses it. Macros' names are pasted from
//
//   kind      plain_; those of features: tracked_ (tracked.h), spawned_, counted_, runs_
//   linkage   static_ (a pool of one file), extern_ (HUTCH_POOL_DECLARE), global_ (HUTCH_POOL_DEFINE)
//   layout    packed_: slot after slot; guarded_ (guarded.h); runs_
#ifndef HUTCH_STORAGE_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_STORAGE_H

#include "bitmap.h"
#include "checked.h"
#include "counters.h"
#include "generic.h"
#include "guarded.h"
#include "pool.h"

// -------------------------------------------------------------------------------------- the pool declaration

// C++ before C++20 has no designated initialisers: there the fields are in the order of their struct, and so
// are the options. HUTCH_OPTIONS(lock, policy, hooks) is a form that all languages accept, for headers that C
// and C++ share. HUTCH_OPTIONS_OF_ adds zeros for omitted options; `...` drops those left over.
#if defined(__cplusplus) && __cplusplus < 202002L
#    define HUTCH_SET_(field)
#    define HUTCH_OPTIONS_OF_(...) HUTCH_OPTIONS_BY_POSITION_(__VA_ARGS__, {}, {}, {}, {}, {})
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
#define HUTCH_CAPACITY_AND_OPTIONS_(kind, name, ...)                                                   \
    enum { there_are_two_pools_of_the_name_##name, name##_capacity_ = HUTCH_FIRST(__VA_ARGS__) + 0 };  \
    HUTCH_STATIC_ASSERT(name##_capacity_ >= 1, hutch_pool_##name##_needs_a_capacity_of_at_least_1);    \
    HUTCH_STATIC_ASSERT(name##_capacity_ <= HUTCH_CAPACITY_MAX,                                        \
                        hutch_pool_##name##_has_a_capacity_above_HUTCH_CAPACITY_MAX);                  \
    enum {                                                                                             \
        name##_kind_ = HUTCH_KIND_##kind,                                                              \
        name##_count_ =                                                                                \
            name##_capacity_ >= 1 && name##_capacity_ <= HUTCH_CAPACITY_MAX ? 0 + name##_capacity_ : 1 \
    };                                                                                                 \
    HUTCH_UNUSED static const struct hutch_options name##_options_ = {HUTCH_OPTIONS_OF_(__VA_ARGS__)}; \
    HUTCH_CHECK_HOOKS_##kind(name, __VA_ARGS__)

#define HUTCH_RAM_static_(type, symbol, count) HUTCH_PLACED_ static type symbol[count];
#define HUTCH_RAM_extern_(type, symbol, count) extern type symbol[count] HUTCH_SHARED_ABI_(symbol);
#define HUTCH_RAM_global_(type, symbol, count) HUTCH_PLACED_ type symbol[count];

// ------------------------------------------------------------------------------------- slots and further RAM

#define HUTCH_SLOTS_packed_(linkage, name, type) HUTCH_RAM_##linkage(type, name##_slots_, name##_count_)
#define HUTCH_FIRST_packed_(name) HUTCH_BYTES_(name##_slots_)
#define HUTCH_STRIDE_packed_(name, type) sizeof(type)

#define HUTCH_VISIBLE_plain_(name) name##_live_
#define HUTCH_HAS_MARKS_plain_ 0

// Plain pools are served by the generic functions themselves.
#if HUTCH_SERVES_ANY
#    define HUTCH_CALLS_plain_(name) (HUTCH_TOP_WORDS(name##_count_) ? &hutch_generic_calls : NULL)
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

// `bytes` is the size of an object, `stride` that of a slot, `odd` its odd part. A pool of numbers has no
// slots: NULL, 0 bytes, a stride of 1.
#define HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride, odd)                            \
    {                                                                                               \
        HUTCH_PORT_SET_FIELDS(slots_address, HUTCH_VISIBLE_##kind(name), stride, name##_count_)     \
        HUTCH_SET_(self) & name##_pool, HUTCH_SET_(options) & name##_options_,                      \
            HUTCH_SET_(identity) & name##_identity_, HUTCH_SET_(slots)(slots_address),              \
            HUTCH_SET_(live) name##_live_, HUTCH_SET_(visible) HUTCH_VISIBLE_##kind(name),          \
            HUTCH_SET_(generations) HUTCH_GENERATIONS_##kind(name),                                 \
            HUTCH_SET_CALLS_(kind, name) HUTCH_SET_STATS_(name) HUTCH_SET_DEBUG_(kind, name, bytes) \
                HUTCH_SET_(stride_bytes)(stride),                                                   \
            HUTCH_SET_(inverse) HUTCH_INVERSE_OF_ODD_((uintptr_t)(odd)),                            \
            HUTCH_SET_(stride_shift) HUTCH_SHIFT(stride),                                           \
            HUTCH_SET_(index_bits) HUTCH_INDEX_BITS_(name##_count_),                                \
            HUTCH_SET_(ref_low_bits) HUTCH_REF_LOW_BITS_(name##_count_),                            \
            HUTCH_SET_(has_marks) HUTCH_HAS_MARKS_##kind, HUTCH_SET_(capacity) name##_count_        \
    }
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

// The constants of a pool.
#define HUTCH_DESCRIBE_(linkage, kind, name, slots_address, bytes, stride)                                \
    linkage const struct hutch_identity name##_identity_ =                                                \
        HUTCH_IDENTITY_(#name, slots_address, stride, (bytes) != 0 ? (size_t)(stride)*name##_count_ : 0); \
    enum { name##_odd_ = HUTCH_ODD_PART(stride) };                                                        \
    linkage const struct hutch_pool name##_pool =                                                         \
        HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride, name##_odd_);                         \
    HUTCH_REGISTER_(name)

#define HUTCH_DESCRIBE_LOCAL_(kind, name, slots_address, bytes, stride) \
    HUTCH_ONE_FILE_(name)                                               \
    HUTCH_DESCRIBE_(HUTCH_UNUSED static, kind, name, slots_address, bytes, stride)

// Those of a shared pool, in each file that includes its declaration: a private copy if typed functions fold.
#if HUTCH_CFG_FOLD
#    define HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)  \
        enum { name##_folded_odd_ = HUTCH_ODD_PART(stride) };        \
        HUTCH_UNUSED static const struct hutch_pool name##_folded_ = \
            HUTCH_DESCRIPTOR_(kind, name, slots_address, bytes, stride, name##_folded_odd_);
#else
#    define HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)
#endif
#define HUTCH_DESCRIBE_SHARED_(kind, name, slots_address, bytes, stride)                     \
    HUTCH_BEGIN_DECLS                                                                        \
    extern const struct hutch_identity name##_identity_ HUTCH_SHARED_ABI_(name##_identity_); \
    extern const struct hutch_pool name##_pool HUTCH_SHARED_ABI_(name##_pool);               \
    HUTCH_END_DECLS                                                                          \
    HUTCH_FOLDED_(kind, name, slots_address, bytes, stride)                                  \
    HUTCH_MUST_AGREE_(kind, name, bytes)                                                     \
    enum { name##_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_##kind = 1 };

// A shared pool in the file that defines it. The first compiles only after a DECLARE of the same kind.
#define HUTCH_CHECK_DECLARED_(kind, name) \
    enum { name##_kind_is_right_ = name##_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_##kind };
#define HUTCH_DESCRIBE_GLOBAL_(kind, name, slots_address, bytes, stride) \
    HUTCH_DESCRIBE_(HUTCH_EXTERN_CONST, kind, name, slots_address, bytes, stride)

#endif
