// SPDX-License-Identifier: MIT
// packets.c - packets from the interrupt of a UART or a radio to a task: the interrupt has its share of the
// pool even when the task is slow, the receiver is switched on again when room returns, and none is lost.

#include "recipe.h"
#include "hutch/policy.h"
#include "hutch/queue.h"

struct packet {
    uint8_t length, bytes[30];
};
enum { PACKETS = 8 };

static bool receiver_is_on = true;

static void receive_again(const struct hutch_pool *pool)
{
    (void)pool;
    receiver_is_on = true;
}

HUTCH_POLICY(radio, .reserve = 2, .on_room = receive_again);
HUTCH_POOL_QUEUED(packets, struct packet, PACKETS, .lock = HUTCH_LOCK_IRQ, .policy = &radio);
HUTCH_QUEUE(inbox, packets);

static void on_radio_interrupt(const uint8_t *bytes, uint8_t length)
{
    struct packet *const packet = packets_acquire_urgent(); // the last two are for here
    if (packet == NULL) {
        receiver_is_on = false;
        return;
    }
    packet->length = length;
    for (unsigned i = 0; i < length; i++) {
        packet->bytes[i] = bytes[i];
    }
    inbox_put(packet); // cannot fail: there is a link for every packet
}

static unsigned task(void)
{
    unsigned sum = 0;
    for (struct packet *packet; (packet = inbox_take()) != NULL; packets_release(packet)) {
        sum += packet->bytes[0];
    }
    return sum;
}

// ---- Wrong: a ring of pointers beside a pool. Of its 8 places one stays empty, so that full differs from
// empty: the 8th packet of a burst has no place, and nobody holds it any more.

HUTCH_POOL(buffers, struct packet, PACKETS);
static struct packet *ring[PACKETS];
static uint8_t in, out;

static void receive_into_ring(void)
{
    struct packet *const buffer = buffers_acquire();
    if (buffer != NULL && (in + 1) % PACKETS != out) {
        ring[in] = buffer;
        in = (uint8_t)((in + 1) % PACKETS);
    }
}

static void empty_ring(void)
{
    for (; out != in; out = (uint8_t)((out + 1) % PACKETS)) {
        buffers_release(ring[out]);
    }
}

int main(void)
{
    static const uint8_t bytes[3] = {7, 8, 9};
    for (unsigned i = 0; i < 6; i++) {
        SHOW(packets_acquire() != NULL); // the task's own: for sending
    }
    SHOW(packets_acquire() == NULL);
    for (unsigned i = 0; i < 3; i++) {
        on_radio_interrupt(bytes, 3);
    }
    SHOW(!receiver_is_on);
    SHOW(task() == 14 && !receiver_is_on); // what is kept back is free again, and no more than that
    SHOW(packets_release_at(0) && receiver_is_on);

    for (unsigned i = 0; i < PACKETS; i++) {
        receive_into_ring();
    }
    empty_ring();
    SHOW(buffers_live() == 1); // lost for ever
    return 0;
}
