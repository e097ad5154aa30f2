// SPDX-License-Identifier: MIT
// row.c - the program behind a row of the size table: one pool, and what the row's USE_ macros ask of it.

#include "hutch/hutch.h"
#include "hutch/runs.h"
#include "hutch/spawn.h"

void probe(void); // the linker's entry: keeps this file, and what it uses of the library

void probe(void)
{
}

#ifndef USE_DEFAULT_HANDLER
void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
}
#endif

#ifdef CAPACITY

struct object {
    unsigned char bytes[24];
};

#    ifndef LOCK
#        define LOCK HUTCH_LOCK_NONE
#    endif

#    ifdef USE_IDS
HUTCH_POOL_IDS(rabbits, CAPACITY, .lock = LOCK);
typedef int object_t;
#    elif defined(USE_SPAWNED)
static void set_up(void *object, const void *args)
{
    ((struct object *)object)->bytes[0] = *(const unsigned char *)args;
}

static const struct hutch_hooks hooks = {NULL, set_up, NULL};
HUTCH_POOL_SPAWNED(rabbits, struct object, CAPACITY, .lock = LOCK, .hooks = &hooks);
typedef struct object *object_t;
struct object *probe_spawn(const struct object *args);
bool probe_despawn(struct object *object);

struct object *probe_spawn(const struct object *args)
{
    return rabbits_spawn(args);
}

bool probe_despawn(struct object *object)
{
    return rabbits_despawn(object);
}
#    elif defined(USE_TRACKED)
HUTCH_POOL_TRACKED(rabbits, struct object, CAPACITY, .lock = LOCK);
typedef struct object *object_t;
#    else
HUTCH_POOL(rabbits, struct object, CAPACITY, .lock = LOCK);
typedef struct object *object_t;
#    endif

#    ifndef USE_SPAWNED
object_t probe_acquire(void);

object_t probe_acquire(void)
{
    return rabbits_acquire();
}
#    endif

#    if !defined(USE_ACQUIRE_ONLY) && !defined(USE_SPAWNED)
bool probe_release(object_t object);

bool probe_release(object_t object)
{
    return rabbits_release(object);
}
#    endif

#    ifdef USE_FOREACH
void probe_foreach(void (*visit)(struct object *object));

void probe_foreach(void (*visit)(struct object *object))
{
    HUTCH_FOREACH (struct object, it, rabbits) {
        visit(it);
    }
}
#    endif

#    ifdef USE_RUN
struct object *probe_acquire_run(unsigned length);
bool probe_release_run(const struct object *first, unsigned length);

struct object *probe_acquire_run(unsigned length)
{
    return rabbits_acquire_run(length);
}

bool probe_release_run(const struct object *first, unsigned length)
{
    return rabbits_release_run(first, length);
}
#    endif

#    ifdef USE_RELEASE_IF
unsigned probe_release_if(bool (*should_go)(const struct object *object, void *context));

unsigned probe_release_if(bool (*should_go)(const struct object *object, void *context))
{
    return rabbits_release_if(should_go, NULL);
}
#    endif

#    ifdef USE_REF
rabbits_ref_t probe_ref(const struct object *object);
struct object *probe_deref(rabbits_ref_t ref);
bool probe_release_ref(rabbits_ref_t ref);

rabbits_ref_t probe_ref(const struct object *object)
{
    return rabbits_ref(object);
}

struct object *probe_deref(rabbits_ref_t ref)
{
    return rabbits_deref(ref);
}

bool probe_release_ref(rabbits_ref_t ref)
{
    return rabbits_release_ref(ref);
}
#    endif

#    ifdef USE_ADDRESS
const struct hutch_pool *probe_address(void);

const struct hutch_pool *probe_address(void)
{
    return &rabbits_pool;
}
#    endif

#endif
