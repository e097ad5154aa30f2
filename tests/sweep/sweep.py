#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep.py - builds and runs the interrupt sweep for every CPU, port and shape of pool, and for every seeded bug.

usage: sweep.py [--only WORD] [--landings N] [--few | --quick | --random SEED] [--stepped]

WORD: only rows whose name contains it; N: landings that must be reached; few: the rows of `make test`; quick: of
`make test-ci`; random: some rows by chance, beginning at other patterns; stepped: not the emulators but this machine,
instruction by instruction. Prints TAP.
"""
import argparse
import platform
import random
import re
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import disassembly
from matrix import POLICIES, RUNS, SEEDS, SHAPES, STEPPED, STEPPED_SEEDS, is_few, is_quick
from symbols import symbols
from targets import TARGETS, Failure, build, need, port_without_clobber, run, trace
import tap_out  # of tests/tools, by targets

SOURCES = [Path('tests/sweep') / name for name in ('swept.c', 'sweep.c', 'model.c', 'model_words.c', 'patterns.c',
                                                 'section.c')]
LOOKS = [Path('tests/sweep') / name for name in ('looks_swept.c', 'looks.c')]
RANDOM_ROWS = 10
NESTED = ['acquire', 'count', 'release', 'claim']
WITH_POLICY = {False: 'acquire release release_free claim clear acquire_urgent'.split(), True: 'spawn despawn ref release_ref spawn_urgent'.split()}
LOCKS = {'irq': 'HUTCH_LOCK_IRQ', 'none': 'HUTCH_LOCK_NONE', 'free': 'HUTCH_LOCK_FREE', 'cores': 'HUTCH_LOCK_CORES'}


def compile_row(row, quiet=False):
    """Builds a row's program. Flags go only to the sources that they are about: rows share the other objects."""
    folder = Path('build/sweep') / row.name / ('quiet' if quiet else '.')
    word_bits, capacity = SHAPES[row.shape]
    word = ['-DHUTCH_CFG_WORD_BITS=%d' % word_bits, '-DHUTCH_CFG_LOCK_FREE=1'] + ['-DSWEEP_NESTED'] * row.nested
    flags = ['-O1' if row.seed else '-O2', *word, *row.port.shared, *row.port.flags]
    about = ['-DSWEEP_CAPACITY=%d' % capacity, *['-DSWEEP_FREE'] * (row.lock == 'free'), *['-DSWEEP_SPAWNED'] * row.spawned,
             *['-DSWEEP_POLICY=%d' % POLICIES[row.policy] for _ in range(row.policy != '')]]
    swept = [*about, '-DSWEEP_LOCK=' + LOCKS[row.lock], *row.flags]
    if row.no_clobber:
        swept += ['-I%s' % port_without_clobber(row.port.folder, folder)]
    if row.seed:
        swept += ['-DSEED=' + row.seed, '-include', 'tests/sweep/seeds.h', '-DSEED_OPEN(saved)=(%s)' % row.port.opens]
        swept += ['-DSEED_CORES'] * (row.port.variant == 'cores')
    sources = LOOKS if row.looks else SOURCES
    own = {'swept.c': swept, 'looks_swept.c': swept}
    portless = {name: ['-O1', *word, *about] for name in ('model.c', 'model_words.c', 'patterns.c')}
    portless.update({name: ['-O1', *word, *row.port.shared, *about] for name in ('sweep.c', 'looks.c')})
    values = symbols(pattern_first=row.pattern_first + 1, pattern_step=row.pattern_step, wrong_max=1 if row.bug else 1000,
                     quiet=1 + quiet, outer=2 - row.port.is_plain, seed=row.wrapped + 1)
    more = [Path('src') / name for name in ('hutch_policy.c', 'hutch_generic.c')] if row.policy or row.looks else []
    more += [Path('src') / name for name in ('hutch_prefab.c', 'hutch_scene.c', 'hutch_list_default.c')] if row.looks else []
    more += [Path('src/hutch_spawn.c')] if row.spawned or row.policy or row.looks else []
    more += [Path('src/hutch_cores.c')] * (row.port.variant == 'cores')
    if row.change and row.change[0].endswith('.h'):
        changed_source(row, folder)
        flags = ['-I%s' % folder, *flags]
    elif row.change:
        more = [changed_source(row, folder) if source.name == row.change[0] else source for source in more]
        own[row.change[0]] = ['-Isrc']
    return build(row.target, Path('port') / row.port.folder, sources, flags, folder, own, more, portless, values)


