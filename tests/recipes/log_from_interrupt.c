// SPDX-License-Identifier: MIT
// log_from_interrupt.c - a log that any interrupt may write, and one task prints: each writer has a line of
// its own until it is whole. When lines run out the log says how many it has lost.

#include "recipe.h"
#include "hutch/queue.h"

struct line {
    char text[24];
};
HUTCH_POOL_QUEUED(lines, struct line, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_QUEUE(written, lines);

static char printed[200]; // what a UART would have sent
static void (*interrupt)(void);

static void print(const char *text)
{
    strncat(printed, text, sizeof printed - strlen(printed) - 1);
}

static unsigned lost;

// Any context may call it. For the example an interrupt comes in the middle of the text.
static void log_text(const char *text)
{
    struct line *const line = lines_acquire();
    if (line == NULL) {
        lost++;
        return;
    }
    line->text[0] = '\0';
    for (unsigned i = 0; text[i] != '\0' && i + 1 < sizeof line->text; i++) {
        line->text[i] = text[i];
        line->text[i + 1] = '\0';
        if (interrupt != NULL && i == 3) {
            interrupt();
        }
    }
    written_put(line);
}

static void print_log(void)
{
    for (struct line *line; (line = written_take()) != NULL; lines_release(line)) {
        print(line->text);
    }
}

static void alarm(void)
{
    interrupt = NULL;
    log_text("battery low\n");
}

// ---- Wrong: one buffer for all.

static char buffer[24];

static void log_into_buffer(const char *text)
{
    unsigned i = 0;
    for (; text[i] != '\0' && i + 1 < sizeof buffer; i++) {
        buffer[i] = text[i];
        if (interrupt != NULL && i == 3) {
            interrupt();
        }
    }
    buffer[i] = '\0';
    print(buffer);
}

static void wrong_alarm(void)
{
    interrupt = NULL;
    log_into_buffer("battery low\n");
}

int main(void)
{
    interrupt = alarm;
    log_text("started\n");
    SHOW(printed[0] == '\0'); // printing is the task's, and no interrupt waits for it
    print_log();
    SHOW(strcmp(printed, "battery low\nstarted\n") == 0); // the one that was whole first
    for (unsigned i = 0; i < 6; i++) {
        log_text("tick\n");
    }
    SHOW(lost == 2);
    print_log();

    printed[0] = '\0';
    interrupt = wrong_alarm;
    log_into_buffer("started\n");
    SHOW(strcmp(printed, "battery low\nbattted\n") == 0);
    return 0;
}
