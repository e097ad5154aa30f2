// SPDX-License-Identifier: MIT
// butano.cpp - bullets on a Game Boy Advance, with Butano: objects that own a sprite, in a pool of objects.
#include "bn_core.h"
#include "bn_keypad.h"
#include "bn_sprite_items_dot.h"
#include "bn_sprite_ptr.h"

#include "hutch/hutch.hpp"

class bullet
{
  public:
    bullet(int x, int y) : sprite_(bn::sprite_items::dot.create_sprite(x, y)), x_(x)
    {
    }
    bool fly() // false: it has left the screen
    {
        x_ += 3;
        sprite_.set_x(x_);
        return x_ < 120;
    }

  private:
    bn::sprite_ptr sprite_; // ends with the bullet
    int x_;
};
using bullets = hutch::pool<bullet, 16>;

int main()
{
    bn::core::init();
    while (true) {
        if (bn::keypad::a_pressed()) {
            bullets::create(-120, 0); // NULL: all sixteen are in the air, and nothing is constructed
        }
        for (bullet &it : bullets()) {
            if (!it.fly()) {
                bullets::destroy(&it); // destroying inside the loop is fine
            }
        }
        bn::core::update();
    }
}
