// SPDX-License-Identifier: MIT
// cycles.c - counts the cycles of functions of a Game Boy program, on libmgba.
//
// usage: cycles PROGRAM.gb PROGRAM.map [NAME ...]
//
// Prints `name cycles` for each call of a function timed_* or of a NAME, from its first instruction to after
// its return, until done() is called. What a timed function calls is not timed by itself.
//
// timed_return() must do nothing: its return, of 16 cycles, gives the unit in which libmgba counts.
#include "mgba_core.h"

#include <mgba/internal/gb/gb.h>
#include <mgba/internal/sm83/sm83.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { FUNCTIONS_MAX = 64, STEPS_MAX = 100000000, RETURN_CYCLES = 16 };

static struct function {
    unsigned address;
    char name[64];
} functions[FUNCTIONS_MAX];
static unsigned count;

static bool is_timed(const char *name, char **names)
{
    while (*names != NULL && strcmp(*names, name) != 0) {
        names++;
    }
    return *names != NULL || strncmp(name, "timed_", 6) == 0 || strcmp(name, "done") == 0;
}

static void read_map(const char *path, char **names)
{
    FILE *const file = fopen(path, "r");
    char line[256], name[64];
    unsigned address;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (count < FUNCTIONS_MAX && sscanf(line, " %x _%63s", &address, name) == 2 &&
            is_timed(name, names)) {
            functions[count].address = address;
            strcpy(functions[count++].name, name);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

static const struct function *function_at(unsigned address)
{
    for (unsigned i = 0; i < count; i++) {
        if (functions[i].address == address) {
            return &functions[i];
        }
    }
    return NULL;
}

int main(int words, char **word)
{
    struct mCore *const core =
        words >= 3 ? mgba_core_start(mPLATFORM_GB, VFileOpen(word[1], O_RDONLY), 160, false) : NULL;
    const struct function *running = NULL;
    unsigned stack = 0;
    double unit = 1;
    uint64_t began = 0;

    if (core == NULL) {
        fprintf(stderr, "usage: cycles PROGRAM.gb PROGRAM.map [NAME ...]\n");
        return 2;
    }
    read_map(word[2], word + 3);
    const struct SM83Core *const cpu = core->cpu;
    struct GB *const board = core->board;
    for (long i = 0; i < STEPS_MAX; i++) {
        const uint64_t now = (uint64_t)mTimingGlobalTime(&board->timing);
        if (running != NULL && cpu->sp > stack) { // it has returned
            if (strcmp(running->name, "timed_return") == 0) {
                unit = (double)(now - began) / RETURN_CYCLES;
            }
            printf("%s %.0f\n", running->name, (double)(now - began) / unit);
            running = NULL;
        }
        if (running == NULL) {
            running = function_at(cpu->pc);
            stack = cpu->sp;
            began = now;
            if (running != NULL && strcmp(running->name, "done") == 0) {
                return 0;
            }
        }
        core->step(core);
    }
    fprintf(stderr, "%s does not come to an end\n", word[1]);
    return 1;
}
