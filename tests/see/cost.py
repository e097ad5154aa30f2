#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cost.py - counts the instructions of hutch_snapshot on a Cortex-M3, by the bench's machinery.

usage: cost.py [--write]   prints TAP; --write renews the table in src/tools/README.md
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/bench'), str(ROOT / 'tests/check')]
import generated  # noqa: E402  (of tests/check)
from machines import BUILD, MACHINES, Failure, call, compiled, need, run, tap_out  # noqa: E402  (of tests/bench)
from measure import compile_by  # noqa: E402

SLOTS = (16, 64, 1000)
OPTIONS = ['-DHUTCH_CFG_STATS=1', '-Os', '-ffreestanding']


def objects():
    """The library, the rig and its memory functions, compiled with counters."""
    sources = [*sorted((ROOT / 'src').glob('*.c')), ROOT / 'tests/bench/rig.c', ROOT / 'tests/sweep/memory.c']
    return compiled.objects([*compile_by(MACHINES['m3'], '-Os'), *OPTIONS, '-Itests/bench'], sources, BUILD / 'snapshot', ROOT)


def measured():
    """{slots: (instructions of a snapshot without those inside put_char, characters)}"""
    machine, library, found = MACHINES['m3'], objects(), {}
    for slots in SLOTS:
        program = BUILD / 'snapshot' / ('cost-%d.elf' % slots)
        call([*compile_by(machine, '-Os'), *OPTIONS, '-Itests/bench', '-DSLOTS=%d' % slots, 'tests/see/cost.c',
              *library, *machine.link, '-Wl,--gc-sections', '-lgcc', '-o', program])
        names, figures = run(machine, program)
        if names != ['snapshot', 'put_char']:
            raise Failure('the program printed %s' % names)
        whole, characters, calls = figures[0][1], figures[1][5], figures[1][6]
        # A call of put_char as the second row counts it is its body, the branch to it and the load of its address.
        found[slots] = (whole - calls, characters)
    return found


def table(found):
    return generated.table(['slots', 'characters', 'instructions, without put_char', 'each slot'], [
        ['%d' % slots, '%d' % characters, '%d' % count, '%.1f' % (count / slots)] for slots, (count, characters) in found.items()])


def main():
    try:
        need(['m3'])
        made = table(measured())
    except Failure as failure:
        return tap_out.every([('the program builds and runs', str(failure))])
    return tap_out.every([('the cost of a snapshot in src/tools/README.md is what was counted here (make snapshot-cost)',
                           generated.kept(ROOT, {'snapshot-cost': lambda _root: made}, 'make snapshot-cost'))])


if __name__ == '__main__':
    sys.exit(main())
