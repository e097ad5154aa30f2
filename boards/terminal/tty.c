// SPDX-License-Identifier: MIT
// tty.c - raw mode by termios, and its undoing in signal handlers by calls that are safe there.
#include "tty.h"
#include "keys.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static int terminal = -1; // apart from standard input and output, which may be pipes
static struct termios cooked;
static volatile sig_atomic_t is_open;
static volatile sig_atomic_t was_stopped;
static bool takes_requests; // the Linux console would show them as text

static const char enter[] = "\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J";
static const char ask_for_releases[] = KEYS_ASK_FOR_RELEASES;
static const char ask_no_more[] = KEYS_ASK_NO_MORE;
static const char leave[] = "\x1b[0m\x1b[?25h\x1b[?1049l";

bool tty_is_there(void)
{
    return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
}

void tty_write(const char *bytes, size_t count)
{
    while (count > 0) {
        const ssize_t written = write(terminal, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return; // the terminal is gone; tty_read notices
        }
    }
}

static bool enter_raw_mode(void)
{
    struct termios raw = cooked;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(terminal, TCSAFLUSH, &raw) != 0) {
        return false;
    }
    is_open = 1;
    tty_write(enter, sizeof enter - 1);
    if (takes_requests) {
        tty_write(ask_for_releases, sizeof ask_for_releases - 1);
    }
    return true;
}

void tty_close(void)
{
    if (is_open == 0) {
        return;
    }
    is_open = 0;
    if (takes_requests) {
        tty_write(ask_no_more, sizeof ask_no_more - 1);
    }
    tty_write(leave, sizeof leave - 1);
    tcsetattr(terminal, TCSAFLUSH, &cooked);
}

static void end_by_signal(int number)
{
    tty_close();
    signal(number, SIG_DFL);
    raise(number);
}

static void stop_by_signal(int number)
{
    (void)number;
    tty_close();
    raise(SIGSTOP);
    enter_raw_mode();
    was_stopped = 1;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
}

bool tty_open(void)
{
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

    const char *const term = getenv("TERM");

    terminal = open("/dev/tty", O_RDWR);
    if (tcgetattr(terminal, &cooked) != 0) {
        perror("/dev/tty");
        return false;
    }
    takes_requests = term != NULL && strcmp(term, "linux") != 0;
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        handle(deadly[i], end_by_signal);
    }
    handle(SIGTSTP, stop_by_signal);
    atexit(tty_close);
    return enter_raw_mode();
}

size_t tty_read(uint8_t *bytes, size_t size)
{
    const ssize_t count = read(terminal, bytes, size);

    if (count >= 0 || errno == EINTR || errno == EAGAIN) {
        return count > 0 ? (size_t)count : 0;
    }
    bytes[0] = 'q';
    return 1;
}

void tty_size(int *columns, int *rows)
{
    struct winsize size;

    *columns = 80;
    *rows = 24;
    if (ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

bool tty_was_stopped(void)
{
    const bool answer = was_stopped != 0;

    was_stopped = 0;
    return answer;
}
