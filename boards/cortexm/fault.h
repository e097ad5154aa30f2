// SPDX-License-Identifier: MIT
// fault.h - the handler of every exception that nobody expects.
#ifndef HUTCH_CORTEXM_FAULT_H
#define HUTCH_CORTEXM_FAULT_H

enum { FAULT_EXIT_CODE = 99 };

/// Says on the log which fault it was and where, then ends the program with FAULT_EXIT_CODE.
void fault_entry(void);

#endif
