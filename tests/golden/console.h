// SPDX-License-Identifier: MIT
// console.h - what HORDE does on each console that is switched off and on again: its best score, its demo.
//
// A program includes it after SCORE_X, BEST_X, DIGITS, KEY_A and GAME_FRAMES of its console, and defines what
// is declared here first.
#include <string.h>

enum { SAVE_BYTES = 8 };

/// Holds a key for so many frames.
static void run(uint32_t keys, int frames);

/// Switches on with a save, or with NULL for a memory that is all 1.
static void switch_on(const uint8_t *save);

/// @return false if the memory is not there, or has other bytes than those of the save
static bool copy_save(uint8_t save[SAVE_BYTES]);

/// Which pixels of six digits are lit.
static void read_digits(unsigned left, bool lit[DIGITS]);

static bool shows_alike(const bool *digits, unsigned left)
{
    bool lit[DIGITS];

    read_digits(left, lit);
    return memcmp(lit, digits, sizeof lit) == 0;
}

static void start_game(void)
{
    run(0, 5);
    run(KEY_A, 3);
    run(0, 20);
}

// Throws for so many frames, then stands still until nothing is left of the dinosaur.
static void play_to_the_end(int throwing)
{
    start_game();
    run(KEY_A, throwing);
    run(0, GAME_FRAMES);
}

static void test_save(void)
{
    bool nothing[DIGITS], best[DIGITS];
    uint8_t save[SAVE_BYTES], later[SAVE_BYTES];
    int ignored = 0;

    switch_on(NULL);
    start_game();
    read_digits(SCORE_X, nothing);
    check(shows_alike(nothing, BEST_X), "with an empty memory the best is 0");
    play_to_the_end(300);
    read_digits(SCORE_X, best);
    check(shows_alike(best, BEST_X) && !shows_alike(nothing, BEST_X), "a first game's score is the best");
    check(copy_save(save) && memcmp(save, "HERD", 4) == 0,
          "a game's end writes the best score, and nothing into bytes that are not its own");
    switch_on(save);
    start_game();
    check(shows_alike(best, BEST_X) && shows_alike(nothing, SCORE_X),
          "switched on again, that best is shown");
    play_to_the_end(30);
    check(copy_save(later) && memcmp(save, later, SAVE_BYTES) == 0 && shows_alike(best, BEST_X) &&
              !shows_alike(best, SCORE_X),
          "a worse game leaves the save as it is");
    for (unsigned bit = 0; bit < 8 * SAVE_BYTES; bit += 3) {
        memcpy(later, save, SAVE_BYTES);
        later[bit / 8] ^= (uint8_t)(1u << bit % 8);
        switch_on(later);
        start_game();
        ignored += shows_alike(nothing, BEST_X);
    }
    check(ignored == (8 * SAVE_BYTES + 2) / 3, "a save with a bit that is wrong is ignored");
}

static void test_demo(void)
{
    bool nothing[DIGITS];

    switch_on(NULL);
    start_game();
    read_digits(SCORE_X, nothing);
    switch_on(NULL);
    run(0, 2700); // in the middle of it
    check(!shows_alike(nothing, SCORE_X) && shows_alike(nothing, BEST_X),
          "left alone at the title it plays by itself, for no best score");
    run(KEY_A, 4);
    run(0, 8);
    check(shows_alike(nothing, SCORE_X), "until A begins a game");
}
