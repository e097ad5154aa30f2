#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep.py - builds and runs the interrupt sweep for every CPU, port and shape of pool, and for every seeded bug.

usage: sweep.py [--only WORD] [--landings N] [--full] [--stepped]

WORD: only rows whose name contains it; N: landings that must be reached; full: all 64 patterns everywhere; stepped: not
the emulators but this machine, instruction by instruction.
Prints TAP.
"""
import argparse
import platform
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import disassembly
from matrix import RUNS, SEEDS, SHAPES, STEPPED, STEPPED_SEEDS
from targets import TARGETS, Failure, build, need, port_without_clobber, run

SOURCES = [Path('tests/sweep') / name for name in ('swept.c', 'sweep.c', 'model.c', 'patterns.c')]
LOCKS = {'irq': 'HUTCH_LOCK_IRQ', 'none': 'HUTCH_LOCK_NONE', 'free': 'HUTCH_LOCK_FREE'}


def compile_row(row, quiet=False):
    """Builds a row's program. Flags go only to the sources that they are about: rows share the other objects."""
    folder = Path('build/sweep') / row.name / ('quiet' if quiet else '.')
    word_bits, capacity = SHAPES[row.shape]
    flags = ['-O2', '-DSWEEP_CAPACITY=%d' % capacity, '-DHUTCH_CFG_WORD_BITS=%d' % word_bits, *row.port.flags]
    swept = ['-DSWEEP_LOCK=' + LOCKS[row.lock]]
    sweep = ['-DSWEEP_PATTERN_STEP=%d' % row.pattern_step, '-DSWEEP_WRONG_MAX=%d' % (1 if row.bug else 1000)]
    if row.no_clobber:
        swept += ['-I%s' % port_without_clobber(row.port.folder, folder)]
    if row.seed:
        swept += ['-DSEED=' + row.seed, '-include', 'tests/sweep/seeds.h', '-DSEED_OPEN(saved)=(%s)' % row.port.opens]
    if row.no_outer:
        sweep += ['-DSWEEP_NO_OUTER']
    if quiet:
        sweep += ['-DSWEEP_QUIET']
    if row.lock == 'free':
        flags += ['-DSWEEP_FREE']
    if row.spawned:
        flags += ['-DSWEEP_SPAWNED']
    if row.nested:
        flags += ['-DSWEEP_NESTED']
    return build(row.target, Path('port') / row.port.folder, SOURCES, flags, folder, {'swept.c': swept, 'sweep.c': sweep})


def parse(text):
    """The program's report: numbers, and lists of addresses."""
    report = {}
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in ('landings', 'inside', 'nested_inside', 'wrong'):
            report[words[0]] = int(words[1])
        elif words and words[0] in ('hit', 'broke', 'ran_open', 'ran_masked'):
            report[words[0]] = {int(word, 16) for word in words[1:]}
    return report


def swept_range(row, program):
    names = disassembly.symbols(TARGETS[row.target].tools + 'nm', program)
    return names['swept_start'], names['swept_end'], names


def without_interrupts(row, place):
    """The addresses of the swept code that run without interrupts: only these a single interrupt can land at."""
    program = compile_row(row, quiet=True)
    start, stop, _ = swept_range(row, program)
    if (start, stop) != place:
        raise Failure('the swept code is not at the same place with and without interrupts')
    code, text, ran = run(row.target, program, executed=(start, stop))
    if code != 0:
        raise Failure('the quiet run ended with %d\n%s' % (code, text[-1500:]))
    return ran


def coverage_stepped(report):
    """The same as coverage() on this machine, which has itself seen what ran before the interrupt landed."""
    is_open, is_masked = report['ran_open'], report['ran_masked'] - report['ran_open']
    complaints = []
    if is_open - report['hit']:
        complaints.append('never interrupted: ' + ', '.join('%x' % a for a in sorted(is_open - report['hit'])))
    if is_masked & report['hit']:
        complaints.append('interrupted though masked: ' + ', '.join('%x' % a for a in sorted(is_masked & report['hit'])))
    return complaints, len(is_open), len(is_masked), 0


