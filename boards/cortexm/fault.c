// SPDX-License-Identifier: MIT
// fault.c - a fault ends the run: its name and the address of the instruction on the log, exit code 99.
#include "fault.h"
#include "cortexm.h"
#include "board.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint32_t stack_bottom[];
extern uint32_t ram_end[];
extern const uint8_t flash_start[];
extern const uint8_t flash_end[];

/// What the CPU pushes when an exception begins.
struct frame {
    uint32_t r0, r1, r2, r3, r12;
    uint32_t lr;
    uint32_t pc;
    uint32_t psr;
};

enum {
    HARD_FAULT = 3,
    SEMIHOSTING_CALL = 0xBEAB, // the instruction bkpt 0xAB
};

static void log_text(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

static void log_hex(const char *name, uint32_t value)
{
    log_text(name);
    log_text(" 0x");
    for (int shift = 28; shift >= 0; shift -= 4) {
        board_put_char("0123456789abcdef"[(value >> shift) & 15u]);
    }
}

static void log_exception(uint32_t number)
{
    static const char *const names[] = {"thread",    "reset",    "NMI",       "HardFault",
                                        "MemManage", "BusFault", "UsageFault"};
    if (number < sizeof names / sizeof names[0]) {
        log_text(names[number]);
    } else {
        log_hex("exception", number);
    }
}

// Without a debugger the call that ends a program is itself a HardFault: there is nobody to tell.
static bool is_unheard_exit(uint32_t exception, const struct frame *frame)
{
    const uintptr_t pc = frame->pc;
    return exception == HARD_FAULT && pc >= (uintptr_t)flash_start && pc < (uintptr_t)flash_end &&
           *(const uint16_t *)pc == SEMIHOSTING_CALL;
}

__attribute__((noreturn, used)) static void fault_report(const struct frame *frame)
{
    uint32_t exception;
    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    const uintptr_t at = (uintptr_t)frame;
    const bool is_in_ram = at >= (uintptr_t)stack_bottom && at <= (uintptr_t)ram_end - sizeof *frame;
    if (is_in_ram && is_unheard_exit(exception, frame)) {
        for (;;) {
            cortexm_wait_for_interrupt();
        }
    }
    log_text("\nfault: ");
    log_exception(exception);
    if (is_in_ram) {
        log_hex(" at pc", frame->pc);
        log_hex(" lr", frame->lr);
    } else {
        log_hex(", stack overflow: sp", (uint32_t)at);
    }
#if __ARM_ARCH >= 7
    log_hex(" status", FAULT_STATUS);
    if ((FAULT_STATUS & FAULT_STATUS_HAS_MEMORY_ADDRESS) != 0) {
        log_hex(" address", FAULT_MEMORY_ADDRESS);
    } else if ((FAULT_STATUS & FAULT_STATUS_HAS_BUS_ADDRESS) != 0) {
        log_hex(" address", FAULT_BUS_ADDRESS);
    }
#endif
    log_text("\n");
    board_exit(FAULT_EXIT_CODE);
    for (;;) {}
}

// The stack may be what is broken, so the report gets a fresh one; nothing returns from here. Bit 2 of the
// exception's return code tells which stack holds the frame.
__attribute__((naked)) void fault_entry(void)
{
    __asm__ volatile("movs r1, #4\n\t"
                     "mov  r2, lr\n\t"
                     "mrs  r0, msp\n\t"
                     "tst  r2, r1\n\t"
                     "beq  1f\n\t"
                     "mrs  r0, psp\n"
                     "1:\n\t"
                     "ldr  r1, =stack_top\n\t"
                     "mov  sp, r1\n\t"
                     "ldr  r1, =%c0\n\t"
                     "bx   r1\n\t"
                     ".ltorg"
                     :
                     : "i"(fault_report));
}
