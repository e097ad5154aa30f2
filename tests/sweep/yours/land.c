// SPDX-License-Identifier: MIT
// land.c - interrupts a function of yours at every instruction, and calls your check after each landing.
//
// hutch_sweep.py defines the names: YOURS_CALL is interrupted by YOURS_INTERRUPT, and that by YOURS_NESTED if
// there is one. YOURS_RESET runs before each landing. YOURS_CHECK runs after it, and hutch_check for every
// pool of a HUTCH_POOL_LIST.
#include "landing.h"

#include "hutch/hutch.h"
#include "hutch/report.h"

void YOURS_CALL(void);
void YOURS_INTERRUPT(void);
void YOURS_RESET(void);
bool YOURS_CHECK(void);

#ifdef YOURS_NESTED
void YOURS_NESTED(void);
static void (*const yours_nested)(void) = YOURS_NESTED;
enum { IS_NESTED = 1 };
#else
#    define yours_nested() ((void)0)
enum { IS_NESTED = 0 };
#endif

// By these names, so that a parameter below may have the name of a function of yours.
static void (*const yours_call)(void) = YOURS_CALL;
static void (*const yours_interrupt)(void) = YOURS_INTERRUPT;
static void (*const yours_reset)(void) = YOURS_RESET;
static bool (*const yours_check)(void) = YOURS_CHECK;

// Numbers that the linker gives as addresses. Each is one too high: a compiler takes no address for 0.
extern const char yours_only[];        // the number of the only landing; ALL, or NONE
extern const char yours_first_input[]; // which inputs
extern const char yours_last_input[];
#define TOLD(symbol) ((unsigned)(uintptr_t)(symbol)-1u)
enum { ALL = 0x7FF0, NONE = 0x7FF1 };

/// Which input it is: a program with several reads it in its reset.
extern volatile unsigned hutch_sweep_input;
volatile unsigned hutch_sweep_input;

enum { SHOWN_MAX = 1000, PAINTED = 1024, PAINT = 0xA5 };

static volatile bool is_finished, handler_is_finished; // the function; the first handler
static volatile bool handler_ran, nested_ran;
static volatile bool came_late, nested_came_late; // the interrupt found what it was to interrupt finished
static unsigned nested_delay;
static uintptr_t landed_at, nested_landed_at;
static unsigned fault; // of hutch, the last one since the landing
static uint32_t landings, inside, broken;
static unsigned deepest; // bytes of stack that a call has used

void hutch_on_fault(const struct hutch_fault *report)
{
    fault = report->code;
}

void rig_on_interrupt(uintptr_t pc)
{
    came_late = is_finished;
    landed_at = pc;
    inside += is_swept(pc);
    mark(hit, pc);
    if (IS_NESTED) {
        rig_arm_nested(nested_delay);
    }
    yours_interrupt();
    handler_is_finished = true;
    handler_ran = true;
}

void rig_on_nested(uintptr_t pc)
{
    nested_came_late = handler_is_finished;
    nested_landed_at = pc;
    inside += is_swept(pc);
    mark(hit, pc);
    yours_nested();
    nested_ran = true;
}

static bool is_right(void)
{
    bool is_sound = yours_check();
    for (unsigned k = 0; hutch_listed_pool(k) != NULL; k++) {
        is_sound = hutch_check(hutch_listed_pool(k)) && is_sound;
    }
    return is_sound && fault == 0;
}

static void start(void)
{
    fault = 0;
    is_finished = handler_ran = handler_is_finished = nested_ran = false;
    yours_reset();
}

static bool land(unsigned delay)
{
    start();
    rig_arm(delay);
    yours_call();
    is_finished = true;
    const bool came = waited_for(&handler_ran) && (!IS_NESTED || waited_for(&nested_ran));
    stop_unless(came, "stopped: the interrupt does not come any more: are interrupts off after the call?");
    rig_disarm();
    landings++;
    return is_right();
}

static void report(unsigned delay)
{
    if (broken++ >= SHOWN_MAX) {
        return;
    }
    print_text("broken ");
    print_number(delay);
    print_text(came_late ? " late " : " at ");
    print_hex(landed_at);
    print_text(" nested ");
    print_hex(IS_NESTED ? nested_landed_at : 0);
    print_text(" fault ");
    print_number(fault);
    print_text(" input ");
    print_number(hutch_sweep_input);
    print_text("\n");
}

static void land_everywhere(void)
{
    const unsigned only = TOLD(yours_only);
    rig_forget();
    for (unsigned delay = only == ALL ? 0 : only;; delay++) {
        nested_delay = 0;
        do {
            if (!land(delay)) {
                report(delay);
            }
            nested_delay++;
        } while (IS_NESTED && !nested_came_late);
        if (came_late || only != ALL) {
            return;
        }
    }
}

#if defined(__AVR__)
#    define STACK_POINTER "in %A0, __SP_L__\n\tin %B0, __SP_H__"
enum {
    FREE_AT = 1
}; // the stack pointer points at the next byte that is free; elsewhere at the last that is not
#else
#    if defined(__x86_64__)
#        define STACK_POINTER "mov %%rsp, %0"
#    elif defined(__riscv)
#        define STACK_POINTER "mv %0, sp"
#    else
#        define STACK_POINTER "mov %0, sp"
#    endif
enum { FREE_AT = 0 };
#endif

// Calls with so many bytes painted below the stack, and notes how far down the paint is gone.
static __attribute__((noinline)) void call_painted(unsigned bytes)
{
    uintptr_t end;
    __asm__ volatile(STACK_POINTER : "=r"(end));
    end += FREE_AT;
    for (unsigned k = 1; k <= bytes; k++) {
        *(volatile uint8_t *)(end - k) = PAINT;
    }
    yours_call();
    while (bytes > deepest && *(volatile uint8_t *)(end - bytes) == PAINT) {
        bytes--;
    }
    deepest = bytes > deepest ? bytes : deepest;
}

static void call_alone(const char *text)
{
    start();
    call_painted(TOLD(yours_only) == NONE ? 0 : PAINTED);
    stop_unless(is_right(), text);
}

int main(void)
{
    rig_init();
    for (unsigned input = TOLD(yours_first_input); input <= TOLD(yours_last_input); input++) {
        hutch_sweep_input = input;
        call_alone("stopped: the check fails although nothing interrupts: it must hold then, too; let your "
                   "interrupt count "
                   "what it did");
        if (TOLD(yours_only) != NONE) {
            call_alone("stopped: the check fails the second time although nothing interrupts: what does the "
                       "reset leave?");
            land_everywhere();
        }
    }
    print_text("landings ");
    print_number(landings);
    print_text("\ninside ");
    print_number(inside);
    print_text("\nwrong ");
    print_number(broken);
    print_text("\nstack ");
    print_number(deepest);
    print_text("\nrange ");
    print_hex((uintptr_t)swept_start);
    print_text(" ");
    print_hex((uintptr_t)swept_end);
    report_map("\nhit", hit);
    rig_exit(0);
    return 0;
}
