// SPDX-License-Identifier: MIT
// port/host/hutch_port.c - the lock of the host port: a spin lock over the whole process that nests within a
// thread.
#define _POSIX_C_SOURCE 200809L

#include "hutch/wait.h"

#include <sched.h>

static char taken;              // by __atomic builtins, so that C99 will do
static __thread unsigned depth; // sections this thread is in

hutch_port_state_t hutch_port_enter(void)
{
    if (depth == 0) {
        while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) {
            sched_yield();
        }
    }
    return depth++;
}

void hutch_port_exit(hutch_port_state_t saved)
{
    depth = saved;
    if (saved == 0) {
        __atomic_clear(&taken, __ATOMIC_RELEASE);
    }
}

#if HUTCH_CFG_WAIT
#    include <time.h>

// The clock of hutch_port_now and pthread_cond_timedwait: one that nobody sets. macOS cannot choose it.
#    ifdef __APPLE__
#        define WAIT_CLOCK CLOCK_REALTIME
#    else
#        define WAIT_CLOCK CLOCK_MONOTONIC
#    endif

// An initialiser would choose CLOCK_REALTIME.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (!__atomic_load_n(&wake->is_made, __ATOMIC_ACQUIRE)) {
        const hutch_port_state_t saved = hutch_port_enter();
        if (!wake->is_made) {
            pthread_condattr_t attributes;
            int error = pthread_condattr_init(&attributes);
#    ifndef __APPLE__
            error |= pthread_condattr_setclock(&attributes, WAIT_CLOCK);
#    endif
            error |= pthread_cond_init(&wake->changed, &attributes);
            error |= pthread_mutex_init(&wake->mutex, NULL);
            (void)pthread_condattr_destroy(&attributes);
            __atomic_store_n(&wake->is_made, (char)(error == 0), __ATOMIC_RELEASE);
        }
        hutch_port_exit(saved);
    }
    return wake->is_made != 0;
}

hutch_port_time_t hutch_port_now(void)
{
    struct timespec now;
    clock_gettime(WAIT_CLOCK, &now);
    return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

// A thread that is cancelled in its sleep has the mutex then.
static void unlock(void *mutex)
{
    pthread_mutex_unlock((pthread_mutex_t *)mutex);
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    const uint64_t at = hutch_port_now() + ticks;
    const struct timespec end = {(time_t)(at / 1000u), (long)(at % 1000u) * 1000000L};
    bool is_woken;
    int error = 0;
    pthread_mutex_lock(&wake->mutex);
    pthread_cleanup_push(unlock, &wake->mutex);
    while (!wake->is_given && error == 0) {
        error = ticks == HUTCH_FOREVER ? pthread_cond_wait(&wake->changed, &wake->mutex)
                                       : pthread_cond_timedwait(&wake->changed, &wake->mutex, &end);
    }
    is_woken = wake->is_given != 0; // also when it came with the end of the time
    wake->is_given = 0;
    pthread_cleanup_pop(1);
    return is_woken;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    pthread_mutex_lock(&wake->mutex);
    wake->is_given = 1;
    pthread_cond_signal(&wake->changed);
    pthread_mutex_unlock(&wake->mutex);
}
#endif
