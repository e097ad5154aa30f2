// SPDX-License-Identifier: MIT
// patterns.h - which slots are live before a landing, and which of them the scenario names.
//
// Of the pool's slots six are of interest: at the ends of words and levels. All 64 patterns of those six are
// tried, with all other slots live (or free, where the operation visits live slots), so that nearly every
// case crosses a border between words or fills a level.
#ifndef SWEEP_PATTERNS_H
#define SWEEP_PATTERNS_H

#include "model.h"

enum { INTERESTING = 6, PATTERNS = 1 << INTERESTING };

/// Fills in which slots are live, and the slots that the operation and the interrupts name.
/// @return false when the pattern has no slot for one of them
bool patterns_fill(struct scenario *scenario, unsigned pattern, bool *live);

#endif
