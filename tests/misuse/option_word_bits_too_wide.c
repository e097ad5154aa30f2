// SPDX-License-Identifier: MIT
// option_word_bits_too_wide.c - an option out of its range is named, with the range.
// says: HUTCH_CFG_WORD_BITS must be 8, 16, 32 or 64
#ifdef WRONG
#    define HUTCH_CFG_WORD_BITS 128
#else
#    define HUTCH_CFG_WORD_BITS 64
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
