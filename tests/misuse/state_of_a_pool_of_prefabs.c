// SPDX-License-Identifier: MIT
// state_of_a_pool_of_prefabs.c - a pool whose kin stands elsewhere.
// languages: c c++ avr sdcc
// says: HUTCH_STATE_cannot_hold_the_prefabs_of_packets
#include "hutch/prefab.h"
#include "hutch/state.h"
struct packet {
    unsigned char bytes[6];
};
#ifdef WRONG
HUTCH_POOL_PREFABS(packets, struct packet, 4);
#else
HUTCH_POOL(packets, struct packet, 4);
#endif
HUTCH_STATE(level, packets);
