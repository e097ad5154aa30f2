// SPDX-License-Identifier: MIT
// sprites.c - keeps pictures in the tiles of the video memory, and hands out the 128 slots of the hardware.
#include "sprites.h"
#include "colours.h"
#include "layers.h"
#include "registers.h"
#include "hutch/hutch.h"
#include "hutch/runs.h"
#include "hutch/stats.h"

#include <stddef.h>
#include <stdint.h>

enum {
    OAM_SLOTS = 128,
    TILES = 1024,
    PALETTES = 16,
    PICTURES = 64,
    TILE_BYTES = 32,
    HIDDEN = 0x0200,
    MIRRORED = 0x1000,
    UNUSED_FRAMES = 2,        // what was drawn in the last frame is on the screen
    TILE_COLUMNS = TILES / 8, // of the strip that shows them
};

// A picture that lies in video memory, in neighbouring tiles.
struct picture {
    const uint8_t *pixels;
    uint16_t tile;
    uint16_t frame; // that it was last used in
    uint8_t width;
    uint8_t height;
    uint8_t form; // of the table below
};

HUTCH_POOL_IDS(oam, OAM_SLOTS);
HUTCH_POOL_IDS(tiles, TILES);
HUTCH_POOL_IDS(palettes, PALETTES);
HUTCH_POOL(pictures, struct picture, PICTURES);

