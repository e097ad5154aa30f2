// SPDX-License-Identifier: MIT
// fences.c - fence mode: where an object's pages are, what traps around it, and which fault names what.
#define _GNU_SOURCE

#include "unit.h"
#include "host/traps.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { page = 4096, big_bytes = page + 904 };
struct big {
    uint64_t words[big_bytes / 8];
};
struct odd {
    uint8_t bytes[3];
};
struct whole {
    uint8_t bytes[page];
};
HUTCH_POOL(bigs, struct big, 3);
HUTCH_POOL(odds, struct odd, 3);
HUTCH_POOL(wholes, struct whole, 2);
HUTCH_POOL_RUNS(tiles, uint64_t, 4);

static volatile uint8_t *byte_of(const void *object, size_t offset)
{
    return (volatile uint8_t *)(uintptr_t)object + offset;
}

static unsigned code_of_release(const struct hutch_pool *pool, const volatile uint8_t *address)
{
    CHECK(!hutch_release(pool, (const void *)(uintptr_t)address));
    CHECK_EQUAL(unit_faults_forget(), 1);
    return unit_faults.kept[0].code;
}

// Does the act, in a child, say so many dots, then this, and abort?
static void check_dies(void (*act)(void), unsigned dots, const char *says)
{
    char text[256] = {0};
    int ends[2], status = 0;
    CHECK_EQUAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        dup2(ends[1], STDERR_FILENO);
        act();
        _exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length<sizeof text - 1; length += got> 0 ? (size_t)got : 0) {
        got = read(ends[0], text + length, sizeof text - 1 - length);
    }
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK_EQUAL(strspn(text, "."), dots);
    CHECK(strncmp(text + strspn(text, "."), says, strlen(says)) == 0);
}

static void limit(int what, rlim_t bytes)
{
    const struct rlimit both = {bytes, bytes};
    setrlimit(what, &both);
}

static void acquire_without_address_space(void)
{
    limit(RLIMIT_AS, 0);
    (void)!odds_acquire();
}

static void acquire_without_memory(void)
{
    CHECK(odds_acquire() != NULL);
    limit(RLIMIT_DATA, 0);
    (void)!odds_acquire();
}

static void release_what_is_locked_in_memory(void)
{
    const struct odd *const odd = odds_acquire();
    CHECK_EQUAL(mlock(odd, sizeof *odd), 0);
    (void)odds_release(odd);
}

TEST(program_without_room_for_fences_says_so_and_is_aborted)
{
    check_dies(acquire_without_address_space, 0, "hutch fence: mmap: ");
    check_dies(acquire_without_memory, 0, "hutch fence: mprotect: ");
    check_dies(release_what_is_locked_in_memory, 0, "hutch fence: mprotect: ");
}

#ifdef HUTCH_FENCE_PAGES_LOG2

static void acquire_for_ever(void)
{
    for (;;) {
        odds_release(odds_acquire());
        (void)!write(STDERR_FILENO, ".", 1);
    }
}

static void acquire_a_big_one_and_then_for_ever(void)
{
    (void)!bigs_acquire();
    acquire_for_ever();
}

// Of 64 pages each acquire takes two, the big object's takes three.
TEST(pages_are_used_to_the_last_one)
{
    UNIT_NEEDS(HUTCH_FENCE_PAGES_LOG2 == 6);
    check_dies(acquire_for_ever, 32, "hutch fence: the address space for acquires is used up");
    check_dies(acquire_a_big_one_and_then_for_ever, 30,
               "hutch fence: the address space for acquires is used up");
}

#endif

TEST(object_ends_where_a_page_traps)
{
    UNIT_NEEDS(sysconf(_SC_PAGESIZE) == page);
    const struct odd *const first = odds_acquire(), *const second = odds_acquire();
    CHECK_EQUAL((uintptr_t)(first + 1) % page, 0);
    CHECK_EQUAL((uintptr_t)second - (uintptr_t)first, 2 * page); // its own, and the one behind it
    *byte_of(first, 2) = 1;
    CHECK(TRAPS(*byte_of(first, 3) = 1));
    CHECK(TRAPS(*byte_of(first, 3 + page - 1) = 1));
    CHECK_EQUAL(code_of_release(&odds_pool, byte_of(first, 3)), HUTCH_FAULT_FOREIGN);
    CHECK(hutch_check(&odds_pool));
    odds_clear();
}

