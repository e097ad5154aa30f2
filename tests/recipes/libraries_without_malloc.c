// SPDX-License-Identifier: MIT
// libraries_without_malloc.c - LVGL, nanopb, lwIP, nRF5's mem_manager and QP/C take memory from pools.

#include "hutch/sizes.h"
#include "recipe.h"

HUTCH_POOL_BLOCKS(small, 32, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_BLOCKS(large, 128, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_SIZES(pools, small, large); // not `mem`: lwIP has a mem_malloc
HUTCH_SIZES_AS_MALLOC(pools);

// nanopb, in the header that PB_SYSTEM_HEADER names, with PB_ENABLE_MALLOC
#define pb_realloc(ptr, size) pools_realloc(ptr, size)
#define pb_free(ptr) pools_free(ptr)

// lwIP 2.2, in lwipopts.h, in place of MEM_USE_POOLS; lwIP 2.1: MEM_LIBC_MALLOC and mem_clib_malloc and so on
#define MEM_CUSTOM_ALLOCATOR 1
#define MEM_CUSTOM_MALLOC pools_malloc
#define MEM_CUSTOM_CALLOC pools_calloc
#define MEM_CUSTOM_FREE pools_free

// QP/C, in qp_port.h, in place of QMPool. QP/C itself chooses the pool by the size of the event. `margin` is
// how many events must be left; an interrupt between the look and the acquire may take one of them.
struct event_pool {
    const struct hutch_pool *pool;
    uint_fast16_t bytes;
};
#define QF_EPOOL_TYPE_ struct event_pool
#define QF_EPOOL_INIT_(p_, poolSto_, poolSize_, evtSize_) \
    ((void)(poolSize_), (p_).pool = (const struct hutch_pool *)(poolSto_), (p_).bytes = (evtSize_))
#define QF_EPOOL_EVENT_SIZE_(p_) ((p_).bytes)
#define QF_EPOOL_GET_(p_, e_, margin_, qsId_) \
    ((e_) = hutch_available((p_).pool) > (margin_) ? (QEvt *)hutch_acquire((p_).pool) : NULL)
#define QF_EPOOL_PUT_(p_, e_, qsId_) ((void)hutch_release((p_).pool, (e_)))

#include "stand_in/library_hooks.h"

// LVGL 9, with LV_USE_STDLIB_MALLOC LV_STDLIB_CUSTOM in lv_conf.h
void lv_mem_init(void)
{
}
void lv_mem_deinit(void)
{
}
void *lv_malloc_core(size_t size)
{
    return pools_malloc(size);
}
void *lv_realloc_core(void *p, size_t new_size)
{
    return pools_realloc(p, new_size);
}
void lv_free_core(void *p)
{
    pools_free(p);
}
void lv_mem_monitor_core(lv_mem_monitor_t *mon_p)
{
    mon_p->total_size =
        small_capacity() * sizeof(union small_block) + large_capacity() * sizeof(union large_block);
}
lv_result_t lv_mem_test_core(void)
{
    return LV_RESULT_OK;
}

// nRF5 SDK, in place of mem_manager.c
uint32_t nrf_mem_init(void)
{
    return 0; // NRF_SUCCESS
}
void *nrf_malloc(uint32_t size)
{
    return pools_malloc(size);
}
void *nrf_calloc(uint32_t nmemb, uint32_t size)
{
    return pools_calloc(nmemb, size);
}
void *nrf_realloc(void *p_buffer, uint32_t size)
{
    return pools_realloc(p_buffer, size);
}
void nrf_free(void *p_buffer)
{
    pools_free(p_buffer);
}

static bool are_live(unsigned of_small, unsigned of_large)
{
    return small_live() == of_small && large_live() == of_large;
}

int main(void)
{
    lv_mem_init();
    void *const grown = lv_realloc_core(lv_malloc_core(20), 100);
    SHOW(grown != NULL && are_live(0, 1) && lv_realloc_core(grown, 200) == NULL && are_live(0, 1));
    lv_free_core(grown);

    void *field = NULL;
    SHOW(allocate_field(&field, 10) && allocate_field(&field, 60) && !allocate_field(&field, 129));
    SHOW(are_live(0, 1));
    pb_free(field);

    unsigned char *const segment = (unsigned char *)mem_calloc(4, 8);
    SHOW(segment != NULL && segment[31] == 0 && mem_malloc(1536) == NULL && are_live(1, 0));
    mem_free(segment);

    SHOW(nrf_mem_init() == 0);
    nrf_free(nrf_realloc(nrf_calloc(2, 16), 100));

    QF_poolInit((void *)(uintptr_t)&small_pool, small_capacity() * sizeof(union small_block),
                sizeof(union small_block));
    QF_poolInit((void *)(uintptr_t)&large_pool, large_capacity() * sizeof(union large_block),
                sizeof(union large_block));
    QEvt *const ping = QF_newX_(8, 7), *const frame = QF_newX_(100, 0);
    SHOW(ping != NULL && frame != NULL && are_live(1, 1) && QF_newX_(8, 7) == NULL);
    QF_gc(ping);
    QF_gc(frame);
    SHOW(are_live(0, 0));
    return 0;
}
