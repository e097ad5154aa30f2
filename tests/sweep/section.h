// SPDX-License-Identifier: MIT
// section.h - the port's critical section as two functions, for code that does not know the port.
#ifndef SWEEP_SECTION_H
#define SWEEP_SECTION_H

/// @return what the port says of the state before
unsigned long section_enter(void);

void section_exit(unsigned long saved);

#endif
