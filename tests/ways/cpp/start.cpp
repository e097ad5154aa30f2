// SPDX-License-Identifier: MIT
// start.cpp - a pool of C++ objects: constructed, visited, destructed.
#include "hutch/hutch.hpp"
#include <cstdio>

struct rabbit {
    explicit rabbit(int its_x) : x(its_x)
    {
    }
    int x;
};
using rabbits = hutch::pool<rabbit, 40>;

int main()
{
    int count = 0, sum = 0;
    rabbit *last = nullptr;
    while (rabbit *const made = rabbits::create(count)) { // null: all 40 are live
        last = made;
        count++;
    }
    for (rabbit &it : rabbits()) {
        sum += it.x;
        rabbits::destroy(&it); // destroying inside the loop is fine
    }
    std::printf("%d rabbits, sum %d, %u live\n", count, sum, rabbits::live());
    std::printf("again: %s\n", rabbits::destroy(last) ? "destroyed" : "refused");
    return 0;
}
