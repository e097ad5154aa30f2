// SPDX-License-Identifier: MIT
// other.c - what people write instead of a bitmap, without a lock and as small as it gets: to compare.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct object {
    union {
        unsigned char bytes[24];
        struct object *next;
    } as;
};

void probe(void); // the linker's entry, as in row.c
struct object *probe_acquire(void);
bool probe_release(struct object *object);

void probe(void)
{
}

#ifdef CAPACITY
static struct object objects[CAPACITY];
#endif

#if defined(USE_FREE_LIST)

// Released objects are linked through their own bytes; those that were never used are taken in order.
static struct object *first_free;
static unsigned used;

struct object *probe_acquire(void)
{
    struct object *const object = first_free;
    if (object != NULL) {
        first_free = object->as.next;
        return object;
    }
    return used < CAPACITY ? &objects[used++] : NULL;
}

bool probe_release(struct object *object)
{
    object->as.next = first_free;
    first_free = object;
    return true;
}

#elif defined(USE_FREE_LIST_INIT)

// The same, but a function of init has linked all objects before: the least that acquire can do.
static struct object *first_free = objects;

struct object *probe_acquire(void)
{
    struct object *const object = first_free;
    if (object != NULL) {
        first_free = object->as.next;
    }
    return object;
}

bool probe_release(struct object *object)
{
    object->as.next = first_free;
    first_free = object;
    return true;
}

#elif defined(USE_INDEX_STACK)

// A stack of the numbers of free objects, filled by a function of init.
static uint8_t stack[CAPACITY];
static unsigned height;

struct object *probe_acquire(void)
{
    return height != 0 ? &objects[stack[--height]] : NULL;
}

bool probe_release(struct object *object)
{
    stack[height++] = (uint8_t)(object - objects);
    return true;
}

#elif defined(USE_FLAGS)

// A flag for each object: found by a search. It does see a double release.
static bool is_active[CAPACITY];

struct object *probe_acquire(void)
{
    for (unsigned i = 0; i < CAPACITY; i++) {
        if (!is_active[i]) {
            is_active[i] = true;
            return &objects[i];
        }
    }
    return NULL;
}

bool probe_release(struct object *object)
{
    const size_t index = (size_t)(object - objects);
    const bool was_active = is_active[index];
    is_active[index] = false;
    return was_active;
}

#endif
