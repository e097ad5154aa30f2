// SPDX-License-Identifier: MIT
// FreeRTOS.h - what port/freertos needs of the kernel, written from its documentation: for
// freertos_*.c here and in tests/alone.
#ifndef FREERTOS_H
#define FREERTOS_H

#include <stdint.h>

#ifndef configUSE_PREEMPTION
#    define configUSE_PREEMPTION 1
#endif
#ifndef configSUPPORT_STATIC_ALLOCATION
#    define configSUPPORT_STATIC_ALLOCATION 1
#endif
#define INCLUDE_xTaskGetCurrentTaskHandle 0
#define configUSE_MUTEXES 0
#define INCLUDE_vTaskSuspend 1
#define pdTRUE 1
#define pdFALSE 0
#if defined(configUSE_16_BIT_TICKS) && configUSE_16_BIT_TICKS
typedef uint16_t TickType_t;
#    define portMAX_DELAY UINT16_MAX
#else
typedef uint32_t TickType_t;
#    define portMAX_DELAY UINT32_MAX
#endif

typedef unsigned long UBaseType_t;
typedef long BaseType_t;
#ifndef OLD_KERNEL
#    define portHAS_NESTED_INTERRUPTS 1
#endif
void portYIELD_FROM_ISR(BaseType_t is_urgent);
UBaseType_t taskENTER_CRITICAL_FROM_ISR(void);
void taskEXIT_CRITICAL_FROM_ISR(UBaseType_t saved);

#endif
