// SPDX-License-Identifier: MIT
// cortexm/rig.c - Cortex-M in QEMU with -icount shift=0: SysTick fires whole ticks after its start.
//
// A slide of NOPs in front of the operation moves the landing by single instructions.
#include "rig.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define NVIC_ENABLE REGISTER(0xE000E100u)
#define NVIC_CLEAR_PENDING REGISTER(0xE000E280u)
#define NVIC_PRIORITY_8 REGISTER(0xE000E408u)
#define SYSTEM_PRIORITY_3 REGISTER(0xE000ED20u)
#define INTERRUPT_CONTROL REGISTER(0xE000ED04u)

// The timer of the MPS2 boards, used for the second, more urgent interrupt.
#define TIMER_CONTROL REGISTER(0x40000000u)
#define TIMER_VALUE REGISTER(0x40000004u)
#define TIMER_RELOAD REGISTER(0x40000008u)
#define TIMER_CLEAR REGISTER(0x4000000Cu)

enum {
    SYSTICK_RUN = 7,
    CLEAR_SYSTICK = 1 << 25,
    TIMER_RUN = 9,
    TIMER_IRQ = 8,
    PRIORITY = 0x80,
    NESTED_PRIORITY = 0x60,
    SYS_WRITEC = 3,
    SYS_EXIT_EXTENDED = 0x20,
};

int main(void);
extern uint32_t stack_top[];

static void semihost(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void rig_put_char(char c)
{
    semihost(SYS_WRITEC, &c);
}

void rig_exit(int code)
{
    const uint32_t block[2] = {0x20026, (uint32_t)code}; // ADP_Stopped_ApplicationExit
    semihost(SYS_EXIT_EXTENDED, block);
    for (;;) {}
}

// Runs the last `nops` of the slide.
__attribute__((naked, noinline)) static void slide(unsigned nops)
{
    (void)nops;
    __asm__ volatile(".syntax unified\n"
                     "adds r0, r0, r0\n"
                     "ldr r1, 1f\n"
                     "subs r1, r1, r0\n"
                     "movs r0, #1\n"
                     "orrs r1, r0\n"
                     "bx r1\n"
                     ".balign 4\n"
                     "1: .word 2f\n"
                     ".rept 256\n"
                     "nop\n"
                     ".endr\n"
                     "2: bx lr");
}

// The interrupt comes whole ticks after now. So many that the rest is a few NOPs in front of the operation.
static unsigned ticks_until(unsigned delay)
{
    return delay / RIG_TICK + 2;
}

static unsigned nops_until(unsigned delay)
{
    return ticks_until(delay) * RIG_TICK - delay;
}

void rig_set_priority(unsigned priority)
{
    SYSTEM_PRIORITY_3 = (uint32_t)priority << 24;
}

void rig_init(void)
{
    rig_set_priority(PRIORITY); // at 0 BASEPRI would not mask it
#ifdef SWEEP_NESTED
    NVIC_PRIORITY_8 = NESTED_PRIORITY;
    NVIC_ENABLE = 1u << TIMER_IRQ;
#endif
}

void rig_arm(unsigned delay)
{
    SYSTICK_LOAD = ticks_until(delay) - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_RUN;
    slide(nops_until(delay));
}

void rig_disarm(void)
{
    SYSTICK_CONTROL = 0;
    INTERRUPT_CONTROL = CLEAR_SYSTICK;
}

void rig_arm_nested(unsigned delay)
{
    TIMER_RELOAD = ticks_until(delay);
    TIMER_VALUE = ticks_until(delay);
    TIMER_CONTROL = TIMER_RUN;
    slide(nops_until(delay));
}

void rig_mask(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
}

void rig_unmask(void)
{
    __asm__ volatile("cpsie i" : : : "memory");
}

bool rig_is_masked(void)
{
    uint32_t primask;
    __asm__ volatile("mrs %0, primask" : "=r"(primask) : : "memory");
    return primask != 0;
}

__attribute__((used)) static void interrupt(const uint32_t *frame)
{
    SYSTICK_CONTROL = 0;
    INTERRUPT_CONTROL = CLEAR_SYSTICK; // it runs round and round, and may have come again while it was masked
    rig_on_interrupt(frame[6]);
}

__attribute__((used)) static void nested(const uint32_t *frame)
{
    TIMER_CONTROL = 0;
    TIMER_CLEAR = 1;
    NVIC_CLEAR_PENDING = 1u << TIMER_IRQ;
    rig_on_nested(frame[6]);
}

// A debugger knows the frame that the hardware has pushed, but not what was pushed after it.
#ifdef __GCC_HAVE_DWARF2_CFI_ASM
#    define PUSHED_R4_LR ".cfi_def_cfa_offset 8\n\t.cfi_offset 4, -8\n\t.cfi_offset 14, -4\n\t"
#else
#    define PUSHED_R4_LR ""
#endif

// The hardware has pushed the frame on the main stack; r4 goes along to keep that aligned to 8.
__attribute__((naked)) static void interrupt_entry(void)
{
    __asm__ volatile("mrs r0, msp\n\tpush {r4, lr}\n\t" PUSHED_R4_LR "bl interrupt\n\tpop {r4, pc}");
}

__attribute__((naked)) static void nested_entry(void)
{
    __asm__ volatile("mrs r0, msp\n\tpush {r4, lr}\n\t" PUSHED_R4_LR "bl nested\n\tpop {r4, pc}");
}

static void reset(void)
{
    rig_exit(main());
}

static void fault(void)
{
    rig_exit(9);
}

__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack_top;
    void (*handlers[15 + TIMER_IRQ + 1])(void);
} vectors = {stack_top, {reset, fault, fault, fault, fault, fault, fault,           fault,
                         fault, fault, fault, fault, fault, fault, interrupt_entry, fault,
                         fault, fault, fault, fault, fault, fault, fault,           nested_entry}};
