// SPDX-License-Identifier: MIT
// creatures.c - three prefabs in one pool: templates in flash, components, and a policy that speaks up.
#include "creatures.h"
#include "hutch/policy.h"
#include "hutch/prefab.h"
#include "hutch/report.h"
#include "hutch/scene.h"
#include "hutch/spawn.h"

unsigned creatures_came, creatures_went;
static const char *news = "";

// -------------------------------------------------------------------------------------- components

static void stand(struct creature *creature, const struct place *place)
{
    creature->column = place != NULL ? place->column : 0;
    creatures_came++;
}

static void fall(struct creature *creature)
{
    (void)creature; // its bytes become the template's by themselves
    creatures_went++;
}

static void cheer(struct creature *creature, const struct place *place)
{
    (void)place;
    creature->cheers++;
}

HUTCH_SPAWN_HOOK(stand, struct creature, struct place);
HUTCH_HOOK(fall, struct creature);
HUTCH_SPAWN_HOOK(cheer, struct creature, struct place);
HUTCH_COMPONENTS(fighter_parts, {cheer_hook, NULL, 20, 0}, {stand_hook, fall_hook, 10, 0});
HUTCH_COMPONENTS(beast_parts, {stand_hook, fall_hook, 10, 0});

// -------------------------------------------------------------------------------------- pool and prefabs

static void nearly_full(const struct hutch_pool *pool)
{
    (void)pool;
    news = "  only one place left";
}

static void room_again(const struct hutch_pool *pool)
{
    (void)pool;
    news = "  room again";
}

HUTCH_POLICY_DEFINE(speaks_up, .on_room = room_again, .low = 1, .on_low = nearly_full);
HUTCH_POOL_PREFABS_DEFINE(creatures);
HUTCH_PREFAB(orc, creatures, fighter_parts, 'o', 30, 0, 0);
HUTCH_PREFAB(troll, creatures, fighter_parts, 't', 90, 0, 0);
HUTCH_PREFAB(dragon, creatures, beast_parts, 'D', 250, 0, 0);
HUTCH_POOL_LIST(&creatures_pool);

static const struct hutch_prefab *const kinds[KINDS] = {&orc, &troll, &dragon};

void creatures_init(void)
{
    orc_prespawn(PRESPAWNED);
    troll_prespawn(PRESPAWNED);
    dragon_prespawn(PRESPAWNED);
}

struct creature *creatures_make(unsigned kind, const struct place *place)
{
    return (struct creature *)hutch_spawn_prefab(kinds[kind], place);
}

unsigned creatures_of(unsigned kind)
{
    unsigned count = 0;
    HUTCH_FOREACH (const struct creature, creature, creatures) {
        count += creatures_prefab(creature) == kinds[kind] ? 1u : 0u;
    }
    return count;
}

// Dice that fall alike in every run (xorshift32, Marsaglia 2003).
static uint32_t roll(void)
{
    static uint32_t dice = 0x1234567;
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return dice;
}

bool creatures_drop(unsigned kind)
{
    const unsigned count = creatures_of(kind);
    unsigned chosen = 0; // of `count`; by multiplying, where a division is a library call
    if (count == 0) {
        return false;
    }
    chosen = (unsigned)((roll() >> 16) * (uint32_t)count >> 16);
    HUTCH_FOREACH (const struct creature, creature, creatures) {
        if (creatures_prefab(creature) == kinds[kind] && chosen-- == 0) {
            return hutch_despawn_any(creature); // whose it is, hutch finds out
        }
    }
    return false;
}

const char *creatures_kind_name(unsigned kind)
{
    return kinds[kind]->name;
}

const char *creatures_news(void)
{
    const char *const latest = news;
    news = "";
    return latest;
}
