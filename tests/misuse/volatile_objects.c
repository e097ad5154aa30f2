// SPDX-License-Identifier: MIT
// volatile_objects.c - the typed functions take and return plain pointers.
// languages: c c++ avr
// says: hutch_pool_cats_has_a_const_or_volatile_type_write_the_type_without_it
#include "hutch/hutch.h"
struct cat {
    int lives;
};
#ifdef WRONG
HUTCH_POOL(cats, volatile struct cat, 8);
#else
HUTCH_POOL(cats, struct cat, 8);
#endif
