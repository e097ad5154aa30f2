// SPDX-License-Identifier: MIT
// hutch_record.h - malloc, free, calloc and realloc that write down each call, for hutch-sizes. For one file.
//
//   cJSON_Hooks hooks = {hutch_record_malloc, hutch_record_free};    in place of json_malloc and json_free
//   ./program 2> record.txt && src/tools/hutch-sizes record.txt --name json
//
// Before the #include, a program may say where the lines go, and whence the memory comes: on a device a
// serial port, and a HUTCH_SIZES that is large enough.
//
//   HUTCH_RECORD(kind, block, bytes)    writes `KIND BLOCK BYTES`; by default to stderr. Kinds: a, r, and g
//                                       of a block in place of the one that is released next
//   HUTCH_RECORD_MALLOC(bytes), HUTCH_RECORD_FREE(block)    by default malloc and free
//
// A realloc to fewer bytes returns the block, as json_realloc does.
#ifndef HUTCH_RECORD_H
#define HUTCH_RECORD_H

#include <stdint.h>
#include <string.h>
#ifndef HUTCH_RECORD
#    include <stdio.h>
#    define HUTCH_RECORD(kind, block, bytes)                                            \
        (void)fprintf(stderr, "%c %#lx %lu\n", kind, (unsigned long)(uintptr_t)(block), \
                      (unsigned long)(bytes))
#endif
#ifndef HUTCH_RECORD_MALLOC
#    include <stdlib.h>
#    define HUTCH_RECORD_MALLOC(bytes) malloc(bytes)
#    define HUTCH_RECORD_FREE(block) free(block)
#endif

// In front of each block: its size.
union hutch_recorded {
    size_t bytes;
    long long integer;
    long double real;
    void *pointer;
};

static inline void *hutch_record_acquire(char kind, size_t bytes)
{
    union hutch_recorded *const block =
        bytes <= SIZE_MAX - sizeof(union hutch_recorded)
            ? (union hutch_recorded *)HUTCH_RECORD_MALLOC(sizeof(union hutch_recorded) + bytes)
            : NULL;
    HUTCH_RECORD(kind, block, bytes);
    if (block == NULL) {
        return NULL;
    }
    block->bytes = bytes;
    return block + 1;
}

static inline void *hutch_record_malloc(size_t bytes)
{
    return hutch_record_acquire('a', bytes);
}

static inline void hutch_record_free(void *block)
{
    if (block != NULL) {
        HUTCH_RECORD('r', (union hutch_recorded *)block - 1, 0);
        HUTCH_RECORD_FREE((union hutch_recorded *)block - 1);
    }
}

static inline void *hutch_record_calloc(size_t count, size_t bytes)
{
    void *const block = bytes == 0 || count <= SIZE_MAX / bytes ? hutch_record_malloc(count * bytes) : NULL;
    return block != NULL ? memset(block, 0, count * bytes) : NULL;
}

static inline size_t hutch_record_bytes(const void *block)
{
    return ((const union hutch_recorded *)block - 1)->bytes;
}

static inline void *hutch_record_realloc(void *block, size_t bytes)
{
    if (block != NULL && bytes != 0 && bytes <= hutch_record_bytes(block)) {
        return block;
    }
    void *const moved = bytes != 0 ? hutch_record_acquire(block != NULL ? 'g' : 'a', bytes) : NULL;
    if (block != NULL && moved != NULL) {
        memcpy(moved, block, hutch_record_bytes(block));
    }
    if (moved != NULL || bytes == 0) {
        hutch_record_free(block);
    }
    return moved;
}

#endif
