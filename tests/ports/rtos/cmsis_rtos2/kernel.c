// SPDX-License-Identifier: MIT
// cmsis_rtos2/kernel.c - the test's tasks and its interrupt, by CMSIS-RTOS2; and what RTX5 wants of a board.
#include "kernel.h"
#include "cmsis_os2.h"

extern uint32_t SystemCoreClock;
uint32_t SystemCoreClock = 25000000; // what SysTick counts

void Timer_Handler(void);

static uint64_t stacks[WORKERS + 1][STACK_BYTES / 8];
static osThreadId_t threads[WORKERS + 1];

void Timer_Handler(void)
{
    machine_clear_timer();
    test_interrupt();
}

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

static void start(unsigned number)
{
    const osThreadAttr_t attributes = {
        .stack_mem = stacks[number],
        .stack_size = STACK_BYTES,
        .priority = (osPriority_t)(osPriorityNormal + (number == 0 ? WORKERS + 1 : number))};
    threads[number] = osThreadNew(number == 0 ? control : work, (void *)(uintptr_t)number, &attributes);
    check(threads[number] != NULL, __LINE__);
}

void kernel_sleep(uint32_t ticks)
{
    (void)osDelay(ticks);
}

const bool kernel_preempts = true;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 0;
const bool kernel_can_delete = true;
const bool kernel_can_abort = false;
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = 75; // the look is a call of the kernel, too

bool kernel_is_asleep(unsigned number)
{
    return osThreadGetState(threads[number]) == osThreadBlocked;
}

void kernel_abort(unsigned number)
{
    (void)number;
}

void kernel_restart(unsigned number)
{
    check(osThreadTerminate(threads[number]) == osOK, __LINE__);
    start(number);
}

void kernel_forget(void *wake)
{
    osSemaphoreId_t const semaphore = *(osSemaphoreId_t *)wake;
    check(semaphore == NULL || osSemaphoreDelete(semaphore) == osOK, __LINE__);
}

void kernel_run(void)
{
    (void)osKernelInitialize();
    for (unsigned i = 0; i <= WORKERS; i++) {
        start(i);
    }
    (void)osKernelStart();
    for (;;) {}
}
