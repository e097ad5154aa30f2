// SPDX-License-Identifier: MIT
// board.c - RISC-V machine `virt`: start, log, the end of a frame, and what a fault does.
#include "display.h"
#include "keyboard.h"
#include "machine.h"
#include "board.h"
#include "canvas/canvas.h"
#include "lockstep/lockstep.h"
#include "lockstep/uart.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TIMER_HERTZ = 10000000,
    FRAME_STEPS = TIMER_HERTZ / BOARD_FRAMES_PER_SECOND,
    LINE_RECEIVED = 0x01,
    LINE_TRANSMIT_EMPTY = 0x20,
    FINISH_PASS = 0x5555,
    FINISH_FAIL = 0x3333, // with the exit code in the upper half
    FAULT_EXIT_CODE = 99,
};
static const uint32_t timer_interrupt = 1u << 7; // in mie; mstatus never lets it through

static uint8_t held;
static uint64_t frame_due; // 0: the clock does not run yet

// ------------------------------------------------------------------------------------ log

void uart_init(void)
{
}

void uart_write(uint8_t byte)
{
    while ((UART_LINE_STATUS & LINE_TRANSMIT_EMPTY) == 0) {}
    UART_DATA = byte;
}

bool uart_has_byte(void)
{
    return (UART_LINE_STATUS & LINE_RECEIVED) != 0;
}

uint8_t uart_read(void)
{
    while (!uart_has_byte()) {}
    return UART_DATA;
}

void board_put_char(char c)
{
    uart_write((uint8_t)c);
}

// ------------------------------------------------------------------------------------ frames

static uint64_t time_now(void)
{
    uint32_t high;
    uint32_t low;

    do {
        high = TIMER_HIGH;
        low = TIMER_LOW;
    } while (high != TIMER_HIGH);
    return (uint64_t)high << 32 | low;
}

// The high half first at its largest, so that no half-written time is ever in the past.
static void alarm_set(uint64_t time)
{
    TIMER_COMPARE_HIGH = UINT32_MAX;
    TIMER_COMPARE_LOW = (uint32_t)time;
    TIMER_COMPARE_HIGH = (uint32_t)(time >> 32);
}

static void frame_clock_wait(void)
{
    const uint64_t now = time_now();

    frame_due = frame_due == 0 || frame_due + FRAME_STEPS < now ? now + FRAME_STEPS : frame_due + FRAME_STEPS;
    alarm_set(frame_due);
    __asm__ volatile("csrs mie, %0" : : "r"(timer_interrupt));
    while (time_now() < frame_due) {
        __asm__ volatile("wfi");
    }
}

// In lock-step the driver says when the next frame begins, else the clock does.
static bool wait_for_frame(void)
{
    const bool go_on = lockstep_frame_ended();

    if (!lockstep_is_on()) {
        frame_clock_wait();
    }
    held = keyboard_buttons();
    return go_on;
}

void board_init(void)
{
    uart_init();
    display_init();
    keyboard_init();
    (void)wait_for_frame(); // the two that lockstep.h speaks of
    (void)wait_for_frame();
}

uint8_t board_buttons(void)
{
    return held;
}

bool board_present(void)
{
    display_show(canvas);
    canvas_clear();
    return wait_for_frame();
}

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice; // the machine has no speaker
    (void)hertz;
}

// ------------------------------------------------------------------------------------ end

void board_exit(int code)
{
    TEST_FINISH = code == 0 ? FINISH_PASS : (uint32_t)code << 16 | FINISH_FAIL;
    for (;;) {
        __asm__ volatile("wfi");
    }
}

static void log_hex(const char *name, uint32_t value)
{
    while (*name != '\0') {
        board_put_char(*name++);
    }
    for (int shift = 28; shift >= 0; shift -= 4) {
        board_put_char("0123456789abcdef"[value >> shift & 15]);
    }
}

void trap_report(uint32_t cause, uint32_t pc, uint32_t value);

// Called by start.S.
void trap_report(uint32_t cause, uint32_t pc, uint32_t value)
{
    log_hex("\nfault: cause 0x", cause);
    log_hex(" at pc 0x", pc);
    log_hex(" value 0x", value);
    board_put_char('\n');
    board_exit(FAULT_EXIT_CODE);
}
