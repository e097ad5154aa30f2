// SPDX-License-Identifier: MIT
// counted_with_a_spawn_hook.c - the objects of a counted pool are not spawned: it runs a despawn hook only.
// languages: c c++
// says: a counted pool runs a despawn hook only | hutch_cannot_hook
#include "hutch/hutch.h"
#include "hutch/counted.h"
#ifdef WRONG
static void arrive(void *object, const void *args)
{
    (void)object;
    (void)args;
}
#    define ARRIVE arrive
#else
#    define ARRIVE NULL
#endif
static void leave(void *object)
{
    (void)object;
}
static const struct hutch_hooks hooks = {NULL, ARRIVE, leave};
HUTCH_POOL_COUNTED(things, int, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &hooks));
int *get(void);
int *get(void)
{
    return things_acquire();
}
