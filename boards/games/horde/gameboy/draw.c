// SPDX-License-Identifier: MIT
// draw.c - shows what moves by the hardware's sprites. An object keeps its own for as long as it lives.
#include "draw.h"
#include "cheat.h"
#include "horde.h"
#include "fast.h"
#include "slots.h"
#include "stage.h"

enum {
    FLASH_FROM = 11, // of the frames that the screen shakes
    BLINK = 4,
    SMALL_FROM = 14, // the age in frames at which a spark shrinks
    FAR_LEFT = 48,   // pixels left of the playing field, from where a place is counted: none is negative
    TO_SPRITE = FAR_LEFT - MARGIN - SPRITE_X,
    DINO_SPRITES = 6,
    DINO_HALF = 11,
    DINO_TALL = 19,
    HAND_Y = 7, // where it holds a phone, from its top
    CLICK_SPRITES = 3,
    TITLE_RABBITS = 3,
    TEXT_TILES_A_FRAME = 2,
};

// What motion.s reads of a pool: here its first slot, and in the next field its bitmap.
const uint8_t pool_slots = offsetof(struct hutch_pool, slots);
HUTCH_STATIC_ASSERT(offsetof(struct hutch_pool, live) == offsetof(struct hutch_pool, slots) + 2,
                    motion_s_knows_where_live_is);
HUTCH_STATIC_ASSERT(PHONES == 6 && RABBITS == 12 && SPARKS == 32, motion_s_and_actors_s_know_how_many);
HUTCH_STATIC_ASSERT(RABBIT_WIDTH_MAX < 256 / PIXEL, motion_s_knows_how_near_is_near);
HUTCH_STATIC_ASSERT(HUTCH_CFG_GUARD_BYTES == 0, motion_s_knows_how_far_slots_are_apart);

// By enum rabbit_kind: how tall it is, and from its middle to its sprite's left edge, as it looks right and
// left. Of one that looks left two columns of 16 are blank there.
enum { TALL, LEFT_EDGE = TALL + 2, SIZES = 4 };
const uint8_t rabbit_sizes[RABBIT_KINDS][SIZES] = {
    {13, TO_SPRITE + 7, TO_SPRITE + 9},
    {10, TO_SPRITE + 8, TO_SPRITE + 8},
    {15, TO_SPRITE + 7, TO_SPRITE + 9},
    {14, TO_SPRITE + 8, TO_SPRITE + 8},
};

uint8_t slide;
uint16_t far_left; // in the world
uint8_t floor_y;   // of a sprite that ends there
uint8_t rabbit_slots[RABBITS][2], phone_slots[PHONES], score_slots[SCORES][2];

static uint8_t dino_slots[DINO_SPRITES], hand_slot, click_slots[CLICK_SPRITES];
static const struct rabbit *first_rabbit; // slots of a pool are neighbours
static const struct spark *first_spark;
static const struct phone *first_phone;
static const struct score *first_score;
static hutch_word_t phones_shown, rabbits_shown[2], sparks_shown[4], scores_shown; // who has them: a bit each

// -------------------------------------------------------------------------------------- slots

static void forget_slots(void)
{
    for (uint8_t i = 0; i < SPARKS; i++) {
        spark_slots[i] = NO_SPRITE;
    }
    for (uint8_t i = 0; i < PHONES; i++) {
        phone_slots[i] = NO_SPRITE;
    }
    for (uint8_t i = 0; i < RABBITS; i++) {
        rabbit_slots[i][0] = NO_SPRITE;
        rabbit_slots[i][1] = NO_SPRITE;
    }
    for (uint8_t i = 0; i < SCORES; i++) {
        score_slots[i][0] = NO_SPRITE;
        score_slots[i][1] = NO_SPRITE;
    }
    for (uint8_t i = 0; i < CLICK_SPRITES; i++) {
        click_slots[i] = NO_SPRITE;
    }
    first_rabbit = rabbits_at(0);
    first_spark = sparks_at(0);
    first_phone = phones_at(0);
    first_score = scores_at(0);
    take_slots(dino_slots, DINO_SPRITES); // the lowest: those that never flicker
    hand_slot = sprites_take();
}

