// SPDX-License-Identifier: MIT
// option_notes_out_of_range.c - HUTCH_CFG_NOTES 0 is for debug builds.
// says: HUTCH_CFG_NOTES must be 1, or 0 with HUTCH_CFG_CHECK 2
#define HUTCH_CFG_NOTES 0
#ifndef WRONG
#    define HUTCH_CFG_CHECK 2
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
