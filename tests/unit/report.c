// SPDX-License-Identifier: MIT
// report.c - the table of pools and the lines of a snapshot, character by character; the list of pools.

#include "unit.h"

struct rabbit {
    uint8_t bytes[3];
};
HUTCH_POOL(rabbits, struct rabbit, 16);
HUTCH_POOL_IDS(a_name_longer_than_its_column, 70);
HUTCH_POOL(hats, uint8_t, 1);

HUTCH_POOL_LIST(&rabbits_pool, &a_name_longer_than_its_column_pool, &hats_pool);

// Bytes of RAM: 48 and 16 bits; 70 bits and their summary; 1 and 1 bit.
#if HUTCH_WORD_BITS == 8
#    define RABBITS_BYTES "50"
#    if HUTCH_PORT_SCANS // no summary
#        define LONG_NAME_BYTES " 9"
#    else
#        define LONG_NAME_BYTES "12"
#    endif
#    define HATS_BYTES " 2"
#elif HUTCH_WORD_BITS == 16
#    define RABBITS_BYTES "50"
#    define LONG_NAME_BYTES "12"
#    define HATS_BYTES " 3"
#elif HUTCH_WORD_BITS == 32
#    define RABBITS_BYTES "52"
#    define LONG_NAME_BYTES "12"
#    define HATS_BYTES " 5"
#else
#    define RABBITS_BYTES "56"
#    define LONG_NAME_BYTES "16"
#    define HATS_BYTES " 9"
#endif

// What HUTCH_CFG_STATS 2 adds; tests/systems/sizing.c is about the numbers.
#if HUTCH_CFG_STATS >= 2
#    define HEADS "  unused    idle at peak  suggest"
#    define RABBITS_ADVICE "      11       0       0        6"
#    define LONG_NAME_ADVICE "       0       0       0       72"
#    define HATS_ADVICE "       1       0       0        0"
#else
#    define HEADS ""
#    define RABBITS_ADVICE ""
#    define LONG_NAME_ADVICE ""
#    define HATS_ADVICE ""
#endif

#if HUTCH_CFG_STATS
#    define RABBITS_COUNTS "     2     5    16       1"
#    define LONG_NAME_COUNTS "    70    70    70       2"
#    define HATS_COUNTS "     0     0     1       0"
#else
#    define RABBITS_COUNTS "     2     -    16       -"
#    define LONG_NAME_COUNTS "    70     -    70       -"
#    define HATS_COUNTS "     0     -     1       -"
#endif

#define HASHES_8 "########"

static const char expected[] =
    "pool                           live  peak   cap refused   bytes" HEADS "  slots\n"
    "rabbits                      " RABBITS_COUNTS "      " RABBITS_BYTES RABBITS_ADVICE
    "  #...#...........\n"
    "a_name_longer_than_its_column" LONG_NAME_COUNTS "      " LONG_NAME_BYTES LONG_NAME_ADVICE
    "  " HASHES_8 HASHES_8 HASHES_8 HASHES_8 HASHES_8 HASHES_8 HASHES_8 HASHES_8 "...\n"
    "hats                         " HATS_COUNTS "      " HATS_BYTES HATS_ADVICE "  .\n";

#if HUTCH_CFG_STATS
static const char expected_lines[] = "$pool rabbits 0011 10 5 1 0*54\n"
                                     "$pool a_name_longer_than_its_column 3FFFFFFFFFFFFFFFFF 46 46 2 0*24\n"
                                     "$pool hats 0 1 0 0 0*23\n";
#else
static const char expected_lines[] = "$pool rabbits 0011 10 - - 0*50\n"
                                     "$pool a_name_longer_than_its_column 3FFFFFFFFFFFFFFFFF 46 - - 0*14\n"
                                     "$pool hats 0 1 - - 0*23\n";
#endif

struct comparison {
    const char *rest; // of the expected text
    unsigned wrong;
};

static void compare(char c, void *context)
{
    struct comparison *const comparison = (struct comparison *)context;
    if (*comparison->rest != c) {
        comparison->wrong++;
    }
    if (*comparison->rest != '\0') {
        comparison->rest++;
    }
}

// rabbits: slots 0 and 4; the pool of the long name: all 70; hats: none.
static void fill_pools(void)
{
#if HUTCH_CFG_STATS
    rabbits_stats_reset();
    a_name_longer_than_its_column_stats_reset();
#endif
    rabbits_clear();
    rabbits_acquire_run(5);
    rabbits_release_run(rabbits_at(1), 3);
    CHECK(rabbits_acquire_run(14) == NULL);
    a_name_longer_than_its_column_clear();
    a_name_longer_than_its_column_acquire_run(70);
    (void)!a_name_longer_than_its_column_acquire();
    (void)!a_name_longer_than_its_column_acquire();
}

