# SPDX-License-Identifier: MIT
"""charts.py - the results as drawings, by matplotlib; each file names the figures that it was made from."""
import hashlib
import json

from machines import MACHINES
from matrix import GROWING, GROWTH, OWN, WORDS
from tables import PERCENTS, TITLES

COLOURS = ('#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#555555', '#000000', '#999933')


def growth(results):
    slots = sorted({*GROWTH, *(words * 32 for words in WORDS)})
    series = {MACHINES[cpu].title: [(n, results.pair(cpu, n)) for n in slots if results.pair(cpu, n)] for cpu in GROWING}
    return {name: points for name, points in series.items() if points}


def walk(results):
    series = {}
    for cpu in OWN:
        machine = MACHINES[cpu]
        pairs = [(percent, results.walk(cpu, 64, percent, lock='none'), results.walk(cpu, 64, percent, subject='FLAGS', lock='none'))
                 for percent in PERCENTS]
        points = [(percent, mine / flags) for percent, mine, flags in pairs if mine and flags]
        if points:
            series[machine.title.split(' (')[0].replace(' code in', ',')] = points
    return series


def frame(results):
    """How long a frame takes with each pool, on the Cortex-M3."""
    subjects = ['hutch', 'FREE_BITMAP', 'FREE_LIST', 'STACK', 'FLAGS', 'LIST', *MACHINES['m3'].heaps]
    means = [(TITLES[name].replace('*', '').replace('`', ''), results.mean('m3', 64, 'frame', 'frame', subject=name, lock='none'))
             for name in subjects]
    return [(name, mean) for name, mean in means if mean]


DATA = {'growth.svg': growth, 'walk.svg': walk, 'frame.svg': frame}


def stamps(results):
    """{file: what its figures are, as it must say}"""
    return {name: hashlib.sha256(json.dumps(data(results)).encode()).hexdigest() for name, data in DATA.items()}


def lines(axes, series):
    for colour, (name, points) in zip(COLOURS, series.items()):
        axes.plot(*zip(*points), color=colour, label=name, marker='.')
    axes.legend(loc='center left', bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize='small')
    axes.grid(color='#dddddd')
    axes.set_ylim(bottom=0)


def draw_growth(axes, series):
    axes.set(title='Acquire and release, instructions against capacity', xlabel='slots')
    axes.set_xscale('log', base=2)
    axes.set_xticks([4, 32, 96, 256, 1024, 4096, 32768], labels=['4', '32', '96', '256', '1024', '4096', '32768'])
    lines(axes, series)
    axes.set_ylim(0, 140)


def draw_walk(axes, series):
    axes.set(title='A walk over 64 slots, against active flags = 1', xlabel='% of the slots live', xticks=PERCENTS)
    axes.axhline(1, color='black', linestyle='--', linewidth=1)
    lines(axes, series)


def draw_frame(axes, bars):
    names, means = zip(*reversed(bars))
    axes.set(title='A frame of a game with 64 slots, Cortex-M3, instructions')
    axes.bar_label(axes.barh(names, means, color=[COLOURS[0 if name == 'hutch' else 5] for name in names]), fmt='%d', padding=4)
    axes.spines[['top', 'right', 'bottom']].set_visible(False)
    axes.set_xticks([])


DRAW = {'growth.svg': draw_growth, 'walk.svg': draw_walk, 'frame.svg': draw_frame}


def write(results, folder):
    from matplotlib.figure import Figure  # here, because only who draws needs it
    from matplotlib import rcParams
    rcParams.update({'svg.hashsalt': 'hutch', 'svg.fonttype': 'none', 'font.family': 'sans-serif'})
    said = stamps(results)
    for name, data in DATA.items():
        figure = Figure(figsize=(7.6, 3.8), layout='constrained')
        DRAW[name](figure.subplots(), data(results))
        figure.savefig(folder / name, format='svg', metadata={'Date': None, 'Identifier': said[name]})
