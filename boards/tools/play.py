#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# play.py - plays a game on an emulated board: in this terminal, in a window, or by a script.
"""In a terminal the board's screen is shown there and the keys go to its buttons. Where there is a display,
and QEMU has its windows (Debian: qemu-system-gui), it opens one instead. Without a terminal a script is
played, exactly and as fast as the machine can; the log and the screen are written beside the ELF file."""

import argparse
import os
import signal
import struct
import subprocess
import sys
import time

import png
import qemu
from lockstep import ASK, LEAVE, Driver
from script import BUTTONS, Script

GOODBYE_SECONDS = 3
VIEW_PICTURE, VIEW_LEAVE = 0x40, 0x80  # in its answer; see runners/view.c


def play_script(options):
    """Plays the script in lock-step; writes log and screen. Returns the exit code."""
    script = Script(options.script)
    deadline = time.monotonic() + options.timeout
    with qemu.Board(options.emulator, options.elf, first_bytes=ASK) as board:
        driver = Driver(board)
        while driver.wait_for_frame() and driver.frame < script.frames:
            if time.monotonic() > deadline:
                raise qemu.EmulatorError(f'{driver.log}\nThe script is not over after {options.timeout} s, '
                                         f'in frame {driver.frame} of {script.frames}.')
            board.hold(script.held(driver.frame))
            driver.go_on()
        is_complete = driver.frame == script.frames
        if is_complete:
            if options.colour:
                png.write_colour(options.out + '.png', *board.picture())
            else:
                png.write(options.out + '.png', *board.screen())
            driver.leave()
        code = driver.exit_code()
    print(driver.log, end='')
    if code == 0 and not is_complete:
        print(f'The game ended in frame {driver.frame}, before the script did.')
        code = 1
    if code == 0:
        with open(options.out + '.txt', 'w', encoding='utf-8') as file:
            file.write(driver.log)
        print(f'The log is in {options.out}.txt, the screen in {options.out}.png.')
    return code


def play_in_window(options):
    """Opens QEMU's window; the board runs by its own clock. Returns the exit code."""
    print('QEMU opens a window: play with the arrow keys and Ctrl. Ctrl-C here leaves.', flush=True)
    with qemu.Board(options.emulator, options.elf, display=options.window) as board:
        board.press_all_once()
        seconds = None
        while True:
            try:
                data = board.read(seconds)
                if not data:
                    break
                print(data.decode('ascii', 'replace'), end='', flush=True)
            except KeyboardInterrupt:
                board.write(LEAVE)
                seconds = GOODBYE_SECONDS
        code = board.wait(GOODBYE_SECONDS)
        print(board.errors(), end='')
    return code


def play_in_terminal(options):
    """Shows the board's screen in the terminal, by runners/view. Returns the exit code."""
    command = [options.view] + ['--ascii'] * options.ascii
    with qemu.Board(options.emulator, options.elf, first_bytes=ASK) as board, \
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as view:
        driver = Driver(board)
        answer = VIEW_PICTURE
        while driver.wait_for_frame():
            width, height, rgb = board.picture() if answer & VIEW_PICTURE else (0, 0, b'')
            try:
                view.stdin.write(struct.pack('<HH', width, height) + rgb)
                answer = (view.stdout.read(1) or bytes([VIEW_LEAVE]))[0]
            except BrokenPipeError:
                answer = VIEW_LEAVE
            if answer & VIEW_LEAVE:
                driver.leave()
                break
            board.hold([name for bit, name in enumerate(BUTTONS) if answer >> bit & 1])
            driver.go_on()
        view.stdin.close()
        view.wait()
        code = driver.exit_code()
    print(driver.log, end='')
    return code or view.returncode


def window_kind(emulator):
    """The kind of window that can be opened here, or None."""
    if not os.environ.get('DISPLAY') and not os.environ.get('WAYLAND_DISPLAY'):
        return None
    return next((kind for kind in ('gtk', 'sdl') if kind in qemu.displays(emulator)), None)


def read_options():
    """The command line, with what it leaves open decided."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('elf', help='the program')
    parser.add_argument('--emulator', required=True, help='QEMU and the options that make it this board')
    parser.add_argument('--view', default='build/runners/view', help='what shows the screen in a terminal')
    parser.add_argument('--script', required=True, help='what to press without a terminal; see script.py')
    parser.add_argument('--headless', action='store_true', help='play the script even in a terminal')
    parser.add_argument('--window', action=argparse.BooleanOptionalAction, help="QEMU's own window, or not")
    parser.add_argument('--ascii', action='store_true', help='show the screen in ASCII')
    parser.add_argument('--colour', action='store_true', help='write the screen in its colours, not in greys')
    parser.add_argument('--out', help='write the log to OUT.txt and the screen to OUT.png')
    parser.add_argument('--timeout', type=float, default=1200, help='seconds until a script is given up')
    options = parser.parse_args()
    options.out = options.out or os.path.splitext(options.elf)[0]
    has_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    is_interactive = has_terminal and not options.headless
    wants_window = is_interactive if options.window is None else options.window
    kind = window_kind(options.emulator) if wants_window else None
    if options.window and not kind:
        parser.error('no window: it takes a display, and a QEMU that opens windows (Debian: qemu-system-gui)')
    options.window = kind
    options.headless = not is_interactive
    return options


def main():
    """Returns the exit code."""
    options = read_options()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        if options.window:
            return play_in_window(options)
        if not options.headless:
            return play_in_terminal(options)
        return play_script(options)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except (qemu.EmulatorError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        if options.window:
            print('--no-window plays in the terminal instead.', file=sys.stderr)
        return 1


if __name__ == '__main__':
    sys.exit(main())
