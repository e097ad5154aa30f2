// SPDX-License-Identifier: MIT
// start.cpp - a pool of C++ objects: constructed, visited, destructed.
#include "hutch/hutch.hpp"

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
    while (rabbits::create(count) != nullptr) { // NULL: all 40 are live
        count++;
    }
    for (rabbit &it : rabbits()) {
        sum += it.x;
        rabbits::destroy(&it); // destroying inside the loop is fine
    }
    return count == 40 && sum == 780 && rabbits::live() == 0 ? 0 : 1;
}