def changed_source(row, folder):
    """A copy of a source of the library with a bug in it; of a header: of all headers."""
    name, old, new = row.change
    if name.endswith('.h'):
        shutil.copytree('include/hutch', folder / 'hutch', dirs_exist_ok=True)
        name = next(path.relative_to('include').as_posix() for path in Path('include').rglob(name))
    text = Path('include' if '/' in name else 'src', name).read_text(encoding='utf-8')
    changed = re.sub(old, new, text)
    if changed == text:
        raise Failure('%s has nothing like %s' % (name, old))
    copy = folder / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(changed, encoding='utf-8')
    return copy


def parse(text):
    """The program's report: numbers, and lists of addresses."""
    report = {}
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in ('landings', 'inside', 'nested_inside', 'wrong'):
            report[words[0]] = int(words[1])
        elif words and words[0] == 'operations':
            report['operations'] = [int(word) for word in words[1:]]
        elif words and words[0] in ('hit', 'broke', 'ran_open', 'ran_masked'):
            report[words[0]] = {int(word, 16) for word in words[1:]}
    return report


def swept_range(row, program):
    names = disassembly.symbols(TARGETS[row.target].tools + 'objdump', program)
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


def coverage_traced(row, program, hit, first=0):
    """The same for code that knows its pool, and so its lock, at run time only: by what a quiet run does, in its turn.
    Only what stands at `first` or after it is judged."""
    quiet = compile_row(row, quiet=True)
    start, stop, names = swept_range(row, program)
    if swept_range(row, quiet)[:2] != (start, stop):
        raise Failure('the swept code is not at the same place with and without interrupts')
    code = disassembly.read(TARGETS[row.target].tools + 'objdump', program, start, stop)
    mask, unmask = re.compile(row.port.masks), re.compile(row.port.unmasks)
    is_open, is_masked, depth, since_unmasked = set(), set(), 0, 9
    begins, ends = names.get('swept_begin'), names.get('swept_end_of_it')
    is_meant = begins is None
    for address, state in trace(row.target, quiet, start, stop):
        if address in (begins, ends):
            is_meant = address == begins
        if address not in code or not is_meant or code[address].function == 'swept_begin':
            continue  # the second half of a Thumb call, or what only prepares
        if code[address].function.startswith('hutch_port_'):
            continue  # calls that mask
        was_open = depth == 0 if state is None else state
        since_unmasked = since_unmasked + 1 if was_open else 0
        if not was_open:
            is_masked.add(address)
        elif TARGETS[row.target].isa != 'avr' or since_unmasked > 2:  # simavr runs two instructions more
            is_open.add(address)
        if depth and unmask.search(code[address].text):
            depth -= 1
        elif mask.search(code[address].text):
            depth += 1
    show = lambda addresses: ', '.join('%x %s (%s)' % (a, code[a].text, code[a].function) for a in sorted(addresses)[:40])
    is_open, is_masked, hit = ({a for a in addresses if a >= first} for addresses in (is_open, is_masked, hit))
    complaints = []
    if is_open - hit:
        complaints.append('%d unmasked instructions never interrupted: %s' % (len(is_open - hit), show(is_open - hit)))
    if (is_masked - is_open) & hit:
        complaints.append('masked instructions interrupted: %s' % show((is_masked - is_open) & hit))
    return complaints, len(is_open), len(is_masked - is_open), len(hit - is_open)


def coverage(row, program, hit):
    """What the landings say against the disassembly: complaints, and how many instructions are unmasked and masked.
    Of the library's functions, which learn a pool's lock at run time, a trace tells."""
    target = TARGETS[row.target]
    start, stop, names = swept_range(row, program)
    library = names['swept_library']
    traced = coverage_traced(row, program, hit, library) if library < stop else ([], 0, 0, 0)
    found = coverage_followed(row, target, hit & set(range(start, library)), (start, library, stop), program, names)
    return found[0] + traced[0], *(a + b for a, b in zip(found[1:], traced[1:]))


