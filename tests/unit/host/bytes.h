// SPDX-License-Identifier: MIT
// bytes.h - makes the host's port one to an 8-bit CPU: the ways that the AVR port chooses, in C.
#ifndef BYTES_H
#define BYTES_H

#define HUTCH_HOST_PORTABLE_FIRST_SET 1
#define HUTCH_PORT_MULTIPLIES 8
#define HUTCH_PORT_FOLDS_ADDRESSES 1
#define HUTCH_PORT_FIRST_ZERO(word) ((unsigned)__builtin_ctz(~(unsigned)(word)))
#define HUTCH_PORT_EIGHTH(number) ((number) / 8u)
#define HUTCH_PORT_EIGHTFOLD(number) ((uint8_t)((number)*8u))

#endif
