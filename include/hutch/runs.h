// SPDX-License-Identifier: MIT
// runs.h - pools whose runs are arrays, in debug builds too: tiles of video memory, DMA buffers.
//
//   HUTCH_POOL_RUNS(tiles, struct tile, 64);
//   struct tile *run = tiles_acquire_run(4);       run[0] to run[3]
//   tiles_release_run(run, 4);
//
//   debug   [guard][slot 0][slot 1][slot 2] ... [slot n-1][guard]
//
// The slots of every other pool have guards between them in debug builds: their runs are neighbours, to be
// reached by number, `rabbits_at(first + i)`. Here nothing lies between, and a release build is the same as
// HUTCH_POOL's. A debug build keeps everything else (poison, late reuse, notes, every check of a release), so
// a write past a run's end is seen where the slot behind it is free, or is none. In fence mode these pools
// stay where they are.
#ifndef HUTCH_RUNS_H
#define HUTCH_RUNS_H

#include "typed.h"

/// A pool for one file.
#define HUTCH_POOL_RUNS(name, type, ...) \
    HUTCH_LOCAL_POOL_(RUNS, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

/// The same with a lock, in the form that every language takes.
#define HUTCH_POOL_RUNS_LOCKED(name, type, pool_capacity, lock_kind) \
    HUTCH_POOL_RUNS(name, type, pool_capacity, HUTCH_OPTION_LOCK_(lock_kind))

/// A pool for several files: this in a header ...
#define HUTCH_POOL_RUNS_DECLARE(name, type, pool_capacity) HUTCH_SHARED_POOL_(RUNS, name, type, pool_capacity)

/// ... and this in one .c file, with the options.
#define HUTCH_POOL_RUNS_DEFINE(name, type, ...) \
    HUTCH_DEFINED_POOL_(RUNS, name, type, HUTCH_FIRST(__VA_ARGS__), __VA_ARGS__)

// What such a pool has besides is a plain pool's.
#define HUTCH_REF_FUNCTIONS_RUNS_(linkage, name, type) HUTCH_REF_FUNCTIONS_PLAIN_(linkage, name, type)
#define HUTCH_REF_PROTOTYPES_RUNS_(linkage, name, type) HUTCH_REF_PROTOTYPES_PLAIN_(linkage, name, type)
#define HUTCH_SPAWN_FUNCTIONS_RUNS_(linkage, name, type) HUTCH_SPAWN_FUNCTIONS_PLAIN_(linkage, name, type)
#define HUTCH_SPAWN_PROTOTYPES_RUNS_(linkage, name, type) HUTCH_SPAWN_PROTOTYPES_PLAIN_(linkage, name, type)

#endif
