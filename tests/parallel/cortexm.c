// SPDX-License-Identifier: MIT
// cortexm.c - QEMU's mps2-an521, two Cortex-M33 in secure state; and the RP2040, two Cortex-M0+, in its RAM.
//
// Core 0 starts at the first vector table. Core 1 starts from the second when core 0 names it.
#include "rig.h"
#include "cortexm/cortexm.h"

enum { RUN = 7, WRITE_CHAR = 3, EXIT_EXTENDED = 0x20, STOPPED = 0x20026, FAULT = 99 };

extern uint32_t stack_0[], stack_1[];
extern void (*const vectors_1[])(void);
void reset_0(void);
void reset_1(void);

#ifdef __ARM_ARCH_6M__ // the RP2040
#    include "rp2040/rp2040.h"
#    define CORE_NUMBER SIO_CORE

void rig_start_other(void)
{
    rp2040_start_core_1(vectors_1, stack_1, reset_1);
}
#else
#    define CORE_NUMBER REGISTER(0x5001F000u)
#    define TABLE_OF_CORE_1 REGISTER(0x50021114u) // INITSVTOR1
#    define CORES_WAIT REGISTER(0x50021118u)      // CPUWAIT: a bit each; 2 after reset

void rig_start_other(void)
{
    TABLE_OF_CORE_1 = (uint32_t)(uintptr_t)vectors_1;
    __asm__ volatile("dsb" : : : "memory");
    CORES_WAIT = 0;
}
#endif

unsigned rig_core(void)
{
    return CORE_NUMBER;
}

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void rig_put_char(char c)
{
    semihost(WRITE_CHAR, &c);
}

void rig_exit(int code)
{
    const uint32_t block[2] = {STOPPED, (uint32_t)code};
    semihost(EXIT_EXTENDED, block);
    for (;;) {}
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
