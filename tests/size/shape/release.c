// SPDX-License-Identifier: MIT
// release.c - the checked release, alone in its file: 16 slots of 24 bytes, shared with interrupts.

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);

bool release(struct particle *particle);
bool release(struct particle *particle)
{
    return ps_release(particle);
}
