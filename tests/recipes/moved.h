// SPDX-License-Identifier: MIT
// moved.h - for recipes that move from a kernel's pool: the same calls before and after must do the same, and
// what only the pool of hutch finds. The kernels are stand-ins here, in stand_in/.
#ifndef MOVED_H
#define MOVED_H

#include "recipe.h"

#include "hutch/scene.h"

enum { MOVED_MOST = 32 };

static unsigned moved_faults;
static enum hutch_fault_code moved_fault;

HUTCH_ON_FAULT(fault)
{
    moved_faults++;
    moved_fault = (enum hutch_fault_code)fault->code;
}

/// Fills an object, or shows that it is still filled.
static void moved_fill(void *object, unsigned number, size_t bytes)
{
    memset(object, (int)number + 1, bytes);
}

static void moved_show_filled(const void *object, unsigned number, size_t bytes)
{
    const unsigned char *const byte = (const unsigned char *)object;
    for (size_t i = 0; i < bytes; i++) {
        SHOW(byte[i] == (unsigned char)(number + 1));
    }
}

/// Random calls of both: they refuse at the same calls, and no object has two owners.
static void show_the_same(void *(*old_get)(void), void (*old_put)(void *), void *(*get)(void),
                          void (*put)(void *), const struct hutch_pool *pool)
{
    const size_t bytes = hutch_object_bytes(pool);
    const unsigned more = hutch_capacity(pool) + 1; // so that some calls are refused
    void *olds[MOVED_MOST] = {NULL}, *news[MOVED_MOST] = {NULL};
    unsigned random = 1, refused = 0;
    SHOW(more <= MOVED_MOST);
    for (unsigned step = 0; step < 20000; step++) {
        random = random * 1664525u + 1013904223u;
        const unsigned i = (random >> 16) % more;
        if (olds[i] != NULL) {
            moved_show_filled(olds[i], i, bytes);
            moved_show_filled(news[i], i, bytes);
            old_put(olds[i]);
            put(news[i]);
            olds[i] = news[i] = NULL;
            continue;
        }
        olds[i] = old_get();
        news[i] = get();
        SHOW((olds[i] == NULL) == (news[i] == NULL));
        if (olds[i] == NULL) {
            refused++;
        } else {
            moved_fill(olds[i], i, bytes);
            moved_fill(news[i], i, bytes);
        }
    }
    for (unsigned i = 0; i < more; i++) {
        if (olds[i] != NULL) {
            old_put(olds[i]);
            put(news[i]);
        }
    }
    SHOW(refused > 0 && moved_faults == 0 && hutch_live(pool) == 0);
}

/// How many are had after all but one are live, and one of these is given back twice.
static unsigned after_a_double_release(void *(*get)(void), void (*put)(void *), unsigned capacity)
{
    void *held[MOVED_MOST] = {NULL};
    unsigned count = 0;
    for (unsigned i = 0; i < capacity; i++) {
        held[i] = get();
    }
    put(held[0]);
    put(held[0]);
    while (count < 2 && (held[capacity + count] = get()) != NULL) {
        count++;
    }
    return count;
}

/// What hutch finds: wrong releases and what is left at the end; a debug build also writes after a release.
static void show_what_is_found(void *(*get)(void), void (*put)(void *), const struct hutch_pool *pool)
{
    const struct hutch_scene scene = {&pool, 1};
    int foreign[16] = {0};
    SHOW(after_a_double_release(get, put, hutch_capacity(pool)) == 1);
    SHOW(moved_faults == 1 && moved_fault == HUTCH_FAULT_DOUBLE_RELEASE);
    put(foreign);
    SHOW(moved_faults == 2 && moved_fault == HUTCH_FAULT_FOREIGN);
    SHOW(hutch_scene_check(&scene) == hutch_capacity(pool) && moved_fault == HUTCH_FAULT_LEAK);
    hutch_clear(pool);
#if HUTCH_CFG_CHECK >= 2
    memset(hutch_at(pool, 0), 1, hutch_object_bytes(pool)); // it is free
    while (get() != NULL) {}
    SHOW(moved_fault == HUTCH_FAULT_WRITE_AFTER_RELEASE);
    hutch_clear(pool);
#endif
    SHOW(hutch_scene_check(&scene) == 0);
}

#endif
