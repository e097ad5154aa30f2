# SPDX-License-Identifier: MIT
"""matrix.py - which programs the bench measures: one factor at a time around the usual pool, and the peers."""

from machines import MACHINES
from measure import Setup

WORDS = (1, 2, 3, 4, 32)
GROWTH = (16, 4096, 32768)  # besides those of WORDS
GROWING = ('m3', 'm0', 'rv32')
# CPUs for which the compiler makes nearly the same code as for another one here: only the usual pool, and a frame.
TWINS = ('m4', 'm7', 'm33', 'm55', 'rv32-zbb', 'rv32-slow', 'm0-slow')
SAME = ('m4', 'm7', 'm33', 'm55')  # as the Cortex-M3: no row of the page
# CPUs of 64 bits, of which pools without a lock are measured.
WIDE = ('rv64', 'a64')
OWN = tuple(cpu for cpu in MACHINES if cpu not in TWINS + WIDE)
# The usual pool as it is built for speed and for size, at many capacities, and otherwise at few.
WHOLE = (('gcc', '-O2'), ('gcc', '-Os'))
BUILDS = (*WHOLE, ('gcc', '-O1'), ('gcc', '-Og'), ('clang', '-O2'), ('clang', '-Os'), ('clang', '-Oz'), ('clang', '-Og'))
DEFAULT_SLOTS = (16, 64, 100, 128, 1000, 1024, 4096)
FEW_SLOTS = (64, 1000)
PEERS = (('FREE_LIST', 'none'), ('FREE_LIST', 'irq'), ('FREE_BITMAP', 'irq'), ('STACK', 'irq'), ('FLAGS', 'none'), ('LIST', 'none'))

# The few that the first tables show, all of them with a lock and without, and on which CPUs.
SIZED = ('m3',)
BESIDE = tuple((subject, lock) for lock in ('irq', 'none') for subject in ('hutch', 'FREE_BITMAP', 'FLAGS', 'LIST'))


def peer_slots(cpu):
    """A small pool, and one as big as the machine's RAM takes with each peer."""
    return (64, 512 if cpu.startswith('gba') else 256 if cpu == 'avr' else 1024)


def frame_slots(cpu):
    return (64,) if cpu == 'avr' else (64, 256) if cpu == 'm3' else (64,)


# CPUs that swap a word of memory in one step: LDREX and STREX, or LR and SC.
SWAPPING = ('m3', 'rv32')
# Those where one address serves slots and bitmap, when both are in a section of their own.
REACHING = (*SWAPPING, 'gba-arm')
# Those where a frame is measured with a lock and with a shared pool, too.
SHARING = ('m3', 'm0', 'rv32', 'avr')


def locks_beyond(cpu):
    """The lock kinds that this CPU has besides interrupts off."""
    return ('free', 'cores') if cpu in SWAPPING else ()


def pools_of(cpu):
    word = MACHINES[cpu].word_bits
    one, two, all_words = word, 2 * word, 32 * word
    debug = 4 * word if cpu.startswith('gba') else all_words
    for level in ('-O2', '-Os'):
        for words in WORDS:
            yield Setup(cpu, level, 'hutch', words * word)
    yield Setup(cpu, '-O2', 'hutch', 64)
    for slots in (one, all_words):
        if (cpu, slots) != ('gba-arm', all_words):  # IWRAM has no room for all that is linked beside the slots
            yield Setup(cpu, '-O2', 'hutch', slots, form='called')
            yield Setup(cpu, '-O2', 'hutch', slots, form='generic')
    for kind in ('tracked', 'spawned'):
        yield Setup(cpu, '-O2', 'hutch', two, kind=kind)
    for kind in ('room', 'low'):
        for slots in (one, all_words) if cpu in GROWING else (one,):
            yield Setup(cpu, '-O2', 'hutch', slots, kind=kind)
    for stats in (1, 2):
        yield Setup(cpu, '-O2', 'hutch', one, stats=stats)
    yield Setup(cpu, '-O2', 'hutch', one, lock='none', check=0)
    for words in (1, 3, 32) if cpu in REACHING else ():
        yield Setup(cpu, '-O2', 'hutch', words * word, form='placed')
    for slots in sorted({one, 64, all_words}):
        yield Setup(cpu, '-O2', 'hutch', slots, lock='none')
    for slots in (one, all_words):
        yield Setup(cpu, '-O2', 'hutch', slots, check=0)
        for lock in locks_beyond(cpu):
            yield Setup(cpu, '-O2', 'hutch', slots, lock=lock)
    for slots in (one, debug):
        yield Setup(cpu, '-O2', 'hutch', slots, check=2)
    for slots in GROWTH if cpu in GROWING else ():
        yield Setup(cpu, '-O2', 'hutch', slots)


