#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers.py - hutch beside pools of other projects, from their own sources, counted in one run; writes peers.md.

usage: peers.py DIR     DIR/ChibiOS, DIR/threadx ...: the sources, as their projects publish them; those that are missing are left out

Nothing of theirs is in this repository. peers/ has what joins them to the bench: an adapter each, and the configuration that they ask for.
"""
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from machines import BUILD, HERE, MACHINES, ROOT, Failure, call, need, run
from measure import Setup, library, measure, rows_of
from tables import TITLES, Results, both, grid

CPU, SLOTS, LEVEL = 'm3', (64, 1000), '-O2'
PAGE = ROOT / HERE / 'peers.md'


@dataclass
class Peer:
    title: str
    folder: str  # below DIR
    adapter: str
    sources: list
    includes: list
    notes: str
    checks: str
    defines: tuple = ()
    masks_all: bool = True  # by PRIMASK, which is what the bench counts


# A release build: the template's configuration is one for debugging.
CHIBIOS = ('-DCH_CFG_ST_TIMEDELTA=0', *('-DCH_DBG_%s=0' % name for name in (
    'SYSTEM_STATE_CHECK', 'ENABLE_CHECKS', 'ENABLE_ASSERTS', 'STATISTICS', 'ENABLE_STACK_CHECK', 'FILL_THREADS', 'THREADS_PROFILING',
    'TRACE_MASK')))

PEERS = (
    Peer('ChibiOS/RT memory pool', 'ChibiOS', 'chibios.h', ['os/oslib/src/chmempools.c'],
         ['os/rt/include', 'os/oslib/include', 'os/rt/templates', 'os/common/ports/ARMv7-M', 'os/common/ports/ARM-common/include',
          'os/common/portability/GCC', 'os/license', 'os/common/ext/ARM/CMSIS/Core/Include'], '`chPoolAlloc`, `chPoolFree`; masks by BASEPRI, not counted', 'nothing', CHIBIOS, False),
    Peer('ThreadX block pool', 'threadx', 'threadx.h',
         ['common/src/tx_block_%s.c' % name for name in ('allocate', 'release', 'pool_create', 'pool_cleanup')] +
         ['common/src/tx_thread_initialize.c'], ['common/inc', 'ports/cortex_m3/gnu/inc'],
         '`_tx_block_allocate`, `_tx_block_release`; nobody waits', 'nothing'),
    Peer('lwIP memp', 'lwip', 'lwip.h', ['src/core/memp.c'], ['src/include'], '`LWIP_MEMPOOL_ALLOC`, with the lock of hutch', 'nothing'),
    Peer('QP/C QMPool', 'qpc', 'qpc.h', ['src/qf/qf_mem.c', 'ports/arm-cm/qv/gnu/qv_port.c'], ['include', 'ports/arm-cm/qv/gnu'],
         '`QMPool_get`, `QMPool_put`; assertions on, as they come', 'guesses at a double release'),
    Peer('FreeRTOS heap_4', 'FreeRTOS-Kernel', 'heap_4.h', ['portable/MemMang/heap_4.c', 'tasks.c', 'list.c', 'portable/GCC/ARM_CM3/port.c'],
         ['include', 'portable/GCC/ARM_CM3'], '`pvPortMalloc`, `vPortFree`; suspends the scheduler, not started here; masks by BASEPRI, not counted', 'nothing', (), False))


def build(peer, folder, slots):
    """A program of bench.c over the peer."""
    machine = MACHINES[CPU]
    stem = 'peer-%s-%d' % (peer.folder.lower(), slots)
    common = [machine.tools + 'gcc', '-std=gnu11', LEVEL, *machine.cflags, '-ffunction-sections', '-fdata-sections', '-fno-common', '-w',
              '-DBENCH_SLOTS=%d' % slots, '-I%s/peers/config' % HERE, '-I%s' % HERE, '-Iport/' + machine.port, '-Iinclude',
              *('-isystem%s' % (folder / path) for path in peer.includes), *peer.defines]
    objects = []
    for source in [HERE / 'bench.c', *(folder / path for path in peer.sources)]:
        objects.append(BUILD / ('%s-%s.o' % (stem, source.stem)))
        call([*common, '-DSUBJECT_PEER="peers/%s"' % peer.adapter, '-DBENCH_LOCK=0', '-c', source, '-o', objects[-1]])
    rig = [path for path in library(CPU, LEVEL, 1) if path.name in ('rig.o', 'memory.o')]
    program = BUILD / (stem + '.elf')
    call([machine.tools + 'gcc', *machine.cflags, '-nostdlib', *objects, *rig, *machine.link, '-Wl,--gc-sections', '-lgcc', '-o', program])
    return program


def version(folder):
    done = subprocess.run(['git', '-C', str(folder), 'log', '-1', '--format=%h of %cs'], capture_output=True, text=True, check=False)
    has_own = (folder / '.git').exists()
    return done.stdout.strip() if done.returncode == 0 and has_own else 'version not known: no git checkout'


def results_of(rows, slots):
    setup = Setup(CPU, LEVEL, 'hutch', slots)
    return Results([{**{key: str(value) for key, value in setup.__dict__.items()}, **{key: str(value) for key, value in row.items()}} for row in rows])


def cells(rows, slots, masks_all=True):
    """Pair, churn, worst and interrupts off of one pool."""
    results = results_of(rows, slots)
    return [both(results.pair(CPU, slots), results.churn(CPU, slots)),
            both(*(results.worst(CPU, slots, operation) for operation in ('acquire', 'release'))),
            both(*(results.worst(CPU, slots, operation, column='masked') for operation in ('acquire', 'release'))) if masks_all else '-']


@dataclass
class Measured:
    """One line of each table of the page."""
    title: str
    rows: dict  # by slots
    notes: str
    checks: str
    version: str
    masks_all: bool = True


def hutch():
    for title, form in (('**hutch**, inline', 'inline'), ('**hutch**, called', 'called')):
        rows = {slots: measure(Setup(CPU, LEVEL, 'hutch', slots, form=form)) for slots in SLOTS}
        yield Measured(title, rows, '`HUTCH_LOCK_IRQ`', 'yes', 'this one')


def newlib():
    """The heaps that come with the compiler."""
    macros = call([MACHINES[CPU].tools + 'gcc', '-dM', '-E', '-x', 'c', '-include', '_newlib_version.h', '/dev/null'])
    number = re.search(r'_NEWLIB_VERSION "(.*)"', macros).group(1)
    for heap in ('newlib-nano', 'newlib'):
        rows = {slots: measure(Setup(CPU, LEVEL, heap, slots)) for slots in SLOTS}
        yield Measured(TITLES[heap], rows, '`malloc`, `free`, with the lock of hutch around each', 'nothing', number + ', as installed')


def peers(folder):
    for peer in PEERS:
        source = folder / peer.folder
        if not source.is_dir():
            print('# %s: no %s, left out' % (peer.title, source))
            continue
        rows = {}
        for slots in SLOTS:
            names, figures = run(MACHINES[CPU], build(peer, source, slots))
            rows[slots] = list(rows_of(Setup(CPU, LEVEL, 'peer', slots), names, figures))
        yield Measured(peer.title, rows, peer.notes, peer.checks, version(source), peer.masks_all)
        print('# %s: measured' % peer.title)


def lines(folder):
    pools = [*hutch(), *peers(folder), *newlib()]
    for slots in SLOTS:
        yield from grid('## %d slots' % slots, ['pool', 'pair / churn', 'worst', 'interrupts off'],
                        [[pool.title, *cells(pool.rows[slots], slots, pool.masks_all)] for pool in pools])
    yield from grid('## What was called', ['pool', 'calls', 'refuses a wrong release', 'version'],
                    [[pool.title, pool.notes, pool.checks, pool.version] for pool in pools])


HEAD = """# Beside pools of other projects

