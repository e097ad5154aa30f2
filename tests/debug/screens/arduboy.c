// SPDX-License-Identifier: MIT
// arduboy.c - a fault on the Arduboy's screen, in a program that paints as the Arduboy2 library does: the
// display is selected for good, and 1,024 bytes are sent without a word about where they go.
//
// Without an option the program ends at the fault; with GOES_ON the sink shows it, and a picture is painted
// over it; with NO_FAULT there is none.
#include "arduboy/pages.h"
#include "board.h"
#include "hutch/hutch.h"
#include "hutch_arduboy.h"

#include <avr/io.h>

struct bullet {
    int x, y;
};
HUTCH_POOL(bullets, struct bullet, 12);

#if !defined GOES_ON
void hutch_on_fault(const struct hutch_fault *fault)
{
    hutch_line(fault, hutch_arduboy_put, NULL);
    board_exit(0); // the last picture is what is compared
}
#endif

// As Arduboy2 sends its buffer.
static void paint(void)
{
    for (unsigned i = 0; i < sizeof canvas; i++) {
        (void)SPSR;
        SPDR = canvas[i];
        while ((SPSR & 1 << SPIF) == 0) {}
    }
}

// A ship, and a fan of bullets; the ground reaches down to the last row.
static void draw(void)
{
    board_fill(0, 60, BOARD_WIDTH, 4, 15);
    board_fill(10, 28, 6, 10, 15);
    board_fill(16, 31, 4, 4, 15);
    HUTCH_FOREACH (struct bullet, it, bullets) {
        board_fill(it->x, it->y, 3, 2, 15);
    }
}

int main(void)
{
    board_init();
    PORTD = (uint8_t)((PORTD & ~(1 << PD6)) | 1 << PD4); // selected, and data from now on
    hutch_debug_set_sink(hutch_arduboy_put, NULL);
    for (int i = 0; i < 11; i++) {
        struct bullet *const bullet = bullets_acquire();
        bullet->x = 26 + 8 * i;
        bullet->y = 32 + (i % 5 - 2) * i;
    }
    draw();
    paint();
#if !defined NO_FAULT
    bullets_release(bullets_at(3));
    bullets_release(bullets_at(3));
    paint();
#endif
    board_exit(0);
}
