// SPDX-License-Identifier: MIT
// gifts.c - after each second wave the player chooses one of three gifts. It replaces the last one.
#include "state.h"

enum { LATE_PRESSES = 30 }; // frames in which A still belongs to the fight

void gifts_offer(void)
{
    game.offered = GIFT_PHONES;
    game.screen_age = 0;
}

const char *gift_text(void)
{
    static const char texts[][GIFT_LETTERS + 1] BOARD_FLASH = {
        "< PHONES: 3 A THROW    >",
#if HORDE_STAMPEDE
        "< RABBITS: 64 AT MOST  >",
#else
        "< RABBITS: 8 AT MOST   >",
#endif
        "< SPARKS: TAKE A BITE  >",
    };

    return texts[game.offered - GIFT_PHONES];
}

bool gifts_step(uint8_t pressed)
{
    if (game.offered == GIFT_NONE) {
        return false;
    }
    if ((pressed & BOARD_RIGHT) != 0) {
        game.offered = (uint8_t)(game.offered == GIFT_SPARKS ? GIFT_PHONES : game.offered + 1);
    } else if ((pressed & BOARD_LEFT) != 0) {
        game.offered = (uint8_t)(game.offered == GIFT_PHONES ? GIFT_SPARKS : game.offered - 1);
    } else if ((pressed & BOARD_A) != 0 && game.screen_age > LATE_PRESSES) {
        game.gift = game.offered;
        game.offered = GIFT_NONE;
        wave_begin((uint8_t)(game.wave + 1)); // of an even one
    }
    return true;
}
