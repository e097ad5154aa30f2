// SPDX-License-Identifier: MIT
// locked.c - the section of a locked pool restores what was before.

#include "unit.h"

HUTCH_POOL(mail, uint16_t, 11, .lock = HUTCH_LOCK_IRQ);

// The part of a port's token that shows whether interrupts are on: on AVR it has other flags too.
// CPSR has the condition flags.
#ifdef __AVR__
#    define STATE_OF(token) ((token)&0x80u)
#elif defined(HUTCH_PORT_ARM7_LOCK) && HUTCH_PORT_ARM7_LOCK
#    define STATE_OF(token) ((token)&0xFFu)
#else
#    define STATE_OF(token) (token)
#endif

// Returns what a port's enter returns now: the state before it.
static hutch_port_state_t state_now(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    hutch_port_exit(saved);
    return STATE_OF(saved);
}

static bool always(const void *object, void *context)
{
    (void)object;
    (void)context;
    return true;
}

// Every function that enters the lock, on its way to success and on its way to refusal.
static void use_everything(void)
{
    mail_clear();
    uint16_t *const letter = mail_acquire();
    CHECK(letter == mail_at(0));
    CHECK(mail_claim(5) == mail_at(5));
    CHECK(mail_claim(5) == NULL);
    CHECK(mail_acquire_run(4) == mail_at(1));
    CHECK(mail_acquire_run(6) == NULL);
    CHECK(mail_release_run(mail_at(1), 4));
    CHECK(!mail_release_run(mail_at(0), 2));
    CHECK_EQUAL(unit_faults_forget(), UNIT_REPORTED(1));
    CHECK(mail_release(letter));
    CHECK(hutch_acquire(&mail_pool) == mail_at(0));
    CHECK(hutch_release(&mail_pool, mail_at(0)));
    CHECK_EQUAL(hutch_release_if_(&mail_pool, always, NULL), 1);
    CHECK_EQUAL(mail_live(), 0);
    while (mail_acquire() != NULL) {}
    CHECK_EQUAL(mail_live(), 11);
    CHECK(hutch_check(&mail_pool));
}

TEST(section_outside_is_open_again_after_every_call)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    const hutch_port_state_t before = state_now();
    use_everything();
    CHECK_EQUAL(state_now(), before);
}

TEST(calls_inside_a_section_leave_it_closed)
{
    UNIT_NEEDS(!UNIT_REUSES_LATE);
    const hutch_port_state_t outside = hutch_port_enter();
    const hutch_port_state_t inside = state_now();
    use_everything();
    CHECK_EQUAL(state_now(), inside);
    hutch_port_exit(outside);
    CHECK_EQUAL(state_now(), STATE_OF(outside));
}

#include "../../build/lists/unit/locked.h"
