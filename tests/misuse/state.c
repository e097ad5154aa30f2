// SPDX-License-Identifier: MIT
// state.c - a pool whose queues, holders or kin stand elsewhere has no HUTCH_STATE.
// languages: c c++ avr sdcc
// each: -DKIND=HUTCH_POOL_QUEUED | -DKIND=HUTCH_POOL |
//     hutch_state_level_cannot_hold_the_queues_of_packets
// each: -DKIND=HUTCH_POOL_COUNTED | -DKIND=HUTCH_POOL_TRACKED |
//     hutch_state_level_cannot_hold_the_counts_of_packets
// each: -DKIND=HUTCH_POOL_PREFABS | -DKIND=HUTCH_POOL_SPAWNED |
//     HUTCH_STATE_cannot_hold_the_prefabs_of_packets
#include "hutch/counted.h"
#include "hutch/prefab.h"
#include "hutch/queue.h"
#include "hutch/state.h"
struct packet {
    unsigned char bytes[6];
};
KIND(packets, struct packet, 4);
HUTCH_STATE(level, packets);
