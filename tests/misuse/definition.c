// SPDX-License-Identifier: MIT
// definition.c - HUTCH_POOL_DEFINE comes after the HUTCH_POOL_DECLARE of its pool, of the same kind.
// languages: c c++ avr sdcc
// each: "-DPOOL=HUTCH_POOL_DEFINE(things)" |
//     "-DPOOL=HUTCH_POOL_DECLARE(things, int, 8); HUTCH_POOL_DEFINE(things)" |
//     things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_plain_
// each: "-DPOOL=HUTCH_POOL_DECLARE(things, int, 8); HUTCH_POOL_TRACKED_DEFINE(things)" |
//     "-DPOOL=HUTCH_POOL_TRACKED_DECLARE(things, int, 8); HUTCH_POOL_TRACKED_DEFINE(things)" |
//     things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_tracked_
// each: "-DPOOL=HUTCH_POOL_COUNTED_DECLARE(things, int, 8); HUTCH_POOL_DEFINE(things)" |
//     "-DPOOL=HUTCH_POOL_COUNTED_DECLARE(things, int, 8); HUTCH_POOL_COUNTED_DEFINE(things)" |
//     things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_plain_
#include "hutch/counted.h"
#include "hutch/hutch.h"
POOL;
