// SPDX-License-Identifier: MIT
// add_on_without_its_header.c - who forgot the header of an add-on is told which one.
// says: this_needs_include_hutch_spawn_h
#include "hutch/hutch.h"
#ifndef WRONG
#    include "hutch/spawn.h"
#endif
HUTCH_POOL_SPAWNED(things, int, 8);
