// SPDX-License-Identifier: MIT
// motion.c - what is done most often: sparks fly, rabbits hop, phones hit. A slow board has it in assembler.
#include "state.h"

enum {
    SPARK_FRAMES = 44,
    SPARK_GRAVITY = 2,
    RABBIT_GRAVITY = 2,
    PHONE_HALF = 3 * PIXEL,
    PHONE_REACH_MAX = RABBIT_WIDTH_MAX * (PIXEL / 2) + PHONE_HALF
};

// -------------------------------------------------------------------------------------- sparks

// Returns false when it has come to its end.
static bool fly(struct spark *spark)
{
    spark->age++;
    spark->x = (int16_t)(spark->x + spark->dx);
    spark->height = (int16_t)(spark->height + spark->dy);
    spark->dy = (int8_t)(spark->dy - SPARK_GRAVITY);
    if (spark->height < 0) { // bounces low, and slower
        spark->height = 0;
        spark->dy = (int8_t)(-spark->dy / 2);
        spark->dx = (int8_t)(spark->dx / 2);
    }
    return spark->age <= SPARK_FRAMES && spark->x >= 0;
}

void sparks_fly(void)
{
    HUTCH_FOREACH (struct spark, spark, sparks) {
        if (!fly(spark)) {
            sparks_release(spark);
        }
    }
}

struct spark *spark_oldest(void)
{
    struct spark *oldest = sparks_first();

    HUTCH_FOREACH (struct spark, spark, sparks) {
        if (spark->age > oldest->age) {
            oldest = spark;
        }
    }
    return oldest;
}

// -------------------------------------------------------------------------------------- rabbits

static void hop(struct rabbit *rabbit)
{
    if (rabbit->shown_struck > 0) {
        rabbit->shown_struck--;
    }
    if (rabbit->height == 0 && rabbit->dy == 0) {
        if (rabbit->rest > 0) {
            rabbit->rest--;
            return;
        }
        rabbit_leap(rabbit);
    }
    rabbit->x = (int16_t)(rabbit->x + rabbit->dx);
    rabbit->height = (int16_t)(rabbit->height + rabbit->dy);
    rabbit->dy = (int8_t)(rabbit->dy - RABBIT_GRAVITY);
    if (rabbit->height <= 0) {
        rabbit->height = 0;
        rabbit->dy = 0;
        rabbit_land(rabbit);
    }
}

void rabbits_hop(void)
{
    HUTCH_FOREACH (struct rabbit, rabbit, rabbits) {
        hop(rabbit);
        if (HORDE_STAMPEDE && (rabbit->x < 0 || rabbit->x > WORLD_WIDTH)) {
            rabbits_release(rabbit); // the herd has run past
        }
    }
}

void rabbits_meet(int16_t x, int16_t reach)
{
    HUTCH_FOREACH (struct rabbit, rabbit, rabbits) {
        if (rabbit->x >= x - reach && rabbit->x <= x + reach) {
            dino_meet(rabbit);
        }
    }
}

// -------------------------------------------------------------------------------------- phones

static struct rabbit *rabbit_hit(const struct phone *phone)
{
    HUTCH_FOREACH (struct rabbit, rabbit, rabbits) {
        const int16_t across = (int16_t)(phone->x - rabbit->x);
        if (across <= -PHONE_REACH_MAX || across >= PHONE_REACH_MAX) { // most of them
            continue;
        }
        const int16_t reach = (int16_t)(rabbit_width(rabbit) * (PIXEL / 2) + PHONE_HALF);
        const int16_t above = (int16_t)(phone->height - rabbit->height);
        if (across > -reach && across < reach && above > -PHONE_HALF && above < rabbit_tall(rabbit) * PIXEL) {
            return rabbit;
        }
    }
    return NULL;
}

struct rabbit *phone_fly(struct phone *phone)
{
    phone->age++;
    phone->x = (int16_t)(phone->x + phone->dx);
    phone->height = (int16_t)(phone->height + phone->dy);
    if ((phone->age & 1) != 0) { // gravity is half a unit
        phone->dy--;
    }
    return rabbit_hit(phone);
}
