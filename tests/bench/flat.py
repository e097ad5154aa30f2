#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flat.py - what acquire, release and a walk take at every capacity: flat.csv, and flat.svg that is drawn from it.

usage: flat.py           measures, and prints TAP: fails when flat.csv or flat.svg is stale
       flat.py --write   renews both
"""
import csv
import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor

from charts import COLOURS
from machines import BUILD, HERE, MACHINES, ROOT, Failure, call, need, run
from matrix import GROWING
from measure import compile_by, library

RESULTS, CHART = ROOT / HERE / 'flat.csv', ROOT / HERE / 'flat.svg'
POWERS = [2 ** k for k in range(8, 16)]
CAPACITIES = [*range(1, 201), *sorted({n for power in POWERS for n in (power - 1, power, power + 1) if n <= 32768})]
SLOTS_MAX, POOLS_MAX = 34000, 50  # of one program
COLUMNS = ('cpu', 'capacity', 'acquire', 'release', 'worst acquire', 'worst release', 'masked acquire', 'masked release', 'walk')


def programs():
    """The capacities, as many together as fit into the RAM of the emulated machines."""
    found = [[]]
    for capacity in CAPACITIES:
        if len(found[-1]) == POOLS_MAX or sum(found[-1]) + capacity > SLOTS_MAX:
            found.append([])
        found[-1].append(capacity)
    return found


def measure(cpu, capacities):
    """The lines of one program."""
    machine = MACHINES[cpu]
    program = BUILD / ('flat-%s-%d.elf' % (cpu, capacities[0]))
    objects = library(cpu, '-O2', 1)
    call([*compile_by(machine, '-O2'), '-ffreestanding', '-DSUBJECT_HUTCH', '-DBENCH_SLOTS=1', '-DBENCH_LOCK=HUTCH_LOCK_IRQ', '-DBENCH_INLINE',
          '-DBENCH_PLAIN', '-DHUTCH_CFG_CHECK=1', '-DFLAT_CAPACITIES=' + ' '.join('OF(%d)' % n for n in capacities), '-c', HERE / 'flat.c',
          '-o', program.with_suffix('.o')])
    call([machine.tools + 'gcc', *machine.cflags, '-nostdlib', program.with_suffix('.o'), *objects, *machine.link, '-Wl,--gc-sections', '-lgcc',
          '-o', program])
    rows = dict(zip(*run(machine, program)))
    lines = []
    for n in capacities:
        acquires, releases, walk = rows['pair %d' % n][:5], rows['pair %d' % n][5:], rows['walk %d' % n][:5]
        if acquires[0] != n or releases[0] != n:
            raise Failure('%s: %d acquires and %d releases of a pool of %d' % (program, acquires[0], releases[0], n))
        lines.append((cpu, str(n), '%.2f' % (acquires[1] / n), '%.2f' % (releases[1] / n), *map(str, (acquires[3], releases[3], acquires[4], releases[4])),
                      '%.2f' % (walk[1] / n)))
    return lines


def measure_all():
    for cpu in GROWING:
        library(cpu, '-O2', 1)
    with ThreadPoolExecutor(2) as pool:
        work = [pool.submit(measure, cpu, capacities) for cpu in GROWING for capacities in programs()]
        return [line for done in work for line in done.result()]


def read():
    with RESULTS.open(encoding='utf-8', newline='') as file:
        return [tuple(line) for line in csv.reader(file)][1:]


def stamp(lines):
    return hashlib.sha256(repr(lines).encode()).hexdigest()


def draw(lines):
    from matplotlib.figure import Figure  # here, because only who draws needs it
    from matplotlib import rcParams
    rcParams.update({'svg.hashsalt': 'hutch', 'svg.fonttype': 'none', 'font.family': 'sans-serif'})
    rows = [dict(zip(COLUMNS, line)) for line in lines]
    panels = (('acquire and release, mean', lambda row: float(row['acquire']) + float(row['release'])),
              ('interrupts off at most', lambda row: max(int(row['masked acquire']), int(row['masked release']))),
              ('a walk, per live object', lambda row: float(row['walk'])))
    figure = Figure(figsize=(7.6, 8.4), layout='constrained')
    for axes, (title, value) in zip(figure.subplots(len(panels), 1, sharex=True), panels):
        for colour, cpu in zip(COLOURS, GROWING):
            points = [(int(row['capacity']), value(row)) for row in rows if row['cpu'] == cpu]
            axes.plot(*zip(*points), color=colour, label=MACHINES[cpu].title, marker='.', markersize=3, linewidth=1)
        axes.set_title(title, fontsize='medium')
        axes.set_xscale('log', base=2)
        axes.grid(color='#dddddd')
        axes.set_ylim(bottom=0)
    axes.set_xticks([1, 32, 64, 96, 256, 1024, 4096, 32768], labels=['1', '32', '64', '96', '256', '1024', '4096', '32768'])
    axes.set_xlabel('slots')
    figure.axes[0].legend(frameon=False, fontsize='small')
    figure.suptitle('Instructions at every capacity: locked pool, gcc -O2')
    figure.savefig(CHART, format='svg', metadata={'Date': None, 'Identifier': stamp(lines)})


def main():
    is_writing = '--write' in sys.argv[1:]
    print('TAP version 13')
    try:
        need(GROWING, ['/usr/lib/python3/dist-packages/matplotlib:python3-matplotlib'] if is_writing else [])
        lines = measure_all()
        if is_writing:
            with RESULTS.open('w', encoding='utf-8', newline='') as file:
                csv.writer(file, lineterminator='\n').writerows([COLUMNS, *lines])
            draw(lines)
    except Failure as failure:
        print('not ok 1 - the programs build and run\n# %s\n1..1' % str(failure).replace('\n', '\n# '))
        return 1
    stale = set(lines) ^ set(read())
    for line in sorted(stale)[:8]:
        print('# in one of flat.csv and this measurement: ' + ','.join(line))
    is_drawn = CHART.exists() and stamp(lines) in CHART.read_text(encoding='utf-8')
    for number, (claim, name) in enumerate(((not stale, 'flat.csv holds what was measured here, %d lines (make bench-flat)' % len(lines)),
                                            (is_drawn, 'flat.svg is drawn from it (make bench-flat)')), 1):
        print('%s %d - %s' % ('ok' if claim else 'not ok', number, name))
    print('1..2')
    return 0 if not stale and is_drawn else 1


if __name__ == '__main__':
    sys.exit(main())
