// SPDX-License-Identifier: MIT
// port/host/hutch_stderr.h - the default fault handler's lines on stderr; for hutch_port.c only.
#ifndef HUTCH_STDERR_H
#define HUTCH_STDERR_H

#define _XOPEN_SOURCE 700

#include "hutch/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__) && defined(__has_include)
#    if __has_include(<execinfo.h>)
#        include <execinfo.h>
#        define HAS_PLACES 1
#    endif
#endif

// For a file that another header precedes (-include, HUTCH_CONFIG_HEADER), which has chosen the names.
char *realpath(const char *path, char *resolved);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

// Prints the line of the program that called hutch, "game.c:12: ", or nothing. addr2line of binutils, if it
// is there, names functions and lines of all calls on the stack; the first that is not of hutch is it.
#ifdef HAS_PLACES
extern const unsigned char __ehdr_start[] __attribute__((weak, visibility("hidden")));

static bool is_ours(const char *path)
{
    const char *const name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    return strncmp(name, "hutch_", 6) == 0 || strncmp(name, "hutch.", 6) == 0 ||
           strstr(path, "include/hutch/") != NULL;
}

// Returns true if it is a function that HUTCH_POOL defined, as rabbits_release of "hutch: rabbits[7]: ...".
static bool is_typed(const char *function, const char *fault)
{
    static const char *const verbs[] = {"acquire", "claim",   "clear",  "deref", "despawn", "expect",
                                        "ref",     "release", "retain", "spawn", "attach",  "prespawn"};
    const size_t colon = strcspn(fault, ":") + 2, length = strcspn(fault + colon, "[:");
    bool is_verb = false;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        is_verb = is_verb || strncmp(function + length + 1, verbs[i], strlen(verbs[i])) == 0;
    }
    return strncmp(function, fault + colon, length) == 0 && function[length] == '_' && is_verb;
}

// A path below the current folder is printed from there on.
static void print_path(char *path_and_line)
{
    char path[4096], folder[4096];
    char *const number = strrchr(path_and_line, ':');
    *number = '\0';
    const char *const whole = realpath(path_and_line, path) != NULL ? path : path_and_line;
    const size_t start = getcwd(folder, sizeof folder) != NULL ? strlen(folder) : 0;
    const bool is_below = start != 0 && strncmp(whole, folder, start) == 0 && whole[start] == '/';
    fprintf(stderr, "%s:%s: ", is_below ? whole + start + 1 : whole, number + 1);
}

static void print_place(const char *fault)
{
    enum { FRAMES = 16, MOVABLE = 3, TYPE_AT = 16 }; // the type of an ELF file, and where its header has it
    void *frames[FRAMES];
    char command[64 + FRAMES * 20], function[512], line[4096];
    const int count = backtrace(frames, FRAMES);
    const bool is_moved = __ehdr_start != NULL && __ehdr_start[TYPE_AT] == MOVABLE;
    int length = snprintf(command, sizeof command, "addr2line -f -i -e /proc/%ld/exe", (long)getpid());
    for (int i = 0; i < count; i++) { // a return address is after the call
        const size_t at = (size_t)frames[i] - (is_moved ? (size_t)__ehdr_start : 0) - 1;
        length += snprintf(command + length, sizeof command - (size_t)length, " %zx", at);
    }
    snprintf(command + length, sizeof command - (size_t)length, " 2>&-");
    FILE *const lines = popen(command, "r");
    bool is_found = false;
    while (lines != NULL && fgets(function, sizeof function, lines) != NULL &&
           fgets(line, sizeof line, lines) != NULL) {
        line[strcspn(line, " \n")] = '\0'; // " (discriminator 2)"
        if (!is_found && strchr(line, '?') == NULL && strchr(line, ':') != NULL && !is_ours(line) &&
            !is_typed(function, fault)) {
            print_path(line);
            is_found = true;
        }
    }
    if (lines != NULL) {
        pclose(lines);
    }
}
#else
#    define print_place(fault) ((void)0)
#endif

void hutch_host_put(char c, void *context)
{
    static __thread char line[512];
    static __thread unsigned length;
    (void)context;
    line[length] = c;
    length++;
    line[length] = '\0';
    if (c == '\n' || length == sizeof line - 1) { // whole, so that those of two threads do not mix
        static unsigned places_left = 8;          // each takes a process
        const bool is_count = strncmp(line, "hutch: this fault came ", 23) == 0;
        if (!is_count && __atomic_load_n(&places_left, __ATOMIC_RELAXED) != 0) {
            __atomic_fetch_sub(&places_left, 1, __ATOMIC_RELAXED);
            print_place(line);
        }
        fwrite(line, 1, length, stderr);
        length = 0;
    }
}

#endif
