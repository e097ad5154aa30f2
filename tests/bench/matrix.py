# SPDX-License-Identifier: MIT
"""matrix.py - which programs the bench measures: those of which a document or a goal asks a figure."""

from machines import MACHINES
from measure import Setup

WORDS = (1, 2, 3, 4, 32)
GROWING = ('m3', 'm0', 'rv32')
# CPUs for which the compiler makes nearly the same code as for another one here: only the usual pool.
TWINS = ('rv32-zbb', 'rv32-slow', 'm0-slow')
# CPUs of 64 bits, of which pools without a lock are measured.
WIDE = ('rv64', 'a64')
OWN = tuple(cpu for cpu in MACHINES if cpu not in TWINS + WIDE)
BUILDS = (('gcc', '-O2'), ('gcc', '-Os'), ('gcc', '-O1'), ('gcc', '-Og'), ('clang', '-O2'), ('clang', '-Os'), ('clang', '-Oz'), ('clang', '-Og'))

# The few that the first tables show, all of them with a lock and without, and on which CPUs.
SIZED = ('m3',)
BESIDE = tuple((subject, lock) for lock in ('irq', 'none') for subject in ('hutch', 'FREE_BITMAP', 'FLAGS', 'LIST'))

# CPUs that swap a word of memory in one step: LDREX and STREX, or LR and SC.
SWAPPING = ('m3', 'rv32')
# Those where one address serves slots and bitmap, when both are in a section of their own.
REACHING = (*SWAPPING, 'gba-arm')
# Those where a frame is measured with a shared pool, too.
SHARING = ('m3', 'm0', 'rv32', 'avr')


def is_possible(setup):
    """Whether a CPU has the heap, the lock and the one address that a figure is asked of."""
    return ((setup.subject == 'hutch' or setup.subject.isupper() or setup.subject in MACHINES[setup.cpu].heaps) and
            (setup.lock not in ('free', 'cores') or setup.cpu in SWAPPING) and (setup.form != 'placed' or setup.cpu in REACHING))


def setup_of(about):
    """The program that has the row of these words."""
    return Setup(**{name: about[name] for name in Setup.__dataclass_fields__ if name != 'program'}, program=about['row'].split()[0] if about['row'].split()[0] in ('frame', 'sizes') else 'bench')


def few():
    """What `make test-ci` measures: enough to see that the figures are stale."""
    for cpu in ('m3', 'm0', 'rv32', 'avr', 'gba-arm'):
        word = MACHINES[cpu].word_bits
        yield Setup(cpu, '-O2', 'hutch', word)
        yield Setup(cpu, '-O2', 'hutch', 4 * word)
        yield Setup(cpu, '-O2', 'hutch', 64, lock='none')
        yield Setup(cpu, '-O2', 'hutch', 64, lock='none', program='frame')
        if cpu == 'm3':
            yield Setup(cpu, '-O2', 'hutch', 16)  # tests/check/kernels.py quotes it
            yield Setup(cpu, '-Os', 'hutch', 34, program='sizes')
            yield Setup(cpu, '-O2', 'hutch', word, kind='queued')
        if cpu in REACHING:
            yield Setup(cpu, '-O2', 'hutch', word, form='placed')
        if cpu in SHARING:
            yield Setup(cpu, '-O2', 'hutch', 64, lock='none', form='shared', program='frame')
