// SPDX-License-Identifier: MIT
// report_text.h - keeps the text of a report, for who.c and who_threads.c.
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stddef.h>
#include <string.h>

static char text[400];
static size_t length; // of the text, without its end

/// Appends a character; what has no room is dropped.
static void keep(char c, void *context)
{
    (void)context;
    if (length + 1 < sizeof text) {
        text[length++] = c;
        text[length] = '\0';
    }
}

#endif
