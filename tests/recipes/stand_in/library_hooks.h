// SPDX-License-Identifier: MIT
// library_hooks.h - stand-ins for LVGL, nanopb, lwIP, nRF5's mem_manager, QP/C: what they want of a program,
// with their names and types, and one call that wants it.
#ifndef STAND_IN_LIBRARY_HOOKS_H
#define STAND_IN_LIBRARY_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// LVGL's lv_mem.h, with LV_STDLIB_CUSTOM
typedef enum { LV_RESULT_INVALID, LV_RESULT_OK } lv_result_t;
typedef struct {
    size_t total_size;
} lv_mem_monitor_t;
void lv_mem_init(void);
void lv_mem_deinit(void);
void *lv_malloc_core(size_t size);
void *lv_realloc_core(void *p, size_t new_size);
void lv_free_core(void *p);
void lv_mem_monitor_core(lv_mem_monitor_t *mon_p);
lv_result_t lv_mem_test_core(void);

// nanopb's pb_decode.c, with PB_ENABLE_MALLOC
static inline bool allocate_field(void **field, size_t bytes)
{
    void *const larger = pb_realloc(*field, bytes);
    *field = larger != NULL ? larger : *field;
    return larger != NULL;
}

// lwIP's mem.c, with MEM_CUSTOM_ALLOCATOR
static inline void *mem_malloc(size_t size)
{
    return MEM_CUSTOM_MALLOC(size);
}
static inline void *mem_calloc(size_t count, size_t size)
{
    return MEM_CUSTOM_CALLOC(count, size);
}
static inline void mem_free(void *rmem)
{
    MEM_CUSTOM_FREE(rmem);
}

// nRF5's mem_manager.h
uint32_t nrf_mem_init(void);
void *nrf_malloc(uint32_t size);
void *nrf_calloc(uint32_t nmemb, uint32_t size);
void *nrf_realloc(void *p_buffer, uint32_t size);
void nrf_free(void *p_buffer);

// QP/C's qf_dyn.c
typedef struct {
    uint16_t sig;
    uint8_t poolId_;
} QEvt;
static QF_EPOOL_TYPE_ QF_pool_[2];
static uint8_t QF_maxPool_;

static inline void QF_poolInit(void *poolSto, uint_fast32_t poolSize, uint_fast16_t evtSize)
{
    QF_EPOOL_INIT_(QF_pool_[QF_maxPool_], poolSto, poolSize, evtSize);
    QF_maxPool_++;
}
static inline QEvt *QF_newX_(uint_fast16_t evtSize, uint_fast16_t margin)
{
    uint8_t id = 0;
    while (evtSize > QF_EPOOL_EVENT_SIZE_(QF_pool_[id])) {
        id++;
    }
    QEvt *e;
    QF_EPOOL_GET_(QF_pool_[id], e, margin, 0);
    if (e != NULL) {
        e->poolId_ = id;
    }
    return e;
}
static inline void QF_gc(QEvt *e)
{
    QF_EPOOL_PUT_(QF_pool_[e->poolId_], e, 0);
}

#endif
