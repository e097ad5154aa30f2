// SPDX-License-Identifier: MIT
// port/host/hutch_port.c - the lock of the host port: a spin lock over the whole process that nests within a
// thread.
#include "hutch_stderr.h" // first: it names the POSIX that all of this needs

#include "hutch/core/waiting.h"

#include <pthread.h>

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

#if defined(HUTCH_PORT_THREAD_NAMES) && HUTCH_PORT_THREAD_NAMES
const char *hutch_host_thread_name(void)
{
    static __thread char name[16];
    return pthread_getname_np(pthread_self(), name, sizeof name) == 0 ? name : NULL;
}
#endif

#if HUTCH_CFG_WAIT
#    include "hutch_clock.h"

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
