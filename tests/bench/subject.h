// SPDX-License-Identifier: MIT
// subject.h - the object that every measured pool holds, and the pool that this program measures.
//
// A subject defines: struct object (with a struct body in it), subject_acquire, subject_release,
// SUBJECT_BYTES,
// and SUBJECT_FOREACH where its users can walk. BENCH_SLOTS is its capacity, BENCH_LOCK what guards it.
#ifndef BENCH_SUBJECT_H
#define BENCH_SUBJECT_H

#include "mark.h"

#include "hutch_port.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the user keeps in an object: 24 bytes.
struct body {
    int16_t x, y, dx, dy;
    uint16_t value;
    uint8_t is_shot, is_hit;
    uint8_t rest[12];
};

#define BENCH_FOLDED __attribute__((always_inline)) static inline
#if defined(BENCH_CALLED)
#    define BENCH_FORM __attribute__((noinline)) static
#else
#    define BENCH_FORM BENCH_FOLDED
#endif

// The lock of a subject that is not hutch.
#if !defined(SUBJECT_HUTCH) && BENCH_LOCK
#    define ENTER() const hutch_port_state_t saved = hutch_port_enter()
#    define EXIT() hutch_port_exit(saved)
#else
#    define ENTER()
#    define EXIT()
#endif

#if defined(SUBJECT_HUTCH)
#    include "subject_hutch.h"
#elif defined(SUBJECT_MALLOC)
#    include "subject_malloc.h"
#elif defined(SUBJECT_PEER)
#    include SUBJECT_PEER // of another project, see peers.py
#else
#    include "subject_plain.h"
#endif

#endif
