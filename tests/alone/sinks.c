// SPDX-License-Identifier: MIT
// sinks.c - the logs of port/sinks whose other end a PC can be: a debug probe that reads RAM, an ITM.
#include "unit.h"
#include "board.h"
#include <string.h>

// ---- RTT: the probe finds the block by its first bytes, and reads what is between its two numbers.

#define HUTCH_RTT_BYTES 16
#include "hutch_rtt.h"

static char got[64];

static unsigned read_as_a_probe(unsigned most)
{
    unsigned count = 0;
    while (count < most && hutch_rtt.up.read != hutch_rtt.up.write) {
        got[count++] = hutch_rtt.up.text[hutch_rtt.up.read];
        hutch_rtt.up.read = (hutch_rtt.up.read + 1) % hutch_rtt.up.size;
    }
    got[count] = '\0';
    return count;
}

static void put(const char *text)
{
    while (*text != '\0') {
        hutch_rtt_put(*text++, NULL);
    }
}

static void probe_finds_the_block_and_reads_a_line(void)
{
    CHECK(memcmp(&hutch_rtt, "SEGGER RTT\0\0\0\0\0\0", 16) == 0);
    CHECK(hutch_rtt.up_channels == 1 && hutch_rtt.down_channels == 0 &&
          strcmp(hutch_rtt.up.name, "hutch") == 0);
    put("one line\n");
    CHECK_EQUAL(read_as_a_probe(64), 9);
    CHECK(strcmp(got, "one line\n") == 0);
    put("another\n"); // over the end of the ring
    CHECK_EQUAL(read_as_a_probe(3), 3);
    CHECK(strcmp(got, "ano") == 0);
    CHECK_EQUAL(read_as_a_probe(64), 5);
    CHECK(strcmp(got, "ther\n") == 0);
}

static void what_no_probe_reads_is_dropped(void)
{
    put("a line that has no room in it");
    CHECK_EQUAL(read_as_a_probe(64), 15);
    CHECK(strcmp(got, "a line that has") == 0);
    put("next");
    CHECK_EQUAL(read_as_a_probe(64), 4);
    CHECK(strcmp(got, "next") == 0);
}

// ---- SWO: an ITM whose port says that it has room, or not.

static uint32_t itm[0xE84 / 4];
#define HUTCH_SWO_ITM itm
#define HUTCH_SWO_PATIENCE 10u
#include "hutch_swo.h"

static char sent(char c, uint32_t is_on, uint32_t is_enabled, uint32_t port)
{
    itm[0xE80 / 4] = is_on;
    itm[0xE00 / 4] = is_enabled;
    itm[0] = port;
    hutch_swo_put(c, NULL);
    return itm[0] == port ? '-' : (char)itm[0];
}

static void swo_sends_where_a_debugger_has_enabled_it(void)
{
    CHECK_EQUAL(sent('a', 1, 1, 1), 'a');
    CHECK_EQUAL(sent('b', 0, 1, 1), '-');
    CHECK_EQUAL(sent('b', 1, 2, 1), '-');
    CHECK_EQUAL(sent('b', 1, 1, 0), '-'); // and ends: no room for ever
}

static const struct unit_test sinks_tests[] = {
    UNIT_TEST(probe_finds_the_block_and_reads_a_line),
    UNIT_TEST(what_no_probe_reads_is_dropped),
    UNIT_TEST(swo_sends_where_a_debugger_has_enabled_it),
    UNIT_TESTS_END,
};

int main(void)
{
    board_init();
    unit_run(sinks_tests);
    return unit_finish();
}
