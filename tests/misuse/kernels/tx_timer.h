// SPDX-License-Identifier: MIT
// tx_timer.h - the thread that runs the functions of timers: see tx_api.h.
extern TX_THREAD _tx_timer_thread;
