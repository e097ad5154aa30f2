// SPDX-License-Identifier: MIT
// stops.c - the default handler of a debug build: the line, the count, and the trap, which this program
// survives. In fence mode and under AddressSanitizer too.

#include "unit.h"
#include "board.h"
#include "host/traps.h"

#include <stdio.h>
#include <stdlib.h>

HUTCH_POOL(things, uint16_t, 4);
HUTCH_POOL_IDS(numbers, 3);
HUTCH_POOL_RUNS(tiles, uint64_t, 4);

// The harness asks for these; here the library's own handler is told.
struct unit_faults unit_faults;
unsigned unit_faults_forget(void)
{
    return 0;
}

static unsigned said;

static void count_char(char c, void *context)
{
    CHECK(context == &said);
    said += c == '\n' ? 1u : 0u;
}

TEST(fault_is_counted_kept_and_stops_the_program)
{
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), 0);
    CHECK(TRAPS(things_release(NULL)));
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_NULL_POINTER), 1);
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_NULL_POINTER);
    CHECK(unit_same_text(hutch_last_fault.pool, "things"));
    CHECK_EQUAL(said, 0);
}

TEST(fault_is_one_line_where_a_sink_is_set)
{
    hutch_debug_set_sink(count_char, &said);
    CHECK(TRAPS(things_release_at(1)));
    CHECK_EQUAL(said, 1);
    CHECK(TRAPS(numbers_release(2)));
    CHECK_EQUAL(said, 2);
    hutch_debug_set_sink(NULL, NULL);
    CHECK(TRAPS(numbers_release(7)));
    CHECK_EQUAL(said, 2);
    CHECK_EQUAL(hutch_fault_count(HUTCH_FAULT_BAD_INDEX), 1);
}

TEST(release_of_what_was_released_is_told_from_a_foreign_pointer)
{
    uint16_t *const thing = things_acquire();
    CHECK(things_release(thing));
    CHECK(TRAPS(things_release(thing)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_DOUBLE_RELEASE);
    uint16_t elsewhere = 0;
    for (unsigned i = 0; HUTCH_CFG_FENCE && i < 4; i++) { // its slot is used again, its address never is
        (void)!things_acquire();
    }
    CHECK(TRAPS(things_release(thing)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_DOUBLE_RELEASE);
    things_clear();
    CHECK(TRAPS(things_release(&elsewhere)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_FOREIGN);
}

#if defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define IS_SANITIZED 1
#    endif
#elif defined(__SANITIZE_ADDRESS__)
#    define IS_SANITIZED 1
#endif

#ifdef IS_SANITIZED
int __asan_address_is_poisoned(const volatile void *address);
#endif

TEST(sanitizer_knows_which_objects_are_live)
{
#ifdef IS_SANITIZED
    uint16_t *const thing = things_acquire();
    CHECK(!__asan_address_is_poisoned(thing));
    CHECK(things_release(thing));
    CHECK(__asan_address_is_poisoned(thing));
#endif
}

TEST(program_without_a_clock_notes_no_time)
{
    const unsigned index = things_index(things_acquire());
    CHECK(things_release_at(index));
    CHECK_EQUAL(things_pool.notes[index].acquired_at, 0);
    CHECK_EQUAL(things_pool.notes[index].released_at, 0);
}

// The sanitizer stops the write itself.
TEST(write_before_the_object_is_found_when_it_is_released)
{
#ifndef IS_SANITIZED
    CHECK(things_acquire() != NULL && things_acquire() != NULL);
    uint16_t *const thing = things_acquire();
    volatile uint8_t *const bytes = (uint8_t *)thing;
    *(bytes - 1) = 0;
    CHECK(TRAPS(things_release(thing)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_UNDERRUN);
    CHECK_EQUAL(hutch_last_fault.index, things_index(thing));
    CHECK(hutch_last_fault.address == bytes - 1);
    things_clear();
#endif
}

TEST(write_before_the_object_is_found_by_check_once)
{
#ifndef IS_SANITIZED
    CHECK(things_acquire() != NULL);
    uint16_t *const thing = things_acquire();
    volatile uint8_t *const bytes = (uint8_t *)thing;
    *(bytes - 1) = 0;
    CHECK(TRAPS(hutch_check(&things_pool)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_UNDERRUN);
    CHECK(hutch_last_fault.address == bytes - 1);
    CHECK_EQUAL(hutch_last_fault.index, things_index(thing));
    CHECK(hutch_check(&things_pool));
    things_clear();
#endif
}

TEST(released_object_traps_where_fences_are)
{
#if HUTCH_CFG_FENCE
    volatile uint16_t *const thing = things_acquire();
    *thing = 3;
    CHECK(things_release((const uint16_t *)thing));
    CHECK(TRAPS(*thing));
    CHECK(TRAPS(*thing = 4));
#endif
}

TEST(valid_use_stops_nothing)
{
    uint16_t *const thing = things_acquire();
    CHECK(thing != NULL);
    CHECK(hutch_check(&things_pool));
    CHECK(things_release(thing));
    CHECK(hutch_check(&things_pool));
    const unsigned number = (unsigned)numbers_acquire();
    CHECK(numbers_release((int)number));
    CHECK(hutch_check(&numbers_pool));
}

TEST(pool_of_runs_stays_where_it_is_and_is_checked)
{
    uint64_t *const run = tiles_acquire_run(2);
    CHECK(tiles_at(1) == run + 1);
    run[0] = run[1] = 5;
    CHECK(hutch_check(&tiles_pool));
    CHECK(tiles_release_run(run, 2));
    CHECK(TRAPS(tiles_release(run)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_DOUBLE_RELEASE);
    CHECK(TRAPS(tiles_release((uint64_t *)(void *)((uint8_t *)run + 1))));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_MISALIGNED);
#ifndef IS_SANITIZED
    *(volatile uint64_t *)run = 6;
    CHECK(TRAPS(hutch_check(&tiles_pool)));
    CHECK_EQUAL(hutch_last_fault.code, HUTCH_FAULT_WRITE_AFTER_RELEASE);
#endif
}

#include "../../build/lists/coverage/stops.h"

int main(void)
{
    board_init();
    traps_init();
    unit_run(stops_tests);
    return unit_finish();
}
