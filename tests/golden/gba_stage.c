// SPDX-License-Identifier: MIT
// gba_stage.c - plays STAMPEDE on an emulated Game Boy Advance: its own keys, its save, its sound.
//
// It looks at what the hardware shows: the words in the map of background 0, the sprites, the channels of
// sound, and the cartridge's battery memory. Time is counted in displayed pictures: a stopped game has no
// frames.
#define CLAIMS_ABOUT "STAMPEDE on gba: "
#include "cartridge.h"
#include "claims.h"

enum {
    KEY_A = 0x001,
    KEY_SELECT = 0x004,
    KEY_START = 0x008,
    KEY_RIGHT = 0x010,
    KEY_R = 0x100,
    KEY_L = 0x200,

    MAILBOX_FRAME = 0x02000004,
    WORDS_MAP = 0x0600E000,
    SPRITES = 0x07000000,
    COLUMNS = 30,
    DINO_TILES = 96,
    PHONE_TILE = 128, // and the three that follow
    PHONE_PALETTE = 1,
    FLIES_FROM = 14, // pixels from the dinosaur's middle to the left edge: not the one in its hand
    SCORE_X = 0,     // of two numbers
    BEST_X = 1,
    DIGITS = 32, // binary
    BASS = 2,
    QUIET = 64, // of 32,768
    START_PICTURES_MAX = 300,
    GAME_FRAMES = 60 * 60, // until one who stands still is bitten three times
    GAME_PICTURES_MAX = 60 * 300,
};

static int whites;                   // pictures, while it was being switched on
static int loudest, faintest, rises; // of the samples that swing_of() heard

#include "console.h"

// ------------------------------------------------------------------------------------ the console

static void hear(void)
{
    struct blip_t *const left = core->getAudioChannel(core, 0);
    short samples[4096];
    const int count = blip_read_samples(left, samples, 4096, 0);

    blip_clear(core->getAudioChannel(core, 1));
    for (int i = 0; i < count; i++) {
        rises += i > 0 && samples[i - 1] < 0 && samples[i] >= 0;
        loudest = samples[i] > loudest ? samples[i] : loudest;
        faintest = samples[i] < faintest ? samples[i] : faintest;
    }
}

static void run(uint32_t keys, int pictures)
{
    core->setKeys(core, keys);
    for (int i = 0; i < pictures; i++) {
        core->runFrame(core);
        hear();
    }
}

static void press(uint32_t keys)
{
    run(keys, 3);
    run(0, 3);
}

// How far the sound swings while so many pictures are displayed, of the channels in a set alone.
static int swing_of(unsigned channels, uint32_t keys, int pictures)
{
    hear_only(channels);
    run(keys, 20); // what was sounding before
    loudest = faintest = rises = 0;
    run(keys, pictures);
    return loudest - faintest;
}

static uint32_t frame_now(void)
{
    return core->busRead32(core, MAILBOX_FRAME);
}

static void switch_on(const uint8_t *save)
{
    cartridge_start(mPLATFORM_GBA, 240, save);
    for (int i = 0; i < START_PICTURES_MAX && frame_now() == 0; i++) { // video memory is filled
        run(0, 1);
        whites +=
            i > 0 && (mgba_pixels[0] & 0xFFFFFF) == 0xFFFFFF; // the first is before its first instruction
    }
    run(0, 5);
}

// The checksum of best.c.
static void sign(uint8_t save[SAVE_BYTES])
{
    unsigned sum = 0;

    for (unsigned i = 0; i < SAVE_BYTES - 2; i++) {
        sum = sum * 31 + save[i];
    }
    save[SAVE_BYTES - 2] = (uint8_t)sum;
    save[SAVE_BYTES - 1] = (uint8_t)(sum >> 8);
}

// ------------------------------------------------------------------------------------ what is shown

static const char *words_of(unsigned row)
{
    static char text[COLUMNS + 1];

    for (unsigned i = 0; i < COLUMNS; i++) {
        const unsigned tile = core->busRead16(core, WORDS_MAP + 64 * row + 2 * i) & 0x3FF;
        text[i] = tile < 96 ? (char)(' ' + tile) : '#';
    }
    return text;
}

