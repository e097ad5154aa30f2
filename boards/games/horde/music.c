// SPDX-License-Identifier: MIT
// music.c - the tune: lead, bass and drums, on voices that no sound effect has.
//
//   voice 0   effects alone
//         1   lead
//         2   bass
//         3   drums
//
// Effects take their voice from the pool `voices`, which gives the lowest that is free. While it is live the
// tune leaves the voice alone, and goes on there with its next note.
#include "music.h"

#if MUSIC_PARTS

enum { LEAD_VOICE = 1, BASS_VOICE, DRUM_VOICE };

// Semitones: from the C below the middle one, in the bass an octave lower.
enum { C = MUSIC_REST + 1, CS, D, DS, E, F, FS, G, GS, A, AS, B };
enum { OCTAVE = 12, MIDDLE = OCTAVE, HIGH = 2 * OCTAVE };

enum {
    STEP_FRAMES = 7, // a step is a sixteenth
    STEP_FRAMES_OF_HERD = 5,
    BAR_STEPS_SHIFT = 4,
    BARS = 8,
    STEPS_MASK = (BARS << BAR_STEPS_SHIFT) - 1,
    BEAT_MASK = 2, // the bass leaps an octave up with each second eighth
};

struct note {
    uint8_t pitch;
    uint8_t steps; // 0: the tune is over
};

// clang-format off
static const struct note theme[] BOARD_FLASH = {
    // A minor
    {A + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2}, {C + HIGH, 4},
    // F
    {A + MIDDLE, 3}, {C + HIGH, 3}, {F + HIGH, 2}, {E + HIGH, 4}, {C + HIGH, 4},
    // C
    {G + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {D + HIGH, 2}, {E + HIGH, 4},
    // G
    {D + HIGH, 6}, {B + MIDDLE, 2}, {G + MIDDLE, 4}, {MUSIC_REST, 4},
    // A minor
    {A + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2}, {A + MIDDLE, 4},
    // F
    {F + HIGH, 3}, {E + HIGH, 3}, {C + HIGH, 2}, {A + MIDDLE, 4}, {C + HIGH, 4},
    // D minor
    {D + HIGH, 3}, {F + HIGH, 3}, {A + HIGH, 2}, {F + HIGH, 2}, {E + HIGH, 2}, {D + HIGH, 4},
    // E
    {E + HIGH, 4}, {GS + MIDDLE, 4}, {B + MIDDLE, 4}, {E + HIGH, 4},
    {MUSIC_REST, 0},
};
static const struct note late_theme[] BOARD_FLASH = {
    // A minor, E
    {A + MIDDLE, 2}, {A + MIDDLE, 2}, {C + HIGH, 2}, {A + MIDDLE, 2}, {E + HIGH, 4}, {D + HIGH, 2}, {C + HIGH, 2},
    {B + MIDDLE, 2}, {B + MIDDLE, 2}, {D + HIGH, 2}, {B + MIDDLE, 2}, {GS + MIDDLE, 4}, {E + MIDDLE, 4},
    // D minor, A minor
    {D + HIGH, 2}, {D + HIGH, 2}, {F + HIGH, 2}, {D + HIGH, 2}, {A + HIGH, 4}, {G + HIGH, 2}, {F + HIGH, 2},
    {E + HIGH, 2}, {F + HIGH, 2}, {E + HIGH, 2}, {D + HIGH, 2}, {C + HIGH, 4}, {B + MIDDLE, 4},
    // F, G
    {C + HIGH, 2}, {A + MIDDLE, 2}, {F + HIGH, 4}, {E + HIGH, 2}, {C + HIGH, 2}, {A + MIDDLE, 4},
    {D + HIGH, 2}, {B + MIDDLE, 2}, {G + HIGH, 4}, {F + HIGH, 2}, {D + HIGH, 2}, {B + MIDDLE, 4},
    // A minor, E
    {C + HIGH, 2}, {E + HIGH, 2}, {A + HIGH, 4}, {G + HIGH, 2}, {E + HIGH, 2}, {C + HIGH, 4},
    {B + MIDDLE, 4}, {GS + MIDDLE, 4}, {E + MIDDLE, 4}, {GS + MIDDLE, 4},
    {MUSIC_REST, 0},
};
static const uint8_t roots[][BARS] BOARD_FLASH = {{A, F, C + OCTAVE, G, A, F, D, E},
                                                  {A, E, D, A, F, G, A, E}};
static const struct note farewell[] BOARD_FLASH = {
    {E + HIGH, 2}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2},
    {A + MIDDLE, 2}, {GS + MIDDLE, 4}, {A, 10},
    {MUSIC_REST, 0},
};
// clang-format on

