// SPDX-License-Identifier: MIT
// context.h - whether freertos.c is in an interrupt, for all files of that program.
#include <stdbool.h>
extern bool freertos_is_interrupt;
