// SPDX-License-Identifier: MIT
// port/freertos/hutch_port_wait.h - what a task sleeps on: a binary semaphore, created statically.
#ifndef HUTCH_PORT_WAIT_H
#define HUTCH_PORT_WAIT_H

#include "semphr.h"

typedef struct {
    StaticSemaphore_t memory;
    SemaphoreHandle_t handle;
} hutch_port_wait_t;

bool hutch_port_wait_begin(hutch_port_wait_t *wake);
bool hutch_port_wait(hutch_port_wait_t *wake, uint32_t ticks);
void hutch_port_wake(hutch_port_wait_t *wake);
void hutch_port_wait_end(hutch_port_wait_t *wake);

#endif
