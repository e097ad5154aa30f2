// SPDX-License-Identifier: MIT
// core_1.c - starts the second core, whose boot ROM returns each word.
#include "rp2040.h"

enum { HAS_WORD = 1, HAS_ROOM = 2, WORDS = 6 };

void rp2040_start_core_1(const void *vectors, uint32_t *stack_top, void (*run)(void))
{
    const uint32_t words[WORDS] = {
        0, 0, 1, (uint32_t)(uintptr_t)vectors, (uint32_t)(uintptr_t)stack_top, (uint32_t)(uintptr_t)run};
    for (unsigned i = 0; i < WORDS;) {
        while (words[i] == 0 && (FIFO_STATUS & HAS_WORD) != 0) {
            (void)FIFO_READ;
        }
        while ((FIFO_STATUS & HAS_ROOM) == 0) {}
        FIFO_WRITE = words[i];
        __asm__ volatile("sev");
        while ((FIFO_STATUS & HAS_WORD) == 0) {}
        i = FIFO_READ == words[i] ? i + 1 : 0;
    }
}
