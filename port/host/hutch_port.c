// SPDX-License-Identifier: MIT
// port/host/hutch_port.c - the lock of the host port: a spin lock over the whole process that nests within a
// thread.
#define _POSIX_C_SOURCE 200809L

#include "hutch_port.h"
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
