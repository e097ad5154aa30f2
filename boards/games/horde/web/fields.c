// SPDX-License-Identifier: MIT
// fields.c - the fields of the game's objects, for the page. tests/web finds one that is missing.
#include "state.h"
#include "web/web.h"

#define FIELD(pool, type, field)                                                                      \
    {                                                                                                 \
        &pool##_pool, #type, #field, offsetof(struct type, field), sizeof(((struct type *)0)->field), \
            (__typeof__(((struct type *)0)->field))-1 < 0                                             \
    }

static const struct web_field fields[] = {
    FIELD(phones, phone, x),
    FIELD(phones, phone, height),
    FIELD(phones, phone, dx),
    FIELD(phones, phone, dy),
    FIELD(phones, phone, age),
    FIELD(phones, phone, bounces),
    FIELD(rabbits, rabbit, x),
    FIELD(rabbits, rabbit, height),
    FIELD(rabbits, rabbit, dx),
    FIELD(rabbits, rabbit, dy),
    FIELD(rabbits, rabbit, kind),
    FIELD(rabbits, rabbit, rest),
    FIELD(rabbits, rabbit, shown_struck),
    FIELD(rabbits, rabbit, looks_left),
    FIELD(sparks, spark, x),
    FIELD(sparks, spark, height),
    FIELD(sparks, spark, dx),
    FIELD(sparks, spark, dy),
    FIELD(sparks, spark, age),
    FIELD(sparks, spark, size),
    FIELD(scores, score, x),
    FIELD(scores, score, height),
    FIELD(scores, score, age),
    FIELD(scores, score, tens),
    FIELD(voices, tune, hertz),
    FIELD(voices, tune, slide),
    FIELD(voices, tune, frames),
    {NULL, NULL, NULL, 0, 0, false},
};

const struct web_field *web_fields(void)
{
    return fields;
}

const void *web_object_of_number(const struct hutch_pool *pool, unsigned number)
{
    (void)pool; // there is one pool of numbers
    return &game.tunes[number];
}
