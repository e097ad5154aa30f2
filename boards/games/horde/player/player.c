// SPDX-License-Identifier: MIT
// player.c - plays HORDE by looking ahead, and prints its buttons: the script that boards play.
//
// usage: player horde; with -DHORDE_STAMPEDE=1: player stampede, player giant
//
// Before each choice it saves the moment, plays on in some dozens of random ways, and loads the moment after
// each. Then it holds for six frames what the best way began with.

#include "board.h"
#include "horde/horde.h"
#include "horde/moment.h"
#include "hutch/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED = 0x4845,
    TITLE_FRAMES = 90,
    FRAMES_MAX = 9000,
    CHOICE_FRAMES = 6,
    CHOICES_AHEAD = 14,
    WAYS = HORDE_STAMPEDE ? 55 : 22,
    WAVE = 4,          // the last one; that of the second giant is the next
    GIANT_CHOICES = 39 // long enough for its leap
};

// The last picture shows a dinosaur, and at least so many of each, after the pool of rabbits has been full.
static const struct plan {
    const char *name;
    uint32_t seed;
    enum gift gift;
    bool has_giants;
    unsigned refused, rabbits, sparks, scores;
} plans[] = {
    {"horde", 8, GIFT_PHONES, false, 7, 10, 30, 3},
    {"stampede", 19, GIFT_PHONES, false, 1, 50, 112, 10},
    {"giant", 2, GIFT_SPARKS, true, 0, 0, 0, 0},
};
enum { PLANS = sizeof plans / sizeof plans[0] };

static enum goal { TO_WIN, TO_FILL, TO_BURST } goal; // TO_FILL: lets rabbits in, until their pool is full
static uint32_t random_bits;
static unsigned frame;

void board_tone(uint8_t voice, uint16_t hertz)
{
    (void)voice, (void)hertz; // nobody listens
}

// ------------------------------------------------------------------------------------------ the script

// Plays a frame, and prints the buttons if they change.
static void play(uint8_t buttons)
{
    if (frame == 0 || buttons != game.held) {
        printf("%u %s", frame, buttons == 0 ? "-" : "");
        for (int i = 0; i < 5; i++) {
            printf("%.*s", buttons >> i & 1, &"LRUDA"[i]);
        }
        printf("\n");
    }
    horde_step(buttons);
    frame++;
}

static void press(uint8_t button)
{
    play(button);
    play(0);
}

// Shows one gift after the other, each long enough to be read.
static void take_gift(enum gift gift)
{
    for (unsigned n = 0; game.offered != GIFT_NONE; n++) {
        const bool is_it = game.offered == gift;
        play(n < 24 || n % 16 != 8 ? 0 : !is_it ? BOARD_RIGHT : n > 70 ? BOARD_A : 0);
    }
}

// ------------------------------------------------------------------------------------------ looking ahead

// Returns how good it is to have come here.
static int32_t value(void)
{
    const int32_t rabbits = (int32_t)rabbits_live(), sparks = (int32_t)sparks_live();
    int32_t sum = game.lives * 3000 - abs(game.dino.x - WORLD_WIDTH / 2) / 40;

    if (game.screen == SCREEN_OVER) {
        sum -= 100000;
    }
    if (goal == TO_WIN) {
        sum += game.score_tens * 3;
    } else if (goal == TO_FILL) {
        sum += rabbits * 60 - game.score_tens * 200;
    } else {
        sum += sparks * 10 + (int32_t)scores_live() * 30 + game.score_tens * 2 + game.chain * 100;
    }
    HUTCH_FOREACH (struct rabbit, rabbit, rabbits) {
        const int far = abs(rabbit->x - game.dino.x);
        sum -= far < 20 * PIXEL ? (20 * PIXEL - far) / 8 : 0;
    }
    return sum;
}

static uint8_t choice_of(uint32_t number)
{
    enum { L = BOARD_LEFT, R = BOARD_RIGHT, U = BOARD_UP, A = BOARD_A };
    static const uint8_t choices[] = {A, L | A, R | A, L, R, U | A, L | U | A, R | U | A, 0, L | U, R | U};
    const uint8_t choice = choices[number % sizeof choices];

    return goal == TO_FILL ? choice & (uint8_t)~A : choice;
}

static uint8_t choose_at_random(void)
{
    random_bits ^= random_bits << 13;
    random_bits ^= random_bits >> 17;
    random_bits ^= random_bits << 5;
    return choice_of(random_bits >> 3);
}

static uint8_t choose(void)
{
    static struct moment now;
    int32_t most = INT32_MIN;
    uint8_t best = 0;

    moment_save(&now);
    for (uint32_t way = 0; way < WAYS; way++) {
        for (int n = 0; n < CHOICES_AHEAD && game.screen != SCREEN_OVER; n++) {
            const uint8_t buttons = n == 0 ? choice_of(way) : choose_at_random();
            for (int i = 0; i < CHOICE_FRAMES; i++) {
                horde_step(buttons);
            }
        }
        const int32_t reached = value();
        if (reached > most) {
            most = reached;
            best = choice_of(way);
        }
        moment_load(&now);
    }
    return best;
}

// ------------------------------------------------------------------------------------------ the plan

// Returns whether this is the last picture.
static bool is_over(const struct plan *plan)
{
    static bool is_full;
    const bool is_seen = game.dino.safe == 0 || (game.clock & 4) == 0; // it blinks after a bite
    bool fills = game.wave == WAVE && game.wave_shown <= 16;

#if HORDE_STAMPEDE
    static int giant_choices;
    fills = fills && game.herd.phase >= HERD_IS_HEARD;
    if (plan->has_giants) {
        giant_choices += game.wave > WAVE && game.herd.phase == HERD_HAS_GIANT;
        return giant_choices > GIANT_CHOICES && is_seen;
    }
#endif
    goal = !fills ? TO_WIN : !is_full ? TO_FILL : TO_BURST;
    if (fills && rabbits_live() == RABBITS && hutch_refused(&rabbits_pool) >= plan->refused) {
        is_full = true;
    }
    return is_full && is_seen && rabbits_live() >= plan->rabbits && sparks_live() >= plan->sparks &&
           scores_live() >= plan->scores;
}

int main(int argc, char **argv)
{
    const struct plan *plan = plans;

    while (plan < plans + PLANS && (argc != 2 || strcmp(argv[1], plan->name) != 0)) {
        plan++;
    }
    if (plan == plans + PLANS || HORDE_STAMPEDE == (plan == plans)) {
        fprintf(stderr, "usage: player %s\n", HORDE_STAMPEDE ? "stampede | giant" : "horde");
        return 2;
    }
    printf("# FRAME BUTTONS: from that frame on exactly these are held (L R U D A, - for none).\n");
    random_bits = plan->seed * 7919 + 1;
    horde_init(SEED);
    while (frame < TITLE_FRAMES) {
        play(0);
    }
    press(BOARD_A);
    while (!is_over(plan)) {
        if (game.screen == SCREEN_OVER || frame > FRAMES_MAX) {
            fprintf(stderr, "player %s: lost, or without an end, at frame %u\n", plan->name, frame);
            return 1;
        }
        take_gift(plan->gift);
        const uint8_t buttons = choose();
        for (int i = 0; i < CHOICE_FRAMES && game.offered == GIFT_NONE; i++) {
            play(buttons);
        }
        if (!HORDE_STAMPEDE && game.wave > 2 && !game.has_overlay) {
            press(BOARD_DOWN);
        }
    }
    printf("%u end\n", frame);
    return 0;
}
