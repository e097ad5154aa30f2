// SPDX-License-Identifier: MIT
// port/sm83/hutch_fields.h - where the assembler of pools of every kind finds the fields of a descriptor.
#ifndef HUTCH_FIELDS_H
#define HUTCH_FIELDS_H

#include "hutch/core/policy_fields.h"
#include "hutch/core/pool.h"

#if defined(HUTCH_PORT_BY_HAND) && HUTCH_CFG_STATS < 2 && HUTCH_CFG_REF_BITS == 16 && !HUTCH_CFG_WAIT
#    define HUTCH_PORT_KINDS 1 // hutch_slot.c, hutch_engine.c, hutch_object.c are not empty

// Offsets of fields in struct hutch_pool.
#    define WORDS_TO_END 7
#    define FIRST_SLOT 9
#    define OPTIONS 22
#    define LIVE 28
#    define VISIBLE 30
#    define GENERATIONS 32
#    if HUTCH_CFG_STATS // a pointer more
#        define INDEX_BITS 41
#        define REF_LOW_BITS 42
#        define HAS_MARKS 43
#        define CAPACITY 45
#    else
#        define INDEX_BITS 39
#        define REF_LOW_BITS 40
#        define HAS_MARKS 41
#        define CAPACITY 43
#    endif
#    define RELEASE 2 // in struct hutch_policy_calls
#    define SPILL_CALL 4
#    define ACQUIRE_OBJECT 6
#    define RELEASE_OBJECT 8
#    define SPILL 12  // in struct hutch_policy
#    define DESPAWN 4 // in struct hutch_hooks
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, port) == 0, hutch_fields_h_knows_where_the_fields_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, stride_bytes) == 0,
                    hutch_fields_h_knows_where_the_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_walk, words_to_end) == WORDS_TO_END,
                    hutch_fields_h_knows_where_words_to_end_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, slots) == FIRST_SLOT,
                    hutch_fields_h_knows_where_slots_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, span_bytes) == FIRST_SLOT + 2,
                    hutch_fields_h_knows_where_the_span_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, stride_bytes) == FIRST_SLOT + 4,
                    hutch_fields_h_knows_where_the_other_stride_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_port_fields, minus_eight_strides) == FIRST_SLOT + 6,
                    hutch_fields_h_knows_where_eight_strides_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, options) == OPTIONS, hutch_fields_h_knows_where_options_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, lock) == 2, hutch_fields_h_knows_where_the_lock_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, live) == LIVE, hutch_fields_h_knows_where_live_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, visible) == VISIBLE, hutch_fields_h_knows_where_visible_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, generations) == GENERATIONS,
                    hutch_fields_h_knows_where_generations_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, index_bits) == INDEX_BITS,
                    hutch_fields_h_knows_where_index_bits_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, ref_low_bits) == REF_LOW_BITS,
                    hutch_fields_h_knows_where_ref_low_bits_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, has_marks) == HAS_MARKS,
                    hutch_fields_h_knows_where_has_marks_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, capacity) == CAPACITY,
                    hutch_fields_h_knows_where_the_capacity_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, policy) == 3, hutch_fields_h_knows_where_the_policy_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_options, hooks) == 5, hutch_fields_h_knows_where_hooks_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy, calls) == 0 &&
                        offsetof(struct hutch_policy_calls, acquire) == 0,
                    hutch_fields_h_knows_where_acquire_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy_calls, release) == RELEASE,
                    hutch_fields_h_knows_where_release_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy, spill) == SPILL &&
                        offsetof(struct hutch_policy_calls, spill) == SPILL_CALL,
                    hutch_fields_h_knows_where_the_spill_pool_is);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_policy_calls, acquire_object) == ACQUIRE_OBJECT &&
                        offsetof(struct hutch_policy_calls, release_object) == RELEASE_OBJECT,
                    hutch_fields_h_knows_where_the_calls_for_objects_are);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_hooks, despawn) == DESPAWN, hutch_fields_h_knows_where_despawn_is);
HUTCH_STATIC_ASSERT(HUTCH_MARK_PERSISTENT == 2, hutch_fields_h_knows_where_persistent_marks_are);
HUTCH_STATIC_ASSERT(HUTCH_MODE_HIDDEN == 1 && HUTCH_MODE_UNCOUNTED == 4,
                    hutch_fields_h_knows_the_bits_of_a_mode);

// Called from the assembler here only.
void hutch_port_enter_pool(void);
void hutch_port_exit_pool(void);
void hutch_port_bit(void);
void hutch_port_drop_bit(void);
void hutch_port_is_slot(void);
void hutch_port_policy(void);
void hutch_port_call(void);
bool hutch_port_bad_release(const struct hutch_pool *pool, const void *object);
void hutch_port_ref_index(void);
void hutch_port_free(void);
void hutch_port_take(void);

#endif

#endif
