// SPDX-License-Identifier: MIT
// rig.h - an emulated CPU for a test: an interrupt that lands at a chosen instruction, and output.
#ifndef SWEEP_RIG_H
#define SWEEP_RIG_H

#include <stdbool.h>
#include <stdint.h>

/// Gets the interrupt and the output ready; interrupts are on afterwards.
void rig_init(void);

/// Makes one interrupt land `delay` steps after this call returns: one instruction a step, or one cycle. The
/// count starts at some number, the same for every call, that the caller finds by trying.
void rig_arm(unsigned delay);

/// The interrupt that was armed will not come any more.
void rig_disarm(void);

/// Another case begins: what followed rig_arm so far will not come again like that.
#ifdef RIG_REMEMBERS
void rig_forget(void);
#else
static inline void rig_forget(void)
{
}
#endif

/// The same for a second, more urgent interrupt, that may interrupt the first one's handler.
void rig_arm_nested(unsigned delay);

/// All interrupts of this CPU, by other means than the port under test.
void rig_mask(void);
void rig_unmask(void);
bool rig_is_masked(void);

/// How urgent the first interrupt is: 0 the most, 0x80 at the start. For CPUs whose hardware has priorities.
void rig_set_priority(unsigned priority);

void rig_put_char(char c);
void rig_exit(int code);

// The test defines these. `pc` is the address of the instruction that was about to be executed.
void rig_on_interrupt(uintptr_t pc);
void rig_on_nested(uintptr_t pc);

// The code under test: what swept.c compiles to.
extern const char swept_start[];
extern const char swept_end[];

#endif
