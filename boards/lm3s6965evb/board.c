// SPDX-License-Identifier: MIT
// board.c - LM3S6965 evaluation board: start, buttons, and the end of a frame.
#include "clock.h"
#include "oled.h"
#include "registers.h"
#include "tone.h"
#include "board.h"
#include "canvas/canvas.h"
#include "lockstep/lockstep.h"
#include "lockstep/uart.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    // Buttons pull their pin low.
    PINS_E = 0x0F, // E0 to E3: up, down, left, right
    PIN_UP = 0x01,
    PIN_DOWN = 0x02,
    PIN_LEFT = 0x04,
    PIN_RIGHT = 0x08,
    PIN_SELECT = 0x02, // F1
};

static uint8_t held;
static uint8_t seen_released;

static void buttons_init(void)
{
    GPIO_PUR(GPIO_E) |= PINS_E;
    GPIO_DEN(GPIO_E) |= PINS_E;
    GPIO_PUR(GPIO_F) |= PIN_SELECT;
    GPIO_DEN(GPIO_F) |= PIN_SELECT;
}

// A button counts once it was seen released: one that is held down through reset does not act (and QEMU shows
// all five as held until each was pressed and released).
static uint8_t buttons_read(void)
{
    const uint32_t down_e = ~GPIO_DATA(GPIO_E, PINS_E);
    const uint32_t down_f = ~GPIO_DATA(GPIO_F, PIN_SELECT);
    unsigned down = 0;
    down |= (down_e & PIN_UP) != 0 ? BOARD_UP : 0u;
    down |= (down_e & PIN_DOWN) != 0 ? BOARD_DOWN : 0u;
    down |= (down_e & PIN_LEFT) != 0 ? BOARD_LEFT : 0u;
    down |= (down_e & PIN_RIGHT) != 0 ? BOARD_RIGHT : 0u;
    down |= (down_f & PIN_SELECT) != 0 ? BOARD_A : 0u;
    seen_released |= (uint8_t)~down;
    return (uint8_t)(down & seen_released);
}

// In lock-step the driver says when the next frame begins, else the frame clock does.
static bool wait_for_frame(void)
{
    const bool go_on = lockstep_frame_ended();
    if (!lockstep_is_on()) {
        frame_clock_wait();
    }
    held = buttons_read();
    return go_on;
}

void board_init(void)
{
    clock_init();
    uart_init();
    oled_init();
    tone_init();
    buttons_init();
    (void)wait_for_frame(); // one look at the buttons before the first frame that counts
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    oled_show(canvas);
    canvas_clear();
    return wait_for_frame();
}
