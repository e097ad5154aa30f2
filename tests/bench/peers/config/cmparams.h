// SPDX-License-Identifier: MIT
// cmparams.h - what ChibiOS's port and its CMSIS ask of a device: a Cortex-M3 with one interrupt, no timer.
#define CORTEX_MODEL 3
#define CORTEX_HAS_FPU 0
#define CORTEX_PRIORITY_BITS 3
#define CORTEX_NUM_VECTORS 32

#define __CM3_REV 0x0201
#define __MPU_PRESENT 0
#define __NVIC_PRIO_BITS CORTEX_PRIORITY_BITS
typedef enum { SVCall_IRQn = -5, PendSV_IRQn = -2, SysTick_IRQn = -1, First_IRQn = 0 } IRQn_Type;
#include "core_cm3.h"
