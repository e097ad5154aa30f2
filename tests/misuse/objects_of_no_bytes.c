// SPDX-License-Identifier: MIT
// objects_of_no_bytes.c - an object has a byte at least: two objects have two addresses.
// languages: c c++ avr
// says: hutch_pool_marks_has_objects_of_no_bytes_use_HUTCH_POOL_IDS_for_numbers
#include "hutch/hutch.h"
struct mark {
#ifdef WRONG
    int nothing[0];
#else
    char is_set;
#endif
};
HUTCH_POOL(marks, struct mark, 4);
