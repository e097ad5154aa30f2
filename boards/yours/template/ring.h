// SPDX-License-Identifier: MIT
// ring.h - what the example's tests are about: a ring of bytes.
#include <stdbool.h>

enum { RING_BYTES = 8 };

/// @return false if the ring is full: nothing changes then
bool ring_put(unsigned char byte);

/// @return false if the ring is empty: *byte is as it was then
bool ring_take(unsigned char *byte);
