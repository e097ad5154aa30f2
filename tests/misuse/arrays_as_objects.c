// SPDX-License-Identifier: MIT
// arrays_as_objects.c - before C23 a pointer to an array does not become one to a const array.
// languages: c c++ avr
// says: hutch_pool_rows_holds_arrays_write_a_struct_with_the_array_in_it
#include "hutch/hutch.h"
#ifdef WRONG
typedef int row[4];
#else
typedef struct row {
    int fields[4];
} row;
#endif
HUTCH_POOL(rows, row, 8);
