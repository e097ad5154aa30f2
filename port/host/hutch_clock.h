// SPDX-License-Identifier: MIT
// port/host/hutch_clock.h - the clock of waiting threads, and what they sleep on; for hutch_port.c only.
#ifndef HUTCH_CLOCK_H
#define HUTCH_CLOCK_H

#include "hutch/core/waiting.h"

#include <time.h>

// The clock of hutch_port_now and pthread_cond_timedwait: one that nobody sets. macOS cannot choose it.
#ifdef __APPLE__
#    define WAIT_CLOCK CLOCK_REALTIME
#else
#    define WAIT_CLOCK CLOCK_MONOTONIC
#endif

// An initialiser would choose CLOCK_REALTIME.
bool hutch_port_wait_begin(hutch_port_wait_t *wake)
{
    if (!__atomic_load_n(&wake->is_made, __ATOMIC_ACQUIRE)) {
        const hutch_port_state_t saved = hutch_port_enter();
        if (!wake->is_made) {
            pthread_condattr_t attributes;
            int error = pthread_condattr_init(&attributes);
#ifndef __APPLE__
            error |= pthread_condattr_setclock(&attributes, WAIT_CLOCK);
#endif
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

#endif
