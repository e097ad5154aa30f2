# SPDX-License-Identifier: MIT
# script.py - reads a script of buttons.
"""One event a line: `FRAME BUTTONS`, the buttons out of LRUDA (left, right, up, down, A) or `-` for none.
From that frame on exactly these are held. `FRAME end` ends it after so many frames. # begins a comment."""

BUTTONS = 'LRUDA'


class Script:
    """Which buttons are held in which frame."""

    def __init__(self, path):
        self.frames = None  # how many are played
        self._changes = {}
        self._held = frozenset()
        last = -1
        with open(path, encoding='utf-8') as file:
            for number, line in enumerate(file, 1):
                words = line.split('#')[0].split()
                if not words:
                    continue
                if len(words) != 2 or not words[0].isdigit():
                    raise ValueError(f'{path}:{number}: not FRAME BUTTONS')
                frame = int(words[0])
                if frame <= last or self.frames is not None:
                    raise ValueError(f'{path}:{number}: frames must rise, and nothing follows the end')
                last = frame
                self._add(f'{path}:{number}', frame, words[1])
        if not self.frames:
            raise ValueError(f'{path}: no line `FRAME end`')

    def _add(self, place, frame, what):
        if what == 'end':
            self.frames = frame
        elif what == '-' or set(what) <= set(BUTTONS):
            self._changes[frame] = frozenset(what) - {'-'}
        else:
            raise ValueError(f'{place}: buttons are letters of {BUTTONS}, or -')

    def held(self, frame):
        """The buttons held in this frame; to be asked once for each frame, by rising frame."""
        self._held = self._changes.get(frame, self._held)
        return self._held
