// SPDX-License-Identifier: MIT
// defined_with_another_type.c - header and source file agree on the type.
// says: conflicting types | conflicting declaration
// says: ambiguating new declaration | differ only in their return type
#include "hutch/hutch.h"
struct cat {
    int lives;
};
struct dog {
    int bones;
};
HUTCH_POOL_DECLARE(things, struct cat, 8);
#ifdef WRONG
HUTCH_POOL_DEFINE(things, struct dog, 8);
#else
HUTCH_POOL_DEFINE(things, struct cat, 8);
#endif
