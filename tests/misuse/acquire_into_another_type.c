// SPDX-License-Identifier: MIT
// acquire_into_another_type.c - a typed acquire answers with its own pool's objects.
// says: incompatible pointer type | cannot convert | cannot initialize
#include "hutch/hutch.h"
struct cat {
    int lives;
};
struct dog {
    int bones;
};
HUTCH_POOL(cats, struct cat, 8);
bool adopt(void);
bool adopt(void)
{
#ifdef WRONG
    struct dog *animal = cats_acquire();
#else
    struct cat *animal = cats_acquire();
#endif
    return animal != NULL;
}
