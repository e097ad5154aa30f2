// SPDX-License-Identifier: MIT
// resets.c - jobs that outlive thousands of resets of an emulated Cortex-M3, each at a random instruction, in
// memory that start-up code does not clear. With -DRACE nobody revives the pool, which must be noticed.
#define HUTCH_CFG_SECTION ".bss.keep"
#include "hutch/state.h"
#include "board.h"
#include "cortexm/cortexm.h"

#ifndef SLOTS
#    define SLOTS 40
#endif
enum { BOOTS = 3000, MAGIC = 0x4A4F4253 };
struct job {
    unsigned number, check; // the check is written last
};
HUTCH_POOL_TRACKED(jobs, struct job, SLOTS);
HUTCH_STATE(kept, jobs);
HUTCH_SEAL(kept_seal);

// What the test knows of all boots.
HUTCH_PLACED_ static struct {
    unsigned magic, seed, boots, cold, wrong, found, gone;
    jobs_ref_t aim; // to a job that was whole
    unsigned aimed; // its number
} test;

HUTCH_ON_FAULT(fault)
{
    (void)fault;
    test.wrong++;
}

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    __asm__ volatile("dsb");
    REGISTER(0xE000ED0Cu) = 0x05FA0004u; // AIRCR: SYSRESETREQ
    for (;;) {}
}

static unsigned below(unsigned end)
{
    test.seed = test.seed * 1664525u + 1013904223u;
    return (test.seed >> 16) % end;
}

static void power_on(void)
{
    test.magic = MAGIC;
    test.seed = 1;
    test.boots = test.cold = test.wrong = test.found = test.gone = 0;
    test.aimed = 0;
    for (unsigned k = 0; k < HUTCH_BITMAP_WORDS(SLOTS); k++) {
        jobs_pool.live[k] = 0xDEADBEEFu * (k + 1u); // what memory holds then
    }
}

static void revive(void)
{
#ifdef RACE
    if (test.boots == 0) {
        (void)hutch_revive(&kept, &kept_seal);
    }
#else
    test.cold += hutch_revive(&kept, &kept_seal) ? 0u : 1u;
#endif
}

// What was whole before the reset is whole; what was half is given up; a ref finds its own job or none.
static void look(void)
{
    test.wrong += hutch_check(&jobs_pool) ? 0u : 1u;
    HUTCH_FOREACH (struct job, job, jobs) {
        if (job->check != ~job->number) {
            jobs_release(job); // it was being written
        }
    }
    const struct job *const job = test.aimed != 0 ? jobs_deref(test.aim) : NULL;
    test.wrong += job != NULL && job->number != test.aimed ? 1u : 0u;
    test.found += job != NULL ? 1u : 0u;
    test.gone += test.aimed != 0 && job == NULL ? 1u : 0u;
}

static void work_once(void)
{
    static unsigned number = 1;
    const unsigned slot = below(SLOTS);
    if (below(3) == 0) {
        if (jobs_is_live_at(slot)) {
            jobs_release_at(slot);
        }
        return;
    }
    struct job *const job = jobs_acquire();
    if (job == NULL) {
        return;
    }
    *(volatile unsigned *)&job->check = 0;
    *(volatile unsigned *)&job->number = number + test.boots * 1000u;
    *(volatile unsigned *)&job->check = ~job->number;
    number++;
    if (below(4) == 0) {
        test.aimed = 0;
        test.aim = jobs_ref(job);
        *(volatile unsigned *)&test.aimed = job->number;
    }
}

void board_put_char(char c)
{
    REGISTER(0x4000C000u) = (uint8_t)c; // UART0 of the LM3S6965
}

static void put(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

static void put_number(unsigned value, const char *text)
{
    char digits[10];
    unsigned count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (count != 0) {
        board_put_char(digits[--count]);
    }
    put(text);
}

static void tell(void)
{
#ifdef RACE
    const bool is_right = test.wrong != 0;
    const char *const sentence = "ok 1 - a pool that nobody revives is found wrong after a reset\n";
#else
    const bool is_right = test.wrong == 0 && test.cold == 1 && test.found != 0 && test.gone != 0;
    const char *const sentence =
        "ok 1 - jobs and refs outlive every reset, at whatever instruction it comes\n";
#endif
    put("# ");
    put_number(test.boots, " boots, ");
    put_number(test.cold, " cold; refs: ");
    put_number(test.found, " found their job, ");
    put_number(test.gone, " were rightly stale; ");
    put_number(test.wrong, " wrong\n1..1\n");
    put(is_right ? "" : "not ");
    put(sentence);
    board_exit(!is_right);
}

int main(void)
{
    if (test.magic != MAGIC) {
        power_on();
    }
    revive();
    look();
    if (++test.boots == BOOTS || test.wrong > 50) {
        tell();
    }
    SYSTICK_LOAD = 2u + below(60) * 16u;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    for (;;) {
        work_once();
    }
}
