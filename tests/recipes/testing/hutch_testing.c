// SPDX-License-Identifier: MIT
// hutch_testing.c - the fault handler of tests, and what is done before and after each of them.

#include "hutch_testing.h"

#include "hutch/policy.h"
#include "hutch/report.h"

#include <stdio.h>
#include <string.h>
#if defined(__SANITIZE_ADDRESS__)
#    define HAS_ASAN 1
#elif defined(__has_feature)
#    define HAS_ASAN __has_feature(address_sanitizer)
#else
#    define HAS_ASAN 0
#endif
#if HAS_ASAN
#    include <sanitizer/asan_interface.h>
#endif

#ifndef HUTCH_PORT_THREAD_LOCAL // then every thread counts as the test's own
#    define HUTCH_PORT_THREAD_LOCAL
#endif

enum { ANY_FAULT = HUTCH_FAULT_CODES_END };
struct text {
    char bytes[1000];
    size_t length;
};

// The expectation is the thread's that states it, so that it needs no lock.
static HUTCH_PORT_THREAD_LOCAL bool is_tests_own;
static HUTCH_PORT_THREAD_LOCAL unsigned expected; // a code; NONE; or ANY_FAULT, all of which are ignored
static HUTCH_PORT_THREAD_LOCAL bool has_come;

static void (*fail_now)(const char *text);
static bool has_faulted;
static hutch_port_state_t outside; // the port's lock before the test
static struct text elsewhere;      // the first fault of another thread; under the port's lock

static void put(char c, void *context)
{
    struct text *const text = (struct text *)context;
    if (text->length + 1 < sizeof(text->bytes)) {
        text->bytes[text->length++] = c;
    }
}

// Only the test's own thread may jump out of the test.
static void deliver(struct text *text)
{
    text->length -= text->length != 0 && text->bytes[text->length - 1] == '\n' ? 1u : 0u;
    text->bytes[text->length] = '\0';
    if (is_tests_own) {
        has_faulted = true;
        fail_now(text->bytes);
        return;
    }
    const hutch_port_state_t saved = hutch_port_enter();
    if (elsewhere.length == 0) {
        elsewhere = *text;
    }
    hutch_port_exit(saved);
}

HUTCH_ON_FAULT(fault)
{
    struct text text = {{0}, 0};
    if (expected == ANY_FAULT || (expected != HUTCH_FAULT_NONE && expected == fault->code)) {
        has_come = true;
        return;
    }
    if (expected != HUTCH_FAULT_NONE) {
        text.length = (size_t)snprintf(text.bytes, sizeof(text.bytes), "expected %s; but came ",
                                       hutch_fault_text(expected));
    }
    has_come = true; // one failure is enough
    hutch_fault_print(fault, put, &text);
    deliver(&text);
}

void hutch_test_expect(unsigned code)
{
    expected = code;
    has_come = false;
}

void hutch_test_expected(const char *file, int line)
{
    struct text text;
    text.length =
        (size_t)snprintf(text.bytes, sizeof(text.bytes), "%.500s:%d: expected, and did not come: %s", file,
                         line, hutch_fault_text(expected));
    expected = HUTCH_FAULT_NONE;
    if (!has_come) {
        deliver(&text);
    }
}

void hutch_test_leave_locks(void)
{
    (void)hutch_port_enter(); // so that it is this thread's, however deep it was inside
#if HUTCH_CFG_CHECK >= 2
    for (unsigned i = 0; hutch_listed_pool(i) != NULL; i++) {
        hutch_listed_pool(i)->debug->depth = 0;
    }
#endif
    hutch_port_exit(outside);
}

// Zeroed memory is an empty pool: for one that is damaged, or that a jump out of a hook has left half done.
static void start_over(const struct hutch_pool *pool)
{
    const size_t leaves_bytes = HUTCH_LEAF_WORDS((unsigned)pool->capacity) * sizeof(hutch_word_t);
    memset(pool->live, 0, HUTCH_BITMAP_WORDS((unsigned)pool->capacity) * sizeof(hutch_word_t));
    if (pool->has_marks) {
        memset(pool->visible, 0, pool->has_marks * leaves_bytes);
    }
    if (pool->options->policy != NULL) {
        pool->options->policy->state->released = pool->options->policy->state->acquired;
    }
#if HUTCH_CFG_CHECK >= 2
    pool->debug->is_ready = 0;
#    if HAS_ASAN
    if (pool->slots != NULL && !HUTCH_CFG_FENCE) { // the pool's next use fills them again
        const size_t guard_bytes = pool->stride_bytes - pool->object_bytes;
        __asan_unpoison_memory_region(pool->slots - guard_bytes - pool->edge_bytes,
                                      pool->capacity * pool->stride_bytes + guard_bytes +
                                          2 * pool->edge_bytes);
    }
#    endif
#endif
}

void hutch_test_begin(void (*fail)(const char *text))
{
    if (fail_now != NULL) { // a fault before the first test fails that one
        elsewhere.length = 0;
    }
    fail_now = fail;
    is_tests_own = true;
    has_faulted = false;
    outside = hutch_port_enter();
    hutch_port_exit(outside);
    hutch_test_expect(ANY_FAULT); // it was another test's
    for (unsigned i = 0; hutch_listed_pool(i) != NULL; i++) {
        hutch_clear(hutch_listed_pool(i));
        if (!hutch_check(hutch_listed_pool(i)) || hutch_live(hutch_listed_pool(i)) != 0) {
            start_over(hutch_listed_pool(i));
        }
    }
    hutch_test_expect(HUTCH_FAULT_NONE);
    if (hutch_listed_pool(0) == NULL) {
        fail("hutch: no pool is listed: use HUTCH_POOL_LIST or HUTCH_CFG_REGISTER");
    }
}

// Writes a line for each object that is live, as for any leak.
static void put_leaks(struct text *text, const struct hutch_pool *pool)
{
    struct hutch_fault leak;
    memset(&leak, 0, sizeof(leak));
    leak.code = HUTCH_FAULT_LEAK;
    for (unsigned index = 0; index < pool->capacity; index++) {
        if (hutch_is_live_at(pool, index)) {
            leak.address = hutch_at(pool, index);
#if HUTCH_CFG_NAMES
            leak.pool = pool->identity->name;
            leak.index = index;
#endif
#if HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_NOTES
            leak.note = &pool->notes[index];
#endif
            hutch_fault_print(&leak, put, text);
        }
    }
}

void hutch_test_end(bool has_failed)
{
    struct text text;
    hutch_test_expect(HUTCH_FAULT_NONE);
    const hutch_port_state_t saved = hutch_port_enter();
    text = elsewhere;
    elsewhere.length = 0;
    hutch_port_exit(saved);
    for (unsigned i = 0; !has_failed && !has_faulted && hutch_listed_pool(i) != NULL; i++) {
        if (hutch_check(hutch_listed_pool(i))) { // else it has been reported
            put_leaks(&text, hutch_listed_pool(i));
        }
    }
    if (text.length != 0) {
        deliver(&text);
    }
}
