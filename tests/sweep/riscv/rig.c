// SPDX-License-Identifier: MIT
// riscv/rig.c - RISC-V in QEMU with -icount shift=0: the timer fires at an edge of its 10 MHz clock.
//
// A slide of NOPs in front of the operation moves the landing by single instructions.
#include "rig.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define COMPARE_LOW REGISTER(0x02004000u)
#define COMPARE_HIGH REGISTER(0x02004004u)
#define TIME_LOW REGISTER(0x0200BFF8u)
#define UART_DATA (*(volatile uint8_t *)(uintptr_t)0x10000000u)
#define TEST_DEVICE REGISTER(0x00100000u)

enum { MIE = 8, TIMER_ENABLE = 0x80, TEST_PASS = 0x5555, TEST_FAIL = 0x3333 };
static const uint32_t never = 0xFFFFFFFFu, timer_cause = 0x80000007u;

int main(void);
void trap_entry(void);
static bool is_nested; // the next interrupt is the second one

void rig_put_char(char c)
{
    UART_DATA = (uint8_t)c;
}

void rig_exit(int code)
{
    TEST_DEVICE = code == 0 ? TEST_PASS : (uint32_t)code << 16 | TEST_FAIL;
    for (;;) {}
}

// Runs the last `nops` of the slide; each is 4 bytes here.
__attribute__((naked, noinline)) static void slide(unsigned nops)
{
    (void)nops;
    __asm__ volatile("slli a0, a0, 2\n"
                     "la a1, 1f\n"
                     "sub a1, a1, a0\n"
                     "jr a1\n"
                     ".option push\n"
                     ".option norvc\n"
                     ".rept 256\n"
                     "nop\n"
                     ".endr\n"
                     ".option pop\n"
                     "1: ret");
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

static void set_compare(uint32_t low, uint32_t high)
{
    COMPARE_HIGH = never; // no early match between the two halves
    COMPARE_LOW = low;
    COMPARE_HIGH = high;
}

void rig_init(void)
{
    set_compare(0, never);
    __asm__ volatile("csrw mtvec, %0" : : "r"(trap_entry));
    __asm__ volatile("csrs mie, %0" : : "r"(TIMER_ENABLE));
    rig_unmask();
}

void rig_arm(unsigned delay)
{
    const uint32_t before = TIME_LOW;
    uint32_t now = before;
    while (now == before) { // from an edge on, the distance is a whole number of ticks
        now = TIME_LOW;
    }
    set_compare(now + ticks_until(delay), 0);
    slide(nops_until(delay));
}

void rig_disarm(void)
{
    set_compare(0, never);
}

// There are no priorities: the handler lets the timer interrupt it.
void rig_arm_nested(unsigned delay)
{
    is_nested = true;
    rig_unmask();
    rig_arm(delay);
}

void rig_mask(void)
{
    __asm__ volatile("csrc mstatus, %0" : : "r"(MIE) : "memory");
}

void rig_unmask(void)
{
    __asm__ volatile("csrs mstatus, %0" : : "r"(MIE) : "memory");
}

bool rig_is_masked(void)
{
    uint32_t mstatus;
    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus) : : "memory");
    return (mstatus & MIE) == 0;
}

__attribute__((used)) void trap(uint32_t cause, uint32_t pc)
{
    if (cause != timer_cause) {
        rig_exit(9);
    }
    rig_disarm();
    if (is_nested) {
        is_nested = false;
        rig_on_nested(pc);
    } else {
        rig_on_interrupt(pc);
    }
    rig_mask();
}

// Where a debugger finds the registers of what was interrupted. That goes on at mepc, which DWARF numbers
// 4096 + 0x341, and not at ra: there a function that calls no other has its own return address.
#ifdef __GCC_HAVE_DWARF2_CFI_ASM
#    define SAVED                                                                                      \
        ".cfi_signal_frame\n\t.cfi_return_column 4929\n\t"                                             \
        ".cfi_def_cfa_offset 80\n\t.cfi_offset 4929, -16\n\t"                                          \
        ".cfi_offset 1, -80\n\t.cfi_offset 5, -76\n\t.cfi_offset 6, -72\n\t.cfi_offset 7, -68\n\t"     \
        ".cfi_offset 10, -64\n\t.cfi_offset 11, -60\n\t.cfi_offset 12, -56\n\t.cfi_offset 13, -52\n\t" \
        ".cfi_offset 14, -48\n\t.cfi_offset 15, -44\n\t.cfi_offset 16, -40\n\t.cfi_offset 17, -36\n\t" \
        ".cfi_offset 28, -32\n\t.cfi_offset 29, -28\n\t.cfi_offset 30, -24\n\t.cfi_offset 31, -20\n\t"
#else
#    define SAVED ""
#endif

// Saves what a call may change, and the two registers that a nested trap overwrites.
__attribute__((naked, aligned(4))) void trap_entry(void)
{
    __asm__ volatile("addi sp, sp, -80\n"
                     "sw ra, 0(sp)\n\tsw t0, 4(sp)\n\tsw t1, 8(sp)\n\tsw t2, 12(sp)\n"
                     "sw a0, 16(sp)\n\tsw a1, 20(sp)\n\tsw a2, 24(sp)\n\tsw a3, 28(sp)\n"
                     "sw a4, 32(sp)\n\tsw a5, 36(sp)\n\tsw a6, 40(sp)\n\tsw a7, 44(sp)\n"
                     "sw t3, 48(sp)\n\tsw t4, 52(sp)\n\tsw t5, 56(sp)\n\tsw t6, 60(sp)\n"
                     "csrr a0, mcause\n\tcsrr a1, mepc\n\tcsrr a2, mstatus\n"
                     "sw a1, 64(sp)\n\tsw a2, 68(sp)\n" SAVED "call trap\n"
                     "lw a1, 64(sp)\n\tlw a2, 68(sp)\n"
                     "csrw mepc, a1\n\tcsrw mstatus, a2\n"
                     "lw ra, 0(sp)\n\tlw t0, 4(sp)\n\tlw t1, 8(sp)\n\tlw t2, 12(sp)\n"
                     "lw a0, 16(sp)\n\tlw a1, 20(sp)\n\tlw a2, 24(sp)\n\tlw a3, 28(sp)\n"
                     "lw a4, 32(sp)\n\tlw a5, 36(sp)\n\tlw a6, 40(sp)\n\tlw a7, 44(sp)\n"
                     "lw t3, 48(sp)\n\tlw t4, 52(sp)\n\tlw t5, 56(sp)\n\tlw t6, 60(sp)\n"
                     "addi sp, sp, 80\n"
                     "mret");
}

__attribute__((used)) static void start(void)
{
    rig_exit(main());
}

__attribute__((naked, section(".start"))) void reset(void)
{
    __asm__ volatile("la sp, stack_top\n\tj start");
}
