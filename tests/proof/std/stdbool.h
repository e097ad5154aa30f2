// SPDX-License-Identifier: MIT
// stdbool.h - for the prover: bool.
#define bool _Bool
#define true 1
#define false 0
