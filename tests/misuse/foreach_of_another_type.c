// SPDX-License-Identifier: MIT
// foreach_of_another_type.c - a walk visits its own pool's objects.
// says: incompatible pointer type | cannot convert | cannot initialize
#include "hutch/hutch.h"
struct cat {
    int lives;
};
struct dog {
    int bones;
};
HUTCH_POOL(cats, struct cat, 8);
HUTCH_POOL(dogs, struct dog, 8);
int count(void);
int count(void)
{
    int sum = cats_live() == dogs_live() ? 1 : 0;
#ifdef WRONG
    HUTCH_FOREACH (struct dog, dog, cats) {
#else
    HUTCH_FOREACH (struct dog, dog, dogs) {
#endif
        sum += dog->bones;
    }
    return sum;
}
