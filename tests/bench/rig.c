// SPDX-License-Identifier: MIT
// rig.c - start, output and end of a measured program on each emulated machine. Interrupts are enabled, and
// none comes.
#include "rig.h"

#include <stdint.h>

extern uint32_t stack_top[];
void reset(void);

#if defined(BENCH_GBA)

// Words at the start of the external RAM, see mgba_steps.c.
#    define MAIL ((volatile uint32_t *)(uintptr_t)0x02000000u)
#    define REGISTER(address) (*(volatile uint16_t *)(uintptr_t)(address))

void rig_put_char(char c)
{
    MAIL[1] = 0x100u | (uint8_t)c;
}

void rig_exit(int code)
{
    MAIL[2] = 0x100u | (uint8_t)code;
    for (;;) {}
}

extern uint32_t fast_load[], fast_start[], fast_end[];

__attribute__((used)) static void start(void)
{
    const volatile uint32_t *from = fast_load;
    for (uint32_t *to = fast_start; to != fast_end; to++) {
        *to = *from++;
    }
    REGISTER(0x04000204u) = 0x4317u; // cartridge: 3 wait states, then 1, with prefetch, as most games set it
    REGISTER(0x04000208u) = 1;       // IME
    rig_exit(main());
}

__attribute__((target("arm"), naked, section(".start"))) void reset(void)
{
    __asm__ volatile(
        "mov r0, #0x1F\n\tmsr cpsr_c, r0\n\tldr sp, =stack_top\n\tldr r0, =start\n\tbx r0\n\t.ltorg");
}

#elif defined(__arm__)

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void rig_put_char(char c)
{
    semihost(3, &c); // SYS_WRITEC
}

void rig_exit(int code)
{
    const uint32_t block[2] = {0x20026, (uint32_t)code}; // ADP_Stopped_ApplicationExit
    semihost(0x20, block);
    for (;;) {}
}

void reset(void)
{
    rig_exit(main());
}

static void fault(void)
{
    rig_exit(9);
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, (const void *)reset, (const void *)fault, (const void *)fault};

#elif defined(__riscv)

void rig_put_char(char c)
{
    *(volatile uint8_t *)(uintptr_t)0x10000000u = (uint8_t)c;
}

void rig_exit(int code)
{
    *(volatile uint32_t *)(uintptr_t)0x00100000u = code == 0 ? 0x5555u : (uint32_t)code << 16 | 0x3333u;
    for (;;) {}
}

__attribute__((used)) static void start(void)
{
    __asm__ volatile("csrsi mstatus, 8"); // MIE; no source is enabled
    rig_exit(main());
}

__attribute__((naked, section(".start"))) void reset(void)
{
    __asm__ volatile("la sp, stack_top\n\tj start");
}

#elif defined(__aarch64__)

static void semihost(uint64_t operation, const void *argument)
{
    register uint64_t x0 __asm__("x0") = operation;
    register const void *x1 __asm__("x1") = argument;
    __asm__ volatile("hlt 0xF000" : "+r"(x0) : "r"(x1) : "memory");
}

void rig_put_char(char c)
{
    semihost(3, &c); // SYS_WRITEC
}

void rig_exit(int code)
{
    const uint64_t block[2] = {0x20026, (uint64_t)code}; // ADP_Stopped_ApplicationExit
    semihost(0x18, block);
    for (;;) {}
}

__attribute__((used)) static void start(void)
{
    rig_exit(main());
}

__asm__(".section .start, \"ax\"\n\t.globl reset\nreset: ldr x0, =stack_top\n\tmov sp, x0\n\tb "
        "start\n\t.ltorg\n\t.text");

#elif defined(__AVR__)

// avr-libc starts the program; see simavr_steps.c.
#    define GPIOR0 (*(volatile uint8_t *)(uintptr_t)0x3E)

void rig_put_char(char c)
{
    GPIOR0 = (uint8_t)c;
}

void rig_exit(int code)
{
    GPIOR0 = 4; // end of transmission: the next is the exit code
    GPIOR0 = (uint8_t)code;
    for (;;) {}
}

__attribute__((constructor)) static void enable(void)
{
    __asm__ volatile("sei");
}
#endif
