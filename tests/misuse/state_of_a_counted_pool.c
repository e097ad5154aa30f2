// SPDX-License-Identifier: MIT
// state_of_a_counted_pool.c - a pool whose holders are counted elsewhere.
// languages: c c++ avr sdcc
// says: hutch_state_level_cannot_hold_the_counts_of_packets
#include "hutch/counted.h"
#include "hutch/state.h"
struct packet {
    unsigned char bytes[6];
};
#ifdef WRONG
HUTCH_POOL_COUNTED(packets, struct packet, 4);
#else
HUTCH_POOL(packets, struct packet, 4);
#endif
HUTCH_STATE(level, packets);
