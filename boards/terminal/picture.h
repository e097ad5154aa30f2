// SPDX-License-Identifier: MIT
// picture.h - writes a frame as a PGM or PNG file.
#ifndef HUTCH_TERMINAL_PICTURE_H
#define HUTCH_TERMINAL_PICTURE_H

#include "board.h"

/// One shade a byte.
struct frame {
    uint8_t shades[BOARD_HEIGHT][BOARD_WIDTH];
};

/// A fingerprint (CRC-32) of every pixel of the frame.
uint32_t picture_checksum(const struct frame *frame);

/// Writes 128 x 64 pixels of 16 greys as PGM text, which can be read and compared line by line.
bool picture_write_pgm(const char *path, const struct frame *frame);

/// Writes a grey PNG, each pixel magnified to 4 x 4.
bool picture_write_png(const char *path, const struct frame *frame);

#endif
