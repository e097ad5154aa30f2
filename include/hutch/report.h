// SPDX-License-Identifier: MIT
// report.h - the list of a program's pools, a table of how full they are, and lines that tools read.
//
// There are three ways to list pools: not at all (the default, which costs nothing), by name,
//
//   HUTCH_POOL_LIST(&rabbits_pool, &bullets_pool);      once in a program, at file scope
//
// or all of them, by the linker, with HUTCH_CFG_REGISTER 1. No linker script is needed.
#ifndef HUTCH_REPORT_H
#define HUTCH_REPORT_H

#include "hutch.h" // IWYU pragma: export

HUTCH_BEGIN_DECLS

extern const struct hutch_pool *const *const hutch_pool_list;
extern const unsigned hutch_pool_list_length;

HUTCH_SEEK_IN_PROGRAM_(hutch_pool_list);

/// Lists the pools of a program, for hutch_report and hutch_owner.
#undef HUTCH_POOL_LIST
#define HUTCH_POOL_LIST(...)                                                                        \
    HUTCH_OF_PROGRAM_(const unsigned hutch_pool_list_of_program, hutch_pool_list_length)            \
    static const struct hutch_pool *const hutch_listed_pools_[] = {__VA_ARGS__};                    \
    HUTCH_EXTERN_CONST const struct hutch_pool *const *const hutch_pool_list = hutch_listed_pools_; \
    HUTCH_EXTERN_CONST const unsigned hutch_pool_list_length =                                      \
        sizeof(hutch_listed_pools_) / sizeof(hutch_listed_pools_[0]);                               \
    HUTCH_TAKE_SEMICOLON

/// Returns a listed pool by its number.
/// @param  number  0, 1, 2 ...
/// @return the pool; NULL after the last one
/// @time   one load
/// @isr    any context
/// @fault  none
const struct hutch_pool *hutch_listed_pool(unsigned number) HUTCH_ABI(hutch_listed_pool);

/// Writes a table of the listed pools: live, peak, capacity, refused, bytes, and a strip of the bitmap. A
/// last line counts the faults that the default handler received, if there are any: then the program has no
/// handler of its own, or that passed them on.
/// @param  put_char  called for each character
/// @param  context   passed on to put_char
/// @return nothing
/// @time   a few hundred instructions per pool, and put_char
/// @isr    one context at a time
/// @fault  none
void hutch_report(void (*put_char)(char c, void *context), void *context) HUTCH_ABI(hutch_report);

/// Writes a line for each live object of a pool, in ascending order: who holds them. `packets[3] 0x20000130`,
/// and in debug builds ` acquired at 0x80, 28 ticks ago`: the return address of the call, and its age. With a
/// port that has HUTCH_PORT_WHO the task stands between: ` acquired at 0x80 by radio, 28 ticks ago`.
/// Needs no list. What is live during the whole call is written. While other contexts acquire and release,
/// a line may be of an object that is released by then, and its site of the slot's next one.
/// @param  pool      any pool; of a pool of numbers no addresses are written
/// @param  put_char  called for each character, outside the pool's lock
/// @param  context   passed on to put_char
/// @return nothing
/// @time   a few hundred instructions and put_char per live object, and one read per bitmap word
/// @isr    any context; the bitmap is read word by word, nothing is masked
/// @fault  none
void hutch_report_live(const struct hutch_pool *pool, void (*put_char)(char c, void *context), void *context)
    HUTCH_ABI(hutch_report_live);

/// Writes the present state of the listed pools, one line each: name, live slots, capacity, peak, refused,
/// and hutch_tick(). Called regularly, its output is what src/tools/hutch-top shows and hutch-trace draws;
/// src/hutch_snapshot.c describes the format.
/// @param  put_char  called for each character
/// @param  context   passed on to put_char
/// @return nothing
/// @time   a few hundred instructions per pool, a dozen per four slots, and put_char
/// @isr    any context; the words of a bitmap are read one after another
/// @fault  none
void hutch_snapshot(void (*put_char)(char c, void *context), void *context) HUTCH_ABI(hutch_snapshot);

HUTCH_END_DECLS

#endif
