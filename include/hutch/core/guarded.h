// SPDX-License-Identifier: MIT
// guarded.h - what a debug build adds to the storage of a pool: guards between the slots, generations, notes.
// Other builds have none of it.
#ifndef HUTCH_GUARDED_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_GUARDED_H

#include "debug.h"
#include "pool.h"

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
#    define HUTCH_FIRST_guarded_(name) HUTCH_BYTES_(&name##_slots_[1])
#    define HUTCH_STRIDE_guarded_(name, type) sizeof(struct name##_slot_)
#    define HUTCH_LAYOUT_plain_ guarded_
#else
#    define HUTCH_LAYOUT_plain_ packed_
#endif

#define HUTCH_DEBUG_RAM_static_(type, symbol, count) HUTCH_DEBUG_PLACED_ static type symbol[count];

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
#else
#    define HUTCH_REFS_plain_(linkage, name)
#    define HUTCH_GENERATIONS_plain_(name) NULL
#    define HUTCH_DEBUG_STORAGE_(linkage, name)
#    define HUTCH_SET_DEBUG_(kind, name, bytes)
#endif

#endif
