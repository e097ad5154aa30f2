// SPDX-License-Identifier: MIT
// config.h - options set by a header of the user's, named in HUTCH_CONFIG_HEADER.
#define HUTCH_CFG_STATS 1
#define HUTCH_CFG_WORD_BITS 16
