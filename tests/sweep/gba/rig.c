// SPDX-License-Identifier: MIT
// gba/rig.c - an ARM7TDMI in mGBA: the runner counts instructions and raises the interrupt.
//
// Guest and runner talk by words at the start of the external RAM, see mgba_steps.c. Start-up and interrupt
// entry are ARM code; the BIOS calls the latter through a pointer at the end of the internal RAM.
#include "rig.h"

#include "hutch_port.h" // which lock it is: HUTCH_PORT_ARM7_LOCK

#define MAIL ((volatile uint32_t *)(uintptr_t)0x02000000u)
#define IME (*(volatile uint16_t *)(uintptr_t)0x04000208u)
#define BIOS_HANDLER (*(volatile uintptr_t *)(uintptr_t)0x03007FFCu)

enum { MAIL_DELAY, MAIL_CHARACTER, MAIL_EXIT, MAIL_FULL = 0x100 };

int main(void);
void reset(void);
void interrupt_entry(void);

void rig_put_char(char c)
{
    MAIL[MAIL_CHARACTER] = MAIL_FULL | (uint8_t)c;
}

void rig_exit(int code)
{
    MAIL[MAIL_EXIT] = MAIL_FULL | (uint8_t)code;
    for (;;) {}
}

void rig_init(void)
{
    BIOS_HANDLER = (uintptr_t)interrupt_entry;
    IME = 1;
    rig_unmask();
}

void rig_arm(unsigned delay)
{
    MAIL[MAIL_DELAY] = delay + 1; // 0 means none
}

void rig_disarm(void)
{
    MAIL[MAIL_DELAY] = 0;
}

void rig_arm_nested(unsigned delay)
{
    (void)delay;
    rig_exit(9); // there is no second interrupt here
}

// By the same register as the lock under test: the runner looks at both.
#if HUTCH_PORT_ARM7_LOCK == 1
__attribute__((target("arm"), naked)) void rig_mask(void)
{
    __asm__ volatile("mrs r0, cpsr\n\torr r0, r0, #0x80\n\tmsr cpsr_c, r0\n\tbx lr");
}

__attribute__((target("arm"), naked)) void rig_unmask(void)
{
    __asm__ volatile("mrs r0, cpsr\n\tbic r0, r0, #0x80\n\tmsr cpsr_c, r0\n\tbx lr");
}

__attribute__((target("arm"), naked)) bool rig_is_masked(void)
{
    __asm__ volatile("mrs r0, cpsr\n\tmov r0, r0, lsr #7\n\tand r0, r0, #1\n\tbx lr");
}
#else
void rig_mask(void)
{
    IME = 0;
}

void rig_unmask(void)
{
    IME = 1;
}

bool rig_is_masked(void)
{
    return IME == 0;
}
#endif

__attribute__((used)) static void interrupt(uintptr_t pc)
{
#if HUTCH_PORT_ARM7_LOCK == 0
    IME = 0; // as a handler has it that does not nest
    rig_on_interrupt(pc);
    IME = 1;
#else
    rig_on_interrupt(pc);
#endif
}

// The BIOS has pushed r0-r3, r12 and the return address plus 4 on the interrupt's stack.
__attribute__((target("arm"), naked)) void interrupt_entry(void)
{
    __asm__ volatile("ldr r0, [sp, #20]\n"
                     "sub r0, r0, #4\n"
                     "push {r4, lr}\n"
                     "ldr r1, =interrupt\n"
                     "mov lr, pc\n"
                     "bx r1\n"
                     "pop {r4, lr}\n"
                     "bx lr\n"
                     ".ltorg");
}

__attribute__((used)) static void start(void)
{
    rig_exit(main());
}

// The cartridge's first word; a header with a logo is not needed in the emulator.
__attribute__((target("arm"), naked, section(".start"))) void reset(void)
{
    __asm__ volatile("mov r0, #0x12\n" // interrupt mode
                     "msr cpsr_c, r0\n"
                     "ldr sp, =interrupt_stack_top\n"
                     "mov r0, #0x1F\n" // system mode
                     "msr cpsr_c, r0\n"
                     "ldr sp, =stack_top\n"
                     "ldr r0, =start\n"
                     "bx r0\n"
                     ".ltorg");
}
