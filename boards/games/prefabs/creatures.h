// SPDX-License-Identifier: MIT
// creatures.h - three prefabs in one pool: what the hands-on program spawns and despawns.
#ifndef PREFABS_CREATURES_H
#define PREFABS_CREATURES_H

#include "hutch/hutch.h"
#include "hutch/policy.h"
#include "hutch/prefab.h"

enum { KINDS = 3, PRESPAWNED = 5, CREATURES = KINDS * PRESPAWNED };

struct place {
    uint8_t column;
};
struct creature {
    char letter;
    uint8_t hp, column;
    uint16_t cheers; // how often its component has greeted somebody
};

HUTCH_POLICY_DECLARE(speaks_up);
HUTCH_POOL_PREFABS_DECLARE(creatures, struct creature, CREATURES, .policy = &speaks_up);

/// Prepares five slots for each prefab. Once, before the first key.
void creatures_init(void);

/// Spawns an orc, a troll or a dragon.
/// @return it; NULL when the pool is full
struct creature *creatures_make(unsigned kind, const struct place *place);

/// Despawns a creature of a kind, which the dice choose.
/// @return false when there is none
bool creatures_drop(unsigned kind);

/// How many of a kind are live.
unsigned creatures_of(unsigned kind);

const char *creatures_kind_name(unsigned kind);

/// What the components have counted since the start, and what the policy has said since the last look.
extern unsigned creatures_came, creatures_went;
const char *creatures_news(void);

#endif
