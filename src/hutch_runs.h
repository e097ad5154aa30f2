// SPDX-License-Identifier: MIT
// hutch_runs.h - what the debug engine needs of hutch_runs.c. For src/ only.
#ifndef HUTCH_RUNS_PLACE_H
#define HUTCH_RUNS_PLACE_H

#include "hutch/core/pool.h"

/// Returns the first of `length` neighbouring free slots; HUTCH_NONE if there is none. Inside the critical
/// section.
unsigned hutch_runs_place(const struct hutch_pool *pool, unsigned length) HUTCH_ABI(hutch_runs_place);

#endif
