// SPDX-License-Identifier: MIT
// console.c - as much of a Game Boy Advance's screen and sound as boards/gba and the stage use.
//
// Four backgrounds of 256 x 256 pixels, sprites of 16 colours, one window, one darkening; the rates and
// volumes of four channels. There is no CPU: the sources are compiled to WebAssembly, and write to
// console_memory. The golden picture is that of mGBA.
#include "console.h"
#include "gba/registers.h"
#include "web.h"

enum {
    WIDTH = 240,
    HEIGHT = 160,
    BACKGROUNDS = 4,
    SPRITES = 128,
    IS_HIDDEN = 0x0200,
    IS_AFFINE = 0x0100,
    IS_DOUBLED = 0x0200, // with IS_AFFINE
    IS_MIRRORED = 0x1000,
    LAYER_SPRITES = 4, // bit numbers in window and blending: 0 to 3 backgrounds, sprites, backdrop
    LAYER_NOTHING = 5,
    EFFECTS = 0x20,
    DARKEN = 3,
    BEHIND_ALL = 64,
};

__attribute__((aligned(4))) uint8_t console_memory[CONSOLE_BYTES];

static uint32_t picture[HEIGHT * WIDTH]; // red in the lowest byte

// What the sprites show in a line: a colour's number, 0 for none, and how far back.
static struct {
    uint8_t colour, rank;
} sprites_line[WIDTH];

// -------------------------------------------------------------------------------------- screen

static unsigned sprite_pixel(unsigned tile, unsigned tiles_across, unsigned x, unsigned y)
{
    return VIDEO_32(0x10000u + 32u * (tile + (y >> 3) * tiles_across + (x >> 3)))[y & 7] >> 4 * (x & 7) & 15;
}

static void draw_sprite(unsigned id, unsigned line)
{
    static const uint8_t sides[3][4][2] = {{{8, 8}, {16, 16}, {32, 32}, {64, 64}},
                                           {{16, 8}, {32, 8}, {32, 16}, {64, 32}},
                                           {{8, 16}, {8, 32}, {16, 32}, {32, 64}}};
    const uint16_t *const words = (const uint16_t *)(uintptr_t)(SPRITES_32 + 2 * id);
    const int16_t *const matrix =
        (const int16_t *)(uintptr_t)SPRITES_32 + 3; // a number in each of four sprites
    const bool is_affine = (words[0] & IS_AFFINE) != 0;
    const uint8_t *const size = sides[words[0] >> 14][words[1] >> 14];
    const unsigned zoom = is_affine && (words[0] & IS_DOUBLED) != 0 ? 1 : 0;
    const int across = size[0] << zoom, down = size[1] << zoom;
    const int row = (int)((line - words[0]) & 0xFF);
    const int left = (int)((words[1] & 0x1FFu) ^ 0x100u) - 0x100;

    if ((!is_affine && (words[0] & IS_HIDDEN) != 0) || row >= down) {
        return;
    }
    for (int column = left < 0 ? -left : 0; column < across && left + column < WIDTH; column++) {
        int x = column, y = row;
        if (is_affine) { // all stretched sprites here have matrix 0
            x = (matrix[0] * (column - across / 2) + matrix[4] * (row - down / 2) + (size[0] << 7)) >> 8;
            y = (matrix[8] * (column - across / 2) + matrix[12] * (row - down / 2) + (size[1] << 7)) >> 8;
        } else if ((words[1] & IS_MIRRORED) != 0) {
            x = across - 1 - column;
        }
        if ((unsigned)x >= size[0] || (unsigned)y >= size[1]) {
            continue;
        }
        const unsigned colour = sprite_pixel(words[2] & 0x3FF, size[0] / 8u, (unsigned)x, (unsigned)y);
        const uint8_t rank = words[2] >> 10 & 3;
        if (colour != 0 &&
            (sprites_line[left + column].colour == 0 || rank < sprites_line[left + column].rank)) {
            sprites_line[left + column].colour = (uint8_t)((words[2] >> 12 & 15u) << 4 | colour);
            sprites_line[left + column].rank = rank;
        }
    }
}

static unsigned background_pixel(unsigned number, unsigned x, unsigned y)
{
    const unsigned control = BG_CONTROL(number);
    const unsigned across = (x + BG_ACROSS(number)) & 255, down = (y + BG_DOWN(number)) & 255;
    const unsigned entry = VIDEO_16(0x800u * (control >> 8 & 31))[(down >> 3) * 32 + (across >> 3)];
    const uint32_t row = VIDEO_32(0x4000u * (control >> 2 & 3) + 32u * (entry & 0x3FF))[down & 7];
    const unsigned colour = row >> 4 * (across & 7) & 15;

    return colour == 0 ? 0 : entry >> 12 << 4 | colour;
}

