// SPDX-License-Identifier: MIT
// limits.c - the policies of limits.h. Not made by HUTCH_POLICY: their reserves change.
#include "limits.h"
#include "state.h"
#include "web/web.h"

#include "hutch/policy.h"

#define LIMIT(pool)           \
    HUTCH_POLICY_STATE_(pool) \
    struct hutch_policy pool##_limit = HUTCH_POLICY_INIT_(pool, .reserve = 0)

LIMIT(phones);
LIMIT(rabbits);
LIMIT(sparks);
LIMIT(scores);
LIMIT(voices);

static struct {
    struct hutch_policy *policy;
    unsigned withheld;
} limits[] = {
    {&phones_limit, 0}, {&rabbits_limit, 0}, {&sparks_limit, 0}, {&scores_limit, 0}, {&voices_limit, 0}};

void web_limit(unsigned number, unsigned slots)
{
    limits[number].withheld = web_pool_capacity(number) - slots;
}

void limits_keep(void)
{
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const unsigned available = web_pool_capacity(i) - web_pool_live(i);
        limits[i].policy->reserve =
            (uint16_t)(limits[i].withheld < available ? limits[i].withheld : available);
    }
}
