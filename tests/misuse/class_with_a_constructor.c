// SPDX-License-Identifier: MIT
// class_with_a_constructor.c - a slot is zeroed memory: nobody would run a constructor or a destructor.
// languages: c++
// says: pool cats holds plain structs only: for a class with a constructor or destructor write hutch::pool<cat, capacity> of hutch.hpp
#include "hutch/hutch.h"
struct cat {
#ifdef WRONG
    cat() : lives(9)
    {
    }
    ~cat()
    {
    }
#endif
    int lives;
};
HUTCH_POOL(cats, cat, 8);
bool bury(const cat *dead);
bool bury(const cat *dead)
{
    return cats_release(dead);
}
