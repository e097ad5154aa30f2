// SPDX-License-Identifier: MIT
// hutch_rtt.h - a log in RAM that a debug probe reads: J-Link RTT Viewer, OpenOCD, probe-rs.
//
//   hutch_debug_set_sink(hutch_rtt_put, NULL);    in main, of a debug build
//   hutch_report(hutch_rtt_put, NULL);
//
// The block in RAM is that of SEGGER's RTT with one up channel. Include this in one file of the program; one
// that has SEGGER's own SEGGER_RTT.c uses its SEGGER_RTT_PutChar instead. What the probe has not read in time
// is dropped: a program without a probe goes on. One context at a time.
#ifndef HUTCH_RTT_H
#define HUTCH_RTT_H

#ifndef HUTCH_RTT_BYTES
#    define HUTCH_RTT_BYTES 256
#endif

static char hutch_rtt_text[HUTCH_RTT_BYTES];

static struct {
    char id[16]; // by which the probe finds it
    int up_channels;
    int down_channels;
    struct {
        const char *name;
        char *text;
        unsigned size;
        volatile unsigned write; // the program's
        volatile unsigned read;  // the probe's
        unsigned flags;          // 0: what has no room is dropped
    } up;
} hutch_rtt = {"SEGGER RTT", 1, 0, {"hutch", hutch_rtt_text, HUTCH_RTT_BYTES, 0, 0, 0}};

/// Logs a character.
static inline void hutch_rtt_put(char c, void *context)
{
    const unsigned at = hutch_rtt.up.write;
    const unsigned next = at + 1u == HUTCH_RTT_BYTES ? 0u : at + 1u;
    (void)context;
    if (next != hutch_rtt.up.read) {
        *(volatile char *)&hutch_rtt_text[at] = c;
        hutch_rtt.up.write = next;
    }
}

#endif
