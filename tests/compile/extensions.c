// SPDX-License-Identifier: MIT
// extensions.c - GNU C's additions to C99, and a lack of its macros, in a file with a pool: no warning.
#include <stdint.h>
#undef UINT32_C // which some platforms lack in C++, or at all
#include "hutch/hutch.h"

struct rabbit {
    int x;
};
HUTCH_POOL(rabbits, struct rabbit, 4);

#define FIRST(first, ...) (first)

int main(void)
{
    return FIRST(rabbits_live()) == 0b00 ? 0 : 0b11;
}
