// SPDX-License-Identifier: MIT
// pico.c - Raspberry Pi Pico, besides cortexm.c: both cores, the line on USB, and the LED for `pass`.
#include "rig.h"
#include "rp2040/rp2040.h"
#include "silicon.h"

enum { LED = 25, STACK_WORDS = 1024 };

extern const uint32_t vectors_start[];
static uint32_t stack_1[STACK_WORDS];

unsigned rig_core(void)
{
    return SIO_CORE;
}

static void run_other(void)
{
    rig_work(1);
    for (;;) {
        cortexm_wait_for_interrupt();
    }
}

void rig_start_other(void)
{
    rp2040_start_core_1(vectors_start, stack_1 + STACK_WORDS, run_other);
}

void silicon_show(const char *text)
{
    const char *line = text;
    while (*line != '\0' && (line[0] != 'p' || line[1] != 'a' || line[2] != 's')) {
        line++;
    }
    SIO_PINS_OUT = 1u << LED;
    rp2040_pin(LED, PIN_SIO, PAD_PLAIN);
    if (*line != '\0') {
        SIO_PINS_HIGH = 1u << LED;
    }
    rp2040_show_on_usb(text);
}