TEST(report_shows_each_listed_pool_on_a_line_in_columns_that_fit_the_longest_name)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    fill_pools();
    struct comparison comparison = {expected, 0};
    hutch_report(compare, &comparison);
    CHECK_EQUAL(comparison.wrong, 0);
    CHECK_EQUAL((size_t)(comparison.rest - expected), sizeof expected - 1);
}

// Finds a text of ten characters in the report.
static void look_for(char c, void *context)
{
    static const char number[] = "4000000001";
    unsigned *const matched = (unsigned *)context;
    if (*matched < 10u) {
        *matched = c == number[*matched] ? *matched + 1u : 0u;
    }
}

TEST(number_of_ten_digits_is_printed_whole)
{
#if HUTCH_CFG_STATS
    UNIT_NEEDS(sizeof(unsigned) > 2);
    unsigned matched = 0;
    fill_pools();
    rabbits_pool.stats->refused = (unsigned)4000000001UL;
    hutch_report(look_for, &matched);
    CHECK_EQUAL(matched, 10);
#else
    UNIT_NEEDS(HUTCH_CFG_STATS);
    (void)look_for;
#endif
}

TEST(list_names_the_pools_in_order_and_then_ends)
{
    CHECK(hutch_listed_pool(0) == &rabbits_pool);
    CHECK(hutch_listed_pool(1) == &a_name_longer_than_its_column_pool);
    CHECK(hutch_listed_pool(2) == &hats_pool);
    CHECK(hutch_listed_pool(3) == NULL);
    CHECK(hutch_listed_pool(HUTCH_NONE) == NULL);
}

TEST(snapshot_has_a_line_with_a_check_for_each_listed_pool)
{
    fill_pools();
    struct comparison comparison = {expected_lines, 0};
    hutch_snapshot(compare, &comparison);
    CHECK_EQUAL(comparison.wrong, 0);
    CHECK_EQUAL((size_t)(comparison.rest - expected_lines), sizeof expected_lines - 1);
}

// What hutch_report_live writes: the characters but for the digits of addresses, which are read as numbers.
struct live_lines {
    const char *rest; // of the expected text; `#` is an address
    uintptr_t addresses[3], value;
    unsigned wrong, count;
};

static void compare_live(char c, void *context)
{
    struct live_lines *const lines = (struct live_lines *)context;
    const bool is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (*lines->rest == '#' && is_digit) {
        lines->value = (uintptr_t)(lines->value * 16u + (uintptr_t)(c <= '9' ? c - '0' : c - 'a' + 10));
        return;
    }
    if (*lines->rest == '#') {
        lines->wrong += lines->count >= 3 || lines->value != lines->addresses[lines->count];
        lines->count++;
        lines->value = 0;
        lines->rest++;
    }
    lines->wrong += *lines->rest != c;
    lines->rest += *lines->rest != '\0';
}

TEST(report_of_live_objects_has_a_line_for_each)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK < 2); // debug builds add who acquired them
    struct live_lines lines = {"rabbits[0] 0x#\nrabbits[4] 0x#\nrabbits[15] 0x#\n", {0, 0, 0}, 0, 0, 0};
    fill_pools();
    rabbits_claim(15);
    lines.addresses[0] = (uintptr_t)rabbits_at(0);
    lines.addresses[1] = (uintptr_t)rabbits_at(4);
    lines.addresses[2] = (uintptr_t)rabbits_at(15);
    hutch_report_live(&rabbits_pool, compare_live, &lines);
    CHECK_EQUAL(lines.wrong, 0);
    CHECK_EQUAL(*lines.rest, '\0');
    hats_clear();
    hutch_report_live(&hats_pool, compare_live, &lines); // nothing is live, nothing is written
    CHECK_EQUAL(lines.wrong, 0);
    a_name_longer_than_its_column_clear();
    a_name_longer_than_its_column_claim(69);
    lines.rest = "a_name_longer_than_its_column[69]\n";
    hutch_report_live(&a_name_longer_than_its_column_pool, compare_live, &lines);
    CHECK_EQUAL(lines.wrong, 0);
    CHECK_EQUAL(*lines.rest, '\0');
}

#include "../../build/lists/unit/report.h"
