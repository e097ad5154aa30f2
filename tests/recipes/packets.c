// SPDX-License-Identifier: MIT
// packets.c - packets from an interrupt to a task: the interrupt has its share of the pool even when the task
// is slow, and the receiver is switched on again when room returns.

#include "recipe.h"
#include "hutch/policy.h"

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
HUTCH_POOL(packets, struct packet, PACKETS, .lock = HUTCH_LOCK_IRQ, .policy = &radio);

static struct packet *queue[PACKETS]; // one writer, the interrupt; one reader, the task
static volatile uint8_t written, taken;

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
    queue[written % PACKETS] = packet;
    written++;
}

static unsigned task(void)
{
    unsigned sum = 0;
    while (taken != written) {
        struct packet *const packet = queue[taken % PACKETS];
        sum += packet->bytes[0];
        packets_release(packet);
        taken++;
    }
    return sum;
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
    SHOW(!receiver_is_on && written == 2);
    SHOW(task() == 14 && !receiver_is_on); // what is kept back is free again, and no more than that
    SHOW(packets_release_at(0) && receiver_is_on);
    return 0;
}
