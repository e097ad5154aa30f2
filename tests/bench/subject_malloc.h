// SPDX-License-Identifier: MIT
// subject_malloc.h - the C library's heap as a subject, with a doubly linked list of the live objects to
// walk.
#include <stdlib.h>

struct object {
#if defined(BENCH_FLAGGED) // the frame walks, the single operations do not
    struct object *next, *previous;
#endif
    struct body body;
};

#define SUBJECT_BYTES heap_used()

#if defined(__AVR__)
extern char *__brkval;
extern char __heap_start;

__attribute__((unused)) static size_t heap_used(void)
{
    return (size_t)(__brkval - &__heap_start);
}

static void subject_start(void)
{
}
#else
// The heap that the library grows into; its own variables come on top of that.
#    if defined(BENCH_GBA)
#        define HEAP_BYTES (BENCH_SLOTS * 48 + 2048)
#    else
#        define HEAP_BYTES (BENCH_SLOTS * 48 + 12288)
#    endif
__attribute__((aligned(16))) static char heap[HEAP_BYTES];
static char *heap_end = heap;
void *sbrk(ptrdiff_t bytes);
void *_sbrk(ptrdiff_t bytes);

void *_sbrk(ptrdiff_t bytes)
{
    char *const old = heap_end;
    if (bytes > heap + HEAP_BYTES - old) {
        return (void *)-1;
    }
    heap_end += bytes;
    return old;
}

void *sbrk(ptrdiff_t bytes)
{
    return _sbrk(bytes);
}

__attribute__((unused)) static size_t heap_used(void)
{
    return (size_t)(heap_end - heap);
}

static void subject_start(void)
{
}
#endif

#if defined(BENCH_FLAGGED)
static struct object *first;
static unsigned count;
#endif

BENCH_FORM struct object *subject_acquire(void)
{
    struct object *object = NULL;
    ENTER();
#if defined(BENCH_FLAGGED)
    if (count != BENCH_SLOTS) { // a game bounds its objects, heap or not
        object = (struct object *)malloc(sizeof *object);
    }
    if (object != NULL) {
        count++;
        object->next = first;
        object->previous = NULL;
        if (first != NULL) {
            first->previous = object;
        }
        first = object;
    }
#else
    object = (struct object *)malloc(sizeof *object);
#endif
    EXIT();
    return object;
}

BENCH_FORM void subject_release(struct object *object)
{
    ENTER();
#if defined(BENCH_FLAGGED)
    count--;
    if (object->next != NULL) {
        object->next->previous = object->previous;
    }
    if (object->previous != NULL) {
        object->previous->next = object->next;
    } else {
        first = object->next;
    }
#endif
    free(object);
    EXIT();
}

#if defined(BENCH_FLAGGED)
#    define SUBJECT_FOREACH(it) \
        for (struct object *it = first, *after = NULL; it != NULL && (after = it->next, true); it = after)
#endif
