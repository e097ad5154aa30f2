// SPDX-License-Identifier: MIT
// hutch_debug_notes.c - what a debug build notes of each slot: who and when, the queue of late reuse, the
// copy of the bitmap. Empty unless HUTCH_CFG_CHECK is 2 and HUTCH_CFG_NOTES is 1.

#include "hutch_unfolded.h"

#include "hutch/core/core.h"

#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES

#    include "hutch_debug_pool.h"

#    ifndef HUTCH_PORT_THREAD_LOCAL
#        define HUTCH_PORT_THREAD_LOCAL
#    endif

static HUTCH_PORT_THREAD_LOCAL const void *site_now; // of the current public call

const void *hutch_debug_enter(const void *caller)
{
    const void *const before = site_now;
    site_now = caller;
    return before;
}

void hutch_debug_leave(const void *before)
{
    site_now = before;
}

const void *hutch_debug_site(void)
{
    return site_now;
}

// -------------------------------------------------------------------------------- the queue of free slots

// Links are in RAM, and a wild write may have damaged them: one that leads nowhere in the pool is no link.
static struct hutch_note *linked(const struct hutch_pool *pool, unsigned place)
{
    return place != 0 && place <= pool->capacity ? &pool->notes[place - 1u] : NULL;
}

static void queue(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_debug *const debug = pool->debug;
    struct hutch_note *const last = linked(pool, debug->last_free);
    const uint16_t place = (uint16_t)(index + 1u);
    HUTCH_ASSERT(40, !hutch_bitmap_is_live(pool->live, index));
    pool->notes[index].next = 0;
    pool->notes[index].previous = debug->last_free;
    if (last != NULL) {
        last->next = place;
    } else {
        debug->first_free = place;
    }
    debug->last_free = place;
}

static void unqueue(const struct hutch_pool *pool, unsigned index)
{
    struct hutch_debug *const debug = pool->debug;
    const struct hutch_note *const note = &pool->notes[index];
    struct hutch_note *const before = linked(pool, note->previous), *const after = linked(pool, note->next);
    if (before != NULL) {
        before->next = note->next;
    } else {
        debug->first_free = note->next;
    }
    if (after != NULL) {
        after->previous = note->previous;
    } else {
        debug->last_free = note->previous;
    }
}

unsigned hutch_notes_bad_link(const struct hutch_pool *pool)
{
    const struct hutch_debug *const debug = pool->debug;
    unsigned place = debug->first_free, before = 0;
    for (unsigned left = pool->capacity - hutch_bitmap_count(pool->live, pool->capacity); left != 0; left--) {
        const struct hutch_note *const note = linked(pool, place);
        if (note == NULL || note->previous != before || hutch_bitmap_is_live(pool->live, place - 1u)) {
            return before != 0 ? before - 1u : 0u;
        }
        before = place;
        place = note->next;
    }
    const bool ends = place == 0 && debug->last_free == before;
    return ends ? HUTCH_NONE : before != 0 ? before - 1u : 0u;
}

unsigned hutch_notes_first_free(const struct hutch_pool *pool)
{
    return pool->debug->first_free - 1u;
}

// -------------------------------------------------------------------------------- the copy of the bitmap

unsigned hutch_notes_first_damaged(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    for (unsigned index = first; index < first + length; index++) {
        const unsigned k = index / HUTCH_WORD_BITS;
        if ((hutch_word_t)(pool->mirror[k] ^ pool->live[k]) != HUTCH_WORD_ALL) {
            return index;
        }
    }
    return HUTCH_NONE;
}

// -------------------------------------------------------------------------------- the operations

struct hutch_note *hutch_notes_of(const struct hutch_pool *pool, unsigned index)
{
    return &pool->notes[index];
}

void hutch_notes_prepare(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        pool->mirror[k] = (hutch_word_t)~pool->live[k];
    }
    pool->debug->first_free = 0;
    pool->debug->last_free = 0;
    for (unsigned index = 0; index < pool->capacity; index++) {
        if (!hutch_bitmap_is_live(pool->live, index)) {
            queue(pool, index);
        }
    }
}

#    ifdef HUTCH_PORT_WHO
// Copies: when a report is printed, the task may be deleted, and its name with it.
static void note_task(struct hutch_note *note)
{
    unsigned i = 0;
#        ifdef HUTCH_PORT_IN_INTERRUPT
    const char *const name = HUTCH_PORT_IN_INTERRUPT() ? "interrupt" : HUTCH_PORT_WHO();
#        else
    const char *const name = HUTCH_PORT_WHO();
#        endif
    while (name != NULL && i + 1u < sizeof note->task && name[i] != '\0') {
        note->task[i] = name[i];
        i++;
    }
    note->task[i] = '\0';
}
#    endif

void hutch_notes_sign(const struct hutch_pool *pool, unsigned index)
{
    pool->notes[index].acquired_by = hutch_debug_site();
    pool->notes[index].acquired_at = hutch_tick();
#    ifdef HUTCH_PORT_WHO
    note_task(&pool->notes[index]);
#    endif
}

void hutch_notes_acquired(const struct hutch_pool *pool, unsigned index)
{
    pool->mirror[index / HUTCH_WORD_BITS] &= (hutch_word_t)~hutch_bits_mask(index);
    unqueue(pool, index);
    hutch_notes_sign(pool, index);
}

void hutch_notes_released(const struct hutch_pool *pool, unsigned index)
{
    pool->notes[index].released_by = hutch_debug_site();
    pool->notes[index].released_at = hutch_tick();
}

void hutch_notes_freed(const struct hutch_pool *pool, unsigned index)
{
    pool->mirror[index / HUTCH_WORD_BITS] |= hutch_bits_mask(index);
    queue(pool, index);
}

#else
typedef int hutch_debug_notes_is_empty_in_this_build;
#endif
