// SPDX-License-Identifier: MIT
// hutch_line.h - a fault in a short line, "bullets 3 DOUBLE_RELEASE", and letters of 3 x 5 pixels to draw it.
//
//   HUTCH_ON_FAULT(fault)
//   {
//       hutch_line(fault, hutch_arduboy_put, NULL);    or hutch_gameboy_put, or any other put
//       for (;;) {}                                    stand still: the next frame would be drawn over it
//   }
//
// Include it after hutch's own header. It works in release builds, too; on AVR those have pool and slot with
// HUTCH_CFG_NAMES 1 only, else the line is the code. Texts are in flash: 0.6 KiB.
#ifndef HUTCH_LINE_H
#define HUTCH_LINE_H

#ifdef __AVR__ // whose constants are otherwise in RAM
#    include <avr/pgmspace.h>
#    define HUTCH_LINE_FLASH PROGMEM
#    define HUTCH_LINE_BYTE(address) pgm_read_byte(address)
#    define HUTCH_LINE_WORD(address) pgm_read_word(address)
#else
#    define HUTCH_LINE_FLASH
#    define HUTCH_LINE_BYTE(address) (*(address))
#    define HUTCH_LINE_WORD(address) (*(address))
#endif

// ---- The line

#define HUTCH_LINE_NUMBER(name, number, text, cure) number,
#define HUTCH_LINE_NAME(name, number, text, cure) #name "\0"
static const uint8_t hutch_line_numbers[] HUTCH_LINE_FLASH = {HUTCH_FAULT_LIST(HUTCH_LINE_NUMBER)};
static const char hutch_line_names[] HUTCH_LINE_FLASH = HUTCH_FAULT_LIST(HUTCH_LINE_NAME);
static const uint16_t hutch_line_tens[] HUTCH_LINE_FLASH = {10000, 1000, 100, 10, 1};

/// Writes pool, slot and the name of the code, and a newline, character by character.
static inline void hutch_line(const struct hutch_fault *fault, void (*put)(char c, void *context),
                              void *context)
{
    const char *name = hutch_line_names;
#if HUTCH_CFG_NAMES
    const char *pool = fault->pool;
    while (*pool != '\0') {
        put(*pool++, context);
    }
    put(' ', context);
    if (fault->index != HUTCH_NONE) {
        unsigned left = fault->index;
        bool has_begun = false;
        // By subtraction: a division is a library call on small CPUs. A wrong index above 99999 is 99999.
        for (uint8_t i = 0; i < 5; i++) {
            char digit = '0';
            for (; left >= HUTCH_LINE_WORD(&hutch_line_tens[i]) && digit < '9'; digit++) {
                left -= HUTCH_LINE_WORD(&hutch_line_tens[i]);
            }
            has_begun = has_begun || digit != '0' || i == 4;
            if (has_begun) {
                put(digit, context);
            }
        }
        put(' ', context);
    }
#endif
    for (uint8_t i = 0;
         i < sizeof hutch_line_numbers && HUTCH_LINE_BYTE(&hutch_line_numbers[i]) != fault->code; i++) {
        while (HUTCH_LINE_BYTE(name++) != '\0') {}
    }
    while (HUTCH_LINE_BYTE(name) != '\0') { // the names end with one more 0
        put((char)HUTCH_LINE_BYTE(name++), context);
    }
    put('\n', context);
}

// ---- Letters

// From the space on, small ones as capitals. Each octal digit is a row, the topmost first: 4 left, 1 right.
static const uint16_t hutch_line_letters[64] HUTCH_LINE_FLASH = {
    000000, 022202, 055000, 057575, 036362, 051245, 025253, 022000, //   ! " # $ % & '
    012221, 042224, 005250, 002720, 000024, 000700, 000002, 011244, // ( ) * + , - . /
    075557, 026227, 071747, 071317, 055711, 074717, 074757, 071122, // 0 1 2 3 4 5 6 7
    075757, 075717, 002020, 002024, 012421, 007070, 042124, 071302, // 8 9 : ; < = > ?
    025743, 025755, 065656, 034443, 065556, 074647, 074644, 034553, // @ A B C D E F G
    055755, 072227, 011152, 055655, 044447, 057755, 065555, 025552, // H I J K L M N O
    065644, 025563, 065655, 034216, 072222, 055557, 055522, 055775, // P Q R S T U V W
    055255, 055222, 071247, 032223, 044211, 062226, 025000, 000007, // X Y Z [ \ ] ^ _
};
enum { HUTCH_LINE_ROWS = 5, HUTCH_LINE_PITCH = 4 };

/// Returns the pixels of a row of a letter: bit 2 left, bit 0 right.
static inline uint8_t hutch_line_row(char letter, uint8_t row)
{
    const char capital = (char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
    const uint8_t place = (uint8_t)(capital >= ' ' && capital <= '_' ? capital - ' ' : '?' - ' ');
    return (uint8_t)(HUTCH_LINE_WORD(&hutch_line_letters[place]) >> (12u - 3u * row) & 7u);
}

#endif
