// SPDX-License-Identifier: MIT
// state_of_a_pool_with_queues.c - a pool whose queues stand elsewhere.
// languages: c c++ avr sdcc
// says: hutch_state_level_cannot_hold_the_queues_of_packets
#include "hutch/queue.h"
#include "hutch/state.h"
struct packet {
    unsigned char bytes[6];
};
#ifdef WRONG
HUTCH_POOL_QUEUED(packets, struct packet, 4);
#else
HUTCH_POOL(packets, struct packet, 4);
#endif
HUTCH_STATE(level, packets);
