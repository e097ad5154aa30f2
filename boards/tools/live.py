# SPDX-License-Identifier: MIT
# live.py - plays an emulated board in the terminal: 60 frames a second, its screen as characters.
import time

import cells
from terminal import Buttons

FRAME_SECONDS = 1 / 60
FRAMES_A_PICTURE = 2  # 30 pictures a second are as many as most terminals draw
LATE_SECONDS = 0.1  # from here on pictures are left out
SLOW_SECONDS = 0.5  # from here on the machine is too slow: the game is slow then, but no frame of it is lost
PAUSE_SECONDS = 0.1

KEYS = 'arrows move   space, enter = A   q = leave'
LARGER = '   (larger and grey from 128x33 on)'
TOO_SMALL = ('This terminal has {0} columns and {1} rows; the screen needs {2}.',
             'Enlarge the window or take a smaller font: the game waits. q = leave')


class LivePlay:
    """A game of which each frame begins when we say so."""

    def __init__(self, driver, terminal, is_ascii):
        self._driver = driver
        self._terminal = terminal
        self._is_ascii = is_ascii or not cells.has_utf8()
        self._colours = cells.colour_codes()
        self._buttons = Buttons()
        self._size = None
        self._painter = None  # None while the terminal is too small

    def run(self):
        """Returns when the player leaves or the program ends."""
        due = time.monotonic()
        while self._driver.wait_for_frame():
            keys = self._terminal.keys()
            while not self._fits() and 'quit' not in keys:
                time.sleep(PAUSE_SECONDS)
                keys = self._terminal.keys()
                due = time.monotonic()
            if 'quit' in keys:
                self._driver.leave()
                return
            self._hold(keys)
            is_shown = self._driver.frame % FRAMES_A_PICTURE == 0 and time.monotonic() - due < LATE_SECONDS
            picture = self._picture() if is_shown else None
            self._driver.go_on()
            if picture:
                self._terminal.write(self._painter.paint(picture))
            due = self._sleep_until(due + FRAME_SECONDS)

    @staticmethod
    def _sleep_until(due):
        now = time.monotonic()
        if due > now:
            time.sleep(due - now)
        return max(due, now - SLOW_SECONDS)

    def _hold(self, keys):
        frame = self._driver.frame
        for key in keys:
            self._buttons.press(key, frame)
        self._driver.board.hold(self._buttons.held(frame))

    def _picture(self):
        """The screen's pixels; QEMU shows each as a square of several."""
        width, height, shades = self._driver.board.screen()
        zoom = width // cells.WIDTH
        return b''.join(shades[start:start + width:zoom] for start in range(0, width * height, width * zoom))

    def _fits(self):
        """Whether the screen can be shown; chooses how when the terminal's size is new."""
        size = self._terminal.size()
        if size != self._size:
            self._size = size
            style = cells.style_for(size.columns, size.lines, self._is_ascii, self._colours)
            self._painter = cells.Painter(style) if style else None
            self._terminal.write('\x1b[0m\x1b[2J' + (self._key_line(style) if style else self._complaint()))
        return self._painter is not None

    def _key_line(self, style):
        text = KEYS if style.columns == cells.WIDTH else KEYS + LARGER
        return f'\x1b[{self._size.lines};1H{text[:self._size.columns - 1]}'

    def _complaint(self):
        needed = '128x33' if self._is_ascii else '128x33, or 64x17 without greys'
        text = ' '.join(TOO_SMALL).format(self._size.columns, self._size.lines, needed)
        return '\x1b[1;1H' + text
