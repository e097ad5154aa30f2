// SPDX-License-Identifier: MIT
// trap.c - a debug build with the default fault handler, which stops at its one fault.

#include "board.h"
#include "cortexm/cortexm.h"
#include "hutch/hutch.h"

HUTCH_POOL(pigeons, uint32_t, 4);

static volatile unsigned ticks; // an interrupt that goes on for as long as it can

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    ticks++;
}

static void put(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

int main(void)
{
    board_init();
    hutch_debug_set_sink(put, NULL);
    SYSTICK_LOAD = 10000;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    while (ticks == 0) {}
    uint32_t *const pigeon = pigeons_acquire();
    pigeons_release(pigeon);
    const bool released = pigeons_release(pigeon);
    for (const char *text = released ? "it was released twice\n" : "it went on\n"; *text != '\0'; text++) {
        board_put_char(*text);
    }
    return 0;
}
