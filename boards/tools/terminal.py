# SPDX-License-Identifier: MIT
# terminal.py - the player's terminal: raw keys, a screen of its own, and all of it put back at the end.
import os
import select
import sys
import termios

KEYS = {
    b'\x1b[A': 'U', b'\x1b[B': 'D', b'\x1b[C': 'R', b'\x1b[D': 'L',
    b'\x1bOA': 'U', b'\x1bOB': 'D', b'\x1bOC': 'R', b'\x1bOD': 'L',
    b'w': 'U', b's': 'D', b'd': 'R', b'a': 'L',
    b' ': 'A', b'\r': 'A', b'\n': 'A',
    b'q': 'quit', b'Q': 'quit',
}
LONGEST_KEY = 3

HOLD_FRAMES = 12  # a terminal never says that a key was released: each press holds its button so long
OPPOSITE = {'L': 'R', 'R': 'L', 'U': 'D', 'D': 'U'}


class Terminal:
    """Use it in a `with`: the terminal is as it was behind it, whatever happens inside."""

    def __init__(self):
        self._input = sys.stdin.fileno()
        self._output = sys.stdout.fileno()
        self._pending = b''
        self._before = None

    def __enter__(self):
        self._before = termios.tcgetattr(self._input)
        raw = termios.tcgetattr(self._input)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        raw[6][termios.VSUSP] = b'\x00'  # stopping by Ctrl-Z would leave the terminal as it is now
        raw[6][termios.VMIN] = 1
        raw[6][termios.VTIME] = 0
        termios.tcsetattr(self._input, termios.TCSAFLUSH, raw)
        self.write('\x1b[?1049h\x1b[?25l\x1b[2J')
        return self

    def __exit__(self, *_):
        try:
            self.write('\x1b[0m\x1b[?25h\x1b[?1049l')
        finally:
            termios.tcsetattr(self._input, termios.TCSAFLUSH, self._before)

    def write(self, text):
        """Writes all of it at once."""
        data = text.encode('utf-8')
        while data:
            data = data[os.write(self._output, data):]

    def size(self):
        """Columns and rows."""
        return os.get_terminal_size(self._output)

    def keys(self):
        """What was pressed since the last call: buttons (letters of LRUDA) and 'quit'."""
        while select.select([self._input], [], [], 0)[0]:
            data = os.read(self._input, 1024)
            if not data:
                return ['quit']  # the terminal is gone
            self._pending += data
        pressed = []
        while self._pending:
            for length in range(LONGEST_KEY, 0, -1):
                name = KEYS.get(self._pending[:length])
                if name:
                    pressed.append(name)
                    break
            else:
                if any(key.startswith(self._pending) for key in KEYS):
                    break  # the rest of this key is still on its way
            self._pending = self._pending[length:]
        return pressed


class Buttons:
    """Turns presses without releases into buttons that are held."""

    def __init__(self):
        self._until = {}

    def press(self, button, frame):
        """A key was pressed, or repeats."""
        if button == 'A':  # only the newest key repeats: a shot must not stop the walk
            for other in self.held(frame):
                self._until[other] = frame + HOLD_FRAMES
        self._until.pop(OPPOSITE.get(button), None)
        self._until[button] = frame + HOLD_FRAMES

    def held(self, frame):
        """The buttons held in this frame."""
        return frozenset(button for button, until in self._until.items() if until > frame)
