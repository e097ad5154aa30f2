// SPDX-License-Identifier: MIT
// hutch_queue.c - queues, for files in which typed functions do not fold, and the links of small pools.

#include "hutch_unfolded.h"

#include "hutch/queue.h"

PUBLIC(bool, hutch_put_, put, (const struct hutch_pool *pool, void *queue, const void *object),
       (pool, queue, object))
PUBLIC(void *, hutch_take_, take, (const struct hutch_pool *pool, void *queue), (pool, queue))
PUBLIC_QUIET(bool, hutch_is_empty_, is_empty, (const struct hutch_pool *pool, const void *queue),
             (pool, queue))

#if HUTCH_CFG_WAIT
void *hutch_take_wait_(const struct hutch_pool *pool, void *queue, struct hutch_waiters *waiters,
                       uint32_t ticks, enum hutch_wait_end *why)
{
    struct hutch_wait wait;
    void *object;
    PUBLIC_BEGIN
    hutch_wait_begin(&wait, waiters, ticks);
    do {
        object = hutch_core_take(pool, queue);
    } while (object == NULL && hutch_wait_again(pool, &wait));
    // Several puts may have become one wake-up.
    if (wait.is_counted && hutch_wait_uncount(waiters) != 0 && !hutch_core_is_empty(pool, queue)) {
        hutch_port_wake(&waiters->wake);
    }
    if (why != NULL) {
        *why = object != NULL ? HUTCH_WAIT_SERVED : (enum hutch_wait_end)wait.end;
    }
    PUBLIC_END
    return object;
}
#endif

bool hutch_small_link(void *queue, uint8_t *links, uint8_t number)
{
    uint8_t *const ends = (uint8_t *)queue;
    const hutch_port_state_t saved = hutch_port_enter();
    *(ends[HUTCH_QUEUE_FIRST] == 0 ? &ends[HUTCH_QUEUE_FIRST] : &links[ends[HUTCH_QUEUE_LAST] - 1u]) = number;
    ends[HUTCH_QUEUE_LAST] = number;
    hutch_port_exit(saved);
    return true;
}

uint8_t hutch_small_unlink(void *queue, const uint8_t *links, hutch_word_t *visible)
{
    uint8_t *const ends = (uint8_t *)queue;
    const hutch_port_state_t saved = hutch_port_enter();
    const uint8_t number = ends[HUTCH_QUEUE_FIRST], index = (uint8_t)(number - 1u);
    if (number != 0) {
        ends[HUTCH_QUEUE_FIRST] = number == ends[HUTCH_QUEUE_LAST] ? (uint8_t)0 : links[index];
        hutch_locked_mark(visible, (uint8_t)(index / HUTCH_WORD_BITS), hutch_bits_mask(index), true);
    }
    hutch_port_exit(saved);
    return number;
}
