// SPDX-License-Identifier: MIT
// pools.c - the listed pools, for the page to read.
#include "web.h"

#include "hutch/report.h"

const struct hutch_pool *web_pool(unsigned number)
{
    return hutch_listed_pool(number);
}

const char *web_pool_name(unsigned number)
{
    return hutch_listed_pool(number)->identity->name;
}

bool web_pool_has_slots(unsigned number)
{
    return hutch_listed_pool(number)->slots != NULL;
}

unsigned web_pool_capacity(unsigned number)
{
    return hutch_capacity(hutch_listed_pool(number));
}

unsigned web_pool_live(unsigned number)
{
    return hutch_live(hutch_listed_pool(number));
}

unsigned web_pool_peak(unsigned number)
{
    return hutch_peak(hutch_listed_pool(number));
}

unsigned web_pool_refused(unsigned number)
{
    return hutch_refused(hutch_listed_pool(number));
}

bool web_pool_is_live(unsigned number, unsigned slot)
{
    return hutch_is_live_at(hutch_listed_pool(number), slot);
}

// Not hutch_at, which reports a fault when the slot is free.
const void *web_pool_object(unsigned number, unsigned slot)
{
    const struct hutch_pool *const pool = hutch_listed_pool(number);

    return pool->slots != NULL ? pool->slots + pool->stride_bytes * slot : web_object_of_number(pool, slot);
}

const hutch_word_t *web_pool_words(unsigned number)
{
    return hutch_listed_pool(number)->live;
}

unsigned web_pool_leaf_words(unsigned number)
{
    return HUTCH_LEAF_WORDS(web_pool_capacity(number));
}

unsigned web_pool_all_words(unsigned number)
{
    return HUTCH_BITMAP_WORDS(web_pool_capacity(number));
}

unsigned web_pool_bytes(unsigned number, unsigned capacity)
{
    const struct hutch_pool *const pool = hutch_listed_pool(number);
    const size_t object_bytes = pool->slots != NULL ? hutch_object_bytes(pool) : 0;

    return (unsigned)(capacity * object_bytes + HUTCH_BITMAP_WORDS(capacity) * sizeof(hutch_word_t));
}

#if HUTCH_CFG_STATS >= 2
unsigned long web_pool_changed_at(unsigned number, unsigned slot)
{
    return hutch_listed_pool(number)->idle_since[slot];
}

const struct hutch_advice *web_pool_advice(unsigned number)
{
    static struct hutch_advice advice;

    hutch_sizing(hutch_listed_pool(number), &advice);
    return &advice;
}
#endif
