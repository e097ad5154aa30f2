// SPDX-License-Identifier: MIT
// pool_in_a_function.c - a pool is declared outside of functions.
// says: things_goes_outside_of_functions
// languages: gcc avr
#include "hutch/hutch.h"
int f(void);
#ifdef WRONG
int f(void)
{
    HUTCH_POOL(things, int, 8);
    return 0;
}
#else
HUTCH_POOL(things, int, 8);
int f(void)
{
    return 0;
}
#endif
