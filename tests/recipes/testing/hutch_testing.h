// SPDX-License-Identifier: MIT
// hutch_testing.h - faults fail the test that caused them, and so do objects left live.
//
// Copy it and hutch_testing.c beside your tests, with the header of your framework, which includes this one.
// The pools are those of HUTCH_POOL_LIST, or with HUTCH_CFG_REGISTER 1 all of the program.
#ifndef HUTCH_TESTING_H
#define HUTCH_TESTING_H

#include "hutch/hutch.h"

#if HUTCH_CFG_CHECK == 0
#    error "hutch_testing.h: no fault is reported if HUTCH_CFG_CHECK is 0"
#endif

/// Passes if the statement causes this fault, once or more, and no other. What other threads do meanwhile
/// does not count: each thread has its own expectation.
#define HUTCH_EXPECT_FAULT(code, ...)            \
    do {                                         \
        hutch_test_expect(code);                 \
        __VA_ARGS__;                             \
        hutch_test_expected(__FILE__, __LINE__); \
    } while (0)

HUTCH_BEGIN_DECLS

/// Before each test: empties the pools. `fail` makes the test fail with a text, and need not return.
void hutch_test_begin(void (*fail)(const char *text));

/// After each test: fails it if another thread caused a fault and, unless it `has_failed` already, if a pool
/// is damaged or an object is live.
void hutch_test_end(bool has_failed);

/// For a `fail` that does not return, before it jumps: leaves the critical sections that the test is in.
void hutch_test_leave_locks(void);

void hutch_test_expect(unsigned code);
void hutch_test_expected(const char *file, int line);

HUTCH_END_DECLS

#endif
