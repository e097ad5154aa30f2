// SPDX-License-Identifier: MIT
// newlib.c - newlib's printf and strtod of doubles, on an emulated Cortex-M3, without newlib's malloc.
#include "hutch/sizes.h"
#include "tests/bench/rig.h"

#include <reent.h>
#include <stdio.h>

#ifndef TABLE
HUTCH_POOL_BLOCKS(small, 64, 64); // enough to record
HUTCH_POOL_BLOCKS(large, 1280, 8);
HUTCH_SIZES(first, small, large);
HUTCH_SIZES_AS_MALLOC(first);

static void put_call(char kind, const void *block, size_t bytes)
{
    char line[40]; // sniprintf knows no doubles, and takes no memory
    sniprintf(line, sizeof(line), "%c %p %u\n", kind, block, (unsigned)bytes);
    for (const char *c = line; *c != '\0'; c++) {
        rig_put_char(*c);
    }
}
#    define HUTCH_RECORD(kind, block, bytes) put_call(kind, block, bytes)
#    define HUTCH_RECORD_MALLOC(bytes) first_malloc(bytes)
#    define HUTCH_RECORD_FREE(block) first_free(block)
#endif
#define putchar(c) rig_put_char(c) // a report by stdout would take memory itself
#include "memory.h"

#ifndef HEAP
void *_malloc_r(struct _reent *thread, size_t bytes)
{
    (void)thread;
    return mem_malloc(bytes);
}

void _free_r(struct _reent *thread, void *block)
{
    (void)thread;
    mem_free(block);
}

void *_calloc_r(struct _reent *thread, size_t count, size_t bytes)
{
    (void)thread;
    return mem_calloc(count, bytes);
}

void *_realloc_r(struct _reent *thread, void *block, size_t bytes)
{
    (void)thread;
    return mem_realloc(block, bytes);
}
#endif

static int written;

int _write(int file, const char *text, int length)
{
    (void)file;
    (void)text;
    written += length;
    return length;
}

// As a thread of a kernel, whose part of newlib is given back at its end. Returns how many were wrong.
static int thread(void)
{
    static const double scales[] = {1e-9, 1e-3, 1, 1e5, 1e20};
    static struct _reent mine;
    struct _reent *const before = _impure_ptr;
    _REENT_INIT_PTR(&mine);
    _impure_ptr = &mine;
    int wrong = 0, printed = 0;
    written = 0;
    for (unsigned i = 0; i < 50; i++) {
        const double number = value() / 7.0 * scales[i % 5];
        char text[40];
        snprintf(text, sizeof(text), "%.17g", number);
        wrong += strtod(text, NULL) != number;
        printed += printf("%g %s\n", number, text);
    }
    fclose(stdout);
    _impure_ptr = before;
    for (struct _Bigint *power = _REENT_MP_P5S(&mine), *next; power != NULL; power = next) {
        next = power->_next; // these _reclaim_reent forgets
        _free_r(&mine, power);
    }
    _reclaim_reent(&mine);
    return wrong + (written != printed || printed < 50 * 20);
}

int main(void)
{
    const int wrong = thread() + thread();
    for (struct _glue *files = _GLOBAL_REENT->__sglue._next, *next; files != NULL; files = next) {
        next = files->_next; // those of nano
        _free_r(_GLOBAL_REENT, files);
    }
    REPORT();
    rig_exit(wrong);
    return 0;
}
