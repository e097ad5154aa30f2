// SPDX-License-Identifier: MIT
// mixed.h - a shared pool, for programs of which not every file was compiled with the same options.
#ifndef MIXED_H
#define MIXED_H

#include "hutch/hutch.h"

struct cat {
    int lives;
};
HUTCH_POOL_DECLARE(cats, struct cat, 4);

#endif
