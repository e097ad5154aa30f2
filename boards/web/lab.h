// SPDX-License-Identifier: MIT
// lab.h - what the page calls in the two modules of the lab, besides pools.c.
#ifndef HUTCH_WEB_LAB_H
#define HUTCH_WEB_LAB_H

#include "web.h"

/// Takes another pool, by its number in the list, and empties it.
WEB_EXPORT(lab_begin) void lab_begin(unsigned number);

/// Returns the slot, or -1: the pool is full.
WEB_EXPORT(lab_acquire) int lab_acquire(void);

/// Releases the crate in hand, whether it is live or not.
WEB_EXPORT(lab_release) bool lab_release(void);

/// Acquires until the pool is full; returns how many.
WEB_EXPORT(lab_fill) unsigned lab_fill(void);

WEB_EXPORT(lab_clear) void lab_clear(void);
WEB_EXPORT(lab_check) bool lab_check(void);

/// Keeps a pointer and a ref to the crate in hand.
WEB_EXPORT(lab_keep) void lab_keep(void);

/// Returns the slot that the kept ref leads to, or -1: its crate is gone.
WEB_EXPORT(lab_deref) int lab_deref(void);

WEB_EXPORT(lab_release_null) bool lab_release_null(void);
WEB_EXPORT(lab_release_member) bool lab_release_member(void);

/// Writes through the kept pointer, whether its crate is live or not.
WEB_EXPORT(lab_write_kept) void lab_write_kept(void);

/// Writes one word past the end of the crate in hand. Returns false and writes nothing in the last slot.
WEB_EXPORT(lab_overrun) bool lab_overrun(void);

/// Return the slot of the crate in hand, and of the kept one; -1: none.
WEB_EXPORT(lab_in_hand) int lab_in_hand(void);
WEB_EXPORT(lab_kept) int lab_kept(void);

/// Takes the crate of a slot in hand, whether it is live or not.
WEB_EXPORT(lab_choose) void lab_choose(unsigned slot);

/// Whether a slot's words are what its owner wrote.
WEB_EXPORT(lab_is_intact) bool lab_is_intact(unsigned slot);

#endif
