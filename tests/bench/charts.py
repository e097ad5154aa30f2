# SPDX-License-Identifier: MIT
"""charts.py - the results as drawings: SVG, written by hand, so that the same figures give the same file."""
import math

from machines import MACHINES
from matrix import GROWING, GROWTH, WORDS
from tables import PERCENTS, TITLES

WIDTH, HEIGHT, LEFT, TOP, PLOT_W, PLOT_H = 720, 360, 60, 40, 480, 260
COLOURS = ('#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#555555', '#000000', '#999933')


def text(x, y, words, anchor='start', size=12):
    return '<text x="%.1f" y="%.1f" font-size="%d" text-anchor="%s">%s</text>' % (x, y, size, anchor, words)


def line(points, colour, width=1.0, dashes=''):
    return '<polyline points="%s" fill="none" stroke="%s" stroke-width="%.1f"%s/>' % (
        ' '.join('%.1f,%.1f' % point for point in points), colour, width, ' stroke-dasharray="%s"' % dashes if dashes else '')


def page(title, parts):
    return '\n'.join(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">' % (WIDTH, HEIGHT),
                      '<title>%s</title>' % title, '<rect width="100%" height="100%" fill="white"/>', text(LEFT, 22, title, size=15), *parts,
                      '</svg>', ''])


def plot(title, x_title, x_ticks, y_max, y_step, series, x_of, guide=None):
    """Lines over a grid. `series`: {name: [(x, y)]}"""
    def place(x, y):
        return LEFT + PLOT_W * x_of(x), TOP + PLOT_H * (1 - y / y_max)
    parts = []
    for k in range(int(round(y_max / y_step)) + 1):
        y = k * y_step
        parts += [line([place(x_ticks[0], y), place(x_ticks[-1], y)], '#dddddd'),
                  text(LEFT - 6, place(x_ticks[0], y)[1] + 4, '%g' % y, 'end')]
    parts += [text(place(x, 0)[0], TOP + PLOT_H + 18, '%g' % x, 'middle', 11) for x in x_ticks]
    parts.append(text(LEFT + PLOT_W / 2, TOP + PLOT_H + 40, x_title, 'middle'))
    if guide is not None:
        parts.append(line([place(x_ticks[0], guide), place(x_ticks[-1], guide)], '#000000', 1, '4 3'))
    for k, (name, points) in enumerate(series.items()):
        colour = COLOURS[k % len(COLOURS)]
        parts.append(line([place(x, min(y, y_max)) for x, y in points], colour, 2))
        parts += [text(LEFT + PLOT_W + 34, TOP + 14 + 20 * k, name, size=11),
                  line([(LEFT + PLOT_W + 14, TOP + 10 + 20 * k), (LEFT + PLOT_W + 30, TOP + 10 + 20 * k)], colour, 3)]
    return page(title, parts)


def growth(results):
    slots = sorted({*GROWTH, *(words * 32 for words in WORDS)})
    series = {MACHINES[cpu].title: [(n, results.pair(cpu, n)) for n in slots if results.pair(cpu, n)] for cpu in GROWING}
    return plot('Acquire and release, instructions against capacity', 'slots', [4, 32, 96, 256, 1024, 4096, 32768], 140, 20,
                {name: points for name, points in series.items() if points}, lambda x: (math.log2(x) - 2) / 13)


def walk(results):
    series = {}
    for cpu, machine in MACHINES.items():
        points = []
        for percent in PERCENTS:
            mine = results.walk(cpu, 64, percent, lock='none')
            flags = results.walk(cpu, 64, percent, subject='FLAGS', lock='none')
            if mine and flags:
                points.append((percent, mine / flags))
        if points:
            series[machine.title.split(' (')[0].replace(' code in', ',')] = points
    return plot('A walk over 64 slots, against active flags = 1', '% of the slots live', list(PERCENTS), 1.6, 0.2, series,
                lambda x: (x - 10) / 90, 1)


def frame(results):
    """Bars: how long a frame takes with each pool, hutch being 1, on the Cortex-M3."""
    subjects = ['hutch', 'FREE_BITMAP', 'FREE_LIST', 'STACK', 'FLAGS', 'LIST', *MACHINES['m3'].heaps]
    means = {name: results.mean('m3', 64, 'frame', 'frame', subject=name, lock='none') for name in subjects}
    means = {name: mean for name, mean in means.items() if mean}
    parts = []
    for k, (name, mean) in enumerate(means.items()):
        y, length = TOP + 12 + 34 * k, 400 * mean / max(means.values())
        parts += ['<rect x="240" y="%d" width="%.1f" height="22" fill="%s"/>' % (y, length, COLOURS[0 if name == 'hutch' else 5]),
                  text(232, y + 16, TITLES[name].replace('*', '').replace('`', ''), 'end'), text(246 + length, y + 16, '%d' % mean)]
    return page('A frame of a game with 64 slots, Cortex-M3, instructions', parts)


def drawings(results):
    return {'growth.svg': growth(results), 'walk.svg': walk(results), 'frame.svg': frame(results)}
