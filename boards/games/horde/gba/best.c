// SPDX-License-Identifier: MIT
// best.c - keeps the best score in the cartridge's battery memory, from one day to the next.
//
//   byte 0  H E R D          the magic number
//        4  low, high byte   the score, in tens
//        6  low, high byte   the checksum of all that
//
// That memory's bus is 8 bits wide: nothing but bytes is read or written. A save with another magic number or
// checksum is none, and the next better score replaces it.
#include "stage.h"
#include "state.h"

#define SAVE ((volatile uint8_t *)(uintptr_t)0x0E000000u)

enum { MAGIC_BYTES = 4, SCORE_AT = 4, CHECKSUM_AT = 6 };

// By these words emulators and makers of cartridges know what memory there is.
static const char save_kind[] __attribute__((section(".save_kind"), aligned(4), used)) = "SRAM_V113";
static const char magic[] = "HERD";
static uint16_t kept;

static uint16_t word_at(unsigned byte)
{
    return (uint16_t)(SAVE[byte] | SAVE[byte + 1] << 8);
}

static void put_word(unsigned byte, uint16_t value)
{
    SAVE[byte] = (uint8_t)value;
    SAVE[byte + 1] = (uint8_t)(value >> 8);
}

static uint16_t checksum(void)
{
    uint16_t sum = 0;

    for (unsigned i = 0; i < CHECKSUM_AT; i++) {
        sum = (uint16_t)(sum * 31u + SAVE[i]);
    }
    return sum;
}

void best_load(void)
{
    bool is_save = word_at(CHECKSUM_AT) == checksum();

    for (unsigned i = 0; i < MAGIC_BYTES; i++) {
        is_save = is_save && SAVE[i] == (uint8_t)magic[i];
    }
    kept = is_save ? word_at(SCORE_AT) : 0;
}

void best_keep(void)
{
    if (game.best_tens < kept) {
        game.best_tens = kept;
    } else if (game.best_tens > kept && game.screen == SCREEN_OVER) {
        kept = game.best_tens;
        for (unsigned i = 0; i < MAGIC_BYTES; i++) {
            SAVE[i] = (uint8_t)magic[i];
        }
        put_word(SCORE_AT, kept);
        put_word(CHECKSUM_AT, checksum());
    }
}
