// SPDX-License-Identifier: MIT
// simavr.c - runs a program for an Arduboy or an Uno on libsimavr: display, buttons, log on standard output,
// exit code, cycles.
#define _GNU_SOURCE // memmem
#include "runner.h"
#include "simavr_core.h"
#include "ssd1306.h"

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>

#include <stdio.h>
#include <string.h>

enum {
    HERTZ = 16000000,
    SECONDS_MAX = 300,    // of a program that does not end
    REGISTER_EXIT = 0x3E, // GPIOR0
    REGISTER_MARK = 0x4A, // GPIOR1
    REGISTER_LOG = 0x4B,  // GPIOR2
    REGISTER_SPI = 0x4E,  // SPDR
    RAM_FIRST = 0x100,
    SPI_CYCLES = 16, // that a byte takes at half the CPU's clock
    MARK_DRAWN = 1,
    NOT_ENDED = -1,
};

static avr_t *avr;
static int exit_code = NOT_ENDED;
static unsigned ram_used; // address behind the last variable
static unsigned lowest_stack = UINT32_MAX;
static unsigned long frame, worst_frame, too_early;
static avr_cycle_count_t frame_began, worst_cycles, spi_began;

// Both the pin's level and the one from outside: else the pull-up comes back with the next write to the port.
static void pin_hold(char port, unsigned pin, bool is_low)
{
    static uint8_t low[8];
    uint8_t *const pins = &low[port - 'A'];
    avr_irq_t *const irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), (int)pin);

    *pins = (uint8_t)(is_low ? *pins | 1u << pin : *pins & ~(1u << pin));
    avr_ioport_external_t external = {.name = (unsigned char)port, .mask = 0xFF, .value = (uint8_t) ~*pins};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &external);
    if (irq != NULL) { // else the chip has no such port
        avr_raise_irq(irq, !is_low);
    }
}

static void buttons_hold(uint8_t buttons)
{
    static const struct {
        char port;
        uint8_t pin;
    } pins[] = {{'F', 5}, {'F', 6}, {'F', 7}, {'F', 4}, {'E', 6}}; // L R U D A, by the bits of board.h

    for (unsigned i = 0; i < 5; i++) {
        const bool is_held = buttons == RUNNER_LEAVE ? i < 4 : (buttons >> i & 1) != 0;
        pin_hold(pins[i].port, pins[i].pin, is_held);
    }
}

static void on_mark(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)address, (void)context;
    if (value != MARK_DRAWN) {
        frame_began = cpu->cycle;
        return;
    }
    if (frame > 0 && cpu->cycle - frame_began > worst_cycles) {
        worst_cycles = cpu->cycle - frame_began;
        worst_frame = frame - 1;
    }
    buttons_hold(runner_buttons(frame++, ssd1306_picture()));
}

static void on_spi(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)address, (void)context;
    too_early += cpu->cycle - spi_began < SPI_CYCLES;
    spi_began = cpu->cycle;
    ssd1306_take(value);
}

static void on_log(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)cpu, (void)address, (void)context;
    putchar(value);
}

static void on_exit_code(avr_t *cpu, avr_io_addr_t address, uint8_t value, void *context)
{
    (void)cpu, (void)address, (void)context;
    exit_code = value;
}

static void on_pin(struct avr_irq_t *irq, uint32_t level, void *target)
{
    (void)irq;
    *(bool *)target = level != 0;
}

static void on_uart(struct avr_irq_t *irq, uint32_t byte, void *context)
{
    (void)irq, (void)context;
    putchar((int)byte);
}

// An ELF file of avr-gcc's names its chip.
static const char *chip_of(const char *path)
{
    static char bytes[1 << 20];
    FILE *const file = fopen(path, "rb");
    const size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);

    if (file != NULL) {
        fclose(file);
    }
    return memmem(bytes, size, "atmega328p", sizeof "atmega328p") != NULL ? "atmega328p" : "atmega32u4";
}

static bool start(const char *path)
{
    static elf_firmware_t firmware;
    uint32_t no_flags = 0; // without them it would print lines by itself

    avr = simavr_core_start(chip_of(path), HERTZ, path, &firmware);
    if (avr == NULL) {
        return false;
    }
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart, NULL);
    ram_used = RAM_FIRST + firmware.datasize + firmware.bsssize;
    avr_register_io_write(avr, REGISTER_SPI, on_spi, NULL);
    avr_register_io_write(avr, REGISTER_EXIT, on_exit_code, NULL);
    avr_register_io_write(avr, REGISTER_MARK, on_mark, NULL);
    avr_register_io_write(avr, REGISTER_LOG, on_log, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 4), on_pin, &ssd1306_is_data);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), on_pin,
                            &ssd1306_is_unselected);
    buttons_hold(0);
    return true;
}

int main(int count, char **words)
{
    if (!runner_options(count, words) || !start(runner_program(".elf")) || !runner_begin(NULL)) {
        return RUNNER_FAILED;
    }
    while (exit_code == NOT_ENDED && simavr_core_step(avr) &&
           (runner_is_live() || avr->cycle < (avr_cycle_count_t)HERTZ * SECONDS_MAX)) {
        const unsigned stack = avr->data[R_SPL] | (unsigned)avr->data[R_SPH] << 8;
        if (stack < lowest_stack && stack > RAM_FIRST) { // 0 before the start-up code sets it
            lowest_stack = stack;
        }
    }
    fprintf(stderr, "RAM: the stack took %u bytes, %d were never used\n", avr->ramend - lowest_stack,
            (int)(lowest_stack + 1 - ram_used));
    if (lowest_stack < ram_used) {
        fprintf(stderr, "the stack ran into the variables\n");
        return RUNNER_FAILED;
    }
    if (too_early > 0) {
        fprintf(stderr, "%lu bytes went to the display before the one in front was out\n", too_early);
        return RUNNER_FAILED;
    }
    return exit_code == NOT_ENDED ? RUNNER_HANGS
                                  : runner_finish(exit_code, worst_cycles, worst_frame, ssd1306_picture());
}
