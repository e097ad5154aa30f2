// SPDX-License-Identifier: MIT
// hutch.h - the manual, and the header that a program includes.
//
// WHAT IT IS
//   Object pools for firmware. One line declares a pool; its capacity is fixed at compile time; a bitmap
//   records which slots are live. It needs no heap, no C library and no initialisation call: zeroed memory is
//   an empty pool, which may be used before main.
//
// WHAT IT DOES NOT DO
//   A pool does not grow, does not move objects, and does not release them by itself. It does not change
//   their bytes: an acquired object holds what the last owner of its slot left.
//   Objects are aligned as their type is, and a slot is no longer than an object: a cache line or a DMA
//   transfer that needs more must be in the type. The type is neither const, volatile nor an array, and its
//   size is known.
//
// STEP BY STEP
//   1. Declare:   HUTCH_POOL(rabbits, struct rabbit, 64);
//   2. Acquire:   struct rabbit *r = rabbits_acquire();
//                 NULL if all 64 are live: the program decides what that means
//   3. Walk:      HUTCH_FOREACH (struct rabbit, it, rabbits) { ... rabbits_release(it); ... }
//                 the body may release and acquire; HUTCH_FOREACH_IN (struct rabbit, it, pool) walks over
//                 a pool that is a parameter: const struct hutch_pool *pool, from &rabbits_pool
//   4. Release:   rabbits_release(r);
//                 false if r is not a live rabbit: nothing changes then, and a fault is reported
//   5. Share:     HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);
//                 with interrupts, or between threads on a host; HUTCH_LOCK_CORES: also with other cores;
//                 HUTCH_LOCK_FREE: with all of these and masking nothing, with HUTCH_CFG_LOCK_FREE 1.
//                 An acquired object is live before it is filled, and an interrupt that walks the pool sees
//                 it: acquire and fill in one critical section (hutch_port_enter, hutch_port_exit), or spawn
//                 with a hook that fills (HUTCH_POOL_SPAWNED). See tests/recipes/walk_in_interrupt.
//   6. Query:     rabbits_live() _available() _capacity() _is_live(r) _index(r) _at(i)
//                 rabbits_containing(address)   of a driver that gives back a pointer into r
//                 hutch_report(put_char, context)
//
//   Compile with -I include -I port/auto; link src/*.c and port/auto/*.c, or the library (an archive: only
//   what is used is linked). Options are in config.h; every function's bound, contexts and faults are in
//   generic.h or in the header of its feature.
//
// RAM
//   capacity * sizeof(type) + one bit per slot, in words of W bits: 32, on AVR and the Game Boy 8. Above 3
//   words one summary word more, above W * W slots another per W * W slots, rounded up; none on the Game Boy.
//   HUTCH_CFG_STATS 1 adds 6 to 12 bytes per pool (with 2 more), refs add one ref per slot, and with
//   HUTCH_CFG_LOCK_FREE 1 a bit, hooks three bits per slot. The descriptor is in flash, and only if its
//   address is used. On AVR constants are in RAM, for avr-gcc copies them there, whatever these headers call
//   "in flash": 36 bytes per descriptor that is used.
#ifndef HUTCH_H
#define HUTCH_H

// For #if: 10203 is version 1.2.3. A release candidate has the number of its release.
#define HUTCH_VERSION 10000L
#define HUTCH_VERSION_TEXT "1.0.0-rc.1"

#include "core/fault.h"     // IWYU pragma: export
#include "core/generic.h"   // IWYU pragma: export
#include "core/numbers.h"   // IWYU pragma: export
#include "core/over.h"      // IWYU pragma: export
#include "core/tracked.h"   // IWYU pragma: export
#if HUTCH_CFG_FOLD          // else the typed functions call the library
#    include "core/hooks.h" // IWYU pragma: export
#    include "core/ref.h"   // IWYU pragma: export
#    include "core/walk.h"  // IWYU pragma: export
#endif

// A port that was copied from the template and not filled in: it says so, and no pool of it may have a lock.
#if defined(HUTCH_PORT_MASKS) && !HUTCH_PORT_MASKS
#    define HUTCH_LOCK_IRQ this_port_masks_nothing_set_HUTCH_PORT_MASKS_1_in_it_when_it_does
#    undef HUTCH_LOCK_CORES // pool.h has it without HUTCH_CFG_CORES
#    define HUTCH_LOCK_CORES this_port_masks_nothing_set_HUTCH_PORT_MASKS_1_in_it_when_it_does
#endif

#endif
