// SPDX-License-Identifier: MIT
// silicon.h - what silicon.c needs of a board besides board.h.
#ifndef HUTCH_SILICON_H
#define HUTCH_SILICON_H

#include <stdint.h>

/// Returns the low half of a counter of the CPU's cycles.
uint16_t silicon_cycles(void);

/// Raises an interrupt once, after this many cycles; its handler calls silicon_interrupt.
void silicon_alarm(unsigned cycles);
void silicon_interrupt(void);

/// Returns how many cycles ago the alarm was due.
unsigned silicon_late(void);

/// Shows the line where a person can read it, besides the log. A board without it does nothing.
void silicon_show(const char *line);

/// By silicon.c: draws the line word by word, so that none is cut at the edge of a screen `across` letters
/// wide.
void silicon_letters(const char *line, unsigned across,
                     void (*draw)(char letter, unsigned column, unsigned row));

#endif
