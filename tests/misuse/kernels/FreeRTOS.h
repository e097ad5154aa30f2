// SPDX-License-Identifier: MIT
// FreeRTOS.h - what port/freertos needs of the kernel, written from its documentation: for
// freertos_*.c.
#ifndef FREERTOS_H
#define FREERTOS_H

typedef unsigned long UBaseType_t;
#ifndef OLD_KERNEL
#    define portHAS_NESTED_INTERRUPTS 1
#endif
UBaseType_t taskENTER_CRITICAL_FROM_ISR(void);
void taskEXIT_CRITICAL_FROM_ISR(UBaseType_t saved);

#endif
