// SPDX-License-Identifier: MIT
// rv32.c - QEMU's riscv32 virt with two harts.
//
// Both harts begin at 0x80000000. Hart 1 polls for a software interrupt: under -icount, QEMU 7.2 never
// wakes a hart that sleeps while the other one is busy.
#include "rig.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SOFTWARE_INTERRUPT_1 REGISTER(0x02000004u)
#define COMPARE_LOW(hart) REGISTER(0x02004000u + 8u * (hart))
#define COMPARE_HIGH(hart) REGISTER(0x02004004u + 8u * (hart))
#define TIME_LOW REGISTER(0x0200BFF8u)
#define UART_DATA (*(volatile uint8_t *)(uintptr_t)0x10000000u)
#define TEST_DEVICE REGISTER(0x00100000u)

enum { MIE = 8, TIMER = 0x80, PASS = 0x5555, FAIL = 0x3333, FAULT = 99 };
static const uint32_t never = 0xFFFFFFFFu, timer_cause = 0x80000007u;

void first(void);
void reset(unsigned hart);

unsigned rig_core(void)
{
    unsigned hart;
    __asm__ volatile("csrr %0, mhartid" : "=r"(hart));
    return hart;
}

void rig_put_char(char c)
{
    UART_DATA = (uint8_t)c;
}

void rig_exit(int code)
{
    TEST_DEVICE = code == 0 ? PASS : (uint32_t)code << 16 | FAIL;
    for (;;) {}
}

void rig_start_other(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    SOFTWARE_INTERRUPT_1 = 1;
}

// A run is shorter than the 429 seconds that the low half lasts.
static void arm_timer(unsigned hart)
{
    const uint32_t next = TIME_LOW + RIG_PERIOD;
    COMPARE_HIGH(hart) = never; // no early match between the two halves
    COMPARE_LOW(hart) = next;
    COMPARE_HIGH(hart) = 0;
}

void rig_start_timer(void)
{
    arm_timer(rig_core());
    __asm__ volatile("csrs mie, %0\n csrs mstatus, %1" : : "r"(TIMER), "r"(MIE) : "memory");
}

__attribute__((interrupt("machine"), aligned(4))) static void trap(void)
{
    uint32_t cause;
    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != timer_cause) {
        rig_exit(FAULT);
    }
    rig_tick(rig_core());
    arm_timer(rig_core());
}

__attribute__((used, noinline)) void reset(unsigned hart)
{
    __asm__ volatile("csrw mtvec, %0" : : "r"(trap));
    if (hart == 0) {
        rig_exit(rig_main());
    }
    unsigned pending;
    do {
        __asm__ volatile("csrr %0, mip" : "=r"(pending));
    } while ((pending & 8u) == 0);
    SOFTWARE_INTERRUPT_1 = 0;
    rig_work(1);
    for (;;) {}
}

__attribute__((naked, section(".start"), used)) void first(void)
{
    __asm__ volatile("csrr a0, mhartid\n"
                     "la sp, stack_0\n"
                     "beqz a0, 1f\n"
                     "la sp, stack_1\n"
                     "1: j reset");
}
