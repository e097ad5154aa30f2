// SPDX-License-Identifier: MIT
// flexible_array_member.c - in a slot such an array has no element. g++ cannot tell.
// languages: c clang++ avr
// says: flexible array member
#include "hutch/hutch.h"
struct packet {
    int length;
#ifdef WRONG
    char bytes[];
#else
    char bytes[64];
#endif
};
HUTCH_POOL(packets, struct packet, 8);
