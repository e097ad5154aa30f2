// SPDX-License-Identifier: MIT
// ids_defined_as_before_0_2.c - capacity and options of a pool of numbers stand in the header, and nowhere
// else.
// says: write_HUTCH_POOL_DEFINE_of_voices_with_the_name_only_and_the_rest_in_HUTCH_POOL_DECLARE
#include "hutch/hutch.h"
HUTCH_POOL_IDS_DECLARE(voices, 8);
#ifdef WRONG
HUTCH_POOL_IDS_DEFINE(voices, 8, HUTCH_LOCK_IRQ);
#else
HUTCH_POOL_IDS_DEFINE(voices);
#endif
