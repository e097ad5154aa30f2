// SPDX-License-Identifier: MIT
// queue_of_a_plain_pool.c - a pool that has no links.
// languages: c c++ avr sdcc
// says: packets_is_a_HUTCH_POOL_QUEUED
#include "hutch/queue.h"
struct packet {
    unsigned char bytes[6];
};
#ifdef WRONG
HUTCH_POOL(packets, struct packet, 4);
#else
HUTCH_POOL_QUEUED(packets, struct packet, 4);
#endif
HUTCH_QUEUE(inbox, packets);
