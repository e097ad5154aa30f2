// SPDX-License-Identifier: MIT
// classes_that_are_volatile.c - members take and return plain pointers.
// languages: c++
// says: hutch::pool holds objects of a type that is neither const nor volatile: write the type without it
#include "hutch/hutch.hpp"
struct cat {
    int lives = 9;
};
#ifdef WRONG
typedef volatile cat kind;
#else
typedef cat kind;
#endif
hutch::pool<kind, 4> cats;
