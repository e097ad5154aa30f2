# SPDX-License-Identifier: MIT
"""charts.py - growth.svg: what acquire and release take, against the capacity."""
from math import log2

from machines import MACHINES
from matrix import GROWING, GROWTH, WORDS

COLOURS = ('#0072b2', '#d55e00', '#009e73')
WIDTH, HEIGHT, LEFT, TOP, MOST = 560, 240, 50, 40, 140  # pixels; the most instructions that fit
TICKS = (4, 32, 96, 256, 1024, 4096, 32768)


def across(slots):
    return round(LEFT + (log2(slots) - 2) / 13 * WIDTH, 1)


def down(instructions):
    return round(TOP + HEIGHT * (1 - instructions / MOST), 1)


def text(x, y, words, anchor='middle'):
    return '<text x="%s" y="%s" text-anchor="%s">%s</text>' % (x, y, anchor, words)


def growth(results):
    """The drawing as text."""
    slots = sorted({*GROWTH, *(words * 32 for words in WORDS)})
    right = LEFT + WIDTH
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (right + 110, TOP + HEIGHT + 45),
             '<rect width="100%" height="100%" fill="white"/>',
             text(LEFT + WIDTH / 2, 20, 'Acquire and release, instructions against capacity'), text(LEFT + WIDTH / 2, TOP + HEIGHT + 38, 'slots')]
    for most in range(0, MOST + 1, 20):
        lines.append('<path d="M%d %s H%d" stroke="#ddd"/>%s' % (LEFT, down(most), right, text(LEFT - 6, down(most) + 4, most, 'end')))
    lines += [text(across(tick), TOP + HEIGHT + 18, tick) for tick in TICKS]
    for colour, cpu in zip(COLOURS, GROWING):
        points = [(across(n), down(results.pair(cpu, n))) for n in slots if results.pair(cpu, n)]
        if points:
            lines.append('<polyline fill="none" stroke="%s" stroke-width="2" points="%s"/>' % (colour, ' '.join('%s,%s' % point for point in points)))
            lines.append(text(right + 8, points[-1][1] + 4, MACHINES[cpu].title, 'start'))
    return '\n'.join([*lines, '</svg>']) + '\n'
