// SPDX-License-Identifier: MIT
// keys.c - keys from a terminal of this machine, one by one. No stdio: that would bring an allocator in.
#include "keys.h"
#include "board.h"

#include <stdbool.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static bool is_raw;

void keys_open(void)
{
    struct termios raw;
    is_raw = tcgetattr(0, &before) == 0;
    if (is_raw) {
        raw = before;
        raw.c_lflag &= (tcflag_t) ~(tcflag_t)(ICANON | ECHO);
        tcsetattr(0, TCSANOW, &raw);
    }
}

int keys_read(void)
{
    unsigned char key;
    return read(0, &key, 1) == 1 ? key : -1;
}

void keys_close(void)
{
    if (is_raw) {
        tcsetattr(0, TCSANOW, &before);
    }
}

void board_put_char(char c)
{
    while (write(1, &c, 1) == 0) {}
}

void board_exit(int code)
{
    _exit(code);
}
