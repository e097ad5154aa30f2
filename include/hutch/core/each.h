// SPDX-License-Identifier: MIT
// each.h - one expansion for each pool of a list.
#ifndef HUTCH_EACH_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_EACH_H

// Expands do_(name, before, pool) for each pool, `before` being the one before it, hutch_smallest before the
// first; nothing for more than 12.
// clang-format off
#define HUTCH_EACH_(do_, name, ...)                                                                                    \
    HUTCH_EACH_PICK_(__VA_ARGS__, HUTCH_EACH_NONE_, HUTCH_EACH_NONE_, HUTCH_EACH_NONE_, HUTCH_EACH_NONE_,              \
                     HUTCH_EACH_12_, HUTCH_EACH_11_, HUTCH_EACH_10_, HUTCH_EACH_9_, HUTCH_EACH_8_, HUTCH_EACH_7_,      \
                     HUTCH_EACH_6_, HUTCH_EACH_5_, HUTCH_EACH_4_, HUTCH_EACH_3_, HUTCH_EACH_2_, HUTCH_EACH_1_, 0)      \
                     (do_, name, hutch_smallest, __VA_ARGS__)
#define HUTCH_EACH_PICK_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, pick, ...) pick
#define HUTCH_EACH_NONE_(do_, name, ...)
#define HUTCH_EACH_12_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_11_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_11_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_10_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_10_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_9_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_9_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_8_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_8_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_7_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_7_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_6_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_6_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_5_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_5_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_4_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_4_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_3_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_3_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_2_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_2_(do_, name, before, pool, ...) do_(name, before, pool) HUTCH_EACH_1_(do_, name, pool, __VA_ARGS__)
#define HUTCH_EACH_1_(do_, name, before, pool) do_(name, before, pool)
// clang-format on

#endif
