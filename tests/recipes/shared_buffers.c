// SPDX-License-Identifier: MIT
// shared_buffers.c - a packet that two tasks read, each at its own pace: the last of them to release it frees
// the buffer.
//
// Who hands a packet to one more task retains it first; each task releases what it was given. Nobody needs to
// know who is last.

#include "recipe.h"
#include "hutch/counted.h"

struct packet {
    uint8_t length, bytes[30];
};
enum { PACKETS = 4, HANDED = 4 };
HUTCH_POOL_COUNTED(packets, struct packet, PACKETS, .lock = HUTCH_LOCK_IRQ);

struct consumer { // a task with its queue
    struct packet *handed[HANDED];
    unsigned count, sum;
};
static struct consumer logger, radio;

static void hand_to(struct consumer *consumer, struct packet *packet)
{
    if (consumer->count < HANDED && packets_retain(packet)) { // the consumer is a holder from here on
        consumer->handed[consumer->count++] = packet;
    }
}

static void on_receive_interrupt(const uint8_t *bytes, uint8_t length)
{
    struct packet *const packet = packets_acquire(); // one holder: this function
    if (packet == NULL) {
        return; // the packet is dropped
    }
    packet->length = length;
    for (unsigned i = 0; i < length; i++) {
        packet->bytes[i] = bytes[i];
    }
    hand_to(&logger, packet);
    hand_to(&radio, packet);
    packets_release(packet); // if both queues were full, it is free now
}

static void run(struct consumer *consumer)
{
    while (consumer->count > 0) {
        struct packet *const packet = consumer->handed[--consumer->count];
        consumer->sum += packet->bytes[0];
        packets_release(packet);
    }
}

int main(void)
{
    static const uint8_t bytes[2] = {7, 8};
    on_receive_interrupt(bytes, 2);
    on_receive_interrupt(bytes, 2);
    SHOW(packets_live() == 2 && packets_holders(logger.handed[0]) == 2);
    run(&logger);
    SHOW(packets_live() == 2 && packets_holders(radio.handed[0]) == 1); // the radio is slow
    run(&radio);
    SHOW(packets_live() == 0 && logger.sum == 14 && radio.sum == 14);
    for (unsigned i = 0; i < 6; i++) {
        on_receive_interrupt(bytes, 2);
    }
    SHOW(packets_available() == 0 && radio.count == PACKETS); // two were dropped
    return 0;
}
