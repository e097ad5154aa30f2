// SPDX-License-Identifier: MIT
// before_c99.c - gcc's dialect of C90 has no loop variables: one message, not one for each loop.
// languages: gcc avr
// says: hutch needs C99: compile with -std=c99 or later
#ifdef WRONG
#    undef __STDC_VERSION__ // as -std=gnu90
#endif
#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8);
