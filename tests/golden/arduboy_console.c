// SPDX-License-Identifier: MIT
// arduboy_console.c - plays HORDE on an emulated Arduboy that is switched off and on again: its EEPROM, its speaker.
//
// It looks at the bytes of the EEPROM, at the score and the best score on the display, and at the edges of the
// speaker's pin.
#include "simavr_core.h"
#include "ssd1306.h"
#include "board.h"

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HERTZ = 16000000,
    REGISTER_MARK = 0x4A, // GPIOR1: board.c of boards/arduboy
    REGISTER_SPI = 0x4E,
    MARK_DRAWN = 1,
    EEPROM_BYTES = 1024,
    SOUND_AT = 2,
    SAVE_AT = 0x2F0,
    SAVE_BYTES = 8,
    STATUS_Y = 58, // words.c: the score, then the best
    STATUS_HEIGHT = 5,
    SCORE_X = 1,
    BEST_X = 41,
    DIGITS_WIDTH = 24, // the last digit is always 0
    REGISTER_DDRC = 0x27,
    SPEAKER_PINS = 0xC0,
    STEP_FRAMES = 7,       // music.c: of a sixteenth
    SHOTS = 9,             // so many that notes begin in some
    GAME_FRAMES = 60 * 30, // until one who stands still is bitten three times
};

static const char *elf;
static avr_t *avr;
static unsigned frames;
static avr_cycle_count_t edge_at, half_wave; // of the speaker
static uint8_t eeprom[EEPROM_BYTES];
static int checks, failures;

static void check(bool is_so, const char *claim)
{
    failures += !is_so;
    printf("%sok %d - HORDE on arduboy: %s\n", is_so ? "" : "not ", ++checks, claim);
}

// ------------------------------------------------------------------------------------ the console

static void hold_pin(char port, uint8_t pin, bool is_held)
{
    const uint8_t mask = (uint8_t)(1u << pin);
    avr_ioport_external_t external = {.name = (unsigned char)port, .mask = mask, .value = is_held ? 0 : mask};

    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), !is_held);
}

static void hold(bool has_a)
{
    hold_pin('E', 6, has_a);
}

static void on_mark(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)cpu, (void)address, (void)context;
    frames += value == MARK_DRAWN;
}

static void on_spi(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)cpu, (void)address, (void)context;
    ssd1306_take(value);
}

static void on_pin(struct avr_irq_t *irq, uint32_t level, void *target)
{
    (void)irq;
    *(bool *)target = level != 0;
}

static void on_speaker(struct avr_irq_t *irq, uint32_t level, void *target)
{
    (void)irq, (void)level, (void)target;
    if (avr->cycle != edge_at) { // libsimavr reports each edge twice
        half_wave = avr->cycle - edge_at;
        edge_at = avr->cycle;
    }
}

static void run(unsigned count)
{
    const unsigned end = frames + count;

    while (frames < end) {
        if (!simavr_core_step(avr)) {
            fprintf(stderr, "%s ended\n", elf);
            exit(1);
        }
    }
}

static void press_both(void)
{
    hold(true);
    hold_pin('B', 4, true);
    run(3);
    hold(false);
    hold_pin('B', 4, false);
    run(3);
}

static void read_eeprom(uint8_t bytes[EEPROM_BYTES])
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_BYTES};

    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    memcpy(bytes, all.ee, EEPROM_BYTES);
}

// Switches on with what is in `eeprom`.
static void switch_on(void)
{
    static elf_firmware_t firmware;
    avr_eeprom_desc_t all = {.ee = eeprom, .offset = 0, .size = EEPROM_BYTES};

    avr = simavr_core_start("atmega32u4", HERTZ, elf, &firmware);
    if (avr == NULL) {
        fprintf(stderr, "libsimavr does not run %s\n", elf);
        exit(1);
    }
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
    avr_register_io_write(avr, REGISTER_MARK, on_mark, NULL);
    avr_register_io_write(avr, REGISTER_SPI, on_spi, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 4), on_pin, &ssd1306_is_data);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_pin,
                            &ssd1306_is_unselected);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), 6), on_speaker, NULL);
    for (char port = 'B'; port <= 'F'; port++) { // no button is held
        avr_ioport_external_t external = {.name = (unsigned char)port, .mask = 0xFF, .value = 0xFF};
        avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    }
    frames = 0;
    hold(false);
}

