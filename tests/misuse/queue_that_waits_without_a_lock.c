// SPDX-License-Identifier: MIT
// queue_that_waits_without_a_lock.c - tasks that sleep for a queue of a pool that nobody may share.
// languages: c
// says: take_wait needs a pool with .lock = HUTCH_LOCK_IRQ | hutch_cannot_wait_in_a_queue
#define HUTCH_CFG_WAIT 1
#include "hutch/queue.h"
#include "hutch/wait.h"
struct packet {
    unsigned char bytes[6];
};
HUTCH_WAITERS(readers);
#ifdef WRONG
HUTCH_POOL_QUEUED(packets, struct packet, 4);
#else
HUTCH_POOL_QUEUED(packets, struct packet, 4, .lock = HUTCH_LOCK_IRQ);
#endif
HUTCH_QUEUE_WAITED(inbox, packets, readers);
struct packet *next_packet(void);
struct packet *next_packet(void)
{
    return inbox_take_wait(100, NULL);
}
