// SPDX-License-Identifier: MIT
// port/wasm/hutch_port.h - WebAssembly: there are no interrupts, so it masks nothing.
//
// Not stopped: other threads, such as Web Workers that share the memory.
// Cost: nothing.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

typedef unsigned hutch_port_state_t; // always 0

static inline hutch_port_state_t hutch_port_enter(void)
{
    return 0;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    (void)saved;
}

// Optional: find-first. hutch_word_t may be 8 to 64 bits wide; a wider builtin finds the same lowest bit.
#define HUTCH_PORT_FIRST_SET(word) \
    ((unsigned)(sizeof(word) > 4 ? __builtin_ctzll(word) : __builtin_ctz((unsigned)(word))))

#define HUTCH_PORT_TRAP() __builtin_trap()

#endif
