// SPDX-License-Identifier: MIT
// arch.h - what port/nuttx needs of the kernel, written from its documentation: for nuttx.c in tests/alone.
#include <stdbool.h>
#include <stdint.h>
bool up_interrupt_context(void);
