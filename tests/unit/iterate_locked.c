// SPDX-License-Identifier: MIT
// iterate_locked.c - the tests of iterate.c over a pool that has a lock. The micro:bit has no RAM for them.

#if defined(__thumb__) && !defined(__thumb2__)
#    include "unit.h"
const struct unit_test iterate_locked_tests[] = {UNIT_TESTS_END};
#else
#    define UNIT_WALK_LOCK HUTCH_LOCK_IRQ
#    define UNIT_OVER " (locked)"
#    define iterate_tests iterate_locked_tests
#    include "iterate.c"
#endif
