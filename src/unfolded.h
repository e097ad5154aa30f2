// SPDX-License-Identifier: MIT
// unfolded.h - for the files here whose pools are known at run time only: to be included first.
#ifndef HUTCH_UNFOLDED_H
#define HUTCH_UNFOLDED_H

#include "hutch/tracker.h"

// Where the pool is a constant, the core folds to a few instructions and has to be in its caller. Here
// nothing folds, and each function would hold every lock and every level: four times the code. So the
// compiler decides what they share, but for the tracker, which runs with interrupts off. Not in debug builds:
// their notes need the address of the public function's caller. Not without optimisation: what nobody calls
// would stay.
#if HUTCH_GNU && defined(__OPTIMIZE__) && HUTCH_CFG_CHECK < 2
#    undef HUTCH_INLINE
#    define HUTCH_INLINE static HUTCH_UNUSED
#endif

#endif
