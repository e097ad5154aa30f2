# SPDX-License-Identifier: MIT
"""goals.py - what the project set out to reach, and whether it does.

A goal that is missed stands in MISSED with the reason; one that is met must not, and one that becomes
met must be taken out: both are checked.
"""
import re

from machines import MACHINES, ROOT
from matrix import GROWING, OWN, SHARING

BARE = ('a free list takes a load, a question and two steps; a bitmap must find a number, turn it into an address, turn an address into a '
        'number and make a mask')


LEVELS = {'-Og': '%s, a frame by gcc, locked, -Og against -O1', '-Oz': '%s, a frame by clang, locked, -Oz against -Os'}
AGAINST_HEAP = 'Cortex-M3, a frame at -Os, shared and locked, against newlib-nano malloc, with a list'
IN_MEMORY = ('gcc -Og keeps the members of a struct in memory (no -ftree-sra), and so every step of a walk loads and stores them; '
             'with single variables the loop could not be written as one for statement in C99')
LINKED = ('a locked walk reads its word and tests a bit before each object, which the other context may have released; '
          'a list loads one link')
COUNTED = ('it asks hutch_tick and counts the live slots at each acquire and each release, inside the lock, so that the figures are exact; '
           'it is for tests, not for a product')

FLAT = ('acquire and release', 'the same in churn', 'worst acquire', 'worst release', 'interrupts off in acquire',
        'interrupts off in release')


def missed():
    """name: why"""
    for cpu in OWN:
        yield '%s, bare, against an unlocked free list' % MACHINES[cpu].title, BARE
    for cpu in GROWING:
        yield LEVELS['-Og'] % MACHINES[cpu].title, IN_MEMORY
    yield AGAINST_HEAP, LINKED
    yield 'Cortex-M3, acquire and release, 32 slots, HUTCH_CFG_STATS 2', COUNTED
    yield 'Cortex-M3, interrupts off in churn, 32 slots, HUTCH_CFG_STATS 2', COUNTED


MISSED = dict(missed())


def size_of(row, column):
    """The bytes of a row of tests/size."""
    match = re.search(r'^\| %s \|(.*)\|$' % row, (ROOT / 'tests/size/README.md').read_text(encoding='utf-8'), re.M)
    return int(match[1].split('|')[column])


def speed(results):
    """name, figure, limit"""
    for cpu, limits in (('m3', (34, 38, 50)), ('m0', (44, 50, 73)), ('rv32', (48, 54, 72))):
        for words, limit in zip((1, 3), limits):
            yield '%s, acquire and release, %d slots' % (MACHINES[cpu].title, words * 32), results.pair(cpu, words * 32), limit
        for words, limit in zip((1, 3, 32), limits) if cpu != 'm0' else ():
            yield ('%s, acquire and release, %d slots, with HUTCH_CFG_SECTION' % (MACHINES[cpu].title, words * 32),
                   results.pair(cpu, words * 32, form='placed'), limit)
    for slots, limit in ((32, 24), (96, 24), (1024, 32)):
        yield ('Cortex-M3, the worst of both, %d slots' % slots,
               max(results.worst('m3', slots, operation) or 0 for operation in ('acquire', 'release')), limit)
    yield 'AVR, acquire and release by pointer, 8 slots', results.pair('avr', 8), 70
    yield 'AVR, acquire and release by pointer, 64 slots', results.pair('avr', 64), 110
    for slots, limit in ((8, 75), (64, 91)):
        yield ('AVR, acquire and release by number, %d slots' % slots,
               (results.mean('avr', slots, 'pair', 'acquire') or 0) +
               (results.mean('avr', slots, 'claim, release_at', 'release_at') or 0), limit)
    for cpu, limits in (('gba-arm', (80, 92)), ('gba-thumb', (175, 210))):
        for words, limit in zip((1, 3), limits):
            yield '%s, acquire and release, %d slots' % (MACHINES[cpu].title, words * 32), results.pair(cpu, words * 32), limit
    for cpu in OWN:
        free = results.pair(cpu, 64, subject='FREE_LIST', lock='none')
        bare = results.pair(cpu, MACHINES[cpu].word_bits, check=0, lock='none')
        yield '%s, bare, against an unlocked free list' % MACHINES[cpu].title, bare and free and bare / free, 1.5
    for title, about, pair, masked in FORMS:
        yield 'Cortex-M3, acquire and release, 32 slots, %s' % title, results.pair('m3', 32, **about), pair
        yield ('Cortex-M3, interrupts off in churn, 32 slots, %s' % title,
               max(results.masked('m3', 32, operation, **about) or 0 for operation in ('acquire', 'release')), masked)
    for slots, limit in ((32, 8), (1024, 21)):
        yield ('Cortex-M3, interrupts off, %d slots' % slots,
               max(results.worst('m3', slots, operation, column='masked') or 0 for operation in ('acquire', 'release')), limit)


