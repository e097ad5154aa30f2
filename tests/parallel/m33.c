// SPDX-License-Identifier: MIT
// m33.c - QEMU's mps2-an521: two Cortex-M33, secure state only.
//
// Core 0 starts at the vector table at 0x10000000. Core 1 waits until it is let go, then resets from the
// table that core 0 has named.
#include "rig.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define CORE_NUMBER REGISTER(0x5001F000u)
#define TABLE_OF_CORE_1 REGISTER(0x50021114u) // INITSVTOR1
#define CORES_WAIT REGISTER(0x50021118u)      // CPUWAIT: a bit each; 2 after reset
#define UART_DATA REGISTER(0x50200000u)
#define UART_STATE REGISTER(0x50200004u)
#define UART_CONTROL REGISTER(0x50200008u)
#define UART_BAUD_DIVIDER REGISTER(0x50200010u)
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)

enum { FULL = 1, TRANSMIT = 1, DIVIDER = 217, RUN = 7, EXIT_EXTENDED = 0x20, STOPPED = 0x20026, FAULT = 99 };

extern uint32_t stack_0[], stack_1[];
extern void (*const vectors_1[])(void);
void reset_0(void);
void reset_1(void);

unsigned rig_core(void)
{
    return CORE_NUMBER;
}

void rig_put_char(char c)
{
    while ((UART_STATE & FULL) != 0) {}
    UART_DATA = (uint8_t)c;
}

void rig_exit(int code)
{
    const uint32_t block[2] = {STOPPED, (uint32_t)code};
    register uint32_t r0 __asm__("r0") = EXIT_EXTENDED;
    register const void *r1 __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    for (;;) {}
}

void rig_start_other(void)
{
    TABLE_OF_CORE_1 = (uint32_t)(uintptr_t)vectors_1;
    __asm__ volatile("dsb" : : : "memory");
    CORES_WAIT = 0;
}

void rig_start_timer(void)
{
    SYSTICK_LOAD = RIG_PERIOD - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = RUN;
}

static void tick(void)
{
    rig_tick(rig_core());
}

static void fault(void)
{
    rig_exit(FAULT);
}

void reset_0(void)
{
    UART_BAUD_DIVIDER = DIVIDER;
    UART_CONTROL = TRANSMIT;
    rig_exit(rig_main());
}

void reset_1(void)
{
    rig_work(1);
    for (;;) {
        __asm__ volatile("wfi");
    }
}

typedef void (*const vector)(void);
__attribute__((section(".vectors_0"), used)) static vector vectors_0[16] = {
    (vector)stack_0, reset_0, fault, fault, fault, fault, fault, fault, 0, 0, 0,
    fault,           fault,   0,     fault, tick};
__attribute__((section(".vectors_1"), used))
vector vectors_1[16] = {(vector)stack_1, reset_1, fault, fault, fault, fault, fault, fault, 0, 0, 0,
                        fault,           fault,   0,     fault, tick};
