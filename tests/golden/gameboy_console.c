// SPDX-License-Identifier: MIT
// gameboy_console.c - plays HORDE on an emulated Game Boy that is switched off and on again: its save, its tune.
//
// It looks at the cartridge's battery memory, at the score and the best score on the screen, and at what each
// channel of sound gives. Time is counted in displayed pictures.
#include "mgba_core.h"

#include <mgba/core/blip_buf.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_A = 0x001,
    KEY_START = 0x008,
    KEY_RIGHT = 0x010,
    SPRITES = 0xFE00,
    SPRITES_BYTES = 160,
    WIDTH = 160,
    MAILBOX_FRAME = 0xC004,
    SAVE_BYTES = 8,
    RAM_BYTES = 8192,
    SCORE_X = 8, // words.c: three tiles each, of two digits
    BEST_X = 48,
    DIGITS_WIDTH = 24,
    DIGITS_HEIGHT = 8,
    CHANNELS = 4,
    LEAD = 1,
    STEP_PICTURES = 7, // music.c: of a sixteenth
    QUIET = 2000,      // of 32,768
    AROUND = 128,      // samples, of some 100,000 a second
    START_PICTURES_MAX = 400,
    GAME_PICTURES = 60 * 40, // until one who stands still is bitten three times
    SAMPLES_MAX = 1 << 16,
};

static const double pictures_a_second = 59.7275;
static const char *rom;
static struct mCore *core;
static short samples[SAMPLES_MAX];
static int samples_heard;
static int checks, failures;

static void check(bool is_so, const char *claim)
{
    failures += !is_so;
    printf("%sok %d - HORDE on gameboy: %s\n", is_so ? "" : "not ", ++checks, claim);
}

// ------------------------------------------------------------------------------------ the console

static void run(uint32_t keys, int pictures)
{
    core->setKeys(core, keys);
    for (int i = 0; i < pictures; i++) {
        core->runFrame(core);
        samples_heard += blip_read_samples(core->getAudioChannel(core, 0), samples + samples_heard,
                                           SAMPLES_MAX - samples_heard, 0);
        blip_clear(core->getAudioChannel(core, 1));
    }
}

// Switches on with a save, or with NULL for a memory that is all 1, as after years without a battery.
static void switch_on(const uint8_t *save)
{
    static uint8_t bytes[RAM_BYTES];

    if (core != NULL) {
        core->deinit(core);
    }
    core = mgba_core_start(mPLATFORM_GB, VFileOpen(rom, O_RDONLY), WIDTH, false);
    if (core == NULL) {
        fprintf(stderr, "libmgba does not run %s\n", rom);
        exit(1);
    }
    core->setAudioBufferSize(core, 4096);
    memset(bytes, 0xFF, sizeof bytes);
    if (save != NULL) {
        memcpy(bytes, save, SAVE_BYTES);
    }
    core->loadSave(core, VFileMemChunk(bytes, sizeof bytes));
    for (int i = 0; i < START_PICTURES_MAX && core->busRead8(core, MAILBOX_FRAME) == 0;
         i++) { // tiles are made
        samples_heard = 0;
        run(0, 1);
    }
}

static void start_game(void)
{
    run(0, 5);
    run(KEY_A, 3);
    run(0, 20);
}

static void play_to_the_end(int throwing)
{
    start_game();
    for (int i = 0; i < throwing; i += 60) {
        samples_heard = 0;
        run(KEY_A, 60);
    }
    for (int i = 0; i < GAME_PICTURES; i += 60) {
        samples_heard = 0;
        run(0, 60);
    }
}

static bool copy_save(uint8_t save[SAVE_BYTES])
{
    void *all = NULL;
    const bool has_all = core->savedataClone(core, &all) >= SAVE_BYTES;

    memset(save, 0xFF, SAVE_BYTES);
    if (has_all) {
        memcpy(save, all, SAVE_BYTES);
    }
    free(all);
    return has_all;
}

// The pixels of six digits that differ from the screen's first, which is the status line's ground.
static void read_digits(unsigned left, bool lit[DIGITS_WIDTH * DIGITS_HEIGHT])
{
    for (unsigned i = 0; i < DIGITS_WIDTH * DIGITS_HEIGHT; i++) {
        lit[i] = mgba_pixels[i / DIGITS_WIDTH * WIDTH + left + i % DIGITS_WIDTH] != mgba_pixels[0];
    }
}

static bool shows_alike(const bool *digits, unsigned left)
{
    bool lit[DIGITS_WIDTH * DIGITS_HEIGHT];

    read_digits(left, lit);
    return memcmp(lit, digits, sizeof lit) == 0;
}

// ------------------------------------------------------------------------------------ the claims

