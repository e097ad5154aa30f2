// SPDX-License-Identifier: MIT
// main.cpp - what hutch.hpp promises, as a program: constructors, destructors, exceptions, handles, refs, range-for.
#include <complex.h> // its macro I, and other short names
#define T not_ours
#define N not_ours
#include "hutch/hutch.hpp"
#include "hutch/report.h"
#include "hutch/sizes.h"
#undef T
#undef N

#include <algorithm>
#include <cstdio>
#include <cstring>
#if __cplusplus >= 201703L
#    include <list>
#    include <memory_resource>
#    include <vector>
#endif

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
struct bullet {
    unsigned char x, y;
    float speed;
};
struct place {
    point at;
    unsigned level : 3;
};
struct shot {
    unsigned char lives;
    explicit shot(unsigned char its_lives) : lives(its_lives)
    {
    }
};
// An object that holds a weak ref to its own kind.
struct node;
typedef hutch::tracked_pool<node, 8> nodes;
struct node {
    nodes::weak next;
    int value;
};
// One that looks at its pool while it is made, and while it ends.
struct orc;
typedef hutch::tracked_pool<orc, 8, struct orc_tag, HUTCH_LOCK_IRQ> orcs;
struct orc {
    int hp;
    bool destroys_itself;
    explicit orc(bool does);
    orc(const orc &) = delete;
    orc &operator=(const orc &) = delete;
    ~orc();
};
// Constructors, and no destructor: it sees itself in its pool while it is made if the pool has no lock.
template <int Lock> struct spark {
    typedef hutch::pool<spark, 4, void, Lock> pool;
    bool was_live;
    spark() : was_live(pool::is_live(this))
    {
    }
};
namespace
{
HUTCH_POOL(hidden_points, point, 4);
}
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
HUTCH_ON_FAULT(fault)
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

static int unready, ended; // orcs that a walk saw while they were made or ended; destructors that ran
static void look_at_orcs(const orc *self)
{
    for (orc &it : orcs()) {
        unready += it.hp != 30;
    }
    unready += orcs::is_live(self);
}
orc::orc(bool does) : hp(0), destroys_itself(does)
{
    look_at_orcs(this);
    hp = 30;
}
orc::~orc()
{
    hp = 0;
    look_at_orcs(this);
    if (ended++ == 0 && destroys_itself) {
        orcs::destroy(this);
    }
}

static int sum_of_lives()
{
    int sum = 0;
    for (cat &it : cats()) {
        sum += it.lives;
    }
    return sum;
}

template <class Pool> static void iterators_are_forward(const char *sentence)
{
    typedef typename Pool::iterator iterator;
    const Pool pool = Pool();
    cat *made[4];
    for (int i = 0; i < 4; i++) {
        made[i] = Pool::create(10 + i);
    }
    Pool::destroy(made[0]);
    check((*pool.begin()).lives == 11 && pool.begin()->lives == 11, "begin is at the first live object");
    iterator it = pool.begin();
    while (it != pool.end() && it->lives != 12) {
        ++it;
    }
    check(it != pool.end() && &*it == made[2], "a loop that searches finds an object");
    const iterator before = it++;
    check(before->lives == 12 && it->lives == 13 && before != it && !(before == it),
          "++ behind an iterator returns where it was");
    iterator second = before;
    check(++second == it && ++second == pool.end() && second == iterator(), "two iterators go the same way");
    check(std::any_of(pool.begin(), pool.end(), [](const cat &one) { return one.lives == 13; }) &&
              !std::any_of(pool.begin(), pool.end(), [](const cat &one) { return one.lives == 10; }),
          "std::any_of");
    check(std::count_if(pool.begin(), pool.end(), [](const cat &one) { return one.lives > 11; }) == 2,
          "std::count_if");
    check(std::find_if(pool.begin(), pool.end(), [](const cat &one) { return one.lives == 12; }) == before &&
              std::find_if(pool.begin(), pool.end(), [](const cat &one) { return one.lives == 10; }) == pool.end(),
          "std::find_if");
    check(std::max_element(pool.begin(), pool.end(), [](const cat &one, const cat &other) {
              return one.lives < other.lives;
          })->lives == 13,
          "std::max_element, which keeps an iterator while another goes on");
    int visited = 0;
    for (it = pool.begin(); it != pool.end(); ++it) {
        visited = 100 * visited + it->lives;
        if (it->lives == 11) { // its own, one ahead, and a new one in a slot that is passed
            Pool::destroy(made[1]);
            Pool::destroy(made[2]);
            Pool::create(14);
        }
    }
    check(visited == 1113, "an iterator goes on from an object that was destroyed, as HUTCH_FOREACH does");
    for (cat &one : pool) {
        Pool::destroy(&one);
    }
    check(pool.begin() == pool.end() && alive == 0, sentence);
#if __cplusplus >= 202002L && defined(__cpp_lib_concepts)
    static_assert(std::forward_iterator<iterator>, "an iterator is what the library calls forward");
#endif
}

// Memory of several sizes for the standard library's containers.
#if __cplusplus >= 201703L
HUTCH_POOL_BLOCKS(small, 32, 12);
HUTCH_POOL_BLOCKS(large, 256, 2);
HUTCH_SIZES(mem, small, large);
HUTCH_SIZES_RESOURCE(mem);

