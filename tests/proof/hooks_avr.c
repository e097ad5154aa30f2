// SPDX-License-Identifier: MIT
// hooks_avr.c - runs the hooks of port/cpu/avr.h on an AVR, over all of their inputs: what tests/proof cannot
// read is assembler. EVERY: of the divisors of HUTCH_PORT_DIVIDE_STEPS one of so many.

#include "hutch/hutch.h"
#include "board.h"

#ifndef EVERY
#    define EVERY 1
#endif

static uint8_t number_of_steps(uint8_t word)
{
    uint8_t number = 0;
    while (((word >> number) & 1u) == 0) {
        number++;
    }
    return number;
}

static uint16_t wrong_bits(void)
{
    uint16_t wrong = 0;
    uint8_t expected = 1;
    for (uint16_t number = 0; number < 256; number++) {
        volatile uint8_t hidden = (uint8_t)number; // so that no branch for constants is taken
        wrong += HUTCH_PORT_BIT(hidden) != expected;
        expected = (uint8_t)(expected << 1 | expected >> 7);
    }
    return wrong;
}

static uint16_t wrong_first_sets(void)
{
    uint16_t wrong = 0;
    for (uint16_t word = 1; word < 256; word++) {
        volatile uint8_t hidden = (uint8_t)word;
        wrong += HUTCH_PORT_FIRST_SET(hidden) != number_of_steps((uint8_t)word);
    }
    return wrong;
}

static uint16_t wrong_quotients(uint8_t divisor)
{
    uint16_t wrong = 0;
    for (uint16_t dividend = 0; dividend >> 8 < divisor; dividend++) {
        uint8_t low = (uint8_t)dividend, high = (uint8_t)(dividend >> 8);
        HUTCH_PORT_DIVIDE_STEPS(low, high, divisor);
        wrong += high >= divisor || (uint16_t)((uint16_t)low * divisor + high) != dividend;
    }
    return wrong;
}

static void say(const char *about, uint16_t wrong)
{
    for (; *about != '\0'; about++) {
        board_put_char(*about);
    }
    board_put_char(wrong == 0 ? '+' : '-');
    board_put_char('\n');
}

int main(void)
{
    board_init();
    say("HUTCH_PORT_BIT of all 256 numbers ", wrong_bits());
    say("HUTCH_PORT_FIRST_SET of all 255 words ", wrong_first_sets());
    uint16_t wrong = 0;
    for (uint16_t divisor = 1; divisor < 256; divisor += EVERY) {
        wrong += wrong_quotients((uint8_t)divisor);
    }
    wrong += wrong_quotients(255);
    say("HUTCH_PORT_DIVIDE_STEPS of every dividend ", wrong);
    board_exit(wrong != 0);
}