// -------------------------------------------------------------------------------------- places

// Places what begins as a rabbit does, into the next two; out of sight when it is not seen.
void actor_place(const void *actor);
uint8_t actor_x, actor_y;

// -------------------------------------------------------------------------------------- who moves

static void put_dino(uint8_t frame, uint8_t x, uint8_t y, bool looks_left)
{
    const uint8_t how = looks_left ? SPRITE_MIRRORED : 0;
    const uint8_t step = looks_left ? (uint8_t)-8 : 8;
    uint8_t tile = (uint8_t)(SPRITE_DINO + frame * DINO_TILES);
    struct sprite *sprite = SPRITE_AT(dino_slots[0]);

    x = (uint8_t)(x - DINO_HALF + (looks_left ? 14 : 0)); // 24 columns, of which two are blank
    for (uint8_t i = 0; i < DINO_SPRITES / 2; i++) {
        sprite->y = y;
        sprite->x = x;
        sprite->tile = tile;
        sprite->how = how;
        sprite++;
        sprite->y = (uint8_t)(y + SPRITE_HEIGHT);
        sprite->x = x;
        sprite->tile = (uint8_t)(tile + 2);
        sprite->how = how;
        sprite++;
        tile += 4;
        x = (uint8_t)(x + step);
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

static void draw_click(uint8_t x, uint8_t y)
{
    if (game.dino.click_shown == 0 || game.screen == SCREEN_OVER) {
        give_slots(click_slots, CLICK_SPRITES);
        return;
    }
    x = (uint8_t)(x - 9);
    for (uint8_t i = 0; i < CLICK_SPRITES; i++) {
        if (click_slots[i] == NO_SPRITE) {
            click_slots[i] = take_urgent();
        }
        slot_put(click_slots[i], x, (uint8_t)(y - 9), (uint8_t)(SPRITE_CLICK + 2 * i), 0);
        x += 8;
    }
}

static bool dino_is_hidden(void)
{
    return game.screen == SCREEN_OVER || (game.dino.safe > 0 && game.shake == 0 && (game.clock & BLINK) != 0);
}

static void draw_dino(void)
{
    const struct dino *const dino = &game.dino;
    uint8_t x, y;

    actor_place(dino);
    x = actor_x;
    y = (uint8_t)(actor_y - DINO_TALL);
    if (dino_is_hidden()) {
        hide_slots(dino_slots, DINO_SPRITES);
        hide_slots(&hand_slot, 1);
    } else {
        put_dino(dino_frame(dino), x, y, dino->looks_left);
        if (dino->throw_shown == 0 &&
            phones_pool.live[0] != (1 << PHONES) - 1) { // its hand is empty when the pool is
            slot_put(hand_slot, (uint8_t)(x + (dino->looks_left ? -9 : 1)), (uint8_t)(y + HAND_Y),
                     SPRITE_PHONE, dino->looks_left ? SPRITE_MIRRORED : 0);
        } else {
            hide_slots(&hand_slot, 1);
        }
    }
    draw_click(x, y);
}

// The screen is wider than the playing field, at whose edges rabbits come. So that none is seen coming out of
// nothing, rabbits_place stretches the last 8 pixels to twice as many.
void rabbits_place(const struct rabbit *first);
void phones_place(const struct phone *first);
bool scores_place(hutch_word_t live, const struct score *first);
void sparks_place(const struct spark *first);

// What has come since the last picture gets `each` sprites, what has gone gives them back: the bits in which
// the two bitmaps differ.
// @return the live ones that have their sprites
static hutch_word_t take_for(uint8_t *slots, uint8_t each, hutch_word_t live, hutch_word_t shown)
{
    hutch_word_t bit = 1, changed = live ^ shown;

    for (; changed != 0; changed >>= 1) {
        if ((changed & 1) != 0) {
            shown ^= bit;
            if ((shown & bit) == 0) {
                give_slots(slots, each);
            } else {
                for (uint8_t i = 0; i < each; i++) {
                    slots[i] = take_urgent();
                }
            }
            if (slots[each - 1] == NO_SPRITE) {
                shown &= (hutch_word_t)~bit;
            }
        }
        bit = (hutch_word_t)(bit << 1);
        slots += each;
    }
    return shown;
}

static void draw_rabbits(void)
{
    for (uint8_t k = 0; k < 2; k++) {
        if (rabbits_pool.live[k] != rabbits_shown[k]) {
            rabbits_shown[k] =
                take_for(rabbit_slots[k * HUTCH_WORD_BITS], 2, rabbits_pool.live[k], rabbits_shown[k]);
        }
    }
    rabbits_place(first_rabbit);
}

static void draw_phones(void)
{
    if (phones_pool.live[0] != phones_shown) {
        phones_shown = take_for(phone_slots, 1, phones_pool.live[0], phones_shown);
    }
    phones_place(first_phone);
}

// -------------------------------------------------------------------------------------- effects

// A spark that finds no sprite is not seen; every fourth frame it looks again.
static bool has_room;

static void take_for_sparks(uint8_t *slots, hutch_word_t live, hutch_word_t changed)
{
    for (; changed != 0; changed >>= 1) {
        if ((changed & 1) != 0) {
            if ((live & 1) == 0) {
                sprites_give(*slots);
                *slots = NO_SPRITE;
            } else if (*slots == NO_SPRITE && has_room) {
                *slots = sprites_take();
                has_room = *slots != NO_SPRITE;
            }
        }
        live >>= 1;
        slots++;
    }
}

static void draw_sparks(void)
{
    const bool looks_again = (game.clock & 3) == 0;

    has_room = true;
    for (uint8_t k = 0; k < SPARKS / HUTCH_WORD_BITS; k++) {
        const hutch_word_t live = sparks_pool.live[k], shown = sparks_shown[k];
        const hutch_word_t changed = !has_room ? shown & ~live : looks_again ? live | shown : live ^ shown;
        if (changed != 0) {
            take_for_sparks(&spark_slots[k * HUTCH_WORD_BITS], live, changed);
        }
        sparks_shown[k] = live;
    }
    sparks_place(first_spark);
}

// Points of two digits and their nought have two sprites, others one.
static void take_for_scores(hutch_word_t live, hutch_word_t shown)
{
    const struct score *score = first_score;
    uint8_t *slots = score_slots[0];

    for (; (live | shown) != 0; live >>= 1) {
        if ((live & 1) != 0) {
            if (slots[0] == NO_SPRITE) {
                slots[0] = take_urgent();
            }
            if (score->tens < 10) {
                give_slots(&slots[1], 1);
            } else if (slots[1] == NO_SPRITE) {
                slots[1] = take_urgent();
            }
        } else if ((shown & 1) != 0) {
            give_slots(slots, 2);
        }
        shown >>= 1;
        score++;
        slots += 2;
    }
}

// scores_place returns false when a score lacks sprites: its slot had another before.
static void draw_scores(void)
{
    const hutch_word_t live = scores_pool.live[0];

    if (live != scores_shown || !scores_place(live, first_score)) {
        take_for_scores(live, scores_shown);
        scores_shown = live;
        scores_place(live, first_score);
    }
}

// -------------------------------------------------------------------------------------- the title's

static void draw_title(void)
{
    static const uint8_t places[TITLE_RABBITS] = {FAR_LEFT + 87, FAR_LEFT + 103, FAR_LEFT + 119};
    static const uint8_t kinds[TITLE_RABBITS] = {RABBIT_COMMON, RABBIT_TWIN, RABBIT_HOPPER};
    const bool is_leap = (game.clock & 16) != 0;

    put_dino(is_leap ? DINO_THROWS : DINO_STANDS, FAR_LEFT - TO_SPRITE + 19, (uint8_t)(floor_y - DINO_TALL),
             false);
    slot_put(hand_slot, FAR_LEFT + 34 - TO_SPRITE, (uint8_t)(floor_y - 17),
             (uint8_t)(SPRITE_PHONE + (game.clock >> 1 & 6)), 0);
    if (rabbits_shown[0] == 0) {
        rabbits_shown[0] = take_for(rabbit_slots[0], 2, (1 << TITLE_RABBITS) - 1, 0);
    }
    for (uint8_t i = 0; i < TITLE_RABBITS; i++) {
        const uint8_t kind = kinds[i];
        const bool leaps = is_leap == (i == 1);
        const uint8_t tile =
            (uint8_t)(SPRITE_RABBIT + kind * (2 * RABBIT_TILES) + (leaps ? RABBIT_TILES : 0));
        const uint8_t x = (uint8_t)(places[i] - rabbit_sizes[kind][LEFT_EDGE]);
        const uint8_t y = (uint8_t)(floor_y - rabbit_sizes[kind][TALL] - (leaps ? 4 : 0));
        slot_put(rabbit_slots[i][0], x, y, (uint8_t)(tile + 2), SPRITE_MIRRORED);
        slot_put(rabbit_slots[i][1], (uint8_t)(x + 8), y, tile, SPRITE_MIRRORED);
    }
}

// -------------------------------------------------------------------------------------- a frame

static void load_all(void)
{
    video_off();
    text_load();
    forget_slots();
    actors_load();
    backdrop_load();
    words_load();
    overlay_load();
    text_show(TEXT_END);
    video_on();
}

static void move_window(void)
{
    if (game.has_overlay && slide < SLIDE_STEPS) {
        slide++;
    } else if (!game.has_overlay && slide > 0) {
        slide--;
    }
    video_window_y = (uint8_t)(144 - WINDOW_LINES * slide);
}

// Three rabbits and the dinosaur are nine or ten in a line.
static bool has_crowd(void)
{
    uint8_t rabbits = 0;

    for (hutch_word_t bits = rabbits_shown[0]; bits != 0; bits &= (hutch_word_t)(bits - 1)) {
        rabbits++;
    }
    return rabbits > 3 || rabbits_shown[1] != 0;
}

void horde_draw(void)
{
    static bool has_begun;

    if (!has_begun) {
        has_begun = true;
        load_all();
    }
    const int8_t shaken = game.shake == 0 ? 0 : (game.shake & 2) != 0 ? 2 * PIXEL : -2 * PIXEL;
    sprites_busy = true;
    video_is_ready = false;
    far_left = (uint16_t)(game.camera - shaken) - FAR_LEFT * PIXEL;
    move_window();
    floor_y = (uint8_t)(FLOOR_Y + SPRITE_Y - SLIDE_LINES * slide);
    video_palette = game.shake >= FLASH_FROM ? PALETTE_FLASH : PALETTE_NIGHT;
    backdrop_scroll();
    if (game.screen == SCREEN_TITLE) {
        draw_title();
    } else {
        draw_dino();
        draw_rabbits();
        draw_phones();
        draw_scores();
        draw_sparks();
    }
    sprites_take_turns = has_crowd();
    sprites_turn();
    sprites_busy = false;
    video_is_ready = true;
    if (HUTCH_CFG_CHECK < 2 || !cheat_draw()) {
        words_draw();
    }
    if (slide > 0) {
        overlay_draw();
    }
    text_show(TEXT_TILES_A_FRAME);
    if (HORDE_HAS_ROOM) {
        pause_by_start(dino_is_hidden());
    }
}
