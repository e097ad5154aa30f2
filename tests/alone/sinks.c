// SPDX-License-Identifier: MIT
// sinks.c - the logs of port/sinks whose other end a PC can be: a debug probe that reads RAM, an ITM; and the
// line that consoles show.
#include "unit.h"
#include "hutch/hutch.h"
#include "hutch_line.h"
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

TEST(probe_finds_the_block_and_reads_a_line)
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

TEST(what_no_probe_reads_is_dropped)
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

TEST(swo_sends_where_a_debugger_has_enabled_it)
{
    CHECK_EQUAL(sent('a', 1, 1, 1), 'a');
    CHECK_EQUAL(sent('b', 0, 1, 1), '-');
    CHECK_EQUAL(sent('b', 1, 2, 1), '-');
    CHECK_EQUAL(sent('b', 1, 1, 0), '-'); // and ends: no room for ever
}

// ---- A fault in one line, and the letters of the screens.

static char line[64];

static void put_in_line(char c, void *context)
{
    unsigned *const length = context;
    if (*length < sizeof line - 1) {
        line[(*length)++] = c;
        line[*length] = '\0';
    }
}

static const char *line_of(const char *pool, unsigned index, uint8_t code)
{
    struct hutch_fault fault;
    unsigned length = 0;
    memset(&fault, 0, sizeof fault);
    fault.pool = pool;
    fault.index = index;
    fault.code = code;
    hutch_line(&fault, put_in_line, &length);
    return line;
}

TEST(line_has_pool_slot_and_code)
{
    CHECK(strcmp(line_of("bullets", 3, HUTCH_FAULT_DOUBLE_RELEASE), "bullets 3 DOUBLE_RELEASE\n") == 0);
    CHECK(strcmp(line_of("bullets", 0, HUTCH_FAULT_NONE), "bullets 0 NONE\n") == 0);
    CHECK(strcmp(line_of("tiles", 30210, HUTCH_FAULT_BROKEN), "tiles 30210 BROKEN\n") == 0);
    CHECK(strcmp(line_of("tiles", 40, HUTCH_FAULT_LEAK), "tiles 40 LEAK\n") == 0);
    CHECK(strcmp(line_of("tiles", HUTCH_NONE - 1, HUTCH_FAULT_BAD_INDEX), "tiles 99999 BAD_INDEX\n") == 0);
    CHECK(strcmp(line_of("foes", HUTCH_NONE, HUTCH_FAULT_FOREIGN), "foes FOREIGN\n") == 0);
}

TEST(line_names_every_code_as_its_text_does)
{
    unsigned known = 0;
    for (uint8_t code = 0; code < HUTCH_FAULT_CODES_END; code++) {
        const char *const text = hutch_fault_text(code);
        const char *const colon = strchr(text, ':');
        const char *const name = line_of("p", HUTCH_NONE, code) + 2;
        const size_t length = colon != NULL ? (size_t)(colon - text) : 0; // an unknown code has no name
        CHECK(strlen(name) == length + 1 && memcmp(name, text, length) == 0);
        known += colon != NULL;
    }
    CHECK(known > 30);
}

TEST(letters_are_capitals_digits_and_signs)
{
    const uint8_t a[] = {2, 5, 7, 5, 5}; // .#. #.# ### #.# #.#
    for (uint8_t row = 0; row < HUTCH_LINE_ROWS; row++) {
        CHECK_EQUAL(hutch_line_row('A', row), a[row]);
        CHECK_EQUAL(hutch_line_row('a', row), a[row]);
        CHECK_EQUAL(hutch_line_row(' ', row), 0);
        CHECK_EQUAL(hutch_line_row('_', row), row == 4 ? 7 : 0);
        CHECK_EQUAL(hutch_line_row('\t', row), hutch_line_row('?', row)); // what has no letter
        CHECK_EQUAL(hutch_line_row('~', row), hutch_line_row('?', row));
    }
}

#include "../../build/lists/alone/sinks.h"
UNIT_MAIN(sinks_tests)
