// SPDX-License-Identifier: MIT
// unused.c - pools that nobody uses, of every kind and size: they must leave nothing at all.

#include "hutch/hutch.h"

struct particle {
    unsigned char bytes[24];
};
HUTCH_POOL(ps, struct particle, 16, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(many, struct particle, 3000);
HUTCH_POOL_IDS(voices, 8);
