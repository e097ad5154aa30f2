// SPDX-License-Identifier: MIT
// find_a_leak.c - a leak in a running system: the pool is full, and nobody knows who holds its objects.
//
//   1  hutch_report shows which pool is full, on a command of the serial console or in GDB by `info pools`
//   2  hutch_report_live shows what is live in it; in a debug build, who acquired it and how long ago
//   3  objects of the same call site that only grow older are the leak: addr2line -e firmware.elf ADDRESS
//
// The same from GDB, in a debug build: `pool packets`, `pool who packets 3` (src/tools/README.md).

#include "recipe.h"
#include "hutch/report.h"

struct packet {
    uint8_t bytes[16];
};
HUTCH_POOL(packets, struct packet, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_LIST(&packets_pool);

static unsigned long ticks;
HUTCH_TICK()
{
    return ticks;
}

static void handle(const uint8_t *bytes, uint8_t length)
{
    struct packet *const packet = packets_acquire();
    if (packet == NULL) {
        return;
    }
    if (length > sizeof packet->bytes) {
        return; // the leak: packets_release(packet) is missing here
    }
    memcpy(packet->bytes, bytes, length);
    packets_release(packet);
}

static char console[2000]; // what the serial port prints
static unsigned printed;
static void put_char(char c, void *context)
{
    (void)context;
    console[printed] = c;
    printed += printed < sizeof console - 1 ? 1u : 0u;
}

static unsigned count(const char *text)
{
    unsigned found = 0;
    for (const char *at = console; (at = strstr(at, text)) != NULL; at++) {
        found++;
    }
    return found;
}

int main(void)
{
    static const uint8_t bytes[32] = {1};
    for (ticks = 0; ticks < 100; ticks++) {
        handle(bytes, ticks % 10 == 9 ? 17 : 16);
    }
    hutch_report(put_char, NULL);
    SHOW(count("packets") == 1 && packets_available() == 0);
    hutch_report_live(&packets_pool, put_char, NULL);
    SHOW(count("packets[") == 8);
#if HUTCH_CFG_CHECK >= 2
    char site[40] = "";
    sscanf(strstr(console, "acquired"), "acquired at %39s", site);
    SHOW(count(site) == 8); // one call acquired them all
    SHOW(count(", 91 ticks ago") == 1 && count(", 21 ticks ago") == 1);
#endif
    fputs(console, stdout);
    return 0;
}
