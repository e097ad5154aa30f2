// SPDX-License-Identifier: MIT
// replay.h - coroutines that stop before each step, and the reading of a model's traces.
//
// A line of a trace on stdin: process, kind of step, then numbers. `= ...` begins a trace.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { processes_max = 8, numbers_max = 8, stack_bytes = 65536 };

static struct process {
    ucontext_t context;
    char kind; // of the step before which it stands; 0: it has ended
    char stack[stack_bytes];
} all[processes_max];
static ucontext_t harness;
static unsigned now; // the process that runs

// What the program has. Both print the reason if the text is not as the model.
static void begin(const unsigned numbers[numbers_max]);
static bool is_as_model(unsigned process, char kind, const unsigned numbers[numbers_max]);

static void stop(char kind)
{
    all[now].kind = kind;
    swapcontext(&all[now].context, &harness);
}

// Lets a process make the step before which it stands, up to the next one.
static void resume(unsigned process)
{
    now = process;
    swapcontext(&harness, &all[process].context);
}

// Starts a process, up to its first step. `run` ends with stop(0).
static void start(unsigned process, void (*run)(void))
{
    getcontext(&all[process].context);
    all[process].context.uc_stack.ss_sp = all[process].stack;
    all[process].context.uc_stack.ss_size = sizeof all[process].stack;
    makecontext(&all[process].context, run, 0);
    resume(process);
}

static bool has_ended(void)
{
    for (unsigned i = 0; i < processes_max; i++) {
        if (all[i].kind != 0) {
            printf("process %u: the model has ended, the text makes step %c\n", i, all[i].kind);
            return false;
        }
    }
    return true;
}

int main(void)
{
    char line[80];
    unsigned steps = 0, traces = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned process = 0, numbers[numbers_max] = {0};
        char kind, *rest = line + 1;
        int length = 0;
        const bool is_step = sscanf(line, "%u %c%n", &process, &kind, &length) == 2 && line[length] == ' ';
        if (is_step) {
            rest = line + length;
        } else if (line[0] != '=') {
            continue; // what spin says of its own
        }
        for (unsigned i = 0; i < numbers_max; i++) {
            numbers[i] = (unsigned)strtoul(rest, &rest, 10);
        }
        steps += is_step ? 1u : 0u;
        traces += is_step ? 0u : 1u;
        if (is_step ? process >= processes_max || !is_as_model(process, kind, numbers) : !has_ended()) {
            return 1;
        }
        if (!is_step) {
            begin(numbers);
        }
    }
    printf("%u traces, %u steps\n", traces, steps);
    return traces == 0 || !has_ended();
}

#endif
