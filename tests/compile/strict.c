/* SPDX-License-Identifier: MIT */
/* strict.c - a project whose warnings ask for C90 and more, as lwIP's do, uses pools. compile.py writes
   pools.h, which includes hutch/hutch.h. */
#include "pools.h"

struct packet {
    unsigned short bytes;
    unsigned char data[64];
};
HUTCH_POOL(packets, struct packet, 20);
HUTCH_POOL(frames, struct packet, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL(segments, struct packet, 33, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

int main(void)
{
    struct packet *const packet = packets_acquire(), *const frame = frames_acquire();
    unsigned total = 0;
    if (packet == NULL || frame == NULL || segments_acquire() == NULL) {
        return 1;
    }
    packet->bytes = 3;
    frame->bytes = 4;
    HUTCH_FOREACH (struct packet, it, packets) {
        total += it->bytes;
    }
    return total == 3 && packets_release(packet) && frames_release(frame) && segments_live() == 1 ? 0 : 1;
}
