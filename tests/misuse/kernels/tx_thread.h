// SPDX-License-Identifier: MIT
// tx_thread.h - what port/threadx needs of ThreadX to wait: see tx_api.h.
extern UINT _tx_thread_preempt_disable;
void _tx_thread_system_preempt_check(void);
