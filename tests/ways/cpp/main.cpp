// SPDX-License-Identifier: MIT
// main.cpp - what hutch.hpp promises, as a program: constructors, destructors, exceptions, handles, refs, range-for.
#include "hutch/hutch.hpp"

#include <cstdio>
#include <cstring>

static int alive; // constructed and not yet destructed
static bool is_bad;

struct cat {
    int lives;
    explicit cat(int its_lives) : lives(its_lives)
    {
        if (is_bad) {
            throw 7;
        }
        alive++;
    }
    cat(const cat &) = delete;
    cat &operator=(const cat &) = delete;
    ~cat()
    {
        alive--;
    }
};
struct proxy : cat {
    using cat::cat;
    proxy *operator&()
    {
        return nullptr;
    }
};
struct point {
    int x, y;
};
typedef hutch::pool<cat, 4> cats;
typedef hutch::pool<cat, 4, struct other_tag, HUTCH_LOCK_IRQ> others;
typedef hutch::pool<point, 40> points;
typedef hutch::pool<proxy, 4> proxies;
typedef hutch::tracked_pool<cat, 4, struct foe_tag> foes;
typedef hutch::pool<unsigned long, 40> a_name_with_spaces;
HUTCH_POOL_LIST(cats::descriptor(), others::descriptor(), points::descriptor(), foes::descriptor(),
                a_name_with_spaces::descriptor());

static unsigned faults, last_fault;
static const void *last_pool;
extern "C" void hutch_on_fault(const struct hutch_fault *fault)
{
    faults++;
    last_fault = fault->code;
    last_pool = fault->pool;
}

static int failed;
static void check(bool claim, const char *sentence)
{
    if (!claim) {
        std::printf("wrong: %s\n", sentence);
        failed = 1;
    }
}

static void print(char c, void *)
{
    std::putchar(c);
}

static bool is_named(const hutch_pool *pool, const char *name)
{
    return std::strcmp(pool->identity->name, name) == 0;
}

static int sum_of_lives()
{
    int sum = 0;
    for (cat &it : cats()) {
        sum += it.lives;
    }
    return sum;
}

int main()
{
    check(alive == 0 && cats::live() == 0, "nothing is constructed before main");

    cat *const first = cats::create(9);
    check(first != nullptr && first->lives == 9 && alive == 1 && cats::is_live(first), "create constructs");
    check(cats::destroy(first) && alive == 0 && !cats::is_live(first), "destroy destructs");
    check(!cats::destroy(first) && alive == 0 && last_fault == HUTCH_FAULT_DOUBLE_RELEASE && faults == 1,
          "a second destroy destructs nothing and is reported");
    check(last_pool != nullptr, "the fault names the pool");

    for (int i = 1; i <= 4; i++) {
        cats::create(i);
    }
    check(cats::create(5) == nullptr && alive == 4, "a full pool gives nullptr and constructs nothing");
    check(sum_of_lives() == 10, "range-for visits every live object");
    for (cat &it : cats()) {
        if (it.lives % 2 == 0) {
            cats::destroy(&it);
        }
    }
    check(sum_of_lives() == 4 && alive == 2, "the body of a range-for may destroy its object");
    check(others::live() == 0, "pools with different tags are different pools");
    cats::clear();
    check(alive == 0 && cats::live() == 0, "clear destructs");
    proxies::create(1);
    proxies::create(2);
    proxies::clear();
    check(alive == 0 && proxies::live() == 0, "clear destructs objects whose type has an operator&");

    is_bad = true;
    bool is_caught = false;
    try {
        cats::create(1);
    } catch (int) {
        is_caught = true;
    }
    is_bad = false;
    check(is_caught && cats::live() == 0 && alive == 0, "an exception of a constructor gives the slot back");

    {
        cats::handle one = cats::make(3), two;
        check(one && one->lives == 3 && !two, "a handle owns its object");
        two = static_cast<cats::handle &&>(one);
        check(!one && (*two).lives == 3 && cats::live() == 1, "a handle moves");
        two = cats::make(4);
        check(two->lives == 4 && cats::live() == 1 && alive == 1,
              "a handle that is assigned destroys what it had");
    }
    check(cats::live() == 0 && alive == 0, "a handle destroys its object at the end of its scope");

    cat *const foe = foes::create(1);
    const foes::weak ref = foes::ref(foe), none = {0};
    check(foes::deref(ref) == foe && ref != none && foes::deref(none) == nullptr, "a ref finds its object");
    foes::destroy(foe);
    foes::create(2);
    check(foes::deref(ref) == nullptr, "a ref of a destroyed object finds nothing");

    point *const p = points::create(1, 2);
    check(p->x == 1 && p->y == 2, "a plain struct is set member by member");
    points::destroy(p);
#if HUTCH_CFG_CHECK < 2
    check(points::create() == p && p->x == 1, "without arguments a plain struct is left as it is");
#endif
    check(points::capacity() == 40 && points::at(0) != nullptr && hutch_check(points::descriptor()),
          "the pool is sound");
    check(is_named(cats::descriptor(), "cat") && is_named(others::descriptor(), "other_tag"),
          "a pool is named by its type, or by its tag");
    check(faults == 1, "nothing else was a fault");
    hutch_snapshot(print, nullptr);
    return failed;
}
