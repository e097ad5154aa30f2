// SPDX-License-Identifier: MIT
// host/hutch_port.h - for the sweep on a PC: a mask that its stepped interrupts respect, see rig.c.
#ifndef HUTCH_PORT_H
#define HUTCH_PORT_H

typedef unsigned hutch_port_state_t;

extern volatile unsigned rig_mask_state;         // 1: nothing lands
extern volatile unsigned rig_comes_on_unmasking; // 1: something would have

static inline hutch_port_state_t hutch_port_enter(void)
{
    const hutch_port_state_t saved = rig_mask_state;
    rig_mask_state = 1;
    __asm__ volatile("" : : : "memory");
    return saved;
}

static inline void hutch_port_exit(hutch_port_state_t saved)
{
    __asm__ volatile("" : : : "memory");
    rig_mask_state = saved;
    if (rig_comes_on_unmasking && saved == 0) {
        __asm__ volatile("int3" : : : "memory");
    }
}

#define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctzll(word))

#endif
