// SPDX-License-Identifier: MIT
// types_of_objects.c - slots of const objects would be in flash; typed functions take plain pointers; before
// C23 a pointer to an array does not become one to a const array.
// languages: c c++ avr
// each: "-DTYPE=const struct cat" | "-DTYPE=struct cat" |
//     hutch_pool_cats_has_a_const_or_volatile_type_write_the_type_without_it
// each: "-DTYPE=volatile struct cat" | "-DTYPE=struct cat" |
//     hutch_pool_cats_has_a_const_or_volatile_type_write_the_type_without_it
// each: "-DTYPE=int[4]" | "-DTYPE=struct cat" |
//     hutch_pool_cats_holds_arrays_write_a_struct_with_the_array_in_it
// each: "-DTYPE=row" | "-DTYPE=struct cat" | hutch_pool_cats_holds_arrays_write_a_struct_with_the_array_in_it
#include "hutch/hutch.h"
struct cat {
    int lives[4];
};
typedef int row[4];
HUTCH_POOL_TRACKED(cats, TYPE, 8);
