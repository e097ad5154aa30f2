// SPDX-License-Identifier: MIT
// limits.h - capacities that the page lowers while the game runs: each pool has a policy with a reserve.
#ifndef HORDE_WEB_LIMITS_H
#define HORDE_WEB_LIMITS_H

#define HORDE_LIMITED(pool) , .policy = &pool##_limit

struct hutch_policy;
extern struct hutch_policy phones_limit, rabbits_limit, sparks_limit, scores_limit, voices_limit;

/// Has each pool refuse what is above its limit. While more are live, one that ends may be replaced.
void limits_keep(void);

#endif
