// SPDX-License-Identifier: MIT
// FreeRTOSConfig.h - what heap_4 needs. The heap has room for the objects of one program and no more.
#define configTOTAL_HEAP_SIZE ((size_t)BENCH_SLOTS * 32u + 16u)
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION 0
#define configTICK_TYPE_WIDTH_IN_BITS 1
#define configMAX_PRIORITIES 4
#define configMINIMAL_STACK_SIZE 64
#define configUSE_PREEMPTION 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configTICK_RATE_HZ 1000
#define configCPU_CLOCK_HZ 1000000
#define configMAX_TASK_NAME_LEN 8
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x20
#define configKERNEL_INTERRUPT_PRIORITY 0xFF
#define configUSE_TIMERS 0
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#define INCLUDE_vTaskSuspend 0
