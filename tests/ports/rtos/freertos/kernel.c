// SPDX-License-Identifier: MIT
// freertos/kernel.c - the test's tasks and its interrupt, by FreeRTOS.
#include "kernel.h"
#include "FreeRTOS.h"
#include "task.h"

enum { STACK_WORDS = STACK_BYTES / sizeof(StackType_t) };
static StackType_t stacks[WORKERS + 1][STACK_WORDS];
static StaticTask_t tasks[WORKERS + 1];

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
    (void)xTaskCreateStatic(work, "work", STACK_WORDS, (void *)(uintptr_t)number, number, stacks[number],
                            &tasks[number]);
}

const bool kernel_can_delete = true;
const bool kernel_can_abort = true;
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = 55;

bool kernel_is_asleep(unsigned number)
{
    return eTaskGetState((TaskHandle_t)&tasks[number]) == eBlocked;
}

void kernel_abort(unsigned number)
{
    (void)xTaskAbortDelay((TaskHandle_t)&tasks[number]);
}

void kernel_restart(unsigned number)
{
    vTaskDelete((TaskHandle_t)&tasks[number]);
    start(number);
}

void kernel_forget(void *wake)
{
    (void)wake; // the kernel keeps no list of them
}

void kernel_run(void)
{
    (void)xTaskCreateStatic(control, "control", STACK_WORDS, NULL, WORKERS + 1, stacks[0], &tasks[0]);
    for (unsigned i = 1; i <= WORKERS; i++) {
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
