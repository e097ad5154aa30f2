// SPDX-License-Identifier: MIT
// zeroed.h - what zeroed.c wants done before anything else has run.
#ifndef ZEROED_H
#define ZEROED_H

/// Acquires from a pool. On a host it runs by itself, before main; elsewhere main calls it before board_init.
void zeroed_acquire_early(void);

#endif