// A step each: bass drum, snare, hat. A herd gallops.
static const char drums[] = "b.h.s.h.b.hbs.h.";
#    if HORDE_STAMPEDE
static const char gallop[] = "b.bbs.bbb.bbs.bs";
#    endif

static const struct note *next_note;
static uint8_t screen_before = UINT8_MAX;
static uint8_t frames_left;
static uint8_t note_steps;
static uint8_t step; // of all bars
static bool is_late;

uint16_t music_period(uint8_t pitch)
{
    // Of the octave from C on.
    static const uint16_t periods[] = {1002, 946, 893, 843, 795, 751, 709, 669, 631, 596, 562, 531};
    uint8_t semitone = (uint8_t)(pitch - C);
    uint8_t octaves = 0;

    for (; semitone >= OCTAVE; semitone = (uint8_t)(semitone - OCTAVE)) {
        octaves++;
    }
    return (uint16_t)(periods[semitone] >> octaves);
}

static void begin_theme(void)
{
    is_late = game.wave >= LATE_FROM_WAVE;
    next_note = is_late ? late_theme : theme;
}

static void play_lead(void)
{
    if (note_steps > 0) {
        note_steps--;
    }
    if (note_steps > 0) {
        return;
    }
    if (board_flash_byte(&next_note->steps) == 0) {
        if (game.screen == SCREEN_OVER) {
            music_lead(MUSIC_REST);
            return;
        }
        begin_theme();
    }
    note_steps = board_flash_byte(&next_note->steps);
    if (!voices_is_live(LEAD_VOICE)) {
        music_lead(board_flash_byte(&next_note->pitch));
    }
    next_note++;
}

static void play_bass(void)
{
    const uint8_t root = board_flash_byte(&roots[is_late][step >> BAR_STEPS_SHIFT]);

    if ((step & 1) == 0 && !voices_is_live(BASS_VOICE)) {
        music_bass((step & BEAT_MASK) == 0 ? root : (uint8_t)(root + OCTAVE));
    }
}

static void play_drum(char drum)
{
    if (drum == '.' || voices_is_live(DRUM_VOICE)) {
        return;
    }
    switch (drum) {
    case 'b':
        music_drum(0xA1, 0x67);
        break;
    case 's':
        music_drum(0x82, 0x33);
        break;
    case 'h':
        music_drum(0x41, 0x01);
        break;
    default:
        break;
    }
}

static void begin(void)
{
    begin_theme();
    if (game.screen == SCREEN_OVER) {
        next_note = farewell;
    }
    frames_left = 1;
    note_steps = 0;
    step = 0;
    if (MUSIC_PARTS > 1 && !voices_is_live(BASS_VOICE)) {
        music_bass(MUSIC_REST);
    }
}

void music_step(void)
{
    uint8_t frames = music_frames();
    const char *pattern = drums;
    uint8_t step_frames = STEP_FRAMES;

    if (screen_before != game.screen) {
        if (game.clock == 1) { // some consoles make their pictures when they draw first: for seconds
            return;
        }
        screen_before = game.screen;
        begin();
        frames = 1;
    }
    if (frames < frames_left) {
        frames_left = (uint8_t)(frames_left - frames);
        return;
    }
#    if HORDE_STAMPEDE
    if (game.herd.phase == HERD_IS_HEARD || game.herd.phase == HERD_RUNS) {
        pattern = gallop;
        step_frames = STEP_FRAMES_OF_HERD;
    }
#    endif
    frames_left = (uint8_t)(frames_left + step_frames - frames);
    play_lead();
    if (MUSIC_PARTS > 1 && game.screen != SCREEN_OVER) {
        play_bass();
        play_drum(pattern[step & ((1 << BAR_STEPS_SHIFT) - 1)]);
    }
    step = (uint8_t)((step + 1) & STEPS_MASK);
}

#endif