static bool is_refused(size_t bytes, size_t alignment)
{
    try {
        (void)mem_resource.allocate(bytes, alignment);
    } catch (const std::bad_alloc &) {
        return true;
    }
    return false;
}

static void serves_containers()
{
    {
        std::pmr::list<int> numbers(&mem_resource);
        const std::pmr::vector<char> text(200, 'x', &mem_resource);
        for (int i = 0; i < 10; i++) {
            numbers.push_back(i);
        }
        check(small_live() >= 10 && large_live() == 1 && numbers.back() == 9 && text[199] == 'x',
              "containers live in the pools");
        check(is_refused(257, 1), "more than the largest block throws bad_alloc");
        check(is_refused(1, 256), "so does a larger alignment than that of the blocks");
    }
    check(small_live() == 0 && large_live() == 0, "containers give their blocks back");
    check(mem_resource.is_equal(mem_resource), "a resource is itself");
}
#else
static void serves_containers()
{
}
#endif

int main()
{
    serves_containers();
    check(alive == 0 && cats::live() == 0, "nothing is constructed before main");

    cat *const first = cats::create(9);
    check(first != nullptr && first->lives == 9 && alive == 1 && cats::is_live(first), "create constructs");
    check(cats::containing(&first->lives) == first && cats::containing(&alive) == nullptr, "a member leads to its object");
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
    iterators_are_forward<cats>("an empty pool has no objects to visit");
    iterators_are_forward<others>("also with a lock");
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
#if HUTCH_CFG_CHECK >= 2
    {
        cats::handle stale = cats::make(1), moved;
        cats::clear();
        while (cats::create(5) != nullptr) { // until the slot has a new object
        }
        const unsigned faults_before = faults;
        moved = static_cast<cats::handle &&>(stale);
        moved.reset();
        check(faults == faults_before + 1 && cats::live() == cats::capacity(),
              "a debug build finds a handle whose object has gone, and leaves the next one alone");
        faults = faults_before;
        cats::clear();
    }
#endif

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
    const bullet *const b = hutch::pool<bullet, 8>::create(10, 20, 2);
    check(b->x == 10 && b->y == 20 && b->speed > 1 && b->speed < 3,
          "a plain struct converts what it is given");
    const place *const there = hutch::pool<place, 8>::create(1, 2, 3);
    check(there->at.y == 2 && there->level == 3, "also in the structs that it holds, and in bit-fields");
    const point one_two = {1, 2};
    check(hutch::pool<place, 8>::create(one_two, 3)->at.x == 1 &&
              hutch::pool<place, 8>::create(one_two)->level == 0,
          "or a whole one, or only the first members");
    check(hutch::pool<shot, 8>::create(9)->lives == 9, "a constructor converts what it is given");
#if __cplusplus >= 201402L
    struct with_defaults {
        int x = 1, y = 2;
    };
    check(hutch::pool<with_defaults, 8>::create(7, 8)->y == 8 &&
              hutch::pool<with_defaults, 8>::create()->x == 1,
          "members may have defaults");
#endif
    node *const tail = nodes::create(nodes::weak{0}, 2), *const head = nodes::create(nodes::ref(tail), 1);
    check(nodes::deref(head->next)->value == 2, "an object may hold a ref to its own kind");
    typedef spark<HUTCH_LOCK_NONE> unlocked;
    typedef spark<HUTCH_LOCK_IRQ> locked;
    check(unlocked::pool::create()->was_live && unlocked::pool::descriptor()->has_marks == 0,
          "constructors without a destructor and a lock cost no marks");
    check(!locked::pool::create()->was_live && locked::pool::live() == 1,
          "in a pool with a lock an object is live when it is constructed, and not before");
    unlocked::pool::clear();
    check(unlocked::pool::live() == 0 && unlocked::pool::create() != nullptr, "such a pool can be cleared");
    check(hidden_points_acquire() != nullptr, "a pool may be in an anonymous namespace");

    orc *const grunt = orcs::create(true);
    orcs::create(false);
    const orcs::weak grunts = orcs::ref(grunt);
    const unsigned faults_before = faults;
    check(orcs::destroy(grunt) && ended == 1, "a destructor that destroys its object is not run again");
    check(faults == faults_before + 1, "and that is a fault");
    faults = faults_before;
    check(unready == 0 && orcs::deref(grunts) == nullptr,
          "nobody sees an object that is half made or half gone");
    hutch_clear(orcs::descriptor());
    check(ended == 2 && orcs::live() == 0, "functions of C run destructors, too");

    for (int i = 1; i <= 4; i++) {
        cats::create(i);
    }
    int odd = 1;
    check(cats::release_if([odd](const cat &it) { return it.lives % 2 == odd; }) == 2 && cats::live() == 2 &&
              sum_of_lives() == 6,
          "release_if destroys what it is told to");
    cats::clear();

    check(points::capacity() == 40 && points::at(0) != nullptr && hutch_check(points::descriptor()),
          "the pool is sound");
    check(is_named(cats::descriptor(), "cat") && is_named(others::descriptor(), "other_tag"),
          "a pool is named by its type, or by its tag");
    check(faults == 1, "nothing else was a fault");
    hutch_snapshot(print, nullptr);
    return failed;
}
