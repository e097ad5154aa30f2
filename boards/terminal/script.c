// SPDX-License-Identifier: MIT
// script.c - reads scripts of buttons and answers what is held.
#include "script.h"
#include "board.h"

#include <stdio.h>
#include <string.h>

enum { EVENTS_MAX = 4096, LINE_MAX_BYTES = 256, NO_END = -1 };

struct event {
    long frame;
    uint8_t buttons;
};

static struct event events[EVENTS_MAX];
static int event_count;
static int next_event;
static uint8_t held;
static long end_frame = NO_END;

static bool parse_buttons(const char *word, uint8_t *buttons)
{
    static const char letters[] = "LRUDA"; // in the order of the bits

    *buttons = 0;
    if (strcmp(word, "-") == 0) {
        return true;
    }
    for (const char *letter = word; *letter != '\0'; letter++) {
        const char *const found = strchr(letters, *letter);
        if (found == NULL) {
            return false;
        }
        *buttons = (uint8_t)(*buttons | 1u << (found - letters));
    }
    return true;
}

// Answers what is wrong with a line, or NULL.
static const char *read_line(const char *line)
{
    char word[16];
    char rest[2];
    long frame;
    uint8_t buttons;

    if (line[strspn(line, " \t\r\n")] == '\0' || line[strspn(line, " \t")] == '#') {
        return NULL;
    }
    const int fields = sscanf(line, "%ld %15s %1s", &frame, word, rest);
    if (fields < 2 || (fields == 3 && rest[0] != '#')) {
        return "expected FRAME BUTTONS";
    }
    if (end_frame != NO_END) {
        return "nothing may follow the end";
    }
    if (frame < 0 || (event_count > 0 && frame <= events[event_count - 1].frame)) {
        return "frames must rise";
    }
    if (strcmp(word, "end") == 0) {
        end_frame = frame;
        return NULL;
    }
    if (!parse_buttons(word, &buttons)) {
        return "buttons are letters of LRUDA, or - for none";
    }
    if (event_count == EVENTS_MAX) {
        return "too many lines";
    }
    events[event_count].frame = frame;
    events[event_count].buttons = buttons;
    event_count++;
    return NULL;
}

bool script_load(const char *path)
{
    FILE *const file = fopen(path, "r");
    char line[LINE_MAX_BYTES];
    const char *wrong = NULL;
    int number = 0;

    if (file == NULL) {
        perror(path);
        return false;
    }
    while (wrong == NULL && fgets(line, sizeof line, file) != NULL) {
        number++;
        wrong = read_line(line);
    }
    fclose(file);
    if (wrong == NULL && end_frame == NO_END) {
        wrong = "the script does not end: expected FRAME end";
    }
    if (wrong != NULL) {
        fprintf(stderr, "%s:%d: %s\n", path, number, wrong);
        return false;
    }
    return true;
}

uint8_t script_buttons(long frame)
{
    while (next_event < event_count && events[next_event].frame <= frame) {
        held = events[next_event].buttons;
        next_event++;
    }
    return held;
}

long script_frames(void)
{
    return end_frame;
}