TEST(object_of_a_page_has_just_that)
{
    UNIT_NEEDS(sysconf(_SC_PAGESIZE) == page);
    const struct whole *const first = wholes_acquire(), *const second = wholes_acquire();
    CHECK_EQUAL((uintptr_t)first % page, 0);
    CHECK_EQUAL((uintptr_t)second - (uintptr_t)first, 2 * page);
    *byte_of(first, 0) = *byte_of(first, page - 1) = 1;
    CHECK(TRAPS(*byte_of(first, page) = 1));
    CHECK(hutch_check(&wholes_pool));
    wholes_clear();
}

TEST(object_of_two_pages_traps_in_both_after_its_release)
{
    UNIT_NEEDS(sysconf(_SC_PAGESIZE) == page);
    CHECK(bigs_acquire() != NULL);
    struct big *const big = bigs_acquire(); // not slot 0
    CHECK_EQUAL((uintptr_t)(big + 1) % page, 0);
    *byte_of(big, 0) = *byte_of(big, big_bytes - 1) = 1;
    CHECK(TRAPS(*byte_of(big, big_bytes)));
    CHECK_EQUAL(code_of_release(&bigs_pool, byte_of(big, 8)), HUTCH_FAULT_MISALIGNED);
    CHECK_EQUAL(code_of_release(&bigs_pool, byte_of(big, page)), HUTCH_FAULT_MISALIGNED);
    CHECK(bigs_release(big));
    CHECK(TRAPS(*byte_of(big, 0)));
    CHECK(TRAPS(*byte_of(big, big_bytes - 1)));
    CHECK_EQUAL(code_of_release(&bigs_pool, byte_of(big, 0)), HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK_EQUAL(unit_faults.kept[0].index, 1);
    CHECK_EQUAL(code_of_release(&bigs_pool, byte_of(big, 8)), HUTCH_FAULT_MISALIGNED);
    bigs_clear();
}

TEST(address_behind_a_pool_of_runs_is_foreign)
{
    const uint64_t *const run = tiles_acquire_run(4);
    CHECK_EQUAL(code_of_release(&tiles_pool, byte_of(run, 4 * sizeof *run)), HUTCH_FAULT_FOREIGN);
    CHECK(tiles_release_run(run, 4));
}

static void check_leads_to(const struct big *expected, const struct big *object)
{
    static const size_t offsets[] = {0, 1, page - 1, page, big_bytes - 1};
    for (unsigned i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        CHECK(bigs_containing((const void *)((uintptr_t)object + offsets[i])) == expected);
    }
}

TEST(address_in_an_object_leads_to_it_until_its_slot_has_another_one)
{
    CHECK(bigs_containing(bigs_pool.slots) == NULL); // no object is there in this mode
    struct big *const first = bigs_claim(1);
    check_leads_to(first, first);
    CHECK(bigs_containing((const void *)((uintptr_t)first - 1)) == NULL);
    CHECK(bigs_containing(first + 1) == NULL);
    CHECK(odds_containing(first) == NULL);
    CHECK(bigs_release(first));
    check_leads_to(first, first); // release refuses it
    struct big *const second = bigs_claim(1);
    check_leads_to(NULL, first);
    check_leads_to(second, second);
    bigs_clear();
    CHECK(tiles_containing((const uint8_t *)tiles_at(3) + 7) == tiles_at(3));
    CHECK(tiles_containing(tiles_at(3) + 1) == NULL);
}

#include "../../build/lists/alone/fences.h"

int main(void)
{
    board_init();
    traps_init();
    unit_run(fences_tests);
    return unit_finish();
}
