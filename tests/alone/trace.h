// SPDX-License-Identifier: MIT
// trace.h - a configuration header: each event is told to the program.
#ifndef TRACE_H
#define TRACE_H

struct hutch_pool;
void trace_told(unsigned event, const struct hutch_pool *pool, unsigned index);

#define HUTCH_TRACE(event, pool, index) trace_told(event, pool, index)

#endif