static void test_save(void)
{
    bool nothing[DIGITS_WIDTH * DIGITS_HEIGHT], best[DIGITS_WIDTH * DIGITS_HEIGHT];
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
          "a game's end writes the best score into the cartridge");
    switch_on(save);
    start_game();
    check(shows_alike(best, BEST_X) && shows_alike(nothing, SCORE_X),
          "switched on again, that best is shown");
    play_to_the_end(0);
    (void)copy_save(later);
    check(shows_alike(best, BEST_X) && !shows_alike(best, SCORE_X) && memcmp(save, later, SAVE_BYTES) == 0,
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

static void hear_only(unsigned channels)
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        core->enableAudioChannel(core, i, (channels >> i & 1) != 0);
    }
}

// How far the sound swings while so many pictures are displayed.
static int swing(uint32_t keys, int pictures)
{
    int loudest = -32768, faintest = 32767;

    samples_heard = 0;
    run(keys, pictures);
    for (int i = 0; i < samples_heard; i++) {
        loudest = samples[i] > loudest ? samples[i] : loudest;
        faintest = samples[i] < faintest ? samples[i] : faintest;
    }
    return loudest - faintest;
}

// The same of a set of channels alone.
static int swing_of(unsigned channels, uint32_t keys, int pictures)
{
    hear_only(channels);
    run(keys, 20); // what was sounding before
    return swing(keys, pictures);
}

static int compare_ints(const void *one, const void *other)
{
    return *(const int *)one - *(const int *)other;
}

// The hertz of the lead while so many pictures are displayed: by the median of the times from one rise through the
// mean of the samples around to the next, because it fades.
static double hertz_of_lead(int pictures)
{
    static int waves[SAMPLES_MAX];
    const bool is_heard = swing(0, pictures) > QUIET;
    int count = 0, rose_at = 0;
    bool was_above = true;

    for (int i = AROUND; i + AROUND < samples_heard; i++) {
        long sum = 0;
        for (int k = -AROUND; k < AROUND; k++) {
            sum += samples[i + k];
        }
        const bool is_above = samples[i] > sum / (2 * AROUND);
        if (is_above && !was_above) {
            waves[count++] = i - rose_at;
            rose_at = i;
        }
        was_above = is_above;
    }
    if (!is_heard || count == 0) {
        return 0;
    }
    qsort(waves, (size_t)count, sizeof waves[0], compare_ints);
    return samples_heard * pictures_a_second / pictures / waves[count / 2];
}

static void test_tune(void)
{
    static const struct {
        double hertz;
        int steps;
    } notes[] = {{440, 3}, {659.26, 3}, {587.33, 2}, {523.25, 2}, {493.88, 2}, {523.25, 4},
                 {440, 3}, {523.25, 3}, {698.46, 2}, {659.26, 4}, {523.25, 4}};
    static const char *const claims[] = {
        "no sound effect on the title",
        "the tune's lead sounds on the title",
        "the tune's bass sounds on the title",
        "the tune's drums sound on the title",
    };
    unsigned right = 0;

    switch_on(NULL);
    hear_only(1u << LEAD);
    for (unsigned i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        run(0, 1);
        const double hertz = hertz_of_lead(STEP_PICTURES * notes[i].steps - 2);
        run(0, 1);
        right += hertz > notes[i].hertz * 0.975 && hertz < notes[i].hertz * 1.025;
    }
    check(right == sizeof notes / sizeof notes[0], "the tune's first bars are played on the title, in time");
    for (unsigned i = 0; i < CHANNELS; i++) {
        check((swing_of(1u << i, 0, 120) > QUIET) == (i > 0), claims[i]);
    }
    hear_only(1);
    run(0, 20);
    check(swing(KEY_A, 20) > QUIET, "a sound effect is heard when a game begins");
    check(swing_of(1u << LEAD, 0, 60) > QUIET, "the tune goes on in play");
    play_to_the_end(0);
    check(swing_of(0xF, 0, 120) <= QUIET, "and has ended some time after the game");
}

static void copy_sprites(uint8_t to[SPRITES_BYTES])
{
    for (unsigned i = 0; i < SPRITES_BYTES; i++) {
        to[i] = core->busRead8(core, SPRITES + i);
    }
}

static void test_pause(void)
{
    uint8_t before[SPRITES_BYTES], after[SPRITES_BYTES];

    switch_on(NULL);
    start_game();
    run(0, 60);
    samples_heard = 0;
    run(KEY_START, 4);
    run(0, 4);
    copy_sprites(before);
    check(swing_of(0xF, KEY_RIGHT, 60) <= QUIET, "nothing sounds while Start has stopped the game");
    copy_sprites(after);
    check(memcmp(before, after, sizeof after) == 0, "nothing moves in a stopped game");
    run(KEY_START, 4);
    run(KEY_RIGHT, 20);
    copy_sprites(after);
    check(memcmp(before, after, sizeof after) != 0, "Start again goes on");
}

static void test_demo(void)
{
    bool nothing[DIGITS_WIDTH * DIGITS_HEIGHT];

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

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s HORDE.gb\n", words[0]);
        return 1;
    }
    rom = words[1];
    test_tune();
    test_save();
    test_pause();
    test_demo();
    printf("1..%d\n", checks);
    return failures == 0 ? 0 : 1;
}
