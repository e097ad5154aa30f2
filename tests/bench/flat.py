#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flat.py - what acquire, release and a walk take at every capacity: the table of README.md, and every figure in build/.

usage: flat.py           measures, and prints TAP: fails when the table is stale
       flat.py --write   renews it
"""
import sys
from concurrent.futures import ThreadPoolExecutor

import results_file
from machines import BUILD, HERE, MACHINES, ROOT, Failure, call, need, run, tap_out
from matrix import GROWING
from measure import compile_by, library

sys.path.append(str(ROOT / 'tests/check'))
import generated  # noqa: E402  (of tests/check)

RANGES = ((1, 1), (2, 32), (33, 64), (65, 96), (97, 1024), (1025, 32768))  # between two of them the code changes
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


def table(lines):
    """The most of each figure over the capacities of a range, as it stands in the page."""
    cells = []
    for cpu in GROWING:
        for least, most in RANGES:
            rows = [[float(word) for word in line[2:]] for line in lines if line[0] == cpu and least <= int(line[1]) <= most]
            worst = [max(column) for column in zip(*rows)]
            pair = max(row[0] + row[1] for row in rows)
            cells.append([MACHINES[cpu].title, str(least) if least == most else '%d to %d' % (least, most), '%.1f' % pair,
                          '%d / %d' % tuple(worst[2:4]), '%d / %d' % tuple(worst[4:6]), '%.1f' % worst[6]])
    return generated.table(['CPU', 'slots', 'acquire and release, mean', 'worst acquire / release', 'interrupts off in acquire / release',
                            'a walk, per live object'], cells)


def main():
    try:
        need(GROWING)
        lines = measure_all()
    except Failure as failure:
        return tap_out.every([('the programs build and run', str(failure))])
    results_file.write(ROOT / BUILD / 'flat.csv', COLUMNS, lines)
    return tap_out.every([('README.md has the most of %d lines (make bench-flat)' % len(lines),
                           generated.kept(ROOT, {'flat': lambda _root: table(lines)}, 'make bench-flat'))])


if __name__ == '__main__':
    sys.exit(main())
