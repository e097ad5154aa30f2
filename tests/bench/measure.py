# SPDX-License-Identifier: MIT
"""measure.py - builds one measured program, runs it, and answers its rows."""
import functools
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from machines import BUILD, CLANG, HERE, MACHINES, ROOT, Failure, call, compiled, run

LOCKS = {'none': 'HUTCH_LOCK_NONE', 'irq': 'HUTCH_LOCK_IRQ', 'free': 'HUTCH_LOCK_FREE', 'cores': 'HUTCH_LOCK_CORES'}
# What the lanes of a row are; a row whose name is "a, b" says so itself.
STATES = ('pair', 'fill', 'churn', 'worst')
LANES = {name: ('acquire', 'release') for name in STATES}
LANES.update((name, ('acquire', 'release')) for name in ('sizes 16', 'sizes 48', 'sizes 96', 'sizes churn'))
LANES['refused'] = ('refused', None)
LANES['acquire_run refused'] = ('acquire_run', None)
WARNINGS = ['-Wall', '-Wextra', '-Werror']


@dataclass(frozen=True)
class Setup:
    """One measured program."""
    cpu: str
    level: str  # -O2, -Os or -Og
    subject: str  # hutch, FREE_LIST ..., or a heap's title
    slots: int
    lock: str = 'irq'
    check: int = 1
    form: str = 'inline'  # inline, placed (HUTCH_CFG_SECTION), shared (with another file), called, generic
    kind: str = 'plain'  # plain, tracked, spawned, queued; room, low: with a policy that names on_room, on_low
    program: str = 'bench'  # or frame, sizes
    compiler: str = 'gcc'  # or clang
    stats: int = 0

    def flags(self):
        yield from ('-DBENCH_SLOTS=%d' % self.slots, '-DHUTCH_CFG_CHECK=%d' % self.check)
        if self.subject == 'hutch':
            yield from self.options()
            yield from ('-DSUBJECT_HUTCH', '-DBENCH_LOCK=' + LOCKS[self.lock], '-DBENCH_' + self.form.upper(),
                        '-DBENCH_' + self.kind.upper())
        else:
            name = self.subject if self.subject.isupper() else 'MALLOC'
            yield from ('-DSUBJECT_' + name, '-DBENCH_LOCK=%d' % (self.lock == 'irq'))
            if self.form == 'called':
                yield '-DBENCH_CALLED'
            if self.program == 'frame':
                yield '-DBENCH_FLAGGED'

    def options(self):
        """What the library must be compiled with, too."""
        cores = ('-DHUTCH_CFG_CORES=1', '-DHUTCH_CFG_CORE_NUMBER=0') if self.lock == 'cores' else ()
        return cores + (('-DHUTCH_CFG_STATS=%d' % self.stats,) if self.stats else ())

    def name(self):
        return '-'.join((self.cpu, self.level.strip('-'), self.subject, str(self.slots), self.lock, str(self.check), self.form,
                         self.kind, self.program, self.compiler) + (('stats%d' % self.stats,) if self.stats else ())).lower()


@functools.lru_cache(maxsize=None)
def digest_of_sources():
    digest = hashlib.sha256()
    paths = [path for pattern in ('include/hutch/*.h', 'include/hutch/*/*.h', 'src/*.[ch]', 'port/*/*.[ch]', 'tests/bench/*.[ch]', 'boards/runners/*.[ch]', 'tests/bench/*.ld',
                                  'tests/bench/machines.py',
                                  'tests/bench/measure.py', 'tests/sweep/*/sweep.ld') for path in sorted(ROOT.glob(pattern))]
    for path in paths:
        digest.update(path.read_bytes() + b'\0')
    for compiler in (*sorted({machine.tools + 'gcc' for machine in MACHINES.values()}), CLANG):
        try:
            digest.update(call([compiler, '-dumpversion']).encode())
        except OSError:
            digest.update(b'-')
    return digest.hexdigest()


def compile_by(machine, level, compiler='gcc'):
    """The compiler and its flags."""
    cflags = machine.cflags
    if compiler == 'clang':
        cflags = ['--target=' + machine.target, *(flag for flag in cflags if flag != '-misa-spec=2.2')]
    return [machine.tools + 'gcc' if compiler == 'gcc' else CLANG, '-std=c99', level, *WARNINGS, '-ffunction-sections', '-fno-common', '-DHUTCH_CFG_LOCK_FREE=1', *cflags, *machine.only_compile, '-Iinclude',
            '-Iport/' + machine.port, '-I%s' % HERE]


