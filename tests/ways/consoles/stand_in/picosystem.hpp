// SPDX-License-Identifier: MIT
// picosystem.hpp - of the PicoSystem's library, what picosystem.cpp uses; and the console that calls it.
#include "console.h"

void init();
void update(uint32_t tick);
void draw(uint32_t tick);

namespace picosystem
{
enum button { A = 18 };
inline bool pressed(uint32_t)
{
    return console_is_pressed();
}
inline void pen(uint8_t, uint8_t, uint8_t)
{
}
inline void clear()
{
}
inline void frect(int32_t x, int32_t, int32_t, int32_t)
{
    console_show((int)x);
}
} // namespace picosystem

int main()
{
    init();
    for (;;) {
        update(console_frame);
        draw(console_frame);
        console_end();
    }
}
