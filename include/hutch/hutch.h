// SPDX-License-Identifier: MIT
// hutch.h - the front door: the manual, and everything a program includes.
//
// WHAT IT IS
//   Object pools for firmware. One line declares a pool; its capacity is fixed at compile time; a bitmap says
//   which slots are live. No heap, no init call, no library underneath: zeroed memory is an empty pool, ready
//   before main.
//
// WHAT IT DOES NOT DO
//   It does not grow, does not move objects, does not free them behind your back, and does not touch their
//   bytes: a fresh object holds what its slot's last owner left.
//   A type that is an array belongs in a struct: before C23 gcc's -pedantic refuses to pass a pointer to an
//   array as one to an array that is constant, as rabbits_release() takes it.
//
// STEP BY STEP
//   1. Declare:   HUTCH_POOL(rabbits, struct rabbit, 64);
//   2. Acquire:   struct rabbit *r = rabbits_acquire();
//                 NULL when all 64 are live: decide what that means
//   3. Walk:      HUTCH_FOREACH (struct rabbit, it, rabbits) { ... rabbits_release(it); ... }
//                 the body may release and acquire
//   4. Release:   rabbits_release(r);
//                 false when r is no live rabbit: then nothing is changed, and a fault is reported
//   5. Share it:  HUTCH_POOL(bullets, struct bullet, 32, .lock = HUTCH_LOCK_IRQ);
//                 with interrupts, or between threads on a host; HUTCH_LOCK_CORES: with other cores too
//                 HUTCH_LOCK_FREE: the same without masking anything, where the CPU can
//   6. Look:      rabbits_live() _available() _capacity() _is_live(r) _index(r) _at(i)
//                 hutch_report(put_char, context)
//
//   Compile with -I include -I port/auto; link src/*.c and port/auto/*.c, or the library (an archive: only
//   what is used is linked). Options are in config.h; every function's bound, contexts and faults are in
//   generic.h.
//
// RAM
//   capacity * sizeof(type) + 4 bytes per started 32 slots; above 96 slots 4 bytes more for the summary word,
//   above 1024 slots one summary word more per started 1024. With HUTCH_CFG_STATS 8 bytes a pool (6 on 16-bit
//   CPUs). Nothing per object. The descriptor is flash, and only where it is used by address.
#ifndef HUTCH_H
#define HUTCH_H

#define HUTCH_VERSION_MAJOR 0
#define HUTCH_VERSION_MINOR 2
#define HUTCH_VERSION_PATCH 0

#include "pool.h"
#if HUTCH_CFG_FOLD // else the typed functions call the library
#    include "ref.h"
#    include "spawn.h"
#    include "walk.h"
#endif
#include "typed.h"
#include "typed_wait.h"
#include "adopt.h"
#include "policy.h"
#include "prefab.h"
#include "report.h"
#include "scene.h"
#include "stats.h"
#include "wait.h"

#endif
