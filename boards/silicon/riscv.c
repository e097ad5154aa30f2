// SPDX-License-Identifier: MIT
// riscv.c - any RISC-V with a machine timer, which is the alarm, and mcycle; the line is in the log.
#include "silicon.h"

// Those of a CLINT; a board that has them elsewhere says so in its board.mk.
#ifndef MTIME
#    define MTIME 0x0200BFF8u
#    define MTIMECMP 0x02004000u
#endif
#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))

enum { MIE = 1 << 3, MTIE = 1 << 7 };

static unsigned cycles_of_tick; // measured
static uint32_t due;

void trap_report(uint32_t cause, uint32_t pc, uint32_t value); // of the board

static uint32_t cycle(void)
{
    unsigned long low;
    __asm__ volatile("csrr %0, mcycle" : "=r"(low));
    return (uint32_t)low;
}

uint16_t silicon_cycles(void)
{
    return (uint16_t)cycle();
}

__attribute__((interrupt("machine"), aligned(4))) static void trap(void)
{
    unsigned long cause, pc, value;
    __asm__ volatile("csrr %0, mcause\n csrr %1, mepc\n csrr %2, mtval" : "=r"(cause), "=r"(pc), "=r"(value));
    if ((cause & 0xFFu) != 7 || (long)cause >= 0) {
        trap_report((uint32_t)cause, (uint32_t)pc, (uint32_t)value);
    }
    __asm__ volatile("csrc mie, %0" : : "r"(MTIE));
    silicon_interrupt();
}

// From the beginning of a tick on.
static uint32_t cycle_of_next_tick(void)
{
    const uint32_t tick = REGISTER(MTIME);
    while (REGISTER(MTIME) == tick) {}
    return cycle();
}

static void start(void)
{
    const uint32_t first = cycle_of_next_tick(), tick = REGISTER(MTIME);
    const uint32_t last = cycle_of_next_tick();
    cycles_of_tick = (last - first) / (REGISTER(MTIME) - tick);
    cycles_of_tick += cycles_of_tick == 0;
    __asm__ volatile("csrw mie, zero\n csrw mtvec, %0\n csrs mstatus, %1" : : "r"(trap), "r"(MIE));
}

// The high half first at its largest, so that no half-written time is ever in the past.
void silicon_alarm(unsigned cycles)
{
    if (cycles_of_tick == 0) {
        start();
    }
    uint32_t low, high;
    do {
        high = REGISTER(MTIME + 4);
        low = REGISTER(MTIME);
    } while (high != REGISTER(MTIME + 4));
    due = low + cycles / cycles_of_tick + 1;
    REGISTER(MTIMECMP + 4) = ~0u;
    REGISTER(MTIMECMP) = due;
    REGISTER(MTIMECMP + 4) = high + (due < low);
    __asm__ volatile("csrs mie, %0" : : "r"(MTIE));
}

unsigned silicon_late(void)
{
    return (REGISTER(MTIME) - due) * cycles_of_tick;
}
