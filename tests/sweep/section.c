// SPDX-License-Identifier: MIT
// section.c - the port's critical section as two functions, outside the code that is swept.
#include "section.h"

#include "hutch/hutch.h"

unsigned long section_enter(void)
{
    return (unsigned long)hutch_port_enter();
}

void section_exit(unsigned long saved)
{
    hutch_port_exit((hutch_port_state_t)saved);
}
