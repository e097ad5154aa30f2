// SPDX-License-Identifier: MIT
// type_that_is_only_declared.c - a pool needs the size of its objects; this is one error, not a hundred.
// languages: c c++ avr
// says: HUTCH_POOL_NEEDS_THE_DEFINITION_OF_ITS_TYPE_ABOVE_IT_
// errors: 1
#include "hutch/hutch.h"
#include "hutch/spawn.h"
#ifdef WRONG
struct cat;
#else
struct cat {
    int lives;
};
#endif
HUTCH_POOL_SPAWNED(cats, struct cat, 8);
