// SPDX-License-Identifier: MIT
// m3.c - QEMU's mps2-an385 or mps2-an500: vectors, a timer that interrupts every 100 microseconds, log, exit.
#include "kernel.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define TIMER_CONTROL REGISTER(0x40000000u)
#define TIMER_VALUE REGISTER(0x40000004u)
#define TIMER_RELOAD REGISTER(0x40000008u)
#define TIMER_CLEAR REGISTER(0x4000000Cu)
#define UART_DATA REGISTER(0x40004000u)
#define UART_STATE REGISTER(0x40004004u)
#define UART_CONTROL REGISTER(0x40004008u)
#define UART_BAUD_DIVIDER REGISTER(0x40004010u)
#define NVIC_ENABLE REGISTER(0xE000E100u)
#define NVIC_PRIORITY_8 REGISTER(0xE000E408u)

enum {
    PERIOD = 2503,
    RUN = 9,
    IRQ = 8,
    PRIORITY = 0x80,
    EXIT_EXTENDED = 0x20,
    STOPPED = 0x20026,
    FAULT = 99
};

extern uint32_t main_stack_top[];
void Reset_Handler(void);
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);
void Timer_Handler(void);

void machine_put_char(char c)
{
    while ((UART_STATE & 1u) != 0) {}
    UART_DATA = (uint8_t)c;
}

void machine_exit(int code)
{
    const uint32_t block[2] = {STOPPED, (uint32_t)code};
    register uint32_t r0 __asm__("r0") = EXIT_EXTENDED;
    register const void *r1 __asm__("r1") = block;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    for (;;) {}
}

void machine_start_timer(void)
{
    NVIC_PRIORITY_8 = PRIORITY;
    NVIC_ENABLE = 1u << IRQ;
    TIMER_RELOAD = PERIOD;
    TIMER_VALUE = PERIOD;
    TIMER_CONTROL = RUN;
}

void machine_stop_timer(void)
{
    TIMER_CONTROL = 0;
    TIMER_CLEAR = 1;
}

void machine_clear_timer(void)
{
    TIMER_CLEAR = 1;
}

#if !defined(KERNEL_STARTS) // else the kernel has vectors and a console of its own
static void fault(void)
{
    machine_exit(FAULT);
}

void machine_start(void);
void machine_start(void)
{
    UART_BAUD_DIVIDER = 217;
    UART_CONTROL = 1;
    kernel_run();
}

// A kernel that wants another stack brings its own, and goes on above.
__attribute__((weak)) void Reset_Handler(void)
{
    machine_start();
}

__attribute__((weak)) void SVC_Handler(void)
{
    fault();
}

__attribute__((weak)) void PendSV_Handler(void)
{
    fault();
}

// Where none is meant there is a fault, too: a kernel that reads through NULL reads here.
typedef void (*const vector)(void);
__attribute__((section(".vectors"), used)) static vector vectors[48] = {
    [0] = (vector)main_stack_top, [1] = Reset_Handler, [2 ... 6] = fault,
    [11] = SVC_Handler,           [12] = fault,        [14] = PendSV_Handler,
    [15] = SysTick_Handler,       [16 ... 23] = fault, [24] = Timer_Handler,
    [25 ... 47] = fault};
#endif
