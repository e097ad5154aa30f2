#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers.py - hutch beside pools of other projects, counted in one run from sources that the reader brings; writes peers.txt.

usage: peers.py DIR     DIR has a folder for each pool, with a peer.ini and a peer.h: README.md
"""
import configparser
import glob
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from machines import BUILD, HERE, MACHINES, ROOT, Failure, call, need, run
from measure import Setup, library, measure, rows_of
from tables import TITLES, Results, both, grid

CPU, SLOTS, LEVELS = 'm3', (64, 1000), ('-O2', '-Os')
PAGE = ROOT / HERE / 'peers.txt'
NEEDED, OPTIONAL = ('title', 'calls', 'refuses', 'version'), ('sources', 'flags', 'interrupts')
INTERRUPTS = ('counted', 'not counted')
EXITS = {'ends with 8:': 'it was full before it had given out BENCH_SLOTS objects', 'ends with 1:': 'it gave out more than BENCH_SLOTS objects'}


@dataclass
class Peer:
    """What a peer.ini says."""
    folder: Path
    title: str
    calls: str
    refuses: str
    version: str
    sources: list
    flags: list
    counts_interrupts: bool


@dataclass
class Measured:
    """One line of each table of the page."""
    title: str
    calls: str
    refuses: str
    version: str
    rows: dict  # by level and slots
    counts_interrupts: bool = True


def found_sources(folder, words):
    for word in words:
        paths = sorted(glob.glob(word))
        if not paths:
            raise Failure('%s/peer.ini: there is no source %s' % (folder, word))
        yield from map(Path, paths)


def read(folder):
    """The peer of a folder."""
    where = '%s/peer.ini' % folder
    parser = configparser.ConfigParser({'here': str(folder)}, inline_comment_prefixes=(';',))
    try:
        parser.read(where, encoding='utf-8')
        keys = dict(parser['peer'])
    except (configparser.Error, KeyError) as error:
        raise Failure('%s: %s' % (where, error if isinstance(error, configparser.Error) else 'it has no section [peer]')) from None
    missing = [name for name in NEEDED if not keys.get(name)]
    unknown = sorted(keys.keys() - {*NEEDED, *OPTIONAL, 'here'})
    if missing or unknown:
        raise Failure('%s: %s' % (where, 'it lacks ' + ', '.join(missing) if missing else 'there is no key ' + ', '.join(unknown)))
    interrupts = keys.get('interrupts', INTERRUPTS[0])
    if interrupts not in INTERRUPTS:
        raise Failure('%s: interrupts is "%s" or "%s"' % (where, *INTERRUPTS))
    if not (folder / 'peer.h').exists():
        raise Failure('%s has no peer.h' % folder)
    return Peer(folder, *(keys[name] for name in NEEDED), list(found_sources(folder, shlex.split(keys.get('sources', '')))),
                shlex.split(keys.get('flags', '')), interrupts == INTERRUPTS[0])


def read_all(folder):
    peers = [read(path) for path in sorted(folder.iterdir()) if (path / 'peer.ini').exists()]
    if not peers:
        raise Failure('%s has no folder with a peer.ini: tests/bench/README.md says what stands in it' % folder)
    return peers


def build(peer, level, slots):
    """A program of bench.c over the peer."""
    machine = MACHINES[CPU]
    stem = 'peer-%s%s-%d' % (peer.folder.name, level, slots)
    objects = []
    for source in [ROOT / HERE / 'bench.c', *peer.sources]:
        objects.append(BUILD / ('%s-%d-%s.o' % (stem, len(objects), source.stem)))
        call([machine.tools + 'gcc', *['-std=gnu11'] * (source.suffix == '.c'), level, *machine.cflags, '-ffunction-sections',
              '-fdata-sections', '-fno-common', '-w', '-DBENCH_SLOTS=%d' % slots, '-DBENCH_LOCK=0',
              '-DSUBJECT_PEER="%s"' % (peer.folder / 'peer.h'), '-I%s' % HERE, '-Iport/' + machine.port, '-Iinclude', *peer.flags,
              '-c', source, '-o', objects[-1]])
    rig = [path for path in library(CPU, level, 1) if path.name in ('rig.o', 'memory.o')]
    program = BUILD / (stem + '.elf')
    call([machine.tools + 'gcc', *machine.cflags, '-nostdlib', *objects, *rig, *machine.link, '-Wl,--gc-sections', '-lgcc', '-o', program])
    return program


def rows_of_peer(peer, level, slots):
    where = '%s, %d slots, %s' % (peer.title, slots, level)
    try:
        program = build(peer, level, slots)
    except Failure as failure:
        raise Failure('%s: %s' % (where, failure)) from None
    try:
        names, figures = run(MACHINES[CPU], program)
    except Failure as failure:
        hint = ''.join('%s: ' % hint for end, hint in EXITS.items() if end in str(failure))
        raise Failure('%s: %s%s' % (where, hint, failure)) from None
    return list(rows_of(Setup(CPU, level, 'peer', slots), names, figures))


def in_each_state(rows):
    return {(level, slots): rows(level, slots) for level in LEVELS for slots in SLOTS}


def hutch():
    for title, form in (('**hutch**, inline', 'inline'), ('**hutch**, called', 'called')):
        yield Measured(title, '`HUTCH_LOCK_IRQ`', 'yes', 'this one',
                       in_each_state(lambda level, slots, form=form: measure(Setup(CPU, level, 'hutch', slots, form=form))))


def newlib():
    """The heaps that come with the compiler."""
    macros = call([MACHINES[CPU].tools + 'gcc', '-dM', '-E', '-x', 'c', '-include', '_newlib_version.h', '/dev/null'])
    number = re.search(r'_NEWLIB_VERSION "(.*)"', macros).group(1)
    for heap in ('newlib-nano', 'newlib'):
        yield Measured(TITLES[heap], '`malloc`, `free`, with the lock of hutch around each', 'nothing', number + ', as installed',
                       in_each_state(lambda level, slots, heap=heap: measure(Setup(CPU, level, heap, slots))))


def brought(peers):
    for peer in peers:
        yield Measured(peer.title, peer.calls, peer.refuses, peer.version,
                       in_each_state(lambda level, slots, peer=peer: rows_of_peer(peer, level, slots)), peer.counts_interrupts)
        print('# %s: measured' % peer.title)


def results_of(rows, slots):
    """As if they were those of the usual pool."""
    setup = Setup(CPU, LEVELS[0], 'hutch', slots)
    return Results([{**{key: str(value) for key, value in setup.__dict__.items()}, **{key: str(value) for key, value in row.items()}} for row in rows])


def cells(pool, slots):
    """Pair, churn, worst and interrupts off of one pool at -O2; then pair and churn at -Os."""
    fast, small = (results_of(pool.rows[level, slots], slots) for level in LEVELS)
    return [both(fast.pair(CPU, slots), fast.churn(CPU, slots)),
            both(*(fast.worst(CPU, slots, operation) for operation in ('acquire', 'release'))),
            both(*(fast.worst(CPU, slots, operation, column='masked') for operation in ('acquire', 'release'))) if pool.counts_interrupts else '-',
            both(small.pair(CPU, slots), small.churn(CPU, slots))]


def lines(pools):
    for slots in SLOTS:
        yield from grid('## %d slots' % slots, ['pool', 'pair / churn, `-O2`', 'worst', 'interrupts off', 'pair / churn, `-Os`'],
                        [[pool.title, *cells(pool, slots)] for pool in pools])
    yield from grid('## What was called', ['pool', 'calls', 'refuses a wrong release', 'version'],
                    [[pool.title, pool.calls, pool.refuses, pool.version] for pool in pools])


HEAD = """# Beside pools of other projects