// Which layers a pixel shows, and whether it is darkened.
static unsigned shown_at(unsigned x, unsigned y)
{
    if ((DISPLAY_CONTROL & DISPLAY_WINDOW) == 0) {
        return 0x3F;
    }
    const bool is_inside = x >= WINDOW_ACROSS >> 8 && x < (WINDOW_ACROSS & 0xFFu) && y >= WINDOW_DOWN >> 8 &&
                           y < (WINDOW_DOWN & 0xFFu);
    return is_inside ? WINDOW_INSIDE : WINDOW_OUTSIDE;
}

// Five bits a colour become eight, and are darkened, as in mGBA.
static uint32_t eight_bits(unsigned colour, unsigned darker)
{
    uint32_t pixel = 0xFF;

    for (int shift = 10; shift >= 0; shift -= 5) {
        const unsigned part = colour >> shift & 31;
        const unsigned full = part << 3 | part >> 2;
        pixel = pixel << 8 | (full - full * darker / 16);
    }
    return pixel;
}

static uint32_t pixel_at(unsigned x, unsigned y)
{
    const unsigned shown = shown_at(x, y) & (DISPLAY_CONTROL >> 8 | EFFECTS);
    unsigned colour = 0, layer = LAYER_NOTHING, nearest = BEHIND_ALL;

    if ((shown >> LAYER_SPRITES & 1) != 0 && sprites_line[x].colour != 0) {
        colour = 256u + sprites_line[x].colour;
        layer = LAYER_SPRITES;
        nearest = sprites_line[x].rank * 8u;
    }
    for (unsigned number = 0; number < BACKGROUNDS; number++) {
        const unsigned rank = (BG_CONTROL(number) & 3u) * 8 + 1 + number;
        const unsigned found =
            rank < nearest && (shown >> number & 1) != 0 ? background_pixel(number, x, y) : 0;
        if (found != 0) {
            colour = found;
            layer = number;
            nearest = rank;
        }
    }
    const bool is_darker =
        (shown & EFFECTS) != 0 && (BLEND_CONTROL >> 6 & 3) == DARKEN && (BLEND_CONTROL >> layer & 1) != 0;
    return eight_bits(BG_PALETTE(0, colour), is_darker ? BLEND_DARKER : 0);
}

void console_show(void)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++) {
            sprites_line[x].colour = 0;
        }
        for (unsigned id = 0; id < SPRITES; id++) {
            draw_sprite(id, y);
        }
        for (unsigned x = 0; x < WIDTH; x++) {
            picture[y * WIDTH + x] = pixel_at(x, y);
        }
    }
}

const uint32_t *web_picture(void)
{
    return picture;
}

// -------------------------------------------------------------------------------------- sound

enum { VOICES = 4, NOISE = 3, IS_BEGUN = 0x8000 };

static struct {
    uint8_t volume, waited; // of 15; frames since it faded last, which it does every `pace` 64ths of a second
} voices[VOICES];

static volatile uint16_t *rate_of(unsigned voice)
{
    volatile uint16_t *const rates[VOICES] = {&SOUND1_RATE, &SOUND2_RATE, &SOUND3_RATE, &SOUND4_RATE};

    return rates[voice];
}

// The wave has no envelope: it is on or off.
static unsigned shape_of(unsigned voice)
{
    const unsigned shapes[VOICES] = {SOUND1_SHAPE, SOUND2_SHAPE, (SOUND3_ON & 0x80) != 0 ? 0x8000u : 0u,
                                     SOUND4_SHAPE};

    return shapes[voice];
}

void console_sound(void)
{
    for (unsigned voice = 0; voice < VOICES; voice++) {
        const unsigned shape = shape_of(voice), pace = shape >> 8 & 7;
        if (shape == 0 || (*rate_of(voice) & IS_BEGUN) != 0) {
            voices[voice].volume = (uint8_t)(shape >> 12);
            voices[voice].waited = 0;
            *rate_of(voice) &= (uint16_t)~IS_BEGUN;
        } else if (pace != 0 && ++voices[voice].waited >= pace && voices[voice].volume > 0) {
            voices[voice].volume--;
            voices[voice].waited = 0;
        }
    }
}

// A square's rate n is 131072 / (2048 - n) Hz, the wave's half of that; each step of noise halves its rate.
unsigned web_hertz(unsigned voice)
{
    const unsigned rate = *rate_of(voice);

    if (voices[voice].volume == 0) {
        return 0;
    }
    return voice == NOISE ? 524288u >> (rate >> 4 & 15)
                          : (voice == 2 ? 65536u : 131072u) / (2048 - (rate & 2047));
}

unsigned web_volume(unsigned voice)
{
    return voices[voice].volume;
}

unsigned web_has_voice(unsigned voice)
{
    return voice < VOICES;
}
