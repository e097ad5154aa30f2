#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# screen.py - what a terminal shows of a console's screen, turned back into pixels, beside the emulator's own picture.
#
# usage: screen.py SCRIPT   a script of buttons, of which the first frames are played

import fcntl
import math
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "boards", "tools")]
import film  # noqa: E402
import png  # noqa: E402
import tap_out  # noqa: E402

FRAMES = 700  # more than the hint takes
SCORE_LINES, SCORE_ROWS = 12, 6  # as in boards/terminal/screen.c
QUARTERS = " ▘▝▀▖▌▞▛"
DOTS = (0, 3, 1, 4, 2, 5, 6, 7)  # a cell's, in rows from the top
CODE = re.compile(r"\x1b\[[?<>]?([\d;]*)([A-Za-z])|([^\x1b])", re.S)
HINT = "arrows walk, jump, pools  space throws  p pauses  q leaves"
SAID_BY_TERMINAL = ("COLORTERM", "NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY", "LC_ALL", "LC_CTYPE", "LANG")
TRUE, FEW, MONO = {"COLORTERM": "truecolor"}, {"TERM": "xterm-256color"}, {"NO_COLOR": "1"}
CONSOLES = {
    "gba": ["build/runners/mgba", "build/gba/stampede.elf"],
    "gameboy": ["build/runners/mgba", "build/gameboy/horde.elf"],
    "arduboy": ["build/runners/simavr", "build/arduboy/horde.elf"],
}
ZOOMS = {"arduboy": 4}  # of the emulator's picture
PLAYED = {
    "arduboy": [*CONSOLES["arduboy"], "--play", "build/games/horde.script"],
    "picosystem": ["node", "boards/runners/pico.mjs", "build/picosystem/horde.elf", "--play", "build/games/horde.script"],
    "terminal": ["build/terminal/horde.elf"],
    "lm3s6965evb": ["make", "-s", "run", "BOARD=lm3s6965evb", "ARGS=--no-window"],
}
# console, columns, rows, what the terminal says of its colours; decibels at least
SHOWN = [
    ("gba", 240, 80, TRUE, math.inf), ("gba", 120, 40, TRUE, 33), ("gba", 80, 26, TRUE, 33), ("gba", 80, 24, TRUE, 33),
    ("gba", 120, 40, FEW, 21), ("gba", 80, 26, FEW, 21), ("gba", 80, 24, FEW, 21),
    ("gba", 120, 40, MONO, None), ("gba", 80, 26, MONO, None), ("gba", 80, 24, MONO, None),
    ("gameboy", 160, 72, TRUE, math.inf), ("gameboy", 120, 40, TRUE, 33), ("gameboy", 80, 24, FEW, 33), ("gameboy", 80, 24, MONO, None),
    ("arduboy", 128, 32, TRUE, math.inf), ("arduboy", 120, 40, MONO, None), ("arduboy", 80, 24, MONO, None),
]
COLOURED = re.compile(r"\x1b\[(?:[34]8;[\d;]+|9\d)m")


