// SPDX-License-Identifier: MIT
// classes_in_an_array.c - a class that is an array has no constructor call.
// languages: c++
// says: hutch::pool holds no arrays: write a struct with the array in it
#include "hutch/hutch.hpp"
struct cat {
    int lives = 9;
};
#ifdef WRONG
typedef cat kind[2];
#else
typedef cat kind;
#endif
hutch::pool<kind, 4> cats;
