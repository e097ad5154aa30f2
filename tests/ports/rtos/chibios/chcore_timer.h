// SPDX-License-Identifier: MIT
// chcore_timer.h - no timer of the tickless mode: the kernel has a periodic tick here.
#ifndef CHCORE_TIMER_H
#define CHCORE_TIMER_H

#define port_timer_start_alarm(time) ((void)(time))
#define port_timer_stop_alarm() ((void)0)
#define port_timer_set_alarm(time) ((void)(time))
#define port_timer_get_time() ((systime_t)0)
#define port_timer_get_alarm() ((systime_t)0)

#endif