def played(command, columns, rows, variables, typed="", seconds=120.0):
    """What a program writes into a terminal of this size, and its exit code. Keys are typed one by one, once there is a picture."""
    child, terminal = pty.fork()
    if not child:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kept = {name: value for name, value in os.environ.items() if name not in SAID_BY_TERMINAL}
        os.execvpe(command[0], command, {**kept, "TERM": "xterm", "MAKEFLAGS": "", **variables})
    written, until, keys = b"", time.monotonic() + seconds, list(typed)
    while time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                written += os.read(terminal, 1 << 16)
            except OSError:
                break
        if keys and HINT.encode() in written:
            os.write(terminal, keys.pop(0).encode())
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return written.decode("utf-8"), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def colour(kind, *numbers):
    """The colour that a code names after its 38 or 48."""
    if kind == 2:
        return numbers
    number = numbers[0] - 16
    levels = (0, 95, 135, 175, 215, 255)
    return (8 + 10 * (number - 216),) * 3 if number >= 216 else tuple(levels[number // by % 6] for by in (36, 6, 1))


def cells(text):
    """{(row, column): (character, its colour, the colour of its ground)}: the terminal's other screen, when the program leaves it."""
    shown, row, column, before, ground = {}, 0, 0, (255,) * 3, (0,) * 3
    for numbers, kind, character in CODE.findall(text.partition("\x1b[?1049h")[2].partition("\x1b[?1049l")[0]):
        words = [int(word or 0) for word in numbers.split(";")]
        if character:
            shown[row, column] = character, before, ground
            column += 1
        elif kind == "H":
            row, column = words[0] - 1, words[1] - 1
        elif kind == "J":
            shown = {}
        elif kind == "m" and words[0] == 38:
            before = colour(*words[1:])
        elif kind == "m" and words[0] == 48:
            ground = colour(*words[1:])
    return shown


def parts(cell, down):
    """The colours of a cell's parts: 2 a row, `down` rows of them."""
    character, before, ground = cell
    if character in QUARTERS:
        return [before if QUARTERS.index(character) >> (i * 2 // down // 2 * 2 + i % 2) & 1 else ground for i in range(2 * down)]
    return [before if ord(character) >> dot & 1 else ground for dot in DOTS]


def seen(shown, down):
    """The parts of the picture in the cells, a list for each row of them. The hint is no part of it."""
    hint = {row for (row, _), cell in shown.items() if cell[0] == "q"}
    rows = sorted({row for row, _ in shown} - hint)
    columns = sorted({column for row, column in shown if row == rows[0]})
    all_parts = [[parts(shown[row, column], down) for column in columns] for row in rows]
    return [[part for cell in line for part in cell[2 * j:2 * j + 2]] for line in all_parts for j in range(down)]


def edges(size, count, first_lines=0, first=0):
    """Where `count` parts of `size` pixels begin and end; the first few of them may be smaller."""
    rest = (size - first_lines) / (count - first)
    return [i * first_lines / first if i < first else first_lines + (i - first) * rest for i in range(count + 1)]


def covered(begin, end):
    """[(pixel, how much of it is between them)]"""
    return [(at, min(at + 1, end) - max(at, begin)) for at in range(int(begin), math.ceil(end))]


def wanted(picture, grid, down):
    """The same parts of the emulator's picture: the mean of their pixels."""
    width, height, rgb = picture
    is_scored = 4 * len(grid) * width != len(grid[0]) * height * down
    across = [covered(*pair) for pair in pairs(edges(width, len(grid[0])))]
    lines = [covered(*pair) for pair in pairs(edges(height, len(grid), *((SCORE_LINES, down * SCORE_ROWS) if is_scored else ())))]
    return [[mean(rgb, width, xs, ys) for xs in across] for ys in lines]


def pairs(numbers):
    return list(zip(numbers, numbers[1:]))


def mean(rgb, width, xs, ys):
    sums, area = [0.0, 0.0, 0.0], 0.0
    for y, high in ys:
        for x, wide in xs:
            at, part = 3 * (y * width + x), high * wide
            sums = [old + part * new for old, new in zip(sums, rgb[at:at + 3])]
            area += part
    return tuple(value / area for value in sums)


def decibels(grid, other):
    """How near two pictures are: the peak signal-to-noise ratio; infinite when they are the same."""
    errors = [(a - b) ** 2 for line, line_of_other in zip(grid, other) for part, part_of_other in zip(line, line_of_other)
              for a, b in zip(part, part_of_other)]
    error = sum(errors) / len(errors)
    return math.inf if error < 1 / 3 else 10 * math.log10(255 * 255 / error)


def misplaced(grid, other):
    """How many dots are not there though their pixels are white, or are though these are black."""
    return sum((max(right) >= 225 and not max(part)) or (max(right) < 8 and max(part) > 0)
               for line, line_of_other in zip(grid, other) for part, right in zip(line, line_of_other))


def shown(console, columns, rows, variables, least, script, folder):
    """What is wrong with a console's screen in such a terminal."""
    picture = os.path.join(folder, "picture.png")
    text, code = played([*CONSOLES[console], "--script", script, "--show", "--png", picture], columns, rows, variables)
    if code:
        return f"exit code {code}\n{text[-300:]}"
    down = 4 if variables is MONO else 2
    grid = seen(cells(text), down)
    right = wanted(unzoomed(png.read(picture), ZOOMS.get(console, 1)), grid, down)
    if variables is MONO:
        dots = misplaced(grid, right)
        return [f"{dots} dots are wrong"] * (dots > 0) + ["colours were sent"] * bool(COLOURED.search(text))
    near = decibels(grid, right)
    return [f"{near:.1f} dB, not {least}"] if near < least else []


def unzoomed(picture, zoom):
    width, height, rgb = picture
    lines = [rgb[3 * width * y:3 * width * (y + 1)] for y in range(0, height, zoom)]
    return width // zoom, height // zoom, b"".join(line[at:at + 3] for line in lines for at in range(0, len(line), 3 * zoom))


def left(command):
    """What is wrong when somebody presses q."""
    text, code = played(command, 80, 24, TRUE, "q")
    before, _, after = text.partition("\x1b[?1049l")
    return [problem for problem, is_there in ((f"exit code {code}", code), ("no hint", HINT not in before), ("no log after it", "rabbits" not in after),
            ("the cursor is hidden", "\x1b[?25h" not in before[-20:])) if is_there] and [text[-500:]]


def cases(script, folder):
    for console, columns, rows, variables, least in SHOWN:
        colours = "24-bit colours" if variables is TRUE else "256 colours" if variables is FEW else "no colours"
        what = "what is white" if variables is MONO else "each pixel" if least == math.inf else "the whole screen"
        yield (f"{console} in {columns} x {rows} cells and {colours}: {what} is there",
               shown(console, columns, rows, variables, least, script, folder))
    for board, command in PLAYED.items():
        found = left(command)
        skipped = "1..0 # SKIP" in "".join(found)
        yield f"{board}: the keys are told, q leaves, and the terminal is given back with the log" + skipped * " # SKIP by its emulator", [] if skipped else found
    text, code = played(PLAYED["terminal"], 80, 24, {"TERM": "dumb"}, seconds=10)
    yield "a terminal that cannot move its cursor is told what it takes", [] if code and "takes a terminal" in text and "\x1b" not in text else [text]
    text, _ = played(PLAYED["terminal"], 60, 15, TRUE, seconds=1)
    yield "a terminal that is too small is told so, and the game waits", [] if "Needs 64 x 16" in text else [text]
    lengths = [len(played(PLAYED["terminal"], 128, 33, TRUE, keys, 3)[0]) for keys in ("", "p", "pp")]
    yield "p pauses the game, and p goes on", [] if lengths[1] < min(lengths[0], lengths[2]) else [str(lengths)]
    title, back, on = (cells(played(PLAYED["terminal"], 128, 33, TRUE, keys, 8)[0]) for keys in ("q", " " + 60 * "r" + "q", " " + 60 * "-" + "q"))
    same = [sum(shown.get(place) == cell for place, cell in title.items()) / len(title) for shown in (back, on)]
    yield "r goes back, to the title before the game", [] if same[0] > 0.9 > same[1] else [str(same)]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        first = os.path.join(place, "first.script")
        with open(first, "w", encoding="utf-8") as file:
            file.write(film.cut(sys.argv[1], FRAMES))
        sys.exit(tap_out.every(cases(first, place)))
