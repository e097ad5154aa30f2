// SPDX-License-Identifier: MIT
// same.cpp - the same functions by HUTCH_POOL and by hutch::pool: their code must be the same.
#include "hutch/hutch.hpp"

struct rabbit {
    int x, speed;
};
typedef hutch::pool<rabbit, 64, void, LOCK> cpp;
HUTCH_POOL(c, rabbit, 64, HUTCH_OPTIONS(LOCK, NULL, NULL));

extern "C" {
rabbit *cpp_acquire();
rabbit *c_acquire_();
bool cpp_release(const rabbit *r);
bool c_release_(const rabbit *r);
unsigned cpp_index(const rabbit *r);
unsigned c_index_(const rabbit *r);
void cpp_walk();
void c_walk();

rabbit *cpp_acquire()
{
    return cpp::create();
}
rabbit *c_acquire_()
{
    return c_acquire();
}
bool cpp_release(const rabbit *r)
{
    return cpp::destroy(r);
}
bool c_release_(const rabbit *r)
{
    return c_release(r);
}
unsigned cpp_index(const rabbit *r)
{
    return cpp::index(r);
}
unsigned c_index_(const rabbit *r)
{
    return c_index(r);
}
void cpp_walk()
{
    for (rabbit &it : cpp()) {
        it.x += it.speed;
    }
}
void c_walk()
{
    HUTCH_FOREACH (rabbit, it, c) {
        it->x += it->speed;
    }
}
}
