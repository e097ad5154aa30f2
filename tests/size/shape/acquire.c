// SPDX-License-Identifier: MIT
// acquire.c - acquire, alone in its file: 16 slots of 24 bytes, shared with interrupts.

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);

struct particle *acquire(void);
struct particle *acquire(void)
{
    return ps_acquire();
}
