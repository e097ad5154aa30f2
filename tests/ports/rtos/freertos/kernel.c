// SPDX-License-Identifier: MIT
// freertos/kernel.c - the test's tasks and its interrupt, by FreeRTOS.
#include "kernel.h"
#include "FreeRTOS.h"
#include "hutch/hutch.h"
#include "task.h"

enum { STACK_WORDS = STACK_BYTES / sizeof(StackType_t) };
static StackType_t stacks[WORKERS + 1][STACK_WORDS];
static StaticTask_t tasks[WORKERS + 1], idle_task;
static StackType_t idle_stack[configMINIMAL_STACK_SIZE];
static TaskHandle_t handles[WORKERS + 1]; // with an MPU not the addresses of the tasks

static void control(void *context)
{
    (void)context;
    machine_start_timer();
    test_control();
}

static void work(void *number)
{
    test_work((unsigned)(uintptr_t)number);
}

void kernel_sleep(uint32_t ticks)
{
    vTaskDelay(ticks);
}

static void start(unsigned number)
{
    handles[number] =
        xTaskCreateStatic(number == 0 ? control : work, number == 0 ? "control" : "work", STACK_WORDS,
                          (void *)(uintptr_t)number, (number == 0 ? WORKERS + 1 : number) | portPRIVILEGE_BIT,
                          stacks[number], &tasks[number]);
}

void vApplicationGetIdleTaskMemory(StaticTask_t **task, StackType_t **stack, uint32_t *words)
{
    *task = &idle_task;
    *stack = idle_stack;
    *words = configMINIMAL_STACK_SIZE;
}

const bool kernel_preempts = configUSE_PREEMPTION;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 0;
const bool kernel_can_delete = true;
const bool kernel_can_abort = true;
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = portUSING_MPU_WRAPPERS ? 110 : configUSE_16_BIT_TICKS ? 75 : 55;

bool kernel_is_asleep(unsigned number)
{
    return eTaskGetState(handles[number]) == eBlocked;
}

void kernel_abort(unsigned number)
{
    (void)xTaskAbortDelay(handles[number]);
}

void kernel_restart(unsigned number)
{
    vTaskDelete(handles[number]);
    start(number);
}

void kernel_forget(void *wake)
{
    QueueHandle_t const queue = ((hutch_port_wait_t *)wake)->handle;
    if (queue != NULL) { // with an MPU the kernel has a table of them
        vQueueDelete(queue);
    }
}

void kernel_run(void)
{
    for (unsigned i = 0; i <= WORKERS; i++) {
        start(i);
    }
    vTaskStartScheduler();
    for (;;) {}
}

#if defined(__riscv)
void freertos_risc_v_trap_handler(void);
void kernel_trap(void);
void freertos_risc_v_application_interrupt_handler(void);
void freertos_risc_v_application_exception_handler(void);

__attribute__((naked, aligned(4))) void kernel_trap(void)
{
    __asm__ volatile("j freertos_risc_v_trap_handler");
}

void vApplicationTickHook(void);
void vApplicationTickHook(void)
{
    test_interrupt();
}
#else
void Timer_Handler(void);
void Timer_Handler(void)
{
    machine_clear_timer();
    test_interrupt();
}
#endif
