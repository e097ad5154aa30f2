// SPDX-License-Identifier: MIT
// Rabbits.ino - two pools: rabbits of the main loop, and ticks that an interrupt acquires and the loop releases.
#include <hutch.h>

struct rabbit {
    signed char x;
};
HUTCH_POOL(rabbits, struct rabbit, 8);

struct tick {
    unsigned char number;
};
HUTCH_POOL(ticks, struct tick, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));

// 977 times a second, on Uno and Leonardo: Timer 0 runs already, for millis().
ISR(TIMER0_COMPA_vect)
{
    static unsigned char number;
    number++;
    if (number % 128 == 0) {
        struct tick *t = ticks_acquire();
        if (t != NULL) { // NULL: the loop is late, and this tick is lost
            t->number = number;
        }
    }
}

void setup()
{
    Serial.begin(115200);
    TIMSK0 |= _BV(OCIE0A);
}

void loop()
{
    struct tick *t = ticks_first();
    if (t == NULL) {
        return; // no tick yet
    }
    struct rabbit *fresh = rabbits_acquire(); // NULL when all eight are live
    if (fresh != NULL) {
        fresh->x = t->number % 2;
    }
    ticks_release(t);

    HUTCH_FOREACH (struct rabbit, it, rabbits) {
        it->x += 2;
        if (it->x > 12) {
            rabbits_release(it); // releasing inside the loop is fine
        }
    }
    Serial.println(rabbits_live()); // 1, 2, 3 ...
}
