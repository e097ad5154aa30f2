// SPDX-License-Identifier: MIT
// host/rig.c - x86-64 by itself: a program that steps through its own code and is interrupted at each place.
//
// The trap flag stops it after one instruction, at the price of many. So each place is stepped to once: a
// breakpoint stops at the last place known, one step leads on, and the list of places grows by one. The
// second interrupt goes through the first one's handler in the same way.
#define _GNU_SOURCE
#include "rig.h"

#include "hutch_port.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#if !defined(__x86_64__) || !defined(__linux__)
#    error "the trap flag is stepped on x86-64 under Linux only"
#endif

enum { TRAP_FLAG = 0x100, BREAKPOINT = 0xCC, PLACES_MAX = 1 << 14, RANGE_BYTES = 1 << 16, PAGE = 4096 };
enum { RAN_OPEN = 1, RAN_MASKED = 2 };

// An interrupt on its way, and the places that were found behind rig_arm: it lands at places[target].
struct coming {
    bool is_armed, is_due;
    bool is_stepped_over; // a breakpoint that was not meant yet
    unsigned target, place, known;
    unsigned passes;              // so often the breakpoint is passed before it is meant
    uintptr_t places[PLACES_MAX]; // the first is where rig_arm returns to
};
static struct coming first, second;
static bool is_in_handler;
static unsigned char *broken, was_there; // the breakpoint, and the byte that it replaces
volatile unsigned rig_mask_state, rig_comes_on_unmasking;

static unsigned char ran[RANGE_BYTES]; // of the swept code, before anything landed

extern unsigned char __executable_start[], etext[];

static void mend(void)
{
    if (broken != NULL) {
        *broken = was_there;
        broken = NULL;
    }
}

static void set_break(uintptr_t address)
{
    broken = (unsigned char *)address;
    was_there = *broken;
    *broken = BREAKPOINT;
}

static void land(struct coming *interrupt, uintptr_t pc)
{
    interrupt->is_armed = interrupt->is_due = false;
    rig_comes_on_unmasking = 0;
    if (interrupt == &second) {
        rig_on_nested(pc);
    } else {
        is_in_handler = true;
        rig_on_interrupt(pc);
        is_in_handler = false;
    }
}

static void note_place(struct coming *interrupt, uintptr_t pc)
{
    const uintptr_t offset = pc - (uintptr_t)swept_start;
    if (interrupt->known == PLACES_MAX) {
        rig_exit(7);
    }
    interrupt->places[interrupt->known++] = pc;
    if (interrupt == &first && offset < RANGE_BYTES && pc < (uintptr_t)swept_end) {
        ran[offset] = (unsigned char)(ran[offset] | (rig_mask_state == 0 ? RAN_OPEN : RAN_MASKED));
    }
}

// The program stands at interrupt->place. @return whether to step on
static bool arrive(struct coming *interrupt, uintptr_t pc)
{
    if (interrupt->place == interrupt->known) {
        note_place(interrupt, pc);
    }
    if (interrupt->place < interrupt->target) {
        return true;
    }
    if (rig_mask_state != 0) {
        interrupt->is_due = true;
        rig_comes_on_unmasking = 1;
    } else {
        land(interrupt, pc);
    }
    return false;
}

static bool on_step(struct coming *interrupt, uintptr_t pc)
{
    if (interrupt->is_stepped_over) {
        interrupt->is_stepped_over = false;
        set_break(interrupt->places[interrupt->place]);
        return false;
    }
    interrupt->place = interrupt->known;
    return arrive(interrupt, pc);
}

static bool on_break(struct coming *interrupt, uintptr_t pc)
{
    mend();
    if (interrupt->passes != 0) {
        interrupt->passes--;
        interrupt->is_stepped_over = true;
        return true;
    }
    return arrive(interrupt, pc);
}

static void on_trap(int number, siginfo_t *information, void *context)
{
    greg_t *const registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    struct coming *const interrupt = second.is_armed ? &second : &first;
    const uintptr_t pc = (uintptr_t)registers[REG_RIP];
    bool steps = false;
    (void)number;
    if (information->si_code == TRAP_TRACE) {
        steps = interrupt->is_armed && on_step(interrupt, pc);
    } else if ((unsigned char *)(pc - 1) == broken) {
        registers[REG_RIP] = (greg_t)(pc - 1);
        steps = on_break(interrupt, pc - 1);
    } else if (interrupt->is_due) {
        land(interrupt, pc);
    }
    const greg_t others = registers[REG_EFL] & ~(greg_t)TRAP_FLAG;
    registers[REG_EFL] = steps ? others | TRAP_FLAG : others;
}

static void arm(struct coming *interrupt, unsigned delay, uintptr_t start)
{
    interrupt->target = delay;
    interrupt->is_armed = true;
    interrupt->is_due = interrupt->is_stepped_over = false;
    if (interrupt->known == 0) {
        note_place(interrupt, start);
    }
    interrupt->place = delay < interrupt->known ? delay : interrupt->known - 1;
    interrupt->passes = 0;
    for (unsigned k = 0; k < interrupt->place; k++) {
        interrupt->passes += interrupt->places[k] == interrupt->places[interrupt->place];
    }
    set_break(interrupt->places[interrupt->place]);
}

__attribute__((noinline)) void rig_arm(unsigned delay)
{
    if (delay != first.target) {
        second.known = 0; // another place of the first one: another way through its handler
    }
    arm(&first, delay, (uintptr_t)__builtin_return_address(0));
}

__attribute__((noinline)) void rig_arm_nested(unsigned delay)
{
    arm(&second, delay, (uintptr_t)__builtin_return_address(0));
}

void rig_disarm(void)
{
    mend();
    first.is_armed = second.is_armed = false;
    rig_comes_on_unmasking = 0;
}

void rig_forget(void)
{
    first.known = second.known = 0;
}

void rig_init(void)
{
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER};
    const uintptr_t from = (uintptr_t)__executable_start & ~(uintptr_t)(PAGE - 1);
    const uintptr_t text_end =
        (uintptr_t)etext > (uintptr_t)swept_end ? (uintptr_t)etext : (uintptr_t)swept_end;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTRAP, &action, NULL) != 0 ||
        mprotect((void *)from, text_end - from, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        rig_exit(7);
    }
}

void rig_put_char(char c)
{
    putchar(c);
}

static void report_ran(const char *title, bool is_masked)
{
    printf("%s", title);
    for (size_t offset = 0; offset < RANGE_BYTES; offset++) {
        if (ran[offset] != 0 && (ran[offset] == RAN_MASKED) == is_masked) {
            printf(" %zx", (size_t)swept_start + offset);
        }
    }
    printf("\n");
}

void rig_exit(int code)
{
    report_ran("ran_open", false);
    report_ran("ran_masked", true);
    exit(code);
}

void rig_mask(void)
{
    rig_mask_state = 1;
}

void rig_unmask(void)
{
    rig_mask_state = 0;
}

bool rig_is_masked(void)
{
    return rig_mask_state != 0;
}

void rig_set_priority(unsigned priority)
{
    (void)priority; // there are none
}
