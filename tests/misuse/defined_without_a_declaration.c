// SPDX-License-Identifier: MIT
// defined_without_a_declaration.c - HUTCH_POOL_DEFINE comes after the HUTCH_POOL_DECLARE of its pool.
// says: things_needs_its_HUTCH_POOL_DECLARE_above_it_of_kind_plain_
// languages: c c++ avr sdcc
#include "hutch/hutch.h"
#ifndef WRONG
HUTCH_POOL_DECLARE(things, int, 8);
#endif
HUTCH_POOL_DEFINE(things);