Made by `make peers PEERS_DIR=folder` from sources that the reader brings; README.md says how, for any pool. They are compiled
by gcc %s for a %s and counted by the bench's own program, as described in README.md: instructions of an emulator, all in
one run. All that runs is their own code; what would only run if a task waits is left out. Inline, hutch is part of its caller; the others are
called, where the table does not say otherwise. newlib comes compiled, with the compiler. No check compares this page with a new measurement,
because the sources are not here.

Locks: the row says where it is the lock of hutch, inline, by PRIMASK. The others keep their own critical sections, and how these were compiled,
inline or called, is not recorded: a called one costs a pair more than the difference between two rows may suggest.

`pair / churn` is an acquire and a release together; `worst` and `interrupts off` are the most of an acquire / a release; `-` was not counted.
"""


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print('peers: skipped, nothing measured. PEERS_DIR must be a folder of pools, as tests/bench/README.md says')
        return 0
    try:
        peers = read_all(Path(sys.argv[1]).resolve())
        need([CPU])
        gcc = call([MACHINES[CPU].tools + 'gcc', '-dumpversion']).strip()
        table = list(lines([*hutch(), *brought(peers), *newlib()]))
    except Failure as failure:
        print('peers: %s' % failure)
        return 1
    PAGE.write_text(HEAD % (gcc, MACHINES[CPU].title) + '\n'.join(table) + '\n', encoding='utf-8')
    print('peers: wrote ' + str(PAGE.relative_to(ROOT)))
    return 0


if __name__ == '__main__':
    sys.exit(main())