@functools.lru_cache(maxsize=None)
def library(cpu, level, check, options=(), compiler='gcc'):
    """The archive of src/ and of the port, and the rig's objects, for a machine; made before several threads ask for them."""
    machine = MACHINES[cpu]
    folder = BUILD / ('library-%s%s-%d%s-%s' % (cpu, level, check, ''.join(option[len('-DHUTCH_CFG'):] for option in options), compiler))
    sources = sorted((ROOT / 'src').glob('*.c')) + sorted((ROOT / 'port' / machine.port).glob('*.c'))
    command = [*compile_by(machine, level, compiler), '-ffreestanding', '-DHUTCH_CFG_CHECK=%d' % check, *options]
    archive = compiled.archive(command, sources, folder, ROOT, machine.prefix, machine.tools)
    rig = compiled.objects([*compile_by(machine, level), '-ffreestanding'], [HERE / 'rig.c', 'tests/sweep/memory.c'], folder, ROOT)
    return (*map(Path, rig), Path(archive))


def build(setup):
    machine = MACHINES[setup.cpu]
    heap = machine.heaps.get(setup.subject)
    program = BUILD / (setup.name() + '.elf')
    source = BUILD / (machine.prefix + setup.name() + '.o')
    free = ['-ffreestanding'] if heap is None else [word for word in heap if word.startswith('--specs')]
    mine = {HERE / (setup.program + '.c'): source}
    if setup.form == 'shared':
        mine[HERE / 'shared.c'] = source.with_suffix('.shared.o')
    for path, target in mine.items():
        call([*compile_by(machine, setup.level, setup.compiler), *free, *setup.flags(), '-c', path, '-o', target])
    objects = [path for path in library(setup.cpu, setup.level, setup.check, setup.options(), setup.compiler) if heap is None or path.name != 'memory.o']
    libraries = heap if heap is not None else ['-lgcc']
    if not machine.link:  # the compiler's own start-up and linker script
        objects, libraries = [path for path in objects if path.name != 'memory.o'], []
    call([machine.tools + 'gcc', *machine.cflags, machine.link and '-nostdlib' or '-O2', *mine.values(), *objects, *machine.link,
          '-Wl,--gc-sections', *libraries, '-o', program])
    return program


def rows_of(setup, names, figures):
    if len(names) != len(figures):
        raise Failure('%s: %d rows and %d figures' % (setup.name(), len(names), len(figures)))
    if setup.program == 'bench' and (names[0] != 'empty' or figures[0][1] != 0):
        raise Failure('%s: nothing between two marks, and %s counted' % (setup.name(), figures[0]))
    for name, numbers in zip(names, figures):
        match = re.fullmatch(r'frame (\d+) (\d+)', name)
        lanes = LANES.get(name) or (name.split(', ') if ', ' in name else (name, None))
        if match:
            lanes = ('frame', None)
            name = 'frame'
        for lane, at in zip(lanes, (0, 5)):
            n, total, least, most, masked = numbers[at:at + 5]
            if lane and lane not in ('-', 'empty') and n:
                found = {'row': name, 'operation': lane, 'n': n, 'mean': total / n, 'least': least, 'worst': most, 'masked': masked}
                if match:
                    found.update(checksum=int(match.group(1)), ram=int(match.group(2)))
                yield found


def of_any_state(rows):
    """The most of an acquire and of a release over all states, as rows of their own."""
    for operation in ('acquire', 'release'):
        mine = [row for row in rows if row['row'] in STATES and row['operation'] == operation]
        if mine:
            yield {**mine[0], 'row': 'any', **{column: max(row[column] for row in mine) for column in ('worst', 'masked')}}


def measure(setup):
    """The rows of one setup; kept until a source changes."""
    kept = ROOT / BUILD / (setup.name() + '.json')
    digest = digest_of_sources()
    if kept.exists():
        found = json.loads(kept.read_text())
        if found['digest'] == digest:
            return found['rows']
    names, figures = run(MACHINES[setup.cpu], build(setup))
    rows = list(rows_of(setup, names, figures))
    rows += of_any_state(rows)
    kept.write_text(json.dumps({'digest': digest, 'rows': rows}))
    return rows
