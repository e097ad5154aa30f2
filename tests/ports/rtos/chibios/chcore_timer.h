// SPDX-License-Identifier: MIT
// chcore_timer.h - the timer of the tickless mode: a counter and an alarm, which SysTick moves on at 1 kHz.
// With a periodic tick there is none.
#ifndef CHCORE_TIMER_H
#define CHCORE_TIMER_H

#if CH_CFG_ST_TIMEDELTA > 0
extern volatile systime_t board_time, board_alarm;
extern volatile bool board_has_alarm;
#    define port_timer_start_alarm(time) ((void)(board_alarm = (time), board_has_alarm = true))
#    define port_timer_stop_alarm() ((void)(board_has_alarm = false))
#    define port_timer_set_alarm(time) ((void)(board_alarm = (time)))
#    define port_timer_get_time() board_time
#    define port_timer_get_alarm() board_alarm
#else
#    define port_timer_start_alarm(time) ((void)(time))
#    define port_timer_stop_alarm() ((void)0)
#    define port_timer_set_alarm(time) ((void)(time))
#    define port_timer_get_time() ((systime_t)0)
#    define port_timer_get_alarm() ((systime_t)0)
#endif

#endif
