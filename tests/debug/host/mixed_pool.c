// SPDX-License-Identifier: MIT
// mixed_pool.c - the file that defines the pool.
#include "mixed.h"

HUTCH_POOL_DEFINE(cats);
