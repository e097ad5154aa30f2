// SPDX-License-Identifier: MIT
// log.h - text and numbers in columns, by the board's log.
#ifndef LOG_H
#define LOG_H

void log_text(const char *text);

/// Writes a number and blanks before it.
/// @param width  how many characters at least
void log_number(unsigned value, unsigned width);

#endif
