// SPDX-License-Identifier: MIT
// picosystem.hpp - of the PicoSystem's library, what picosystem.cpp uses; and the console that calls it.
#include "console.h"

void init();
void update(uint32_t tick);
void draw(uint32_t tick);

namespace picosystem
{
enum { A };
inline bool pressed(int)
{
    return console_is_pressed();
}
inline void pen(int, int, int)
{
}
inline void clear()
{
}
inline void frect(int x, int, int, int)
{
    console_show(x);
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
