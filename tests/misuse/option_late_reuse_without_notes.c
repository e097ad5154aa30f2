// SPDX-License-Identifier: MIT
// option_late_reuse_without_notes.c - the queue of late reuse is a part of the notes.
// says: HUTCH_CFG_LATE_REUSE must be 0, or 1 with HUTCH_CFG_NOTES 1
#define HUTCH_CFG_CHECK 2
#define HUTCH_CFG_NOTES 0
#ifdef WRONG
#    define HUTCH_CFG_LATE_REUSE 1
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
