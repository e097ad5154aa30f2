// SPDX-License-Identifier: MIT
// rollback.c - HORDE guesses its player's buttons and rolls back when a guess was wrong: every frame must have
// the picture and the checksum of a game without a mistake.
//
// usage: rollback SCRIPT [FRAMES]     how far back the true buttons come; 8. Prints TAP

#include "board.h"
#include "canvas/canvas.h"
#include "horde/horde.h"
#include "horde/moment.h"
#include "terminal/script.h"

#include <stdio.h>
#include <stdlib.h>

enum { BACK_MAX = 64, FRAMES_MAX = 100000, SEED = 0x4845 };
static struct moment past;
static uint8_t buttons[FRAMES_MAX];
static uint32_t pictures[FRAMES_MAX], checksums[FRAMES_MAX];

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice, (void)hertz; // what was heard is not taken back
}

// Plays a frame. @return a hash (FNV-1a) of its picture
static uint32_t play(uint8_t held)
{
    uint32_t hash = 2166136261u;
    horde_step(held);
    horde_draw();
    for (unsigned i = 0; i < CANVAS_BYTES; i++) {
        hash = (hash ^ canvas[i]) * 16777619u;
    }
    canvas_clear();
    return hash;
}

static bool forgets; // as a game would whose pools are not saved

static void load(void)
{
    if (forgets) {
        game = past.game;
    } else {
        moment_load(&past);
    }
}

static void play_without_a_mistake(long frames)
{
    horde_init(SEED);
    moment_save(&past);
    for (long n = 0; n < frames; n++) {
        pictures[n] = play(buttons[n]);
        checksums[n] = horde_checksum();
    }
    load();
}

// @return how many frames were not those of play_without_a_mistake
static long play_by_guesses(long frames, long back)
{
    long wrong = 0, rolled_back = 0, different = 0;
    for (long from = 0; from < frames; from += back) {
        const long wrong_before = wrong;
        moment_save(&past);
        for (long n = from; n < from + back; n++) { // as if the buttons of before were held on
            const uint8_t guess = from > 0 ? buttons[from - 1] : BOARD_A;
            wrong += guess != buttons[n];
            play(guess);
        }
        rolled_back += wrong != wrong_before;
        load();
        for (long n = from; n < from + back; n++) {
            different += play(buttons[n]) != pictures[n] || horde_checksum() != checksums[n];
        }
    }
    printf("# %ld frames, %ld guesses wrong, %ld roll-backs by %ld frames, %u bytes: %ld frames differ\n",
           frames, wrong, rolled_back, back, (unsigned)sizeof past, different);
    return rolled_back != 0 ? different : frames;
}

int main(int argc, char **argv)
{
    const long back = argc > 2 ? strtol(argv[2], NULL, 10) : 8;
    if (argc < 2 || !script_load(argv[1]) || script_frames() > FRAMES_MAX || back < 1 || back > BACK_MAX) {
        fprintf(stderr, "usage: rollback SCRIPT [1 to %d]\n", BACK_MAX);
        return 2;
    }
    const long frames = script_frames() / back * back;
    for (long n = 0; n < frames; n++) {
        buttons[n] = script_buttons(n);
    }
    play_without_a_mistake(frames);
    const bool is_same = play_by_guesses(frames, back) == 0;
    forgets = true;
    play_without_a_mistake(frames);
    const bool is_noticed = play_by_guesses(frames, back) > frames / 2;
    printf("%sok 1 - a game that guesses and rolls back has every frame of one that does not\n"
           "%sok 2 - one that does not roll its pools back is found\n1..2\n",
           is_same ? "" : "not ", is_noticed ? "" : "not ");
    return !(is_same && is_noticed);
}