def coverage_followed(row, target, hit, place, program, names):
    """The same of code that knows its pool when it is compiled: every path is followed."""
    start, library, stop = place
    code = disassembly.read(target.tools + 'objdump', program, start, library)
    entries = [address for name, address in names.items() if start <= address < library and address in code
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


def covered(row, program, report):
    if row in STEPPED:
        return coverage_stepped(report)
    if row.policy or row.looks:
        return coverage_traced(row, program, report['hit'])
    return coverage(row, program, report['hit'])


def never_landed_in(row, report):
    """The operations of a row's kind of pool in which no interrupt landed. In rows by chance that is no error."""
    if row.looks or row.pattern_first:
        return []
    text = re.search(r'enum operation \{(.*?)\};', Path('tests/sweep/model.h').read_text(encoding='utf-8'), re.S).group(1)
    names = [name.lower() for name in re.findall(r'^\s*([A-Z_]+)\b', re.sub(r'//.*', '', text), re.M)[:-1]]
    wanted = (WITH_POLICY[row.spawned] if row.policy else NESTED if row.nested else
              names[:names.index('acquire_urgent' if row.spawned else 'spawn')])
    return [name for name in wanted if not dict(zip(names, report.get('operations', []))).get(name)]


def measure(row):
    """Builds and runs one row; answers (passed, description, details, landings in ports that are right)."""
    begin = time.monotonic()
    try:
        program = compile_row(row)
        code, text, _ = run(row.target, program, timeout=120)
        report = parse(text)
        if 'landings' not in report:  # a seeded bug may damage the bitmap so badly that the program never ends
            raise Failure('no report, exit code %d\n%s' % (code, text[-1500:]))
        about = '%s: %d landings, %d inside, %d wrong, %.1f s' % (
            row.name, report['landings'], report['inside'] + report['nested_inside'], report['wrong'], time.monotonic() - begin)
        if report['inside'] + report['nested_inside'] == 0:
            raise Failure('no landing inside the operations: the sweep proves nothing')
        if row.bug:
            return report['wrong'] > 0, about + ' (a seeded bug: it must be found)', text[-1500:], 0
        complaints = ['exit code %d\n%s' % (code, text[:1500])] if report['wrong'] or code != 0 else []
        complaints += ['no landing in ' + name for name in never_landed_in(row, report)]
        more, *counts = ([], 0, 0, 0) if row.nested else covered(row, program, report)
    except Failure as failure:
        return False, row.name, str(failure), 0
    if not more and not row.nested:
        about += ', %d unmasked instructions, all hit, %d masked, none hit, %d only after one or never' % tuple(counts)
    return not complaints + more, about, '\n'.join(complaints + more), report['landings']


def by_chance(rows, dice):
    """A few rows, each beginning at any of the patterns."""
    rows = dice.sample(rows, RANDOM_ROWS)
    for row in rows:
        row.pattern_first = dice.randrange(64)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--only', default='')
    parser.add_argument('--landings', type=int, default=0)
    parser.add_argument('--few', dest='is_wanted', action='store_const', const=is_few, default=lambda row: True)
    parser.add_argument('--quick', dest='is_wanted', action='store_const', const=is_quick)
    parser.add_argument('--random', type=int)
    parser.add_argument('--stepped', action='store_true')
    given = parser.parse_args()
    if given.stepped and (platform.machine(), platform.system()) != ('x86_64', 'Linux'):
        print('TAP version 13\n1..0 # SKIP the trap flag is stepped on x86-64 under Linux only')
        return 0
    runs, seeds = (STEPPED, STEPPED_SEEDS) if given.stepped else (RUNS, SEEDS)
    rows = [row for row in runs + seeds if given.only in row.name and given.is_wanted(row)]
    if given.random is not None:
        rows = by_chance([row for row in rows if not row.bug], random.Random(given.random))
    need({row.target for row in rows})
    landings, begin = 0, time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        for passed, about, details, row_landings in pool.map(measure, rows):
            tap_out.result(passed, about, details)
            landings += row_landings
    has_right_rows = any(not row.bug for row in rows)
    tap_out.result(landings >= max(given.landings, has_right_rows), '%d landings in ports that are right, at least %d asked for, %.0f s' %
                   (landings, given.landings, time.monotonic() - begin))
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
