// SPDX-License-Identifier: MIT
// Packets.ino - packets from an interrupt: it fills them byte by byte, and the main loop reads and releases them.
#include <hutch.h>

struct packet {
    unsigned char length;
    unsigned char bytes[15];
};
const unsigned char PACKETS = 4;
HUTCH_POOL(packets, struct packet, PACKETS, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

// Full packets on their way: the interrupt writes, the loop reads. It has room for all of the pool.
struct packet *volatile queue[PACKETS];
volatile unsigned char written, taken;
volatile unsigned int lost;

// A byte arrives. Timer 0, which runs for millis() on Uno and Leonardo, stands for a radio: 977 bytes a second.
ISR(TIMER0_COMPA_vect)
{
    static struct packet *filling;
    static unsigned char number;
    number++;
    if (filling == NULL) {
        filling = packets_acquire();
        if (filling == NULL) { // all four are with the loop, which is late
            lost++;
            return;
        }
        filling->length = 0;
    }
    filling->bytes[filling->length++] = number;
    if (filling->length == sizeof filling->bytes) {
        queue[written % PACKETS] = filling; // and it is the loop's from now on
        written++;
        filling = NULL;
    }
}

void setup()
{
    Serial.begin(115200);
    TIMSK0 |= _BV(OCIE0A);
}

void loop()
{
    if (taken == written) {
        return; // nothing has come
    }
    struct packet *p = queue[taken % PACKETS];
    taken++;
    unsigned char wrong = 0; // each byte is one more than the one in front of it
    for (unsigned char i = 1; i < p->length; i++) {
        wrong += p->bytes[i] != (unsigned char)(p->bytes[i - 1] + 1);
    }
    Serial.print(F("packet from "));
    Serial.print(p->bytes[0]);
    Serial.print(F(", wrong "));
    Serial.print(wrong);
    Serial.print(F(", lost "));
    Serial.println(lost);
    packets_release(p);
}
