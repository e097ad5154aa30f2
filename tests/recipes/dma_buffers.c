// SPDX-License-Identifier: MIT
// dma_buffers.c - buffers that DMA writes: each in cache lines of its own, in memory that the linker script
// places.

// On a CPU without a cache, or where the MPU keeps a region out of it, the section is enough:
//
//   .dma (NOLOAD) : { *(.bss.dma) } > DMA_RAM          in the linker script; the start-up code clears it
//
// A name that begins with ".bss." takes no room in the image; the RAM of ".dma" would be in flash, zeros and
// all. (".noinit" is not cleared: a pool there would begin with what was live before the reset.) Bitmaps are
// there, too; name another section before the next pool.
#define HUTCH_CFG_SECTION ".bss.dma"
#include "recipe.h"

// With a cache, the type says how a slot is aligned. The attribute is that of the struct, not of a typedef,
// so that the size is a multiple of it and no two buffers share a line: to invalidate one spares its
// neighbours.
#define CACHE_LINE_BYTES 32
struct buffer {
    uint8_t bytes[100];
} __attribute__((aligned(CACHE_LINE_BYTES)));

HUTCH_POOL(buffers, struct buffer, 6, .lock = HUTCH_LOCK_IRQ);

// What the program does before DMA writes, and after it: SCB_InvalidateDCache_by_Addr with CMSIS.
static void invalidate(const void *address, size_t bytes)
{
    SHOW((uintptr_t)address % CACHE_LINE_BYTES == 0 && bytes % CACHE_LINE_BYTES == 0);
}

int main(void)
{
    struct buffer *all[6];
    for (unsigned i = 0; i < 6; i++) {
        all[i] = buffers_acquire();
        invalidate(all[i], sizeof *all[i]);
    }
    SHOW(sizeof(struct buffer) == 128 && buffers_acquire() == NULL);
    for (unsigned i = 1; i < 6; i++) {
        SHOW((uintptr_t)all[i] - (uintptr_t)all[i - 1] >= 128 || all[i] < all[i - 1]);
    }
    uint8_t *const given_back = &all[3]->bytes[14]; // by a driver that gives back where it reads
    SHOW(buffers_release(buffers_containing(given_back)) && buffers_live() == 5);
    return 0;
}
