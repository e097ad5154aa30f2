// SPDX-License-Identifier: MIT
// hutch_serial.h - the Serial of an Arduino, or whatever else prints: Serial1, a display. For .ino and C++.
//
//   hutch_debug_set_sink(hutch_serial_put, &Serial);    in setup, after Serial.begin, of a debug build
//   hutch_report(hutch_serial_put, &Serial);
//
// A line is sent before the call returns, so it can be read after a handler that stops the program.
#ifndef HUTCH_SERIAL_H
#define HUTCH_SERIAL_H

#include <Arduino.h>

/// Prints a character on `printer`, a Print of Arduino.
static inline void hutch_serial_put(char c, void *printer)
{
    static_cast<Print *>(printer)->print(c);
    if (c == '\n') {
        static_cast<Print *>(printer)->flush();
    }
}

#endif