static void start_game(void)
{
    run(5);
    hold(true);
    run(3);
    hold(false);
    run(10);
}

// ------------------------------------------------------------------------------------ what is shown

// The lit pixels of five digits and a nought.
static void read_digits(unsigned left, uint8_t lit[DIGITS_WIDTH * STATUS_HEIGHT])
{
    const struct picture *const picture = ssd1306_picture();

    for (unsigned i = 0; i < DIGITS_WIDTH * STATUS_HEIGHT; i++) {
        const unsigned x = left + i % DIGITS_WIDTH;
        const unsigned y = STATUS_Y + i / DIGITS_WIDTH;
        lit[i] = picture->rgb[3 * (y * picture->width + x)] > 127;
    }
}

static bool shows_alike(const uint8_t *digits, unsigned left)
{
    uint8_t lit[DIGITS_WIDTH * STATUS_HEIGHT];

    read_digits(left, lit);
    return memcmp(lit, digits, sizeof lit) == 0;
}

static bool has_save(const uint8_t *bytes)
{
    return memcmp(bytes + SAVE_AT, "HERD", 4) == 0;
}

// Throws for so many frames, then stands still until nothing is left of the dinosaur.
static void play_to_the_end(unsigned throwing)
{
    start_game();
    hold(true);
    run(throwing);
    hold(false);
    run(GAME_FRAMES);
}

// ------------------------------------------------------------------------------------ the claims

static void test_save(void)
{
    uint8_t nothing[DIGITS_WIDTH * STATUS_HEIGHT], best[DIGITS_WIDTH * STATUS_HEIGHT];
    uint8_t saved[EEPROM_BYTES], later[EEPROM_BYTES];
    unsigned ignored = 0;

    memset(eeprom, 0xFF, sizeof eeprom);
    switch_on();
    start_game();
    read_digits(SCORE_X, nothing);
    check(shows_alike(nothing, BEST_X), "with an erased EEPROM the best is 0");
    play_to_the_end(300);
    read_digits(SCORE_X, best);
    check(shows_alike(best, BEST_X) && !shows_alike(nothing, BEST_X), "a first game's score is the best");
    read_eeprom(saved);
    check(has_save(saved), "a game's end writes the best score into the EEPROM");
    memset(saved + SAVE_AT, 0xFF, SAVE_BYTES);
    check(memcmp(saved, eeprom, sizeof saved) == 0, "and nothing into the bytes that are not its own");

    read_eeprom(saved);
    memcpy(eeprom, saved, sizeof eeprom);
    switch_on();
    start_game();
    check(shows_alike(best, BEST_X) && shows_alike(nothing, SCORE_X),
          "switched on again, that best is shown");
    play_to_the_end(30);
    read_eeprom(later);
    check(shows_alike(best, BEST_X) && !shows_alike(best, SCORE_X) && memcmp(saved, later, sizeof saved) == 0,
          "a worse game leaves the EEPROM as it is");
    for (unsigned bit = 0; bit < 8 * SAVE_BYTES; bit += 3) {
        memcpy(eeprom, saved, sizeof eeprom);
        eeprom[SAVE_AT + bit / 8] ^= (uint8_t)(1u << bit % 8);
        switch_on();
        start_game();
        ignored += shows_alike(nothing, BEST_X);
    }
    check(ignored == (8 * SAVE_BYTES + 2) / 3, "a save with a bit that is wrong is ignored");
}

// Whether the speaker sounds by so many semitones above an A of 440 hertz, to a quarter of one; silence is none.
static bool sounds(int semitones)
{
    const double quarter = 1.0145;
    const bool has_edges = avr->cycle - edge_at < HERTZ / 60;
    double hertz = 440;

    for (int i = 0; i < semitones; i++) {
        hertz *= 1.0594631;
    }
    for (int i = 0; i > semitones; i--) {
        hertz /= 1.0594631;
    }
    const double heard = HERTZ / 2.0 / (double)half_wave;
    return has_edges && heard < hertz * quarter && heard > hertz / quarter;
}

