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
#    include <errno.h>
#    include <time.h>

bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    return sem_init(wake, 0, 0) == 0;
}

bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks)
{
    struct timespec end;
    int result;
    clock_gettime(CLOCK_REALTIME, &end); // the clock of sem_timedwait
    end.tv_sec += (time_t)(ticks / 1000u);
    end.tv_nsec += (long)(ticks % 1000u) * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_nsec -= 1000000000L;
        end.tv_sec++;
    }
    do {
        result = ticks == UINT32_MAX ? sem_wait(wake) : sem_timedwait(wake, &end);
    } while (result != 0 && errno == EINTR);
    return result == 0;
}

void hutch_port_wake(hutch_port_wait_t *wake)
{
    sem_post(wake);
}

void hutch_port_wait_end(hutch_port_wait_t *wake)
{
    sem_destroy(wake);
}
#endif
