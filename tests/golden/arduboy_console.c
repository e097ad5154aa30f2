// SPDX-License-Identifier: MIT
// arduboy_console.c - plays HORDE on an emulated Arduboy that is switched off and on again: its EEPROM, its speaker.
//
// It looks at the bytes of the EEPROM, at the score and the best score on the display, and at the edges of the
// speaker's pin.
#define CLAIMS_ABOUT "HORDE on arduboy: "
#include "simavr_core.h"
#include "ssd1306.h"
#include "board.h"
#include "claims.h"

#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>

#include <stdlib.h>

enum {
    HERTZ = 16000000,
    REGISTER_MARK = 0x4A, // GPIOR1: board.c of boards/arduboy
    REGISTER_SPI = 0x4E,
    MARK_DRAWN = 1,
    EEPROM_BYTES = 1024,
    SOUND_AT = 2,
    SAVE_AT = 0x2F0,
    STATUS_Y = 58, // words.c: the score, then the best
    SCORE_X = 1,
    BEST_X = 41,
    DIGITS_WIDTH = 24, // the last digit is always 0
    DIGITS = DIGITS_WIDTH * 5,
    KEY_A = 1,
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

#include "console.h"

// ------------------------------------------------------------------------------------ the console

static void hold_pin(char port, uint8_t pin, bool is_held)
{
    const uint8_t mask = (uint8_t)(1u << pin);
    avr_ioport_external_t external = {.name = (unsigned char)port, .mask = mask, .value = is_held ? 0 : mask};

    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), !is_held);
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

static void run(uint32_t keys, int count)
{
    const unsigned end = frames + (unsigned)count;

    hold_pin('E', 6, keys == KEY_A);
    while (frames < end) {
        if (!simavr_core_step(avr)) {
            fprintf(stderr, "%s ended\n", elf);
            exit(1);
        }
    }
}

static void press_both(void)
{
    hold_pin('B', 4, true);
    run(KEY_A, 3);
    hold_pin('B', 4, false);
    run(0, 3);
}

static bool copy_save(uint8_t save[SAVE_BYTES])
{
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = EEPROM_BYTES};

    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    memcpy(save, all.ee + SAVE_AT, SAVE_BYTES);
    memcpy(eeprom + SAVE_AT, save, SAVE_BYTES);
    return memcmp(eeprom, all.ee, EEPROM_BYTES) == 0;
}

static void start(void)
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
    hold_pin('E', 6, false);
}

static void switch_on(const uint8_t *save)
{
    memset(eeprom, 0xFF, sizeof eeprom);
    if (save != NULL) {
        memcpy(eeprom + SAVE_AT, save, SAVE_BYTES);
    }
    start();
}

// ------------------------------------------------------------------------------------ what is shown

// The lit pixels of five digits and a nought.
static void read_digits(unsigned left, bool lit[DIGITS])
{
    const struct picture *const picture = ssd1306_picture();

    for (unsigned i = 0; i < DIGITS; i++) {
        const unsigned x = left + i % DIGITS_WIDTH;
        const unsigned y = STATUS_Y + i / DIGITS_WIDTH;
        lit[i] = picture->rgb[3 * (y * picture->width + x)] > 127;
    }
}

// ------------------------------------------------------------------------------------ the claims

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
        run(i % 10 == 0 ? KEY_A : 0, 1);
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
    return shots;
}

static void test_tune(void)
{
    static const struct {
        int semitones;
        int steps;
    } bars[] = {{0, 3}, {7, 3}, {5, 2}, {3, 2}, {2, 2}, {3, 4}, {0, 3}, {3, 3}, {8, 2}, {7, 4}, {3, 4}};
    unsigned right = 0, tunes = 0;

    switch_on(NULL);
    run(0, STEP_FRAMES);
    for (unsigned i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        right += sounds(bars[i].semitones);
        run(0, STEP_FRAMES * (bars[i].steps - 1));
        right += sounds(bars[i].semitones);
        run(0, STEP_FRAMES);
    }
    check(right == 2 * sizeof bars / sizeof bars[0],
          "the speaker plays the tune's first bars on the title, in time");
    check((avr->data[REGISTER_DDRC] & SPEAKER_PINS) == SPEAKER_PINS, "the speaker is connected");
    run(KEY_A, 2);
    for (unsigned i = 0; i < 28; i++) { // the effect of a wave rises by 12 hertz a frame
        const avr_cycle_count_t before = half_wave;
        run(0, 1);
        tunes += half_wave >= before;
    }
    check(tunes == 0, "a wave's sound effect is heard instead of the tune");
    run(0, 40);
    check(shots_heard() >= SHOTS / 2,
          "a shot's sound effect is heard instead of the tune, also where a note begins");
    run(0, 4 * 16 * STEP_FRAMES / 4);
    tunes = 0;
    for (unsigned i = 0; i < 16; i++) {
        bool is_note = false;
        run(0, STEP_FRAMES);
        for (int semitones = -4; semitones <= 12; semitones++) {
            is_note = is_note || sounds(semitones);
        }
        tunes += is_note;
    }
    check(tunes >= 8, "after it the tune goes on");

    eeprom[SOUND_AT] = 0;
    start();
    run(0, STEP_FRAMES);
    check((avr->data[REGISTER_DDRC] & SPEAKER_PINS) == 0,
          "an owner who has switched the sound off hears nothing");
}

static void test_pause(void)
{
    const size_t bytes = (size_t)3 * BOARD_WIDTH * BOARD_HEIGHT;
    uint8_t *const before = malloc(bytes);

    switch_on(NULL);
    start_game();
    press_both();
    memcpy(before, ssd1306_picture()->rgb, bytes);
    run(0, 60);
    check(memcmp(before, ssd1306_picture()->rgb, bytes) == 0 && before[0] > 127 &&
              (avr->data[REGISTER_DDRC] & SPEAKER_PINS) == 0,
          "A and B stop the game: an inverse picture, and silence");
    press_both();
    run(0, 60);
    check(memcmp(before, ssd1306_picture()->rgb, bytes) != 0 && ssd1306_picture()->rgb[0] < 128 &&
              (avr->data[REGISTER_DDRC] & SPEAKER_PINS) == SPEAKER_PINS,
          "and let it go on");
    free(before);
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
    return claims_end();
}