static bool shows(unsigned row, const char *words)
{
    return strstr(words_of(row), words) != NULL;
}

static unsigned score_shown(void)
{
    return (unsigned)strtoul(words_of(0), NULL, 10);
}

static unsigned best_shown(void)
{
    const char *const best = strstr(words_of(0), "HI");

    return best == NULL ? 0 : (unsigned)strtoul(best + 2, NULL, 10);
}

static void read_digits(unsigned left, bool lit[DIGITS])
{
    const unsigned number = left == BEST_X ? best_shown() : score_shown();

    for (unsigned i = 0; i < DIGITS; i++) {
        lit[i] = (number >> i & 1) != 0;
    }
}

struct sprite {
    int x; // its left edge
    bool looks_left;
};

// The next sprite from number `from` on of these tiles and that palette; returns its number, or 128.
static unsigned find_sprite(unsigned from, unsigned tile, unsigned tiles, unsigned palette,
                            struct sprite *found)
{
    for (unsigned i = from; i < 128; i++) {
        const uint32_t at = SPRITES + 8 * i;
        const unsigned words[3] = {core->busRead16(core, at), core->busRead16(core, at + 2),
                                   core->busRead16(core, at + 4)};
        const unsigned its = words[2] & 0x3FF;
        if ((words[0] & 0x300) != 0x200 && its >= tile && its < tile + tiles && words[2] >> 12 == palette) {
            found->x = (int)(words[1] & 0x1FF) - ((words[1] & 0x100) != 0 ? 512 : 0);
            found->looks_left = (words[1] & 0x1000) != 0;
            return i;
        }
    }
    return 128;
}

// Whether the dinosaur looks there, and a phone of the same direction has left it there.
static bool throws_to(bool left)
{
    struct sprite dino, phone;
    bool has_flying = false;

    if (find_sprite(0, 0, DINO_TILES, 0, &dino) == 128 || dino.looks_left != left) {
        return false;
    }
    for (unsigned i = 0; (i = find_sprite(i, PHONE_TILE, 4, PHONE_PALETTE, &phone)) < 128; i++) {
        const int ahead = left ? dino.x + 16 - phone.x : phone.x - dino.x - 16;
        has_flying = has_flying || (ahead > FLIES_FROM && phone.looks_left == left);
    }
    return has_flying;
}

// ------------------------------------------------------------------------------------ the claims

static void test_sound_of_title(void)
{
    static const char *const claims[] = {
        "no sound effect on the title",
        "the tune's lead sounds on the title",
        "the tune's bass sounds on the title",
        "the tune's drums sound on the title",
    };

    for (unsigned i = 0; i < CHANNELS; i++) {
        check((swing_of(1u << i, 0, 300) > QUIET) == (i > 0), claims[i]);
    }
    (void)swing_of(1u << BASS, 0, 300);
    check(rises > 5 * 60 && rises < 5 * 400, "the bass is deep: below 400 hertz");
}

static void test_pause(void)
{
    struct sprite dino, still;

    press(KEY_START);
    run(0, 60);
    check(shows(0, "WAVE"), "Start begins a game");
    press(KEY_START);
    const uint32_t frame = frame_now();
    (void)find_sprite(0, 0, DINO_TILES, 0, &dino);
    check(swing_of(0xF, KEY_RIGHT, 60) <= QUIET, "nothing sounds while Start has stopped the game");
    (void)find_sprite(0, 0, DINO_TILES, 0, &still);
    check(frame_now() == frame && shows(9, "PAUSE"), "Start stops the game, and PAUSE is shown");
    check(still.x == dino.x, "the dinosaur does not walk in a stopped game");
    press(KEY_START);
    const uint32_t goes_on = frame_now();
    run(0, 10);
    check(frame_now() == goes_on + 10 && !shows(9, "PAUSE"), "Start again goes on, and PAUSE is gone");
}