# What a pool that asks for more may take: together, and with interrupts off.
FORMS = (('a policy with on_room', {'kind': 'room'}, 80, 16), ('a policy with on_low', {'kind': 'low'}, 110, 40),
         ('HUTCH_CFG_STATS 1', {'stats': 1}, 51, 14), ('HUTCH_CFG_STATS 2', {'stats': 2}, 150, 60), ('generic', {'form': 'generic'}, 75, 18))

# What acquire and release take together in an empty pool and in churn, the worst of each, and interrupts off.
# A damaged summary must not lead past the pool: 1 instruction on Cortex-M3, 1 to 2 on RV32, 2 to 6 on Cortex-M0.
BOUNDS = {'m3': (50, 54, 29, 26, 17, 10), 'm0': (78, 85), 'rv32': (72, 79)}


def flat(results):
    """The same bound for every pool with one summary level."""
    for cpu, limits in BOUNDS.items():
        def most(figure_of):
            return max(figure_of(n) or 1000 for n in (128, 1024))
        figures = [most(lambda n, cpu=cpu: results.pair(cpu, n)), most(lambda n, cpu=cpu: results.churn(cpu, n))]
        figures += [most(lambda n, cpu=cpu, column=column, operation=operation: results.worst(cpu, n, operation, column=column))
                    for column in ('worst', 'masked') for operation in ('acquire', 'release')]
        for what, figure, limit in zip(FLAT, figures, limits):
            yield '%s, %s, 128 and 1024 slots' % (MACHINES[cpu].title, what), figure, limit
    for cpu, limit in (('m3', 40), ('m0', 50), ('rv32', 40)):
        masked = results.most_masked_by_runs(cpu, 1024)
        yield '%s, interrupts off in acquire_run, a word of the bitmap' % MACHINES[cpu].title, masked and masked / 32, limit


def walking(results):
    for cpu in OWN:
        for percent, words, limit in ((25, 'a quarter', 1.25), (100, 'all', 1.7)):
            mine, flags = (results.walk(cpu, 64, percent, subject=subject, lock='none') for subject in ('hutch', 'FLAGS'))
            yield '%s, walking against flags, %s live' % (MACHINES[cpu].title, words), mine / flags if mine and flags else 0, limit
    mine, listed = (results.walk('m3', 64, 25, subject=subject, lock='none') for subject in ('hutch', 'LIST'))
    yield 'Cortex-M3, walking against a live list, 25 %', mine / listed if mine and listed else 0, 2.2


