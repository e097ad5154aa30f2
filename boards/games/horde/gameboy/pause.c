// SPDX-License-Identifier: MIT
// pause.c - Start stops the game, until it is pressed again.
#include "board.h"
#include "registers.h"
#include "stage.h"
#include "state.h"
#include "text.h"

static bool start_is_down(void)
{
    uint8_t buttons;

    PAD = PAD_BUTTONS;
    buttons = PAD; // twice: the lines need time
    buttons = PAD;
    PAD = PAD_NONE;
    return (buttons & 0x0F) == 0x07; // alone: four together end the game
}

void pause_by_start(bool is_hidden)
{
    static bool was_down, is_wanted;
    bool is_down = start_is_down();

    is_wanted = game.screen == SCREEN_PLAY && (is_wanted || (is_down && !was_down));
    if (is_wanted && !is_hidden) {
        const uint8_t sides = SOUND_SIDES;
        SOUND_SIDES = 0;
        words_pause();
        do {
            was_down = is_down;
            text_show(2);
            is_wanted = board_present();
            is_down = start_is_down();
        } while (is_wanted && (was_down || !is_down));
        is_wanted = false;
        SOUND_SIDES = sides;
    }
    was_down = is_down;
}
