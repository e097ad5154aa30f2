// SPDX-License-Identifier: MIT
// FreeRTOSConfig.h - the kernel as the test wants it; the archive of the kernel is built with it, too. Both
// may be compiled with other options, such as -DconfigUSE_PREEMPTION=0.
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#ifndef configUSE_PREEMPTION
#    define configUSE_PREEMPTION 1
#endif
#ifndef configUSE_16_BIT_TICKS
#    define configUSE_16_BIT_TICKS 0
#endif
#define configUSE_IDLE_HOOK 0
#define configTICK_RATE_HZ 1000
#define configMAX_PRIORITIES 8
#define configMINIMAL_STACK_SIZE 256
#define configSUPPORT_STATIC_ALLOCATION 1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
#define configSTACK_DEPTH_TYPE uint32_t // what kernels before V11.1 take for the idle task
#define configUSE_TIMERS 0
#define configUSE_MUTEXES 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskSuspend 1
#define INCLUDE_vTaskDelete 1
#define INCLUDE_xTaskAbortDelay 1
#define INCLUDE_eTaskGetState 1

#if defined(__riscv)
#    define configCPU_CLOCK_HZ 10000000 // of mtime
#    define configMTIME_BASE_ADDRESS 0x0200BFF8
#    define configMTIMECMP_BASE_ADDRESS 0x02004000
#    define configISR_STACK_SIZE_WORDS 512
#    define configUSE_TICK_HOOK 1
#else
#    define configCPU_CLOCK_HZ 25000000
#    define configUSE_TICK_HOOK 0
#    define configKERNEL_INTERRUPT_PRIORITY 0xE0
#    define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x40
#    define vPortSVCHandler SVC_Handler
#    define xPortPendSVHandler PendSV_Handler
#    define xPortSysTickHandler SysTick_Handler
#endif

void machine_exit(int code);
#define configASSERT(claim)   \
    do {                      \
        if (!(claim)) {       \
            machine_exit(98); \
        }                     \
    } while (0)

#endif
