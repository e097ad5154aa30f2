// SPDX-License-Identifier: MIT
// who.h - the configuration header of who.c: which task runs, or that an interrupt does.
#ifndef WHO_H
#define WHO_H

#include <stdbool.h>

extern const char *who_name;
extern bool who_is_interrupt;

#define HUTCH_PORT_WHO() who_name
#define HUTCH_PORT_IN_INTERRUPT() who_is_interrupt

#endif
