// SPDX-License-Identifier: MIT
// rv32.c - QEMU's riscv32 virt with one hart: start, log, exit. The interrupt of the test is the kernel's
// own tick.
#include "kernel.h"

#define UART_DATA (*(volatile uint8_t *)(uintptr_t)0x10000000u)
#define TEST_DEVICE (*(volatile uint32_t *)(uintptr_t)0x00100000u)

enum { PASS = 0x5555, FAIL = 0x3333 };

void reset(void);
void first(void);
void kernel_trap(void);

void machine_put_char(char c)
{
    UART_DATA = (uint8_t)c;
}

void machine_exit(int code)
{
    TEST_DEVICE = code == 0 ? PASS : (uint32_t)code << 16 | FAIL;
    for (;;) {}
}

void machine_start_timer(void)
{
}

void machine_stop_timer(void)
{
}

void machine_clear_timer(void)
{
}

#if !defined(KERNEL_STARTS)
__attribute__((used)) void reset(void)
{
    __asm__ volatile("csrw mtvec, %0" : : "r"(kernel_trap));
    kernel_run();
}

__attribute__((naked, section(".start"), used)) void first(void)
{
    __asm__ volatile("la sp, main_stack_top\n j reset");
}
#endif
