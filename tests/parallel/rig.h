// SPDX-License-Identifier: MIT
// rig.h - what a test on two cores needs of the machine.
#ifndef RIG_H
#define RIG_H

#include <stdbool.h>
#include <stdint.h>

// Counts of the timer between two interrupts on each core. Under -icount each of them also ends the
// emulator's turn of a core, at an exact instruction; a short and odd period makes the turns of the cores
// interleave.
#ifndef RIG_PERIOD
#    define RIG_PERIOD 2000
#endif

/// The number of the core that asks: 0 or 1.
unsigned rig_core(void);

/// Lets core 1 run rig_work(1); core 0 calls rig_work(0) itself.
void rig_start_other(void);
void rig_work(unsigned core);

/// The timer of the core that asks; rig_tick is its interrupt.
void rig_start_timer(void);
void rig_tick(unsigned core);

void rig_put_char(char c);
void rig_exit(int code);

/// The program, on core 0; its answer is the exit code. RIG_BAD is "found what must not be": the emulator
/// ends with 1 by itself when it cannot start, which must not look like a test that caught something.
int rig_main(void);
enum { RIG_BAD = 5 };

/// "name a/b ", for a result of each core.
void rig_print_pair(const char *name, const volatile uint32_t *of_core);
void rig_print(const char *text);

#endif
