// SPDX-License-Identifier: MIT
// extensions.c - what GNU C has besides C99, behind a pool: hutch must not make the compiler complain of it.
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
