// SPDX-License-Identifier: MIT
// threadx/kernel.c - the test's tasks and its interrupt, by ThreadX; and what it wants of a board.
#include "kernel.h"
#include "tx_api.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define SYSTEM_PRIORITY_2 REGISTER(0xE000ED1Cu)
#define SYSTEM_PRIORITY_3 REGISTER(0xE000ED20u)

enum { HERTZ = 25000000, PER_TICK = HERTZ / 1000, RUN = 7, LOWEST = 0xFF };

extern TX_SEMAPHORE *_tx_semaphore_created_ptr;
extern VOID *_tx_initialize_unused_memory;
extern VOID *_tx_thread_system_stack_ptr;
extern uint32_t main_stack_top[];
void _tx_timer_interrupt(void);
void _tx_initialize_low_level(void);
void SysTick_Handler(void);
void Timer_Handler(void);

static uint64_t stacks[WORKERS + 1][STACK_BYTES / 8];
static TX_THREAD threads[WORKERS + 1];
static CHAR names[2][8] = {"control", "work"};

void _tx_initialize_low_level(void)
{
    __asm__ volatile("cpsid i" : : : "memory");
    _tx_initialize_unused_memory = stacks;
    _tx_thread_system_stack_ptr = main_stack_top;
    SYSTEM_PRIORITY_2 = (uint32_t)LOWEST << 24;               // SVC
    SYSTEM_PRIORITY_3 = 0x40u << 24 | (uint32_t)LOWEST << 16; // SysTick, PendSV
    SYSTICK_LOAD = PER_TICK - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = RUN;
}

void SysTick_Handler(void)
{
    _tx_timer_interrupt();
}

void Timer_Handler(void)
{
    machine_clear_timer();
    test_interrupt();
}

static VOID entry(ULONG number)
{
    if (number == 0) {
        machine_start_timer();
        test_control();
    } else {
        test_work((unsigned)number);
    }
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    for (UINT i = 0; i <= WORKERS; i++) {
        const UINT priority = i == 0 ? 1 : 10 - i; // 0 is the most urgent
        (void)tx_thread_create(&threads[i], names[i != 0], entry, i, stacks[i], STACK_BYTES, priority,
                               priority, 2, TX_AUTO_START);
    }
}

void kernel_sleep(uint32_t ticks)
{
    (void)tx_thread_sleep(ticks);
}

const bool kernel_preempts = true;
const bool kernel_by_priority = true;
const unsigned kernel_slack = 0;
const bool kernel_can_delete = true;
const bool kernel_can_abort = true;
const bool kernel_aborts_all = false;
const unsigned kernel_late_max = 75;

bool kernel_is_asleep(unsigned number)
{
    UINT state;
    return tx_thread_info_get(&threads[number], TX_NULL, &state, TX_NULL, TX_NULL, TX_NULL, TX_NULL, TX_NULL,
                              TX_NULL) == TX_SUCCESS &&
           (state == TX_SEMAPHORE_SUSP || state == TX_SLEEP);
}

void kernel_abort(unsigned number)
{
    (void)tx_thread_wait_abort(&threads[number]);
}

void kernel_restart(unsigned number)
{
    (void)tx_thread_terminate(&threads[number]);
    (void)tx_thread_reset(&threads[number]);
    (void)tx_thread_resume(&threads[number]);
}

void kernel_forget(void *wake)
{
    (void)wake;
    while (_tx_semaphore_created_ptr != NULL) {
        (void)tx_semaphore_delete(_tx_semaphore_created_ptr);
    }
}

void kernel_run(void)
{
    tx_kernel_enter();
}
