// SPDX-License-Identifier: MIT
// mailbox.c - a queue into which main loop and interrupt put packets, and from which the main loop takes.
// With -DRACE its pool has no lock; with -DLOCK=HUTCH_LOCK_FREE and HUTCH_CFG_LOCK_FREE 1 nothing is masked.
#include "hutch/queue.h"
#include "hutch/report.h"

#ifndef LOCK
#    define LOCK HUTCH_LOCK_IRQ
#endif
enum { PACKETS = 6, SENDERS = 4 };
struct packet {
    unsigned char sender; // 0: the interrupt
};
#ifdef RACE
HUTCH_POOL_QUEUED(packets, struct packet, PACKETS);
#else
HUTCH_POOL_QUEUED(packets, struct packet, PACKETS, .lock = LOCK);
#endif
HUTCH_QUEUE(inbox, packets);
HUTCH_POOL_LIST(&packets_pool);

static unsigned char sent[SENDERS], came[SENDERS], last;
static bool is_in_order;

static void send(unsigned char sender)
{
    struct packet *const packet = packets_acquire();
    if (packet != NULL) {
        packet->sender = sender;
        inbox_put(packet);
    }
    sent[sender]++;
}

static void receive_one(void)
{
    struct packet *const packet = inbox_take();
    if (packet != NULL) {
        came[packet->sender]++;
        is_in_order = is_in_order && (packet->sender == 0 || packet->sender == last + 1);
        last = packet->sender != 0 ? packet->sender : last;
        packets_release(packet);
    }
}

// The interrupt.
void receive(void)
{
    send(0);
}

// What is interrupted.
void work(void)
{
    send(1);
    send(2);
    receive_one();
    send(3);
    receive_one();
}

void forget_all(void)
{
    for (unsigned k = 0; k < PACKETS; k++) { // not until it is empty: a broken one never is
        (void)!inbox_take();
    }
    packets_clear();
    for (unsigned k = 0; k < SENDERS; k++) {
        sent[k] = came[k] = 0;
    }
    last = 0;
    is_in_order = true;
}

// Each came once, in the order in which the main loop sent, and nothing is left.
bool all_came(void)
{
    bool is_right = true;
    for (unsigned k = 0; k < PACKETS; k++) {
        receive_one();
    }
    for (unsigned k = 0; k < SENDERS; k++) {
        is_right = is_right && came[k] == sent[k];
    }
    return is_right && is_in_order && last == 3 && packets_live() == 0;
}
