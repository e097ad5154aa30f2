// SPDX-License-Identifier: MIT
// clock.c - 50 MHz from the 8 MHz crystal by the PLL; 60 frames a second by SysTick.
#include "clock.h"
#include "registers.h"
#include "board.h"

#include <stdint.h>

enum {
    LDO_2_75_VOLT = 0x1B, // revision A2 needs it to run from the PLL

    RCC_MOSCDIS = 1 << 0, // main oscillator off
    RCC_OSCSRC = 3 << 4,  // 0 is the main oscillator
    RCC_XTAL = 15 << 6,   // which crystal
    RCC_XTAL_8_MHZ = 14 << 6,
    RCC_BYPASS = 1 << 11, // run from the oscillator, not from the PLL
    RCC_PWRDN = 1 << 13,  // PLL off
    RCC_PWMDIV_64 = 7 << 17,
    RCC_USEPWMDIV = 1 << 20,
    RCC_USESYSDIV = 1 << 22,
    RCC_SYSDIV = 15 << 23, // the PLL's 200 MHz are divided by this plus one
    RCC_SYSDIV_4 = 3 << 23,
    RIS_PLL_LOCKED = 1 << 6,

    RCGC0_PWM = 1 << 20,
    RCGC1_UART0 = 1 << 0,
    RCGC1_SSI0 = 1 << 4,
    RCGC2_PORTS_A_TO_F = 0x3F,
};

static volatile uint32_t frames_begun;
static uint32_t frames_waited_for;

void SysTick_Handler(void);

void SysTick_Handler(void)
{
    frames_begun++;
}

// The data sheet's order: leave the PLL's output, start it, wait until it holds, use it.
static void pll_start(void)
{
    SYSCTL_LDOPCTL = LDO_2_75_VOLT;
    uint32_t rcc = (SYSCTL_RCC | RCC_BYPASS) & ~(uint32_t)(RCC_USESYSDIV | RCC_MOSCDIS);
    SYSCTL_RCC = rcc;
    rcc &= ~(uint32_t)(RCC_OSCSRC | RCC_XTAL | RCC_PWRDN | RCC_SYSDIV);
    rcc |= RCC_XTAL_8_MHZ | RCC_SYSDIV_4 | RCC_USESYSDIV | RCC_PWMDIV_64 | RCC_USEPWMDIV;
    SYSCTL_RCC = rcc;
    while ((SYSCTL_RIS & RIS_PLL_LOCKED) == 0) {}
    SYSCTL_RCC = rcc & ~(uint32_t)RCC_BYPASS;
}

void clock_init(void)
{
    pll_start();
    SYSCTL_RCGC0 |= RCGC0_PWM;
    SYSCTL_RCGC1 |= RCGC1_UART0 | RCGC1_SSI0;
    SYSCTL_RCGC2 |= RCGC2_PORTS_A_TO_F;
    (void)SYSCTL_RCGC2; // a peripheral may be touched three clocks after its own is on
}

static void frame_clock_start(void)
{
    SYSTICK_LOAD = CPU_HERTZ / BOARD_FRAMES_PER_SECOND - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
}

void frame_clock_wait(void)
{
    if ((SYSTICK_CONTROL & SYSTICK_ON) == 0) {
        frame_clock_start();
    }
    while (frames_begun == frames_waited_for) {
        cortexm_wait_for_interrupt();
    }
    frames_waited_for = frames_begun;
}