Made by `make peers PEERS_DIR=folder`; `folder` has checkouts of their repositories, named
%s. Their sources are compiled as published, with the configuration in `peers/config`, by gcc %s at `%s`
for a %s, and counted by the bench's own program, as described in the [README](README.md): instructions of an emulator, all in
one run. All that runs is their own code; what would only run if a task waits is left out. Inline, hutch is part of its caller; the others are
called. newlib comes compiled, with the compiler. No check compares this page with a new measurement, because the sources are not here.

`pair / churn` is an acquire and a release together; `worst` and `interrupts off` are the most of an acquire / a release; `-` was not counted.
"""


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        print('peers: skipped, nothing measured. PEERS_DIR must be a folder with ' + ', '.join(peer.folder for peer in PEERS) +
              ', as many of them as there are')
        return 0
    try:
        need([CPU])
        gcc = call([MACHINES[CPU].tools + 'gcc', '-dumpversion']).strip()
        table = list(lines(Path(sys.argv[1]).resolve()))
    except Failure as failure:
        print(failure)
        return 1
    PAGE.write_text(HEAD % (', '.join('`%s`' % peer.folder for peer in PEERS), gcc, LEVEL, MACHINES[CPU].title) + '\n'.join(table) + '\n',
                    encoding='utf-8')
    print('peers: wrote ' + str(PAGE.relative_to(ROOT)))
    return 0


if __name__ == '__main__':
    sys.exit(main())
