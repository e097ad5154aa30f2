// SPDX-License-Identifier: MIT
// ring.c - a ring of bytes: the main loop puts, an interrupt takes. With -DRACE the byte comes after the
// count that shows it.
#include <stdbool.h>

enum { RING_BYTES = 8, SENT = 3 };

static volatile unsigned char ring[RING_BYTES];
static volatile unsigned char put_count, taken_count;

static void put(unsigned char byte)
{
#ifdef RACE
    put_count++;
    ring[(unsigned char)(put_count - 1) % RING_BYTES] = byte;
#else
    ring[put_count % RING_BYTES] = byte;
    put_count++;
#endif
}

static unsigned char taken[SENT + 1];
static unsigned char taken_bytes;

// The interrupt.
void take_all(void)
{
    while (taken_count != put_count) {
        const unsigned char byte = ring[taken_count % RING_BYTES];
        taken_count++;
        if (taken_bytes <= SENT) {
            taken[taken_bytes++] = byte;
        }
    }
}

// What is interrupted.
void send(void)
{
    put(11);
    put(12);
    put(13);
}

// Before each landing. Of two inputs the second has counts that come round.
void empty(void)
{
    extern volatile unsigned hutch_sweep_input;
    for (unsigned k = 0; k < RING_BYTES; k++) {
        ring[k] = 0;
    }
    put_count = taken_count = (unsigned char)(hutch_sweep_input * 254);
    taken_bytes = 0;
}

// Whatever the interrupt left is taken now: the bytes must have come in their order, each once.
bool all_came(void)
{
    take_all();
    return taken_bytes == SENT && taken[0] == 11 && taken[1] == 12 && taken[2] == 13;
}
