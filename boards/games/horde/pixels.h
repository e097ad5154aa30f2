// SPDX-License-Identifier: MIT
// pixels.h - lets a picture stand in the source as rows of digits.
#ifndef HORDE_PIXELS_H
#define HORDE_PIXELS_H

/// Four pixels of two bits as one byte, the first in the top bits. The 1 in front keeps digits from being
/// octal.
#define P(digits) \
    (1##digits / 1000 % 10 << 6 | 1##digits / 100 % 10 << 4 | 1##digits / 10 % 10 << 2 | 1##digits % 10)

#endif
