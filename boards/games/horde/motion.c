// SPDX-License-Identifier: MIT
// motion.c - what is done most often: sparks fly, phones hit. A slow board has its own, in assembler.
#include "state.h"

enum { SPARK_FRAMES = 44, SPARK_GRAVITY = 2, PHONE_HALF = 3 * PIXEL };

// Answers false when it has come to its end.
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
    struct spark *oldest = sparks_at(0);

    HUTCH_FOREACH (struct spark, spark, sparks) {
        if (spark->age > oldest->age) {
            oldest = spark;
        }
    }
    return oldest;
}

struct rabbit *rabbit_hit(const struct phone *phone)
{
    HUTCH_FOREACH (struct rabbit, rabbit, rabbits) {
        const int16_t reach = (int16_t)(rabbit_width(rabbit) * (PIXEL / 2) + PHONE_HALF);
        const int16_t across = (int16_t)(phone->x - rabbit->x);
        const int16_t above = (int16_t)(phone->height - rabbit->height);
        if (across > -reach && across < reach && above > -PHONE_HALF && above < rabbit_tall(rabbit) * PIXEL) {
            return rabbit;
        }
    }
    return NULL;
}
