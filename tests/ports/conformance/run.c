// SPDX-License-Identifier: MIT
// run.c - what a port does to a real interrupt: held back by the outermost section, and no longer than that.
#include "probe.h"
#include "print.h"

enum { LONG = 3000 }; // turns of a loop: much longer than the interrupt's way

static volatile bool came;
static volatile bool said_handler, said_allowed; // what the port's extras answered in the handler
static unsigned number;
static int failures;

#ifdef HUTCH_PORT_CONTEXT_IS_ALLOWED
static bool is_allowed_inside(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const bool is_allowed = HUTCH_PORT_CONTEXT_IS_ALLOWED();
    hutch_port_exit(saved);
    return is_allowed;
}
#endif

void rig_on_interrupt(uintptr_t pc)
{
    (void)pc;
    came = true;
#ifdef HUTCH_PORT_IN_INTERRUPT
    said_handler = HUTCH_PORT_IN_INTERRUPT();
#endif
#ifdef HUTCH_PORT_CONTEXT_IS_ALLOWED
    said_allowed = is_allowed_inside();
#endif
}

void rig_on_nested(uintptr_t pc)
{
    (void)pc;
}

static void linger(void)
{
    for (volatile unsigned turns = 0; turns < LONG; turns++) {}
}

static void check(bool claim, const char *name)
{
    print_text(claim ? "ok " : "not ok ");
    print_number(++number);
    print_text(" - ");
    print_text(name);
    print_text("\n");
    failures += !claim;
    rig_disarm();
    came = false;
}

// Starts the interrupt on its way, and waits for longer than that takes.
static bool comes(void)
{
    rig_arm(100);
    linger();
    return came;
}

static void check_one_section(void)
{
    const hutch_port_state_t saved = hutch_port_enter();
    const bool early = comes();
    hutch_port_exit(saved);
    linger();
    check(!early && came, "an interrupt waits for the end of the section, and comes then");
}

static void check_nested_sections(void)
{
    const hutch_port_state_t outer = hutch_port_enter();
    const hutch_port_state_t inner = hutch_port_enter();
    bool early = comes();
    hutch_port_exit(inner);
    linger();
    early = early || came;
    hutch_port_exit(outer);
    linger();
    check(!early && came, "it waits for the end of the outer section of two");
}

static void check_masked_before(void)
{
    rig_mask();
    const hutch_port_state_t saved = hutch_port_enter();
    hutch_port_exit(saved);
    const bool early = comes();
    rig_unmask();
    linger();
    check(!early && came, "a section leaves interrupts off where they were off");
}

#ifdef HUTCH_PORT_IN_INTERRUPT
static void check_in_interrupt(void)
{
    said_handler = false;
    check(comes() && said_handler && !HUTCH_PORT_IN_INTERRUPT(), "the port knows a handler from other code");
}
#endif

#ifdef HUTCH_PORT_CEILING
static void check_context(void)
{
    said_allowed = false;
    check(comes() && said_allowed && is_allowed_inside(), "what the ceiling masks may use a pool");
    check(!HUTCH_PORT_CONTEXT_IS_ALLOWED(), "without a mask nobody may");
    rig_set_priority(HUTCH_PORT_CEILING / 2);
    said_allowed = true;
    check(comes() && !said_allowed, "an interrupt above the ceiling may not");
}
#endif

int main(void)
{
    // Named here so that the linker keeps them for the disassembly.
    hutch_word_t word = 0;
    rig_init();
    check(comes(), "without a section the interrupt comes");
    probe_once(&word);
    probe_loop(&word, 2);
    probe_pair(&word);
    probe_nested(&word);
    bool is_right = word == (hutch_word_t)((4u ^ 5u) + 1u);
    probe_before(&word);
    is_right = is_right && word == 2;
    probe_after(&word);
    check(is_right && word == 4, "the probes count");
    check(probe_release(probe_acquire()), "a pool works");
    check_one_section();
    if (!CONFORMANCE_PLAIN) {
        check_nested_sections();
        check_masked_before();
    }
    check(comes(), "after all of it interrupts are on");
#ifdef HUTCH_PORT_IN_INTERRUPT
    check_in_interrupt();
#endif
#ifdef HUTCH_PORT_CEILING
    check_context();
#endif
    print_text("end\n");
    rig_exit(failures != 0);
    return 0;
}