def coverage(row, program, hit):
    """What the landings say against the disassembly: complaints, and how many instructions are unmasked and masked."""
    target = TARGETS[row.target]
    start, stop, names = swept_range(row, program)
    code = disassembly.read(target.tools + 'objdump', program, start, stop)
    entries = [address for name, address in names.items() if start <= address < stop and address in code
               and not name.startswith(('hutch_port_', '__'))]  # calls that mask; a constant of the AVR's linker
    found = disassembly.walk(code, target.isa, row.port.masks, row.port.unmasks, entries)
    ran = without_interrupts(row, (start, stop))
    late = set()
    if target.isa == 'avr':  # simavr, with SREG just restored, runs two more instructions; silicon runs one
        late = found.after_unmask.union(*(disassembly.successors(code, a, 'avr')[0] for a in found.after_unmask))
    unmasked = found.unmasked & ran
    never = sorted(unmasked - hit - late)
    wrongly = sorted(hit & (found.masked - found.unmasked))
    show = lambda addresses: ', '.join('%x %s (%s)' % (a, code[a].text, code[a].function) for a in addresses[:40])
    complaints = []
    if never:
        complaints.append('%d unmasked instructions never interrupted: %s' % (len(never), show(never)))
    if wrongly:
        complaints.append('%d masked instructions interrupted: %s' % (len(wrongly), show(wrongly)))
    if not found.masked:
        complaints.append('no masked instruction found in the disassembly')
    return complaints, len(unmasked), len(found.masked & ran), len((found.unmasked | found.masked) - ran)


def measure(row):
    """Builds and runs one row; answers (passed, description, details, landings)."""
    begin = time.monotonic()
    try:
        program = compile_row(row)
        code, text, _ = run(row.target, program, timeout=120 if row.pattern_step > 1 else 1200)
    except Failure as failure:
        return False, row.name, str(failure), 0
    report = parse(text)
    seconds = time.monotonic() - begin
    if 'landings' not in report:
        # A seeded bug may damage the bitmap so badly that the program never ends.
        return False, row.name, 'no report, exit code %d\n%s' % (code, text[-1500:]), 0
    about = '%s: %d landings, %d inside, %d wrong, %.1f s' % (row.name, report['landings'],
                                                            report['inside'] + report['nested_inside'], report['wrong'],
                                                            seconds)
    if report['inside'] + report['nested_inside'] == 0:
        return False, about, 'no landing inside the operations: the sweep proves nothing', 0
    if row.bug:
        return report['wrong'] > 0, about + ' (a seeded bug: it must be found)', text[-1500:], 0
    complaints = []
    if report['wrong'] or code != 0:
        complaints.append('exit code %d\n%s' % (code, text[:1500]))
    if not row.nested:
        more, *counts = coverage_stepped(report) if row in STEPPED else coverage(row, program, report['hit'])
        complaints += more
        if not more:
            about += ', %d unmasked instructions, all hit, %d masked, none hit, %d only after one or never' % tuple(counts)
    return not complaints, about, '\n'.join(complaints), report['landings']


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--only', default='')
    parser.add_argument('--landings', type=int, default=0)
    parser.add_argument('--full', action='store_true')
    parser.add_argument('--stepped', action='store_true')
    options = parser.parse_args()
    if options.stepped and (platform.machine(), platform.system()) != ('x86_64', 'Linux'):
        print('TAP version 13\n1..0 # SKIP the trap flag is stepped on x86-64 under Linux only')
        return 0
    runs, seeds = (STEPPED, STEPPED_SEEDS) if options.stepped else (RUNS, SEEDS)
    if options.full:
        for row in runs:
            row.pattern_step = 1
    rows = [row for row in runs + seeds if options.only in row.name]
    need({row.target for row in rows})
    failed = landings = 0
    begin = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        def say(line):
            print(line, flush=True)

        say('TAP version 13\n1..%d' % (len(rows) + 1))
        for number, (passed, about, details, count) in enumerate(pool.map(measure, rows), 1):
            say('%s %d - %s' % ('ok' if passed else 'not ok', number, about))
            if not passed:
                failed += 1
                say('\n'.join('# ' + line for line in details.splitlines()))
            landings += count
        enough = landings >= options.landings and landings > 0
        say('%s %d - %d landings in ports that are right, at least %d asked for, %.0f s' %
            ('ok' if enough else 'not ok', len(rows) + 1, landings, options.landings, time.monotonic() - begin))
    return 1 if failed or not enough else 0


if __name__ == '__main__':
    sys.exit(main())
