#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# console.py - plays a game on an emulated console: in the emulator's window, in this terminal, or by a script.
"""usage: console.py [--window "EMULATOR ..."] --script FILE RUNNER ELF [--headless] [--terminal] [--ascii]

Where there is a display and one of the emulators is installed, it opens its window. Else, in a terminal, the
screen is shown there by the headless RUNNER (boards/runners). Without a terminal the script is played; the log
and the screen are written beside the ELF file."""

import argparse
import os
import shutil
import subprocess
import sys

import cells
from live import LivePlay
from script import BUTTONS
from terminal import Terminal

LIVE_FRAME = 5
LEAVE = 0x80


class Console:
    """A runner that asks for buttons before each frame; driver and board of LivePlay in one."""

    def __init__(self, runner, elf):
        self.board = self
        self.frame = -1
        self.log = b''
        self._shades = b''
        self._held = 0
        self._process = subprocess.Popen([runner, elf, '--live'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def wait_for_frame(self):
        """True when the console waits to begin a frame, False when its program has ended."""
        first = self._process.stdout.read(1)
        if first != bytes([LIVE_FRAME]):
            self.log = first + self._process.stdout.read()
            return False
        self._shades = self._process.stdout.read(cells.WIDTH * cells.HEIGHT)
        self.frame += 1
        return True

    def hold(self, buttons):
        """Holds exactly these buttons (letters of LRUDA) from the next frame on."""
        self._held = sum(1 << bit for bit, name in enumerate(BUTTONS) if name in buttons)

    def screen(self):
        """The picture: width, height, and one byte a pixel, 0 to 15."""
        return cells.WIDTH, cells.HEIGHT, self._shades

    def go_on(self):
        """Begins the next frame."""
        self._answer(self._held)

    def leave(self):
        """Asks the program to end, and waits until it has."""
        self._answer(LEAVE)
        while self.wait_for_frame():
            self._answer(LEAVE)

    def _answer(self, byte):
        self._process.stdin.write(bytes([byte]))
        self._process.stdin.flush()

    def close(self):
        """The exit code; ends the runner if it still runs."""
        if self._process.stdin:
            self._process.stdin.close()
        return self._process.wait(10)


def play_in_terminal(options):
    """Shows the console's screen in the terminal. Returns the exit code."""
    console = Console(options.runner, options.elf)
    with Terminal() as terminal:
        try:
            LivePlay(console, terminal, options.ascii).run()
        finally:
            code = console.close()
    print(console.log.decode('ascii', 'replace'), end='')
    return code


def play_script(options):
    """Plays the script; writes log and screen. Returns the exit code."""
    out = os.path.splitext(options.elf)[0]
    command = [options.runner, options.elf, '--script', options.script, '--png', out + '.png']
    played = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    print(played.stdout, end='')
    with open(out + '.txt', 'w', encoding='utf-8') as file:
        file.write(played.stdout)
    print(f'The log is in {out}.txt, the screen in {out}.png.')
    return played.returncode


def window_of(options):
    """The command that opens the emulator's window, or None."""
    has_display = os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')
    if options.headless or options.terminal or not has_display:
        return None
    path = os.environ.get('PATH', '') + os.pathsep + '/usr/games'  # Debian's place, which root's PATH leaves out
    return next(filter(None, (shutil.which(name, path=path) for name in options.window.split())), None)


def main():
    """Returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('runner', help='the headless emulator')
    parser.add_argument('elf', help='the program')
    parser.add_argument('--window', default='', help='emulators that open a window, the best first')
    parser.add_argument('--rom', help='what the window gets, when it is not the ELF file')
    parser.add_argument('--script', required=True, help='what to press without a terminal; see script.py')
    parser.add_argument('--headless', action='store_true', help='play the script even in a terminal')
    parser.add_argument('--terminal', action='store_true', help='play in the terminal even where a window opens')
    parser.add_argument('--ascii', action='store_true', help='show the screen in ASCII')
    options = parser.parse_args()
    window = window_of(options)
    if window:
        return subprocess.run([window, options.rom or options.elf], check=False).returncode
    if sys.stdin.isatty() and sys.stdout.isatty() and not options.headless:
        return play_in_terminal(options)
    return play_script(options)


if __name__ == '__main__':
    sys.exit(main())
