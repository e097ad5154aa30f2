// SPDX-License-Identifier: MIT
// release_of_another_type.c - a typed release takes its own pool's objects.
// says: incompatible pointer type | cannot convert | no known conversion | no matching function
#include "hutch/hutch.h"
struct cat {
    int lives;
};
struct dog {
    int bones;
};
HUTCH_POOL(cats, struct cat, 8);
HUTCH_POOL(dogs, struct dog, 8);
bool bury(struct cat *cat, struct dog *dog);
bool bury(struct cat *cat, struct dog *dog)
{
#ifdef WRONG
    return cats_release(dog) && dogs_release(dog) && cat != NULL;
#else
    return cats_release(cat) && dogs_release(dog);
#endif
}
