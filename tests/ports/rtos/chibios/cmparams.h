// SPDX-License-Identifier: MIT
// cmparams.h - what ChibiOS's ARMv7-M port asks of a device: QEMU's mps2-an385.
#ifndef CMPARAMS_H
#define CMPARAMS_H

#define CORTEX_MODEL 3
#define CORTEX_HAS_FPU FALSE
#define CORTEX_PRIORITY_BITS 3
#define CORTEX_NUM_VECTORS 32

#if !defined(_FROM_ASM_)
typedef enum {
    NonMaskableInt_IRQn = -14,
    HardFault_IRQn = -13,
    MemoryManagement_IRQn = -12,
    BusFault_IRQn = -11,
    UsageFault_IRQn = -10,
    SVCall_IRQn = -5,
    DebugMonitor_IRQn = -4,
    PendSV_IRQn = -2,
    SysTick_IRQn = -1,
    TIMER0_IRQn = 8,
} IRQn_Type;
#    define __CM3_REV 0x0201
#    define __NVIC_PRIO_BITS 3
#    define __Vendor_SysTickConfig 0
#    define __MPU_PRESENT 0
#    include "core_cm3.h"
#endif

#endif
