// SPDX-License-Identifier: MIT
// stddef.h - for the prover: size_t is as wide as an address.
typedef PROVE_ADDRESS size_t;
#define NULL ((void *)0)
#define offsetof(type, field) 0 // only static assertions need it, and gcc has tested those
