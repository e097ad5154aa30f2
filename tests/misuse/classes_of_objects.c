// SPDX-License-Identifier: MIT
// classes_of_objects.c - a class that is an array has no constructor call, and members take plain pointers.
// languages: c++
// each: "-DKIND=cat kind[2]" | "-DKIND=cat kind" |
//     hutch::pool holds no arrays: write a struct with the array in it
// each: "-DKIND=volatile cat kind" | "-DKIND=cat kind" |
//     hutch::pool holds objects of a type that is neither const nor volatile: write the type without it
#include "hutch/hutch.hpp"
struct cat {
    int lives = 9;
};
typedef KIND;
hutch::pool<kind, 4> cats;
