// SPDX-License-Identifier: MIT
// unknown_option.c - an option is a name that hutch knows.
// languages: c c++20
// says: has no member named | non-static data member named
// says: does not refer to any field | has no non-static data member
#include "hutch/hutch.h"
#ifdef WRONG
HUTCH_POOL(things, int, 8, .lok = HUTCH_LOCK_IRQ);
#else
HUTCH_POOL(things, int, 8, .lock = HUTCH_LOCK_IRQ);
#endif
