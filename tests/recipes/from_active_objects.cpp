// SPDX-License-Identifier: MIT
// from_active_objects.cpp - from C++ objects that end themselves, `move() { ... active = false; }`: move()
// returns whether the object goes on, and the loop destroys it.

#include "recipe.h"

#include "hutch/hutch.hpp"

static unsigned faults;

HUTCH_ON_FAULT()
{
    faults++;
}

// ---- Wrong: the object destroys itself and goes on. Its slot may have another owner by then: its splinter.

class wrong_shot
{
    typedef hutch::pool<wrong_shot, 4> pool;

  public:
    int x, speed;
    wrong_shot(int x_, int speed_) : x(x_), speed(speed_)
    {
    }
    void move()
    {
        x += speed;
        if (x > 16) {
            pool::destroy(this); // where `active = false` was
            pool::create(16, -1);
            speed = 0; // harmless with a flag
        }
    }
};

static void show_wrong()
{
    typedef hutch::pool<wrong_shot, 4> shots;
    shots::create(16, 8)->move();
    int speed = 1;
    for (const wrong_shot &splinter : shots()) {
        speed = splinter.speed;
    }
    // Release build: the splinter hangs in the air. Debug build: it has another slot, and the write is found.
    SHOW(speed == (HUTCH_CFG_CHECK < 2 ? 0 : -1));
    SHOW(hutch_check(shots::descriptor()) == (HUTCH_CFG_CHECK < 2));
}

// ---- Right: the body of the loop is the only place that ends a shot

class shot
{
    int x_, speed_;

  public:
    shot(int x, int speed) : x_(x), speed_(speed)
    {
    }
    bool move() // false: it has left the screen
    {
        x_ += speed_;
        return x_ >= 0 && x_ <= 16;
    }
    int x() const
    {
        return x_;
    }
};
typedef hutch::pool<shot, 4> shots;

static void step()
{
    for (shot &it : shots()) {
        if (!it.move()) {
            const int x = it.x();
            shots::destroy(&it);
            shots::create(x > 16 ? 16 : 0, -1);
        }
    }
}

int main()
{
    show_wrong();
    faults = 0;
    SHOW(shots::create(16, 8) != nullptr);
    step();
    for (const shot &it : shots()) {
        SHOW(it.x() == 16 || it.x() == 15); // 15: a splinter in a later slot moves in the same walk
    }
    SHOW(shots::live() == 1 && faults == 0 && hutch_check(shots::descriptor()));
    return 0;
}
