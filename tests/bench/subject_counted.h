// SPDX-License-Identifier: MIT
// subject_counted.h - counts what a frame asks of any pool: walks, objects visited, rows of neighbours.
//
// Runs on this machine, for floors.py; no instruction of it is counted. The lowest free slot is given first,
// as hutch does, so the rows are those that hutch's walks meet.
#include <stdio.h>
#include <stdlib.h>

struct object {
    struct body body;
    bool is_live;
};

static struct object things[BENCH_SLOTS];
// eights: looks at eight slots at once, to a row's end; gaps: free slots between rows
static unsigned long walks, visits, rows, eights, gaps, acquires, releases;
static unsigned row_length, gap_length;
#define SUBJECT_BYTES sizeof things

static void subject_start(void)
{
}

static struct object *subject_acquire(void)
{
    for (struct object *object = things; object < things + BENCH_SLOTS; object++) {
        if (!object->is_live) {
            object->is_live = true;
            acquires += mark_is_counting;
            return object;
        }
    }
    return NULL;
}

static void subject_release(struct object *object)
{
    object->is_live = false;
    releases += mark_is_counting;
}

static struct object *visit_from(struct object *object, bool is_row)
{
    for (gap_length = 0; object < things + BENCH_SLOTS; object++, gap_length++, is_row = false) {
        if (object->is_live) {
            row_length = is_row ? row_length + 1 : 1;
            visits += mark_is_counting;
            rows += mark_is_counting && !is_row;
            eights += mark_is_counting && row_length % 8 == 1;
            gaps += mark_is_counting * gap_length;
            return object;
        }
    }
    return NULL;
}

static struct object *visit_first(void)
{
    walks += mark_is_counting;
    return visit_from(things, false);
}

#define SUBJECT_FOREACH(it) for (struct object *it = visit_first(); it != NULL; it = visit_from(it + 1, true))

void rig_put_char(char c)
{
    putchar(c);
}

void rig_exit(int code)
{
    printf("# %lu %lu %lu %lu %lu %lu %lu\n", walks, visits, rows, eights, gaps, acquires, releases);
    exit(code);
}
