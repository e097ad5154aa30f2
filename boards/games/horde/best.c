// SPDX-License-Identifier: MIT
// best.c - keeps the best score where a board remembers bytes while it is switched off.
//
//   byte 0  H E R D          the magic number
//        4  low, high byte   the score, in tens
//        6  low, high byte   the checksum of all that
//
// A save with another magic number or checksum is none, as an erased memory is, and the next better score
// replaces it.
#include "state.h"

#if BOARD_SAVES

enum { SCORE_AT = 4, CHECKSUM_AT = 6 };

// The save of a score.
static void make_save(uint8_t save[BOARD_SAVE_BYTES], uint16_t tens)
{
    static const char magic[] BOARD_FLASH = "HERD";
    uint16_t sum = 0;

    for (uint8_t i = 0; i < SCORE_AT; i++) {
        save[i] = board_flash_byte(&magic[i]);
    }
    save[SCORE_AT] = (uint8_t)tens;
    save[SCORE_AT + 1] = (uint8_t)(tens >> 8);
    for (uint8_t i = 0; i < CHECKSUM_AT; i++) {
        sum = (uint16_t)(sum * 31u + save[i]);
    }
    save[CHECKSUM_AT] = (uint8_t)sum;
    save[CHECKSUM_AT + 1] = (uint8_t)(sum >> 8);
}

void best_load(void)
{
    const uint16_t kept = (uint16_t)(board_saved(SCORE_AT) | board_saved(SCORE_AT + 1) << 8);
    uint8_t save[BOARD_SAVE_BYTES];

    make_save(save, kept);
    for (uint8_t i = 0; i < BOARD_SAVE_BYTES; i++) {
        if (board_saved(i) != save[i]) {
            return;
        }
    }
    game.best_tens = kept;
}

// A byte a frame: an EEPROM takes a fifth of a frame for each. What is there already is not written again.
void best_keep(void)
{
    const uint8_t at = game.screen_age;
    uint8_t save[BOARD_SAVE_BYTES];

    if (at < BOARD_SAVE_BYTES && game.best_tens > 0) {
        make_save(save, game.best_tens);
        if (board_saved(at) != save[at]) {
            board_save(at, save[at]);
        }
    }
}

#endif
