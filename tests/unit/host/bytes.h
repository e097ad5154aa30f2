// SPDX-License-Identifier: MIT
// bytes.h - makes the host's port one to an 8-bit CPU: the hooks of the AVR port, in C.
#ifndef BYTES_H
#define BYTES_H

#define HUTCH_HOST_PORTABLE_FIRST_SET 1
#define HUTCH_PORT_SHIFTS_BY_ONE 1
#define HUTCH_PORT_BIT(number) ((uint8_t)(1u << ((number) % 8u)))
#define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))

#endif
