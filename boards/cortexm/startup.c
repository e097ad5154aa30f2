// SPDX-License-Identifier: MIT
// startup.c - from reset to main() on every Cortex-M: the vector table, .data and .bss.
#include "cortexm.h"
#include "fault.h"
#include "board.h"

#include <stdint.h>

extern uint32_t stack_top[];
extern uint32_t data_start[];
extern uint32_t data_end[];
extern const uint32_t data_image[];
extern uint32_t bss_start[];
extern uint32_t bss_end[];

int main(void);
void Reset_Handler(void);

// A board or a program that uses one of these defines it; where none does, sections.ld makes it fault_entry.
void NMI_Handler(void);
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);

// Each fault by its own name, where else all of them are a HardFault; and everything below the RAM read-only,
// so that a write through a null pointer and a stack that grows out of the RAM fault at once. ARMv8-M
// describes regions in another way; there nothing answers below the RAM, which is a fault as well.
static void traps_init(void)
{
#if __ARM_ARCH >= 7
    FAULT_ENABLE |= FAULT_ENABLE_ALL;
#endif
#if __ARM_ARCH == 7
    MPU_NUMBER = 0;
    MPU_BASE = 0;
    MPU_ATTRIBUTES = MPU_READ_ONLY | MPU_CACHEABLE | MPU_512_MIB | MPU_REGION_ON;
    MPU_CONTROL = MPU_ON_OVER_DEFAULT_MAP;
    __asm__ volatile("dsb\n\tisb" : : : "memory");
#endif
}

void Reset_Handler(void)
{
    traps_init();
    const uint32_t *image = data_image;
    for (uint32_t *word = data_start; word < data_end; word++) {
        *word = *image++;
    }
    for (uint32_t *word = bss_start; word < bss_end; word++) {
        *word = 0;
    }
    board_exit(main());
}

struct vectors {
    uint32_t *stack_top;
    void (*handlers[15])(void); // exceptions 1 to 15; no board enables an interrupt that it takes
};

__attribute__((section(".vectors"), used)) static const struct vectors vectors = {
    stack_top,
    {
        Reset_Handler,
        NMI_Handler,
        fault_entry, // HardFault
        fault_entry, // MemManage
        fault_entry, // BusFault
        fault_entry, // UsageFault
        fault_entry, // 7 to 10 are reserved
        fault_entry,
        fault_entry,
        fault_entry,
        SVC_Handler,
        fault_entry, // debug monitor
        fault_entry, // reserved
        PendSV_Handler,
        SysTick_Handler,
    },
};
