// SPDX-License-Identifier: MIT
// cats.cpp - a program of a project without C.
#include "hutch/hutch.hpp"

struct cat {
    int lives;
    explicit cat(int its_lives) : lives(its_lives)
    {
    }
};
static hutch::pool<cat, 4> cats;

int main()
{
    cat *const tom = cats.create(9);
    return tom->lives == 9 && cats.destroy(tom) && cats.live() == 0 ? 0 : 1;
}
