// SPDX-License-Identifier: MIT
// bn_core.h - of Butano, what butano.cpp uses.
#ifndef BN_CORE_H
#define BN_CORE_H

#include "console.h"

namespace bn
{
struct screen {
    static int *places()
    {
        static int all[128];
        return all;
    }
    static bool *are_shown()
    {
        static bool all[128];
        return all;
    }
};
class sprite_ptr // the real one may be copied, too
{
  public:
    sprite_ptr(int x, int) : number_(0)
    {
        while (screen::are_shown()[number_]) {
            number_++;
        }
        screen::are_shown()[number_] = true;
        set_x(x);
    }
    sprite_ptr(const sprite_ptr &) = delete;
    sprite_ptr &operator=(const sprite_ptr &) = delete;
    ~sprite_ptr()
    {
        screen::are_shown()[number_] = false;
    }
    void set_x(int x)
    {
        screen::places()[number_] = x;
    }

  private:
    int number_;
};
struct sprite_item {
    sprite_ptr create_sprite(int x, int y) const
    {
        return sprite_ptr(x, y);
    }
};
namespace sprite_items
{
constexpr sprite_item dot;
}
namespace keypad
{
inline bool a_pressed()
{
    return console_is_pressed();
}
} // namespace keypad
namespace core
{
inline void init()
{
}
inline void update()
{
    for (int i = 0; i < 128; i++) {
        if (screen::are_shown()[i]) {
            console_show(screen::places()[i]);
        }
    }
    console_end();
}
} // namespace core
} // namespace bn

#endif
