// SPDX-License-Identifier: MIT
// music.c - the tune: lead, bass and drums on the channels that no sound effect has.
//
//   voice 0  a square   effects alone
//         1  a square   lead
//         2  the wave   bass
//         3  noise      drums
//
// Effects take their voice from the pool `voices`, and the voice's number is the channel's. While it is live
// the tune leaves the channel alone, and goes on there with its next note.
#include "stage.h"
#include "state.h"

enum { LEAD_VOICE = 1, BASS_VOICE, DRUM_VOICE };

// Semitones: from the C below the middle one, in the bass an octave lower.
enum { REST, C, CS, D, DS, E, F, FS, G, GS, A, AS, B, OCTAVE = 12, MIDDLE = OCTAVE, HIGH = 2 * OCTAVE };

enum {
    STEP_FRAMES = 7, // a step is a sixteenth
    STEP_FRAMES_OF_HERD = 5,
    BAR_STEPS = 16,
    BARS = 8,
    BEAT_MASK = 2, // the bass leaps an octave up with each second eighth

    START = 0x8000,
    LEAD_SHAPE = 0x9540, // volume 9 of 15, fading, a quarter of the time high
    WAVE_ON = 0x0080,
    WAVE_HALF_VOLUME = 0x4000,
    BOTH_SIDES = 0xFF77,
};

struct note {
    uint8_t pitch;
    uint8_t steps; // 0: the tune is over
};

// clang-format off
static const struct note theme[] = {
    // A minor
    {A + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2}, {C + HIGH, 4},
    // F
    {A + MIDDLE, 3}, {C + HIGH, 3}, {F + HIGH, 2}, {E + HIGH, 4}, {C + HIGH, 4},
    // C
    {G + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {D + HIGH, 2}, {E + HIGH, 4},
    // G
    {D + HIGH, 6}, {B + MIDDLE, 2}, {G + MIDDLE, 4}, {REST, 4},
    // A minor
    {A + MIDDLE, 3}, {E + HIGH, 3}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2}, {A + MIDDLE, 4},
    // F
    {F + HIGH, 3}, {E + HIGH, 3}, {C + HIGH, 2}, {A + MIDDLE, 4}, {C + HIGH, 4},
    // D minor
    {D + HIGH, 3}, {F + HIGH, 3}, {A + HIGH, 2}, {F + HIGH, 2}, {E + HIGH, 2}, {D + HIGH, 4},
    // E
    {E + HIGH, 4}, {GS + MIDDLE, 4}, {B + MIDDLE, 4}, {E + HIGH, 4},
    {REST, 0},
};
static const uint8_t roots[BARS] = {A, F, C + OCTAVE, G, A, F, D, E};
static const struct note farewell[] = {
    {E + HIGH, 2}, {D + HIGH, 2}, {C + HIGH, 2}, {B + MIDDLE, 2},
    {A + MIDDLE, 2}, {GS + MIDDLE, 4}, {A, 10},
    {REST, 0},
};
// clang-format on

// A step each: bass drum, snare, hat. A herd gallops.
static const char drums[] = "b.h.s.h.b.hbs.h.";
static const char gallop[] = "b.bbs.bbb.bbs.bs";

// 131072 divided by the hertz of the octave from C on.
static const uint16_t periods[] = {1002, 946, 893, 843, 795, 751, 709, 669, 631, 596, 562, 531};

static const struct note *next_note = theme;
static uint8_t screen_before = SCREEN_TITLE;
static uint8_t frames_left;
static uint8_t note_steps;
static uint8_t step; // of all bars

static uint16_t start_at(uint8_t pitch)
{
    const unsigned semitone = pitch - 1u;

    return (uint16_t)(START | (2048 - (periods[semitone % OCTAVE] >> semitone / OCTAVE)));
}

static void play_lead(bool is_farewell)
{
    if (note_steps > 0) {
        note_steps--;
    }
    if (note_steps > 0 || (next_note->steps == 0 && is_farewell)) {
        return;
    }
    if (next_note->steps == 0) {
        next_note = theme;
    }
    note_steps = next_note->steps;
    if (!voices_is_live(LEAD_VOICE)) {
        SOUND2_SHAPE = next_note->pitch == REST ? 0 : LEAD_SHAPE;
        SOUND2_RATE = next_note->pitch == REST ? START : start_at(next_note->pitch);
    }
    next_note++;
}

static void play_bass(void)
{
    const uint8_t root = roots[step / BAR_STEPS];

    if ((step & 1) == 0 && !voices_is_live(BASS_VOICE)) {
        SOUND3_ON = WAVE_ON;
        SOUND3_VOLUME = WAVE_HALF_VOLUME;
        SOUND3_RATE = start_at((step & BEAT_MASK) == 0 ? root : (uint8_t)(root + OCTAVE));
    }
}

static void play_drum(char drum)
{
    static const struct {
        char name;
        uint16_t shape; // volume, and how fast it fades
        uint16_t rate;  // how dark the noise is
    } sounds[] = {{'b', 0xA100, 0x0067}, {'s', 0x8200, 0x0033}, {'h', 0x4100, 0x0001}};

    for (unsigned i = 0; i < sizeof sounds / sizeof sounds[0] && !voices_is_live(DRUM_VOICE); i++) {
        if (sounds[i].name == drum) {
            SOUND4_SHAPE = sounds[i].shape;
            SOUND4_RATE = START | sounds[i].rate;
        }
    }
}

static void begin(const struct note *tune)
{
    next_note = tune;
    frames_left = 0;
    note_steps = 0;
    step = 0;
    SOUND3_ON = 0;
}

void music_step(void)
{
    const bool is_over = game.screen == SCREEN_OVER;
    const bool has_herd = game.herd.phase == HERD_IS_HEARD || game.herd.phase == HERD_RUNS;

    if (screen_before != game.screen) {
        screen_before = game.screen;
        begin(is_over ? farewell : theme);
    }
    if (frames_left > 0) {
        frames_left--;
        return;
    }
    frames_left = has_herd ? STEP_FRAMES_OF_HERD - 1 : STEP_FRAMES - 1;
    play_lead(is_over);
    if (!is_over) {
        play_bass();
        play_drum(has_herd ? gallop[step % BAR_STEPS] : drums[step % BAR_STEPS]);
    }
    step = (uint8_t)((step + 1) % (BARS * BAR_STEPS));
}

void music_mute(bool is_muted)
{
    SOUND_SIDES = is_muted ? 0 : BOTH_SIDES;
}