def playing(results):
    for cpu in OWN:
        machine = MACHINES[cpu]

        def frame(subject, cpu=cpu):
            return results.mean(cpu, 64, 'frame', 'frame', subject=subject, lock='none')
        mine = frame('hutch')
        for other in ('FREE_BITMAP', 'FLAGS', *machine.heaps):
            theirs = frame(other)
            title = {'FREE_BITMAP': 'free list and bitmap', 'FLAGS': 'active flags'}.get(other, other + ' malloc, with a list')
            yield ('%s, a frame against %s' % (machine.title, title), mine / theirs if mine and theirs else 0,
                   1.25 if other in machine.heaps else 0.999)
    for cpu, unlocked, locked in (('m3', 1330, 1510), ('m0', 1720, 1840), ('rv32', 1330, 1490), ('avr', 3900, 4500)):
        for lock, limit in (('none', unlocked), ('irq', locked)):
            yield ('%s, a frame%s' % (MACHINES[cpu].title, '' if lock == 'none' else ', locked'),
                   results.mean(cpu, 64, 'frame', 'frame', lock=lock), limit)


def sharing(results):
    for cpu in SHARING:
        for level, lock in (('-O2', 'none'), ('-Os', 'irq')):
            mine, shared = (results.mean(cpu, 64, 'frame', 'frame', level=level, lock=lock, form=form) for form in ('inline', 'shared'))
            yield ('%s, a frame with a shared pool against one of one file, %s%s' % (
                MACHINES[cpu].title, level, '' if lock == 'none' else ', locked'), mine and shared and shared / mine, 1.02)


def compiling(results):
    def frame(cpu, **about):
        return results.mean(cpu, 64, 'frame', 'frame', **about)

    def ratio(mine, theirs):
        return mine and theirs and mine / theirs
    for cpu in GROWING:
        title = MACHINES[cpu].title
        yield ('%s, a frame by clang, not locked, -O2, against gcc' % title,
               ratio(frame(cpu, compiler='clang', lock='none'), frame(cpu, lock='none')), 1.2)  # no carry as a flag
        yield LEVELS['-Oz'] % title, ratio(*(frame(cpu, compiler='clang', level=level) for level in ('-Oz', '-Os'))), 1.3
        yield LEVELS['-Og'] % title, ratio(*(frame(cpu, level=level) for level in ('-Og', '-O1'))), 1.5
    mine = frame('m3', level='-Os', form='shared')
    for subject, title, limit in (('FLAGS', 'active flags', 0.999), ('FREE_BITMAP', 'free list and bitmap', 0.999),
                                  ('newlib-nano', '', 1.25)):
        name = 'Cortex-M3, a frame at -Os, shared and locked, against %s' % title if title else AGAINST_HEAP
        yield name, ratio(mine, frame('m3', level='-Os', subject=subject)), limit


def sizes():
    for title, column, limits in (('Cortex-M0', 0, (160, 230, 270)), ('Cortex-M3', 1, (140, 210, 250))):
        for row, limit in zip(('16 slots, acquire and release', '128 slots', '1000 slots'), limits):
            yield '%s -Os, bytes of a pool, %s' % (title, row), size_of(row, column), limit


def everything(results):
    for part in (speed(results), flat(results), walking(results), playing(results), sharing(results), compiling(results), sizes()):
        for name, figure, limit in part:
            yield name, figure or 0, limit


def claims(results):
    names = set()
    for name, figure, limit in everything(results):
        names.add(name)
        if name in MISSED:
            yield '%s: missed as goals.py says; once met, take it out there' % name, [] if figure > limit else [figure]
        else:
            yield '%s: %.4g, at most %.3g' % (name, figure, limit), [] if 0 < figure <= limit else [figure]
    yield 'goals.py names no goal that there is not', sorted(set(MISSED) - names)


def text(results):
    """The goals that are missed, those with the same reason in one row; `make test-bench` prints all."""
    rows = {}
    for name, figure, limit in everything(results):
        if name in MISSED:
            rows.setdefault(MISSED[name], []).append('%s: %.3g, at most %.3g' % (name, figure, limit))
    lines = ['', '## Goals that are missed', '', '| goals | why |', '| --- | --- |', *('| %s | %s |' % ('<br>'.join(goals), why) for why, goals in rows.items())]
    return '\n'.join(lines) + '\n'
