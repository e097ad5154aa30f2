// SPDX-License-Identifier: MIT
// config.h - every option of hutch, with its default and its range.
//
// No option needs to be set. Set one with -DHUTCH_CFG_X=n, or in a header of your own that is named by
// -DHUTCH_CONFIG_HEADER='"my_hutch_config.h"'; never by editing this file. Every file of a program must see
// the same values.
#ifndef HUTCH_CONFIG_H
#define HUTCH_CONFIG_H

#ifdef HUTCH_CONFIG_HEADER
#    include HUTCH_CONFIG_HEADER
#endif
#include "hutch_port.h" // found by -I port/<cpu>; may set the default of HUTCH_CFG_WORD_BITS

// HUTCH_CFG_CHECK: how much is checked. 0 = bare: release trusts its caller. 1 = a wrong release (NULL,
// foreign, misaligned, double) changes nothing, is reported and answers false, in constant time.
#ifndef HUTCH_CFG_CHECK
#    define HUTCH_CFG_CHECK 1
#endif
#if HUTCH_CFG_CHECK < 0 || HUTCH_CFG_CHECK > 1
#    error "HUTCH_CFG_CHECK must be 0 (bare) or 1 (checked)"
#endif

// HUTCH_CFG_STATS: 1 = each pool keeps its peak and its count of refused acquires. 6 to 8 bytes of RAM a pool
// and one compare an acquire.
#ifndef HUTCH_CFG_STATS
#    define HUTCH_CFG_STATS 0
#endif
#if HUTCH_CFG_STATS < 0 || HUTCH_CFG_STATS > 1
#    error "HUTCH_CFG_STATS must be 0 or 1"
#endif

// HUTCH_CFG_REGISTER: 1 = every pool enters itself into the linker section "hutch_pools", which report and
// owner look-up then read; needs GNU ld or lld, no linker script. 0 = only pools named in HUTCH_POOL_LIST are
// listed.
#ifndef HUTCH_CFG_REGISTER
#    define HUTCH_CFG_REGISTER 0
#endif
#if HUTCH_CFG_REGISTER < 0 || HUTCH_CFG_REGISTER > 1
#    error "HUTCH_CFG_REGISTER must be 0 or 1"
#endif

// HUTCH_CFG_WORD_BITS: bits in one word of the bitmap: 8, 16, 32 or 64. It must be a width that the CPU loads
// and stores in one instruction. The port knows the best.
#ifndef HUTCH_CFG_WORD_BITS
#    ifdef HUTCH_PORT_WORD_BITS
#        define HUTCH_CFG_WORD_BITS HUTCH_PORT_WORD_BITS
#    else
#        define HUTCH_CFG_WORD_BITS 32
#    endif
#endif
#if HUTCH_CFG_WORD_BITS != 8 && HUTCH_CFG_WORD_BITS != 16 && HUTCH_CFG_WORD_BITS != 32 && \
    HUTCH_CFG_WORD_BITS != 64
#    error "HUTCH_CFG_WORD_BITS must be 8, 16, 32 or 64"
#endif

#endif
