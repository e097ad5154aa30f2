// SPDX-License-Identifier: MIT
// from_unity.c - from Unity's ObjectPool<T>. Mind Clear: there it drops the spare objects, here it releases
// the live ones.
//
//   new ObjectPool<Bullet>(create, get, release,        HUTCH_POOL_SPAWNED(bullets, struct bullet, 32,
//       destroy, check, 10, 32)                             .hooks = &bullet_hooks);
//   createFunc, actionOnGet, actionOnRelease            construct, spawn, despawn
//   actionOnDestroy                                     none: a slot is never given up
//   collectionCheck                                     always: a second release is a fault that is reported
//   pool.Get()                                          bullets_spawn(&args), which gets its arguments
//   above maxSize: a new object, destroyed later        NULL, or a policy: evict the oldest, spill
//   pool.Release(b)                                     bullets_despawn(b)
//   pool.Clear()                                        nothing; bullets_clear() releases what is LIVE
//   pool.CountActive, CountInactive                     bullets_live(), bullets_available()
//   defaultCapacity                                     bullets_prespawn(10)

#include "recipe.h"
#include "hutch/spawn.h"

struct bullet {
    int16_t x, speed;
    uint8_t trail[8]; // expensive to make: kept from one life to the next
};

static unsigned made;

static void make_trail(void *object)
{
    struct bullet *const bullet = (struct bullet *)object;
    bullet->trail[0] = 1;
    made++;
}

static void fire(void *object, const void *args)
{
    struct bullet *const bullet = (struct bullet *)object;
    bullet->x = 0;
    bullet->speed = *(const int16_t *)args;
}

static const struct hutch_hooks bullet_hooks = {.construct = make_trail, .spawn = fire};
HUTCH_POOL_SPAWNED(bullets, struct bullet, 4, .hooks = &bullet_hooks);

int main(void)
{
    const int16_t speed = 7;
    SHOW(bullets_prespawn(2) && made == 2);
    struct bullet *const first = bullets_spawn(&speed);
    SHOW(first->speed == 7 && first->trail[0] == 1 && made == 2);
    SHOW(bullets_despawn(first) && !bullets_is_live(first));
    SHOW(bullets_spawn(&speed) != NULL && bullets_live() == 1);
    bullets_clear(); // not what Unity's Clear does
    SHOW(bullets_live() == 0);
    return 0;
}
