// SPDX-License-Identifier: MIT
// extensions.c - GNU C's additions to C99 in a file with a pool: they compile without a warning.
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
