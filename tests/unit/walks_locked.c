// SPDX-License-Identifier: MIT
// walks_locked.c - the tests of walks.c over pools that have a lock. The micro:bit has no RAM for them.

#if defined(__thumb__) && !defined(__thumb2__)
#    include "unit.h"
const struct unit_test walks_locked_tests[] = {UNIT_TESTS_END};
#else
#    define UNIT_WALK_LOCK HUTCH_LOCK_IRQ
#    define UNIT_OVER " (locked)"
#    define walks_tests walks_locked_tests
#    include "walks.c"
#endif
