// SPDX-License-Identifier: MIT
// ring.c - a ring of bytes. Its counts run on, and come round by themselves.
#include "ring.h"

static volatile unsigned char bytes[RING_BYTES];
static volatile unsigned char put_count, taken_count;

bool ring_put(unsigned char byte)
{
    if ((unsigned char)(put_count - taken_count) == RING_BYTES) {
        return false;
    }
    bytes[put_count % RING_BYTES] = byte;
    put_count++;
    return true;
}

bool ring_take(unsigned char *byte)
{
    if (put_count == taken_count) {
        return false;
    }
    *byte = bytes[taken_count % RING_BYTES];
    taken_count++;
    return true;
}
