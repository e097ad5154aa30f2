// SPDX-License-Identifier: MIT
// policy_with_a_plain_port.c - a policy nests critical sections, so the port's exit must restore; in debug
// builds it does.
// says: hutch_policy_fade_nests_critical_sections_so_HUTCH_PORT_EXIT_ENABLES_must_be_0
#define HUTCH_PORT_EXIT_ENABLES 1
#ifndef WRONG
#    define HUTCH_CFG_CHECK 2
#endif
#include "hutch/hutch.h"
#include "hutch/policy.h"
HUTCH_POLICY_OLDEST(fade, 8);
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, &fade, NULL));
