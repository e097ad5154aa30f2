// SPDX-License-Identifier: MIT
// cheat_draw.c - shows the hidden menu of debug builds: the chosen misuse, below it what hutch says of it.
#include "cheat.h"
#include "stage.h"

#if HUTCH_CFG_CHECK >= 2

static char line[WORDS_LETTERS + 1];
static uint8_t length;

// What the line has no room for is in the log only.
static void keep_char(char c, void *context)
{
    (void)context;
    if (length < WORDS_LETTERS && c != '\n') {
        line[length++] = c;
    }
}

bool cheat_draw(void)
{
    if (!cheat_is_open) {
        return false;
    }
    length = 0;
    cheat_say(keep_char);
    line[length] = '\0';
    words_say(cheat_names[cheat_chosen], line);
    return true;
}

#else
typedef int cheat_draw_is_empty_in_this_build;
#endif