// The sizes that the hardware has, by rising area.
static const struct {
    uint8_t width;
    uint8_t height;
    uint8_t shape;
    uint8_t size;
} forms[] = {
    {8, 8, 0, 0},   {16, 8, 1, 0},  {8, 16, 2, 0},  {16, 16, 0, 1}, {32, 8, 1, 1},  {8, 32, 2, 1},
    {32, 16, 1, 2}, {16, 32, 2, 2}, {32, 32, 0, 2}, {64, 32, 1, 3}, {32, 64, 2, 3}, {64, 64, 0, 3},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

#define OBJ_TILES(tile) VIDEO_32(0x10000u + TILE_BYTES * (uint32_t)(tile))

struct oam_entry {
    uint16_t words[4]; // the last is not the sprite's
};

static union {
    struct oam_entry entries[OAM_SLOTS];
    uint32_t copied[OAM_SLOTS * 2];
} shadow;

static uint16_t spread_pixels[256];
static uint8_t palette_shades[PALETTES][3];
static uint16_t palette_frames[PALETTES]; // that each was last used in
static uint16_t frame;
static unsigned most_sprites;
static unsigned most_tiles;

// ------------------------------------------------------------------------------------ pictures

static unsigned tiles_of(unsigned form)
{
    return forms[form].width * forms[form].height / 64u;
}

static uint8_t form_of(uint8_t width, uint8_t height)
{
    uint8_t form = 0;

    while (form < FORMS && (forms[form].width < width || forms[form].height < height)) {
        form++;
    }
    return form;
}

// Shows in the case's lower strip, a pixel a tile, that a picture's tiles are live, or not any more.
static void draw_run(const struct picture *picture, bool is_live)
{
    for (unsigned tile = picture->tile; tile < picture->tile + tiles_of(picture->form); tile++) {
        strip_put(1, tile % TILE_COLUMNS, tile / TILE_COLUMNS, is_live);
    }
}

static bool is_unused(const struct picture *picture, void *context)
{
    (void)context;
    if ((uint16_t)(frame - picture->frame) < UNUSED_FRAMES) {
        return false;
    }
    draw_run(picture, false);
    tiles_release_run(picture->tile, tiles_of(picture->form));
    return true;
}

// A byte of a sprite is four pixels of two bits, the leftmost on top; the hardware has four bits a pixel, the
// leftmost lowest.
static uint16_t spread(unsigned pixels)
{
    return (uint16_t)((pixels >> 6 & 3) | (pixels >> 4 & 3) << 4 | (pixels >> 2 & 3) << 8 |
                      (pixels & 3) << 12);
}

void sprites_init(void)
{
    for (unsigned pixels = 0; pixels < 256; pixels++) {
        spread_pixels[pixels] = spread(pixels);
    }
}

GBA_FAST static void load(volatile uint32_t *tile_rows, const uint8_t *pixels, const uint8_t *end,
                          unsigned stride, unsigned across, unsigned down)
{
    for (unsigned y = 0; y < down; y++) {
        volatile uint32_t *to = &tile_rows[(y >> 3) * across * 8 + (y & 7)];
        for (unsigned byte = 0; byte < across * 2; byte += 2, to += 8) {
            const bool has_left = byte < stride && pixels < end;
            const bool has_right = byte + 1 < stride && pixels < end;
            *to = (has_left ? spread_pixels[pixels[byte]] : 0u) |
                  (has_right ? (uint32_t)spread_pixels[pixels[byte + 1]] << 16 : 0u);
        }
        pixels += pixels < end ? stride : 0;
    }
}

static void picture_load(const struct picture *picture)
{
    const unsigned stride = (picture->width + 3u) / 4u;

    load(OBJ_TILES(picture->tile), picture->pixels, picture->pixels + picture->height * stride, stride,
         forms[picture->form].width / 8u, forms[picture->form].height);
}

// Tiles that no picture of this frame and the last needs are free for others when there is no room.
static int acquire_tiles(unsigned count)
{
    const int first = tiles_acquire_run(count);

    if (first >= 0) {
        return first;
    }
    pictures_release_if(is_unused, NULL);
    return tiles_acquire_run(count);
}

static struct picture *acquire_picture(void)
{
    struct picture *const picture = pictures_acquire();

    if (picture != NULL) {
        return picture;
    }
    pictures_release_if(is_unused, NULL);
    return pictures_acquire();
}

static struct picture *picture_new(const struct board_sprite *sprite)
{
    const uint8_t form = form_of(sprite->width, sprite->height);

    if (form == FORMS) {
        return NULL;
    }
    struct picture *const picture = acquire_picture();
    if (picture == NULL) {
        return NULL;
    }
    const int tile = acquire_tiles(tiles_of(form));
    if (tile < 0) {
        pictures_release(picture);
        return NULL;
    }
    picture->pixels = sprite->pixels;
    picture->width = sprite->width;
    picture->height = sprite->height;
    picture->form = form;
    picture->tile = (uint16_t)tile;
    picture->frame = frame;
    picture_load(picture);
    draw_run(picture, true);
    return picture;
}

static struct picture *picture_of(const struct board_sprite *sprite)
{
    HUTCH_FOREACH (struct picture, picture, pictures) {
        if (picture->pixels == sprite->pixels) {
            picture->frame = frame;
            return picture;
        }
    }
    return picture_new(sprite);
}

// ------------------------------------------------------------------------------------ palettes

static bool is_palette_unused(int palette, void *context)
{
    (void)context;
    return (uint16_t)(frame - palette_frames[palette]) >= UNUSED_FRAMES;
}

static int palette_new(const uint8_t shades[3])
{
    int palette = palettes_acquire();

    if (palette < 0) {
        palettes_release_if(is_palette_unused, NULL);
        palette = palettes_acquire();
    }
    for (unsigned i = 0; palette >= 0 && i < 3; i++) {
        palette_shades[palette][i] = shades[i];
        OBJ_PALETTE((unsigned)palette, i + 1) = colour_of_sprite(shades, shades[i]);
    }
    return palette;
}

static int palette_of(const uint8_t shades[3])
{
    int palette = -1;

    HUTCH_FOREACH_ID (id, palettes) {
        const uint8_t *const known = palette_shades[id];
        if (known[0] == shades[0] && known[1] == shades[1] && known[2] == shades[2]) {
            palette = id;
            break;
        }
    }
    if (palette < 0) {
        palette = palette_new(shades);
    }
    if (palette >= 0) {
        palette_frames[palette] = frame;
    }
    return palette;
}

// ------------------------------------------------------------------------------------ slots

void sprites_begin(void)
{
    frame++;
    oam_clear();
}

bool sprite_draw(unsigned layer, const struct board_sprite *sprite, int x, int y)
{
    const struct picture *const picture = picture_of(sprite);
    const int palette = palette_of(sprite->shades);

    if (picture == NULL || palette < 0) {
        return false;
    }
    const int id = oam_acquire();
    if (id < 0) {
        return false;
    }
    const uint8_t form = picture->form;
    if (sprite->mirrored) { // the padding is mirrored, too: it comes to the left
        x -= forms[form].width - sprite->width;
    }
    // The hardware has the slot of the lowest number in front; the pool gives the lowest first.
    struct oam_entry *const entry = &shadow.entries[OAM_SLOTS - 1 - id];
    entry->words[0] = (uint16_t)(((y + SCREEN_TOP) & 0xFF) | forms[form].shape << 14);
    entry->words[1] =
        (uint16_t)(((x + SCREEN_LEFT) & 0x1FF) | (sprite->mirrored ? MIRRORED : 0) | forms[form].size << 14);
    entry->words[2] = (uint16_t)(picture->tile | (LAYERS - 1 - layer) << 10 | (unsigned)palette << 12);
    return true;
}

void sprites_show(void)
{
    for (int id = 0; id < OAM_SLOTS; id++) {
        if (!oam_is_live(id)) {
            shadow.entries[OAM_SLOTS - 1 - id].words[0] = HIDDEN;
        }
    }
    dma3_move(DMA3_COPY_WORDS, shadow.copied, SPRITES_32, OAM_SLOTS * 2);
}

// ------------------------------------------------------------------------------------ how full they are

void sprites_draw_pools(void)
{
    static unsigned shown;
    const unsigned live = oam_live();

    most_sprites = live > most_sprites ? live : most_sprites;
    for (; shown < live; shown++) {
        for (unsigned y = 0; y < 8; y++) {
            strip_put(0, shown, y, true);
        }
    }
    for (; shown > live; shown--) {
        for (unsigned y = 0; y < 8; y++) {
            strip_put(0, shown - 1, y, false);
        }
    }
    most_tiles = tiles_live() > most_tiles ? tiles_live() : most_tiles;
}

unsigned sprites_peak(void)
{
    return most_sprites;
}

unsigned tiles_peak_live(void)
{
    return most_tiles;
}
