// SPDX-License-Identifier: MIT
// chibios/kernel.c - the test's tasks and its interrupt, by ChibiOS/RT; and what it wants of a board.
#include "kernel.h"
#include "ch.h"

#define REGISTER(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_LOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define SYSTEM_PRIORITY_3 REGISTER(0xE000ED20u)

enum { HERTZ = 25000000, PER_TICK = HERTZ / 1000, RUN = 7 };
static THD_WORKING_AREA(area_1, STACK_BYTES);
static THD_WORKING_AREA(area_2, STACK_BYTES);
static THD_WORKING_AREA(area_3, STACK_BYTES);
static void *const areas[WORKERS] = {area_1, area_2, area_3};
static thread_t *threads[WORKERS + 1];

CH_IRQ_HANDLER(SysTick_Handler);
CH_IRQ_HANDLER(Timer_Handler);
void Reset_Handler(void);

#if CH_CFG_ST_TIMEDELTA > 0
volatile systime_t board_time, board_alarm;
volatile bool board_has_alarm;
#endif

CH_IRQ_HANDLER(SysTick_Handler)
{
    CH_IRQ_PROLOGUE();
    chSysLockFromISR();
#if CH_CFG_ST_TIMEDELTA > 0
    board_time++;
    if (board_has_alarm && board_time == board_alarm)
#endif
    {
        chSysTimerHandlerI();
    }
    chSysUnlockFromISR();
    CH_IRQ_EPILOGUE();
}

CH_IRQ_HANDLER(Timer_Handler)
{
    CH_IRQ_PROLOGUE();
    machine_clear_timer();
    test_interrupt();
    CH_IRQ_EPILOGUE();
}

static THD_FUNCTION(work, number)
{
    test_work((unsigned)(uintptr_t)number);
}

void kernel_sleep(uint32_t ticks)
{
    chThdSleep(ticks);
}

const bool kernel_preempts = true;
const bool kernel_by_priority = CH_CFG_USE_SEMAPHORES_PRIORITY;
const unsigned kernel_slack = CH_CFG_ST_TIMEDELTA; // an alarm is set so far ahead at least
const bool kernel_can_delete = false;
const bool kernel_can_abort = true;
const bool kernel_aborts_all = true; // chSemReset is all that it has
const unsigned kernel_late_max = 55;

bool kernel_is_asleep(unsigned number)
{
    return threads[number]->state == CH_STATE_WTSEM || threads[number]->state == CH_STATE_SLEEPING;
}

void kernel_abort(unsigned number)
{
    chSysLock();
    if (threads[number]->state == CH_STATE_WTSEM) {
        chSemResetI(threads[number]->u.wtsemp, 0);
        chSchRescheduleS();
    }
    chSysUnlock();
}

void kernel_restart(unsigned number)
{
    (void)number;
}

void kernel_forget(void *wake)
{
    (void)wake; // the kernel keeps no list of them
}

void kernel_run(void)
{
    chSysInit();
    SYSTEM_PRIORITY_3 = (SYSTEM_PRIORITY_3 & 0x00FFFFFFu) | 0x80u << 24;
    SYSTICK_LOAD = PER_TICK - 1;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = RUN;
    chThdSetPriority(NORMALPRIO + WORKERS + 1);
    for (unsigned i = 1; i <= WORKERS; i++) {
        threads[i] = chThdCreateStatic(areas[i - 1], sizeof area_1, NORMALPRIO + (tprio_t)i, work,
                                       (void *)(uintptr_t)i);
    }
    machine_start_timer();
    test_control();
}

// The kernel's threads use PSP, the one that runs main as well.
__attribute__((naked)) void Reset_Handler(void)
{
    __asm__ volatile("cpsid i\n"
                     "ldr r0, =__process_stack_end__\n"
                     "msr psp, r0\n"
                     "movs r0, #2\n"
                     "msr control, r0\n"
                     "isb\n"
                     "b machine_start");
}
