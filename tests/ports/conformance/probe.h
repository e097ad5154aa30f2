// SPDX-License-Identifier: MIT
// probe.h - small critical sections whose disassembly is looked at.
#ifndef CONFORMANCE_PROBE_H
#define CONFORMANCE_PROBE_H

#ifdef CONFORMANCE_PROBES_ONLY // SDCC takes half a minute for the whole of hutch.h
#    include "hutch_port.h"
typedef uint8_t hutch_word_t;
#else
#    include "hutch/hutch.h"

struct thing {
    uint8_t bytes[6];
};

HUTCH_POOL_DECLARE(things, struct thing, 6, .lock = HUTCH_LOCK_IRQ);

/// A pool's own sections, as they fold into a function.
struct thing *probe_acquire(void);
bool probe_release(struct thing *object);
#endif

/// One section.
void probe_once(hutch_word_t *shared);

/// A section in a loop: a compiler that may, loads before the loop and stores after it.
void probe_loop(hutch_word_t *shared, unsigned turns);

/// Two sections in a row: a compiler that may, keeps the word in a register between them.
void probe_pair(hutch_word_t *shared);

/// A section in a section.
void probe_nested(hutch_word_t *shared);

/// A store before a section that stores the same word, and one after it: a compiler that may, drops the first
/// of the two, which nothing reads.
void probe_before(hutch_word_t *shared);
void probe_after(hutch_word_t *shared);

#endif