static void test_title(void)
{
    check(whites == 0, "no white picture before the title");
    check(shows(17, "A THROW") && shows(18, "START PAUSE") && strspn(words_of(19), " ") == COLUMNS,
          "the title tells the keys above the screen's last line");
}

// Pauses in each phase of the blinking after a bite.
static void test_pause_after_a_bite(void)
{
    struct sprite dino;
    int seen = 0;

    switch_on(NULL);
    press(KEY_START);
    for (int i = 0; i < GAME_PICTURES_MAX && (i == 0 || shows(0, "***")); i++) {
        run(0, 1);
    }
    run(0, 20);
    for (int i = 0; i < 10; i++) {
        press(KEY_START);
        seen += find_sprite(0, 0, DINO_TILES, 0, &dino) < 128;
        press(KEY_START);
    }
    check(seen == 10, "the dinosaur is there while the game is paused, though it blinks after a bite");
}

static void test_shoulders(void)
{
    run(KEY_L, 16);
    check(throws_to(true), "L turns left and throws there");
    run(0, 120);
    run(KEY_R, 16);
    check(throws_to(false), "R turns right and throws there");
}

static void test_pools(void)
{
    press(KEY_SELECT);
    check(shows(2, "PHONES") && shows(4, "RABBITS") && shows(7, "SPARKS"), "Select shows the pools");
    press(KEY_SELECT);
    check(!shows(2, "PHONES") && !shows(4, "RABBITS"), "Select again hides them");
}

// Throws to both sides, until there are points, then stands still until nothing is left of the dinosaur.
static void play_until_the_end(bool throws)
{
    for (int i = 0; i < GAME_PICTURES_MAX && !shows(18, "AGAIN"); i += 20) {
        run(!throws || score_shown() >= 30 ? 0 : (i / 20 & 1) != 0 ? KEY_L : KEY_R, 20);
    }
    run(0, SAVE_BYTES); // a byte a frame
}

static void test_end(void)
{
    switch_on(NULL);
    press(KEY_START);
    play_until_the_end(true);
    check(shows(8, "WAVE") && shows(8, "KILLS") && shows(10, "REFUSED") && shows(14, "RABBITS") &&
              shows(14, "96"),
          "a game's end tells the wave, the kills, and what the pools counted");
    press(KEY_SELECT);
    check(shows(4, "RABBITS") && !shows(10, "REFUSED"), "there too, Select shows the pools");
    press(KEY_SELECT);
    check(shows(10, "REFUSED") && !shows(4, "RABBITS"), "and then the end again");
    press(KEY_A);
    run(0, 5);
    check(!shows(10, "REFUSED") && shows(0, "WAVE") && score_shown() == 0, "A begins a new game");
}

static void test_save_of_another_game(void)
{
    uint8_t save[SAVE_BYTES];

    const bool has_save = copy_save(save) && memcmp(save, "HERD", 4) == 0;
    memcpy(save, "HARE", 4);
    sign(save);
    switch_on(save);
    start_game();
    check(has_save && best_shown() == 0 && shows(0, "WAVE"), "the save of another game is ignored");
}

static void test_sound_of_play(void)
{
    switch_on(NULL);
    press(KEY_START);
    run(0, 90);
    check(swing_of(1, 0, 30) <= QUIET && swing_of(1, KEY_A, 30) > QUIET, "a throw is heard");
    play_until_the_end(false);
    check(swing_of(2, 0, 30) > QUIET, "the game's end has a tune");
    run(0, 200);
    check(swing_of(0xF, 0, 120) <= QUIET, "which ends as well");
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s STAMPEDE.gba\n", words[0]);
        return 1;
    }
    rom = words[1];
    switch_on(NULL);
    test_title();
    test_sound_of_title();
    test_pause();
    test_shoulders();
    test_pools();
    test_pause_after_a_bite();
    test_end();
    test_save_of_another_game();
    test_save();
    test_sound_of_play();
    test_demo();
    return claims_end();
}
