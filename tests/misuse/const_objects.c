// SPDX-License-Identifier: MIT
// const_objects.c - the slots would be in flash, where no object can be made.
// languages: c c++ avr
// says: hutch_pool_cats_has_a_const_or_volatile_type_write_the_type_without_it
#include "hutch/hutch.h"
struct cat {
    int lives;
};
#ifdef WRONG
typedef const struct cat cat_t;
#else
typedef struct cat cat_t;
#endif
HUTCH_POOL_TRACKED(cats, cat_t, 8);
