// SPDX-License-Identifier: MIT
// rig.h - what a random program is linked to: its trace, its random numbers, its fault handler.
//
// The trace is words between blanks and newlines:
//   @7      statement 7 begins             (L2.5  a callback of pool 2 about slot 5 begins, ) it ends
//   =2.5    the object in slot 5 of pool 2; =- NULL; =? no slot at all
//   #5      a number; #- is HUTCH_NONE     t f    a bool           r5  a ref
//   >5      a loop visits slot 5, < it is over        ~5  an object's bytes are all 5; ~? they differ
//   !20:p2:5:=   a fault: code, pool, slot, and whether the address is as passed (=), NULL (0), else (?)
#ifndef RIG_H
#define RIG_H

#include "hutch/all.h"

// On a CPU of one core that lock is none of the port's.
#if HUTCH_CFG_CORES
#    define RIG_LOCK_CORES HUTCH_LOCK_CORES
#else
#    define RIG_LOCK_CORES HUTCH_LOCK_IRQ
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { RIG_POOLS_MAX = 10 };

/// Where a pool's slots are, by what the program says; pools of numbers have none.
struct rig_span {
    const unsigned char *base;
    size_t stride;
    unsigned capacity;
};

extern struct rig_span rig_spans[RIG_POOLS_MAX];
extern const void *rig_passed; // what the next call is given
extern unsigned rig_depth;     // of callbacks
extern unsigned rig_left;      // steps of loops until all loops end
extern uint32_t rig_state;     // of the random numbers

/// The program: one act of it, and the acts in order.
struct rig_step {
    void (*act)(void);
    uint32_t seed;
};
extern const struct rig_step rig_steps[];
extern const unsigned rig_steps_length;
void rig_begin(void);

void rig_site(unsigned site);
void rig_object(const void *object);
void rig_number(unsigned number);
void rig_id(int id);
void rig_bool(bool is);
void rig_ref(hutch_ref_t ref);
void rig_visit(unsigned pool, const void *object);
void rig_visit_id(int id);
void rig_over(void);
void rig_open(char what, const struct hutch_pool *pool, unsigned index);
void rig_open_at(char what, const void *object);
void rig_close(void);

/// Fills an object with a byte that counts up from object to object.
void rig_fill(void *object, size_t size);

/// Traces whether all bytes of an object are the same.
void rig_look(const void *object, size_t size);

/// A random number below `below`.
unsigned rig_random(unsigned below);

/// Takes a step of a loop from those that are left.
bool rig_spend(void);

/// Whether `length` slots from one on are all live.
bool rig_is_run(const struct hutch_pool *pool, unsigned index, unsigned length);

long rig_stride(unsigned pool);

/// Which pool of the program a descriptor is.
unsigned rig_number_of(const struct hutch_pool *pool);
void rig_pool(unsigned number, const struct hutch_pool *pool, const void *first, const void *second,
              size_t size, size_t align, unsigned capacity);

/// An address that is `offset` bytes away from another, of the same object or not.
void *rig_away(const void *from, long offset);

/// Drops what it is given.
void rig_drop(char c, void *context);

#ifdef __cplusplus
}
#endif

#endif
