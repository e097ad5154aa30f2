// SPDX-License-Identifier: MIT
// colours.h - colours in place of the game's greys.
#ifndef HUTCH_GBA_COLOURS_H
#define HUTCH_GBA_COLOURS_H

#include <stdint.h>

/// The colour of a shade of a layer: night behind, fire in front.
uint16_t colour_of_layer(unsigned layer, uint8_t shade);

/// The colour of one of a sprite's shades. A figure is known by its three shades; what has none of the known
/// triples, such as a figure that was struck and is all white, keeps its greys.
uint16_t colour_of_sprite(const uint8_t shades[3], uint8_t shade);

#endif
