#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# gallery.py - puts the pictures of several boards side by side into one.
"""usage: gallery.py OUT PICTURE ...    two a row, each magnified as far as it fits and centred in its cell"""

import sys

import png

CELL_WIDTH, CELL_HEIGHT, GAP, COLUMNS = 512, 320, 8, 2
BACKGROUND = bytes((0x20, 0x20, 0x28))


def magnified(width, height, rgb):
    """The picture's lines, each pixel as many times as wide and as high as fits into a cell."""
    zoom = max(1, min(CELL_WIDTH // width, CELL_HEIGHT // height))
    lines = []
    for start in range(0, 3 * width * height, 3 * width):
        row = rgb[start:start + 3 * width]
        wide = b''.join(row[at:at + 3] * zoom for at in range(0, len(row), 3))
        lines.extend([wide] * zoom)
    return lines


def joined(paths):
    """Width, height and pixels of the picture of all."""
    pictures = [magnified(*png.read(path)) for path in paths]
    rows = -(-len(pictures) // COLUMNS)
    width = COLUMNS * CELL_WIDTH + (COLUMNS + 1) * GAP
    height = rows * CELL_HEIGHT + (rows + 1) * GAP
    canvas = bytearray(BACKGROUND * (width * height))
    for index, lines in enumerate(pictures):
        left = GAP + index % COLUMNS * (CELL_WIDTH + GAP) + (CELL_WIDTH - len(lines[0]) // 3) // 2
        top = GAP + index // COLUMNS * (CELL_HEIGHT + GAP) + (CELL_HEIGHT - len(lines)) // 2
        for y, line in enumerate(lines, top):
            at = 3 * (y * width + left)
            canvas[at:at + len(line)] = line
    return width, height, bytes(canvas)


def main():
    """The command line."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    png.write_colour(sys.argv[1], *joined(sys.argv[2:]))


if __name__ == '__main__':
    main()
