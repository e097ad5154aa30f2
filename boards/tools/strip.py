# SPDX-License-Identifier: MIT
# strip.py - puts a game's pools under its picture: a strip for each pool, a cell for each slot.
"""A lit cell is a live object. film.py makes the README's picture of such pictures; `make check` compares it with the golden one."""

import re

import png

ZOOM, GAP, MARGIN, STRIP, BETWEEN = 3, 1, 6, 6, 2
BACKGROUND, FREE = bytes((0x14, 0x14, 0x1C)), bytes((0x34, 0x34, 0x44))
LIVE = [bytes(colour) for colour in ((0x5C, 0xC8, 0xE8), (0xB0, 0xB4, 0xF0), (0xF8, 0xB8, 0x48), (0xF0, 0xE0, 0x70), (0x88, 0xD0, 0x78))]
SLOTS = re.compile(r'^\w+ .* ([#.]+)$', re.M)


def cells(slots, live, width):
    """A line of pixels: the slots side by side over all of the width."""
    line = bytearray(BACKGROUND * width)
    inside = width - 2 * MARGIN
    for index, slot in enumerate(slots):
        left, right = (MARGIN + (index + more) * inside // len(slots) for more in (0, 1))
        line[3 * left:3 * (right - GAP)] = (live if slot == '#' else FREE) * (right - GAP - left)
    return bytes(line)


def joined(picture, log):
    """Width, height and pixels of the picture, magnified, with the pools below it that the game printed into the log."""
    width, height, rgb = png.read(picture)
    with open(log, encoding='utf-8') as file:
        pools = SLOTS.findall(file.read())
    lines = []
    for y in range(height):
        row = rgb[3 * width * y:3 * width * (y + 1)]
        lines += [b''.join(row[at:at + 3] * ZOOM for at in range(0, len(row), 3))] * ZOOM
    empty = BACKGROUND * (width * ZOOM)
    lines += [empty] * MARGIN
    for number, slots in enumerate(pools):
        lines += [cells(slots, LIVE[number % len(LIVE)], width * ZOOM)] * STRIP + [empty] * BETWEEN
    lines += [empty] * (MARGIN - BETWEEN)
    return width * ZOOM, len(lines), b''.join(lines)

