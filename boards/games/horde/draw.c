// SPDX-License-Identifier: MIT
// draw.c - draws a frame from back to front: the world, what moves in it, and what is said over it.
#include "art.h"
#include "cheat.h"
#include "draw.h"
#include "font.h"
#include "horde.h"
#include "state.h"

enum {
    FLASH_FROM = 11, // of the frames that the screen shakes
    FLASH_SHADE = 5,
    BLINK = 4,
    HAND_X = 1, // where it holds a phone: from its middle, from its top
    HAND_Y = 7,
    OUT_OF_SIGHT = (VIEW_PIXELS - BOARD_WIDTH) / 2 * PIXEL, // of the view, left of the screen
    SMALL_FROM = 14,                                        // the age in frames at which a spark shrinks
};

// The world is wider than the screen, so that a place can be left of it by that much; counted from there, the
// distance is positive and divides by a shift. A screen that is narrower than the view shows its middle.
int screen_x(int x)
{
    const int shaken = game.shake == 0 ? 0 : (game.shake & 2) != 0 ? 2 * PIXEL : -2 * PIXEL;
    const unsigned from_far_left = (unsigned)(x - game.camera - OUT_OF_SIGHT + shaken + WORLD_WIDTH);

    return (int)(from_far_left / PIXEL) - WORLD_WIDTH / PIXEL;
}

int screen_y(int height)
{
    return GROUND_Y - (int)((unsigned)height / PIXEL);
}

static const uint8_t *rabbit_art(const struct rabbit *rabbit)
{
    switch (rabbit->kind) {
#if HORDE_STAMPEDE
    case RABBIT_HERD:
#endif
    case RABBIT_RUNNER:
        return art_rabbit_runner;
    case RABBIT_HOPPER:
        return art_rabbit_hopper;
    case RABBIT_TWIN:
        return art_rabbit_twin;
    default:
        return art_rabbit_common;
    }
}

static void draw_giant(const struct rabbit *giant)
{
    const uint8_t *const art = art_rabbit_common;

    art_draw_twice(art, giant->height > 0 ? RABBIT_LEAPS : RABBIT_SITS, screen_x(giant->x) - art_width(art),
                   screen_y(giant->height) - 2 * art_height(art), giant->looks_left, giant->shown_struck > 0);
}

static void draw_rabbit(const struct rabbit *rabbit)
{
    const uint8_t *const art = rabbit_art(rabbit);
    const int x = screen_x(rabbit->x) - art_width(art) / 2;
    const int y = screen_y(rabbit->height) - art_height(art);
    const uint8_t frame = rabbit->height > 0 ? RABBIT_LEAPS : RABBIT_SITS;

    if (rabbit->shown_struck > 0) {
        art_draw_flat(art, frame, x, y, rabbit->looks_left, BOARD_WHITE);
    } else {
        art_draw(art, frame, x, y, rabbit->looks_left);
    }
}

static uint8_t dino_frame(const struct dino *dino)
{
    static const uint8_t walk[4] = {DINO_WALKS, DINO_STANDS, DINO_WALKS_ON, DINO_STANDS};

    if (game.shake > 0) {
        return DINO_IS_BITTEN;
    }
    if (dino->throw_shown > 0) {
        return DINO_THROWS;
    }
    if (dino->height > 0) {
        return DINO_JUMPS;
    }
    return dino->stride == 0 ? DINO_STANDS : walk[dino->stride >> 2 & 3];
}

static void draw_dino(void)
{
    static const char click[] BOARD_FLASH = "CLICK";
    const struct dino *const dino = &game.dino;
    const int x = screen_x(dino->x);
    const int y = screen_y(dino->height) - art_height(art_dino);

    if (game.screen == SCREEN_OVER || (dino->safe > 0 && game.shake == 0 && (game.clock & BLINK) != 0)) {
        return;
    }
    art_draw(art_dino, dino_frame(dino), x - art_width(art_dino) / 2, y, dino->looks_left);
    if (dino->throw_shown == 0 && phones_available() > 0) { // its hand is empty when the pool is
        art_draw(art_phone, 0, dino->looks_left ? x - HAND_X - art_width(art_phone) : x + HAND_X, y + HAND_Y,
                 dino->looks_left);
    }
    if (dino->click_shown > 0) {
        font_text(click, x - 9, y - 7, BOARD_WHITE);
    }
}

static void draw_objects(void)
{
    HUTCH_FOREACH (const struct rabbit, rabbit, rabbits) {
        if (HORDE_STAMPEDE && rabbit->kind == RABBIT_GIANT) {
            draw_giant(rabbit);
        } else {
            draw_rabbit(rabbit);
        }
    }
    draw_dino();
    HUTCH_FOREACH (const struct phone, phone, phones) {
        art_draw(art_phone, phone->age >> 2 & (PHONE_FRAMES - 1),
                 screen_x(phone->x) - art_width(art_phone) / 2,
                 screen_y(phone->height) - art_height(art_phone) + 1, phone->dx < 0);
    }
}

static void draw_effects(void)
{
    HUTCH_FOREACH (const struct spark, spark, sparks) {
        const uint8_t size = spark->age < SMALL_FROM ? spark->size : 1;
        board_fill(screen_x(spark->x), screen_y(spark->height) - size, size, size,
                   (uint8_t)(BOARD_WHITE - (spark->age >> 3)));
    }
    HUTCH_FOREACH (const struct score, score, scores) {
        static const char nought[] BOARD_FLASH = "0";
        const uint8_t digits = score->tens < 10 ? 1 : 2;
        const uint8_t shade = (uint8_t)(BOARD_WHITE - (score->age >> 3));
        const int x = screen_x(score->x) - digits * FONT_ADVANCE / 2 - 2;
        const int risen_y = screen_y(score->height) - FONT_HEIGHT;
        const int y = game.has_overlay && risen_y < OVERLAY_HEIGHT + 2 ? OVERLAY_HEIGHT + 2 : risen_y;
        font_number(score->tens, digits, x, y, shade, BOARD_BLACK);
        font_text(nought, x + digits * FONT_ADVANCE, y, shade);
    }
}

void horde_draw(void)
{
    if (HUTCH_CFG_CHECK >= 2 && cheat_draw()) {
        return;
    }
    if (game.shake >= FLASH_FROM) {
        board_fill(0, 0, BOARD_WIDTH, GROUND_Y, FLASH_SHADE);
    }
    scenery_draw();
    if (game.has_overlay) {
        overlay_draw();
    }
    status_draw();
    if (game.screen != SCREEN_TITLE) {
        draw_objects();
        draw_effects();
    }
    words_draw();
}
