// SPDX-License-Identifier: MIT
// web.h - what the page calls in the WebAssembly module, and the one function that it gives.
//
// Pools are numbered as hutch_listed_pool lists them. What an address points to, the page reads in the
// module's memory.
#ifndef HUTCH_WEB_H
#define HUTCH_WEB_H

#include "hutch/hutch.h"
#include "hutch/stats.h"
#include "console.h"

/// Given by the page: takes one character of the log.
__attribute__((import_module("page"), import_name("put_char"))) void web_put_char(int c);

// --------------------------------------------------------------------------------------- board.c, console.c

WEB_EXPORT(hold) void web_hold(unsigned buttons);       // holds these buttons from now on
WEB_EXPORT(picture) const uint32_t *web_picture(void);  // 160 rows of 240 pixels, red in the lowest byte
WEB_EXPORT(has_voice) unsigned web_has_voice(unsigned); // whether the board has a voice of this number

// ----------------------------------------------- boards/games/<game>/web/: its main.c, and fields of objects

/// A field of a pool's objects, or of what the game keeps beside a pool of numbers.
struct web_field {
    const struct hutch_pool *pool;
    const char *type; // what is stored in it, or beside it
    const char *name; // NULL in the row after the last
    uint16_t offset;
    uint8_t bytes;
    bool is_signed;
};

WEB_EXPORT(start) void web_start(void);
WEB_EXPORT(frame) void web_frame(void); // plays and draws one frame, with the buttons that are held
WEB_EXPORT(frames) unsigned long web_frames(void);
WEB_EXPORT(score) uint32_t web_score(void);
WEB_EXPORT(checksum) uint32_t web_checksum(void);
WEB_EXPORT(report) void web_report(void); // writes hutch's report into the log
WEB_EXPORT(fields) const struct web_field *web_fields(void);

/// Lowers the capacity of a pool: it hands out no slot while so many are live. Not 0.
WEB_EXPORT(limit) void web_limit(unsigned number, unsigned slots);

/// Returns what the game keeps for a number of a pool without storage.
const void *web_object_of_number(const struct hutch_pool *pool, unsigned number);

// -------------------------------------------------------------------------------------- pools.c: any program

WEB_EXPORT(pool) const struct hutch_pool *web_pool(unsigned number); // NULL after the last
WEB_EXPORT(pool_name) const char *web_pool_name(unsigned number);
WEB_EXPORT(pool_has_slots) bool web_pool_has_slots(unsigned number); // no: a pool of numbers
WEB_EXPORT(pool_capacity) unsigned web_pool_capacity(unsigned number);
WEB_EXPORT(pool_live) unsigned web_pool_live(unsigned number);
WEB_EXPORT(pool_peak) unsigned web_pool_peak(unsigned number);
WEB_EXPORT(pool_refused) unsigned web_pool_refused(unsigned number);
WEB_EXPORT(pool_is_live) bool web_pool_is_live(unsigned number, unsigned slot);
WEB_EXPORT(pool_object) const void *web_pool_object(unsigned number, unsigned slot);

/// The bitmap: its words, how many those of the slots are, and how many with all summaries.
WEB_EXPORT(pool_words) const hutch_word_t *web_pool_words(unsigned number);
WEB_EXPORT(pool_leaf_words) unsigned web_pool_leaf_words(unsigned number);
WEB_EXPORT(pool_all_words) unsigned web_pool_all_words(unsigned number);

/// Returns the RAM of the objects and the bitmap, if the pool had this capacity.
WEB_EXPORT(pool_bytes) unsigned web_pool_bytes(unsigned number, unsigned capacity);

/// With HUTCH_CFG_STATS 2: the tick of a slot's last acquire or release, 0 for none; and hutch_sizing.
WEB_EXPORT(pool_changed_at) unsigned long web_pool_changed_at(unsigned number, unsigned slot);
WEB_EXPORT(pool_advice) const struct hutch_advice *web_pool_advice(unsigned number);

#endif