// Shoots again and again, while notes begin. A shot takes a few frames, in each of which its tone is lower.
// @return how many shots were heard; 0 if something else was heard in one of them
static unsigned shots_heard(void)
{
    static const unsigned half_waves[] = {11104, 10520, 10000, 9520, 9088};
    enum { FRAMES = sizeof half_waves / sizeof half_waves[0] };
    unsigned at = 0, shots = 0;

    for (unsigned i = 0; i < SHOTS * 10; i++) {
        hold(i % 10 == 0);
        run(1);
        const bool is_next = labs((long)half_wave - (long)half_waves[at]) <= 2;
        if (at != 0 && !is_next) {
            return 0;
        }
        at = is_next ? at + 1 : 0;
        if (at == FRAMES) {
            shots++;
            at = 0;
        }
    }
    hold(false);
    return shots;
}

static void test_tune(void)
{
    static const struct {
        int semitones;
        unsigned steps;
    } bars[] = {{0, 3}, {7, 3}, {5, 2}, {3, 2}, {2, 2}, {3, 4}, {0, 3}, {3, 3}, {8, 2}, {7, 4}, {3, 4}};
    unsigned right = 0, tunes = 0;

    memset(eeprom, 0xFF, sizeof eeprom);
    switch_on();
    run(STEP_FRAMES);
    for (unsigned i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        right += sounds(bars[i].semitones);
        run(STEP_FRAMES * (bars[i].steps - 1));
        right += sounds(bars[i].semitones);
        run(STEP_FRAMES);
    }
    check(right == 2 * sizeof bars / sizeof bars[0],
          "the speaker plays the tune's first bars on the title, in time");
    check((avr->data[REGISTER_DDRC] & SPEAKER_PINS) == SPEAKER_PINS, "the speaker is connected");
    hold(true);
    run(2);
    hold(false);
    for (unsigned i = 0; i < 28; i++) { // the effect of a wave rises by 12 hertz a frame
        const avr_cycle_count_t before = half_wave;
        run(1);
        tunes += half_wave >= before;
    }
    check(tunes == 0, "a wave's sound effect is heard instead of the tune");
    run(40);
    check(shots_heard() >= SHOTS / 2,
          "a shot's sound effect is heard instead of the tune, also where a note begins");
    run(4 * 16 * STEP_FRAMES / 4);
    tunes = 0;
    for (unsigned i = 0; i < 16; i++) {
        bool is_note = false;
        run(STEP_FRAMES);
        for (int semitones = -4; semitones <= 12; semitones++) {
            is_note = is_note || sounds(semitones);
        }
        tunes += is_note;
    }
    check(tunes >= 8, "after it the tune goes on");

    eeprom[SOUND_AT] = 0;
    switch_on();
    run(STEP_FRAMES);
    check((avr->data[REGISTER_DDRC] & SPEAKER_PINS) == 0,
          "an owner who has switched the sound off hears nothing");
}

static void test_pause(void)
{
    const size_t bytes = (size_t)3 * BOARD_WIDTH * BOARD_HEIGHT;
    uint8_t *const before = malloc(bytes);

    memset(eeprom, 0xFF, sizeof eeprom);
    switch_on();
    start_game();
    press_both();
    memcpy(before, ssd1306_picture()->rgb, bytes);
    run(60);
    check(memcmp(before, ssd1306_picture()->rgb, bytes) == 0 && before[0] > 127 &&
              (avr->data[REGISTER_DDRC] & SPEAKER_PINS) == 0,
          "A and B stop the game: an inverse picture, and silence");
    press_both();
    run(60);
    check(memcmp(before, ssd1306_picture()->rgb, bytes) != 0 && ssd1306_picture()->rgb[0] < 128 &&
              (avr->data[REGISTER_DDRC] & SPEAKER_PINS) == SPEAKER_PINS,
          "and let it go on");
    free(before);
}

static void test_demo(void)
{
    uint8_t nothing[DIGITS_WIDTH * STATUS_HEIGHT];

    memset(eeprom, 0xFF, sizeof eeprom);
    switch_on();
    start_game();
    read_digits(SCORE_X, nothing);
    switch_on();
    run(3000);
    check(!shows_alike(nothing, SCORE_X) && shows_alike(nothing, BEST_X),
          "left alone at the title it plays by itself, for no best score");
    hold(true);
    run(3);
    hold(false);
    check(shows_alike(nothing, SCORE_X), "until A begins a game");
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "usage: %s HORDE.elf\n", words[0]);
        return 1;
    }
    elf = words[1];
    test_tune();
    test_save();
    test_pause();
    test_demo();
    printf("1..%d\n", checks);
    return failures == 0 ? 0 : 1;
}