def twin_of(cpu):
    for level in ('-O2', '-Os') if cpu.endswith('-slow') else ('-O2',):
        for words in WORDS:
            yield Setup(cpu, level, 'hutch', words * MACHINES[cpu].word_bits)
    yield Setup(cpu, '-O2', 'hutch', 1000)
    for lock in ('none', 'irq'):
        yield Setup(cpu, '-O2', 'hutch', 64, lock=lock, program='frame')


def wide_of(cpu):
    for level in ('-O2', '-Os'):
        for words in WORDS:
            yield Setup(cpu, level, 'hutch', words * MACHINES[cpu].word_bits, lock='none')
        yield Setup(cpu, level, 'hutch', 64, lock='none', program='frame')


def peers_of(cpu):
    peers = [*PEERS, *((heap, 'none') for heap in MACHINES[cpu].heaps)]
    for slots in peer_slots(cpu):
        for subject, lock in peers:
            yield Setup(cpu, '-O2', subject, slots, lock=lock)
    for slots in frame_slots(cpu):
        for check in (0, 1):
            yield Setup(cpu, '-O2', 'hutch', slots, lock='none', check=check, program='frame')
        for subject in dict(peers):
            yield Setup(cpu, '-O2', subject, slots, lock='none', program='frame')
    for subject, lock in BESIDE if cpu == 'm3' else ():
        yield Setup(cpu, '-O2', subject, 64, lock=lock)
        yield Setup(cpu, '-O2', subject, 64, lock=lock, program='frame')
    yield from shared_frames(cpu)


def shared_frames(cpu):
    """A frame with a pool of one file and with a shared one, unlocked and locked."""
    for level in ('-O2', '-Os') if cpu in SHARING else ():
        for lock in ('none', 'irq'):
            for form in ('inline', 'shared'):
                yield Setup(cpu, level, 'hutch', 64, lock=lock, form=form, program='frame')


def defaults_of(cpu):
    """The usual pool by every compiler and level, with a lock and without, and a frame of the game."""
    for compiler, level in BUILDS:
        is_whole = (compiler, level) in WHOLE
        for slots in DEFAULT_SLOTS if is_whole else FEW_SLOTS:
            yield Setup(cpu, level, 'hutch', slots, compiler=compiler)
        for slots in FEW_SLOTS if is_whole else ():
            yield Setup(cpu, level, 'hutch', slots, lock='none', compiler=compiler)
        for lock in ('irq', 'none'):
            yield Setup(cpu, level, 'hutch', 64, lock=lock, program='frame', compiler=compiler)


def for_size(cpu):
    """What the first tables show: a shared pool and the peers at -Os, each with a lock and without."""
    for subject in (*(name for name, _ in BESIDE[:4]), *MACHINES[cpu].heaps):
        for lock in ('irq', 'none'):
            for program in ('bench', 'frame'):
                yield Setup(cpu, '-Os', subject, 64, lock=lock, form='shared' if subject == 'hutch' else 'inline', program=program)


def everything(cpus):
    setups = []
    for cpu in cpus:
        if cpu in TWINS:
            setups += twin_of(cpu)
            continue
        if cpu in WIDE:
            setups += wide_of(cpu)
            continue
        if cpu in GROWING:
            setups += defaults_of(cpu)
        if cpu in SIZED:
            setups += for_size(cpu)
        setups += (*pools_of(cpu), *peers_of(cpu))
    return list(dict.fromkeys(setups))


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
        if cpu in REACHING:
            yield Setup(cpu, '-O2', 'hutch', word, form='placed')
        if cpu in SHARING:
            yield Setup(cpu, '-O2', 'hutch', 64, lock='none', form='shared', program='frame')
