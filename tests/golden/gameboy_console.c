// SPDX-License-Identifier: MIT
// gameboy_console.c - plays HORDE on an emulated Game Boy that is switched off and on again: its save, its tune.
//
// It looks at the cartridge's battery memory, at the score and the best score on the screen, and at what each
// channel of sound gives. Time is counted in displayed pictures.
#define CLAIMS_ABOUT "HORDE on gameboy: "
#include "cartridge.h"
#include "claims.h"

enum {
    KEY_A = 0x001,
    KEY_START = 0x008,
    KEY_RIGHT = 0x010,
    SPRITES = 0xFE00,
    SPRITES_BYTES = 160,
    WIDTH = 160,
    MAILBOX_FRAME = 0xC004,
    SCORE_X = 8, // words.c: three tiles each, of two digits
    BEST_X = 48,
    DIGITS_WIDTH = 24,
    DIGITS = DIGITS_WIDTH * 8,
    LEAD = 1,
    STEP_PICTURES = 7, // music.c: of a sixteenth
    QUIET = 2000,      // of 32,768
    AROUND = 128,      // samples, of some 100,000 a second
    START_PICTURES_MAX = 400,
    GAME_FRAMES = 60 * 40, // until one who stands still is bitten three times
    SAMPLES_MAX = 1 << 16,
};

static const double pictures_a_second = 59.7275;
static short samples[SAMPLES_MAX];
static int samples_heard;

#include "console.h"

// ------------------------------------------------------------------------------------ the console

static void run(uint32_t keys, int pictures)
{
    samples_heard = 0;
    core->setKeys(core, keys);
    for (int i = 0; i < pictures; i++) {
        core->runFrame(core);
        samples_heard += blip_read_samples(core->getAudioChannel(core, 0), samples + samples_heard,
                                           SAMPLES_MAX - samples_heard, 0);
        blip_clear(core->getAudioChannel(core, 1));
    }
}

static void switch_on(const uint8_t *save)
{
    cartridge_start(mPLATFORM_GB, WIDTH, save);
    for (int i = 0; i < START_PICTURES_MAX && core->busRead8(core, MAILBOX_FRAME) == 0;
         i++) { // tiles are made
        run(0, 1);
    }
}

// The pixels of six digits that differ from the screen's first, which is the status line's ground.
static void read_digits(unsigned left, bool lit[DIGITS])
{
    for (unsigned i = 0; i < DIGITS; i++) {
        lit[i] = mgba_pixels[i / DIGITS_WIDTH * WIDTH + left + i % DIGITS_WIDTH] != mgba_pixels[0];
    }
}

// ------------------------------------------------------------------------------------ the claims

// How far the sound swings while so many pictures are displayed.
static int swing(uint32_t keys, int pictures)
{
    int loudest = -32768, faintest = 32767;

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
    return claims_end();
}
