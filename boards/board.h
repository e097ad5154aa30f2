// SPDX-License-Identifier: MIT
// board.h - all that a board gives a game: a screen, buttons, tones, a log, and the end of a frame.
//
// A board is one folder boards/<name>/ with a board.mk and a board.c that defines these functions. A game
// includes this header and no other of a board. The screen is a canvas of 128 x 64 pixels in 16 shades; a
// board with a larger or a coloured screen decides how to show it. Nothing here allocates.
#ifndef HUTCH_BOARD_H
#define HUTCH_BOARD_H

#include <stdbool.h>
#include <stdint.h>

// A board with fewer shades builds with -DBOARD_SHADES=2 or 4, so that a game can leave out what nobody would
// see.
#ifndef BOARD_SHADES
#    define BOARD_SHADES 16
#endif

// A board that remembers bytes while it is switched off builds with -DBOARD_SAVES=1.
#ifndef BOARD_SAVES
#    define BOARD_SAVES 0
#endif

// A board with room for some seconds of a game builds with -DBOARD_REWINDS=1.
#ifndef BOARD_REWINDS
#    define BOARD_REWINDS 0
#endif

enum {
    BOARD_WIDTH = 128,
    BOARD_HEIGHT = 64,
    BOARD_BLACK = 0,
    BOARD_WHITE = 15, // shades between are greys; a board with one bit a pixel shows 8 and above
    BOARD_VOICES = 4, // tone channels that a game may use at the same time
    BOARD_SAVE_BYTES = 8,
    BOARD_FRAMES_PER_SECOND = 60
};

/// One bit a button; several may be held.
enum {
    BOARD_LEFT = 1,
    BOARD_RIGHT = 2,
    BOARD_UP = 4,
    BOARD_DOWN = 8,
    BOARD_A = 16 // fire, confirm
};

#if defined(__AVR__)
#    include <avr/pgmspace.h>
#    define BOARD_FLASH PROGMEM
#    define board_flash_byte(address) pgm_read_byte(address)
#else
#    define BOARD_FLASH // constant data that stays in flash; read it with board_flash_byte, for AVR's sake
#    define board_flash_byte(address) (*(const uint8_t *)(address))
#endif

/// A picture: two bits a pixel, rows from the top, four pixels a byte with the leftmost in the top
/// bits, each row padded with 0 to a byte. 0 is transparent, 1 to 3 are shades[0] to shades[2]. Only the
/// pixels are in flash: the struct itself is read as plain memory, so a game may build it where it draws.
struct board_sprite {
    uint8_t width;
    uint8_t height;
    uint8_t shades[3];
    const uint8_t *pixels;
    bool mirrored; // drawn from right to left: one picture for both directions
};

/// Starts screen, buttons, tones, log and the frame clock. Called once, first.
void board_init(void);

/// Returns the buttons held when the current frame began.
uint8_t board_buttons(void);

/// Returns whether the player wants to go back, by a frame a frame. For BOARD_REWINDS only.
bool board_rewinds(void);

/// Fills a rectangle, clipped to the screen.
void board_fill(int x, int y, int width, int height, uint8_t shade);

/// Draws a sprite with its top left corner at x, y, clipped to the screen.
void board_draw(const struct board_sprite *sprite, int x, int y);

/// Shows what was drawn since the last call, waits for the next frame and clears the canvas to black.
/// @return false when the player or the script leaves
bool board_present(void);

/// Sounds a voice from now on; 0 hertz silences it. Boards without a speaker do nothing.
void board_tone(uint8_t voice, uint16_t hertz);

/// Returns byte `at` of the BOARD_SAVE_BYTES that outlast switching off, at first any. For BOARD_SAVES only.
uint8_t board_saved(uint8_t at);

/// Replaces byte `at` of them; at most one a frame, because an EEPROM is slow.
void board_save(uint8_t at, uint8_t byte);

/// Writes one character to the log (UART, standard output). Never drawn.
void board_put_char(char c);

/// Ends the program where the board has an end (emulator, host); halts elsewhere. 0 means success.
void board_exit(int code);

#endif
