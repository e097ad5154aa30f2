// SPDX-License-Identifier: MIT
// port/cpu/xtensa.h - what the ports to Xtensa share: find-first by NSAU.
#ifndef HUTCH_PORT_CPU_XTENSA_H
#define HUTCH_PORT_CPU_XTENSA_H

// gcc makes NSAU of these; a call where a core has none.
#define HUTCH_PORT_FIRST_SET(word) \
    ((unsigned)(sizeof(word) > 4 ? __builtin_ctzll(word) : __builtin_ctz((unsigned)(word))))

#endif
