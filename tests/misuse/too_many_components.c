// SPDX-License-Identifier: MIT
// too_many_components.c - a prefab has 16 components at most: each has a bit in a word of 16.
// says: hutch_parts_has_more_components_than_HUTCH_COMPONENTS_MAX
#include "hutch/hutch.h"
#include "hutch/prefab.h"
#define FOUR                                                    \
    {NULL, NULL, 0, 0}, {NULL, NULL, 0, 0}, {NULL, NULL, 0, 0}, \
    {                                                           \
        NULL, NULL, 0, 0                                        \
    }
#ifdef WRONG
HUTCH_COMPONENTS(parts, FOUR, FOUR, FOUR, FOUR, {NULL, NULL, 0, 0});
#else
HUTCH_COMPONENTS(parts, FOUR, FOUR, FOUR, FOUR);
#endif
