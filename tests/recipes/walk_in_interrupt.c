// SPDX-License-Identifier: MIT
// walk_in_interrupt.c - voices that an interrupt mixes: it must not hear one before it is filled.
//
// acquire makes an object live at once. An `active` flag that the program sets last hides the object until
// then, which is easily lost when a pool takes the place of such flags. Two ways are right:
//   - acquire and fill in one critical section, if the port masks that interrupt, and filling is short;
//   - spawn, with a hook that fills: the object is shown when the hook has returned. Interrupts stay on while
//     it is filled, and other cores and more urgent interrupts do not see it before that either.
// A flag in the object is no third way: debug builds fill an acquired object, and the flag with it. README.md
// has the bytes of each way.
//
// tests/sweep/yours runs this file on emulated CPUs, freestanding, with the interrupt at every instruction.
// On a PC the interrupt comes where INTERRUPT_MAY_COME stands.

#include "hutch/hutch.h"
#include "hutch/spawn.h"

enum { VOICES = 8 };
struct note {
    uint16_t step;
    uint8_t volume;
};
struct voice {
    uint16_t at;
    struct note note;
};

static const struct note earlier = {7, 100}, played = {9, 1};
static volatile uint16_t output; // the sound chip
static bool has_clicked;         // the interrupt has mixed a note that nobody had started

static void mix_one(struct voice *voice)
{
    has_clicked = has_clicked || voice->note.step != played.step || voice->note.volume != played.volume;
    voice->at = (uint16_t)(voice->at + voice->note.step);
    output = (uint16_t)((voice->at >> 8) * voice->note.volume);
}

#if __STDC_HOSTED__
static void interrupt_unless_masked(void);
#    define INTERRUPT_MAY_COME() interrupt_unless_masked()
#else
#    define INTERRUPT_MAY_COME() ((void)0)
#endif

// ---- Wrong: live before it is filled

HUTCH_POOL(wrong_voices, struct voice, VOICES, .lock = HUTCH_LOCK_IRQ);

static void wrong_start(const struct note *note)
{
    struct voice *const voice = wrong_voices_acquire();
    if (voice != NULL) {
        INTERRUPT_MAY_COME(); // and plays the note that this slot had before
        voice->at = 0;
        voice->note.step = note->step;
        INTERRUPT_MAY_COME(); // at the volume of that note
        voice->note.volume = note->volume;
    }
}

// ---- Right: one section; the one inside acquire nests

HUTCH_POOL(voices, struct voice, VOICES, .lock = HUTCH_LOCK_IRQ);

static void start(const struct note *note)
{
    const hutch_port_state_t saved = hutch_port_enter();
    struct voice *const voice = voices_acquire();
    if (voice != NULL) {
        INTERRUPT_MAY_COME(); // it waits
        voice->at = 0;
        voice->note = *note;
    }
    hutch_port_exit(saved);
    INTERRUPT_MAY_COME();
}

// ---- Right: hidden until the hook has returned

static void fill(struct voice *voice, const struct note *note)
{
    INTERRUPT_MAY_COME(); // the walk does not visit it
    voice->at = 0;
    voice->note = *note;
    INTERRUPT_MAY_COME();
}
HUTCH_SPAWN_HOOK(fill, struct voice, struct note);
static const struct hutch_hooks filling = {NULL, fill_hook, NULL};
HUTCH_POOL_SPAWNED(spawned_voices, struct voice, VOICES, .lock = HUTCH_LOCK_IRQ, .hooks = &filling);

// ---- The interrupt, and what it interrupts

static void wrong_mix(void)
{
    HUTCH_FOREACH (struct voice, voice, wrong_voices) {
        mix_one(voice);
    }
}

static void mix(void)
{
    HUTCH_FOREACH (struct voice, voice, voices) {
        mix_one(voice);
    }
}

static void spawned_mix(void)
{
    HUTCH_FOREACH (struct voice, voice, spawned_voices) {
        mix_one(voice);
    }
}

void timer_interrupt(void);
void timer_interrupt(void)
{
    wrong_mix();
    mix();
    spawned_mix();
}

// Programs of one way each, whose bytes README.md has.
void wrong_synth(void);
void wrong_synth(void)
{
    wrong_start(&played);
    wrong_mix();
    wrong_voices_release(wrong_voices_first());
}

void synth(void);
void synth(void)
{
    start(&played);
    mix();
    voices_release(voices_first());
}

void spawned_synth(void);
void spawned_synth(void)
{
    spawned_voices_spawn(&played);
    spawned_mix();
    spawned_voices_despawn(spawned_voices_first());
}

void play(void);
void play(void)
{
#ifdef RACE
    wrong_synth();
#else
    synth();
    spawned_synth();
#endif
}

// Leaves an earlier note in the slots.
void play_earlier(void);
void play_earlier(void)
{
    wrong_start(&earlier);
    start(&earlier);
    spawned_voices_spawn(&earlier);
    wrong_voices_clear();
    voices_clear();
    spawned_voices_clear();
    has_clicked = false;
}

bool is_clean(void);
bool is_clean(void)
{
    return !has_clicked && wrong_voices_live() + voices_live() + spawned_voices_live() == 0;
}

#if __STDC_HOSTED__
#    include "recipe.h"

static void interrupt_unless_masked(void)
{
    const hutch_port_state_t depth = hutch_port_enter(); // on a PC: how many sections are open
    hutch_port_exit(depth);
    if (depth == 0) {
        timer_interrupt();
    }
}

int main(void)
{
    play_earlier();
    play();
    SHOW(is_clean());
    wrong_synth();
    SHOW(has_clicked);
    return 0;
}
#endif
