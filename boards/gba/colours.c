// SPDX-License-Identifier: MIT
// colours.c - tints: how much red, green and blue a shade becomes.
#include "colours.h"
#include "layers.h"
#include "registers.h"

enum { PARTS = 8 }; // a tint of 8 is the full shade

struct tint {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
};

static const struct tint layer_tints[LAYERS] = {{6, 7, 8}, {5, 4, 8}, {7, 8, 7}, {8, 7, 4}};
static const struct tint grey = {8, 8, 8};

static const struct {
    uint8_t shades[3];
    struct tint tint;
} figures[] = {
    {{2, 10, 15}, {4, 8, 3}}, // dinosaur
    {{1, 9, 15}, {8, 6, 4}},  // common rabbit
    {{1, 12, 15}, {8, 4, 4}}, // runner
    {{1, 8, 15}, {7, 4, 8}},  // hopper
    {{1, 10, 15}, {8, 4, 6}}, // two-headed rabbit
    {{1, 11, 15}, {4, 7, 8}}, // phone
    {{6, 12, 15}, {8, 2, 3}}, // heart
    {{9, 11, 13}, {8, 8, 6}}, // moon
    {{2, 3, 5}, {6, 5, 8}},   // mountains
    {{2, 4, 6}, {5, 5, 8}},   // town
    {{2, 3, 4}, {6, 7, 8}},   // cloud
    {{5, 11, 15}, {8, 6, 2}}, // letters of the title
    {{2, 11, 15}, {8, 6, 2}},
};

// White stays white: what is brighter loses its tint.
static uint16_t tinted(struct tint tint, uint8_t shade)
{
    const unsigned level = shade * 31u / BOARD_WHITE;
    const unsigned white = shade > 12 ? shade - 12u : 0; // 0 to 3

    const unsigned red = (tint.red * (3 - white) + PARTS * white) * level / (3 * PARTS);
    const unsigned green = (tint.green * (3 - white) + PARTS * white) * level / (3 * PARTS);
    const unsigned blue = (tint.blue * (3 - white) + PARTS * white) * level / (3 * PARTS);
    return RGB(red, green, blue);
}

uint16_t colour_of_layer(unsigned layer, uint8_t shade)
{
    return tinted(layer_tints[layer], shade);
}

uint16_t colour_of_sprite(const uint8_t shades[3], uint8_t shade)
{
    for (unsigned i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (figures[i].shades[0] == shades[0] && figures[i].shades[1] == shades[1] &&
            figures[i].shades[2] == shades[2]) {
            return tinted(figures[i].tint, shade);
        }
    }
    return tinted(grey, shade);
}
