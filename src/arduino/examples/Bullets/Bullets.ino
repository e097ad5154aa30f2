// SPDX-License-Identifier: MIT
// Bullets.ino - bullets that fly and leave the screen, which is a line of the Serial Monitor; and a mistake that is reported.
#include <hutch.h>
#include <hutch_line.h>
#include <hutch_serial.h>

const unsigned char WIDTH = 24;

struct bullet {
    unsigned char x, speed;
};
HUTCH_POOL(bullets, struct bullet, 4);

// hutch calls this when a call was wrong; nothing has been changed. A game stands still here, or goes on.
HUTCH_ON_FAULT(fault)
{
    hutch_line(fault, hutch_serial_put, &Serial);
}

void setup()
{
    Serial.begin(115200);
    struct bullet *b = bullets_acquire();
    bullets_release(b);
    bullets_release(b); // prints DOUBLE_RELEASE
}

void loop()
{
    static unsigned char frame;
    char line[WIDTH + 1];
    memset(line, '.', WIDTH);
    line[WIDTH] = '\0';

    if (frame % 4 == 0) { // fires
        struct bullet *b = bullets_acquire();
        if (b != NULL) { // NULL: all four are live, and nothing is fired
            b->x = 0;
            b->speed = 1 + frame / 4 % 3;
        }
    }
    HUTCH_FOREACH (struct bullet, it, bullets) {
        line[it->x] = '>';
        it->x += it->speed;
        if (it->x >= WIDTH) {
            bullets_release(it); // releasing inside the loop is fine
        }
    }
    frame++;
    Serial.print(line);
    Serial.print(' ');
    Serial.println(bullets_live());
    delay(50);
}
