# SPDX-License-Identifier: MIT
"""tables.py - the results, asked by what they are about, and the tables of README.md."""
from machines import MACHINES
from matrix import BESIDE, BUILDS, GROWING, OWN, SIZED, WIDE, WORDS

MARKER = '<!-- by make bench -->\n'
TITLES = {'hutch': '**hutch**', 'FREE_LIST': 'free list', 'FREE_BITMAP': 'free list and bitmap, checked',
          'FLAGS': '`active` flags, searched', 'LIST': 'free list and live list', 'newlib': 'newlib `malloc`',
          'newlib-nano': 'newlib-nano `malloc`', 'picolibc': 'picolibc `malloc`', 'avr-libc': 'avr-libc `malloc`'}
USUAL = {'level': '-O2', 'subject': 'hutch', 'lock': 'irq', 'check': 1, 'form': 'inline', 'kind': 'plain', 'compiler': 'gcc', 'stats': 0}


class Results:
    """The rows of results.csv; it notes which of them are asked for, as no others are kept."""

    def __init__(self, rows):
        self.rows, self.asked = {}, {}
        for row in rows:
            self.rows[self.key(**{name: row[name] for name in ('cpu', 'slots', 'row', 'operation', *USUAL)})] = row

    @staticmethod
    def key(**about):
        return tuple(sorted((name, str(value)) for name, value in about.items()))

    def find(self, cpu, slots, row, operation, **about):
        """A row of the usual pool, or of what `about` changes in it; None when it was not measured."""
        words = dict(cpu=cpu, slots=slots, row=row, operation=operation, **{**USUAL, **about})
        key = self.key(**words)
        self.asked[key] = words
        return self.rows.get(key)

    def mean(self, cpu, slots, row, operation, **about):
        found = self.find(cpu, slots, row, operation, **about)
        return None if found is None else float(found['mean'])

    def worst(self, cpu, slots, operation, column='worst', **about):
        """The largest figure over all states."""
        found = self.find(cpu, slots, 'any', operation, **about)
        return None if found is None else int(found[column])

    def masked(self, cpu, slots, operation, **about):
        """The longest stretch with interrupts off in churn: in a pool that has been full before."""
        found = self.find(cpu, slots, 'churn', operation, **about)
        return None if found is None else int(found['masked'])

    def most_masked_by_runs(self, cpu, slots, **about):
        """The longest stretch of an acquire_run, over those that find a place and those that search all words in vain."""
        found = [self.find(cpu, slots, row, 'acquire_run', **about) for row in ('acquire_run, release_run', 'acquire_run refused')]
        return max((int(row['masked']) for row in found if row is not None), default=None)

    def pair(self, cpu, slots, **about):
        """Acquire and release in turn, in an empty pool."""
        both = [self.mean(cpu, slots, 'pair', operation, **about) for operation in ('acquire', 'release')]
        return None if None in both else sum(both)

    def churn(self, cpu, slots, **about):
        """Release and acquire in turn, in a pool whose low words have filled up."""
        both = [self.mean(cpu, slots, 'churn', operation, **about) for operation in ('acquire', 'release')]
        return None if None in both else sum(both)

    def walk(self, cpu, slots, percent, **about):
        return self.mean(cpu, slots, 'walk %d' % percent, 'walk %d' % percent, **about)


def figure(number):
    if number is None:
        return '-'
    return '%d' % round(number) if abs(number - round(number)) < 0.05 or number >= 100 else '%.1f' % number


def both(one, other, sign=' / '):
    return '-' if one is None and other is None else figure(one) + sign + figure(other)


def grid(title, head, rows):
    yield from ('', title, '', '| ' + ' | '.join(head) + ' |', '| --- |' + ' --- |' * (len(head) - 1))
    for row in rows:
        if any(cell != '-' for cell in row[1:]):
            yield '| ' + ' | '.join(row) + ' |'


def name_of(cpu):
    machine = MACHINES[cpu]
    return '%s, %s' % (machine.title, machine.unit)


def sizes(results):
    """The pair at each size, of every CPU; pools without a lock where a CPU has no port that masks."""
    head = ['CPU'] + ['%d word%s' % (words, 's' if words > 1 else '') for words in WORDS]
    rows = []
    for cpu, machine in MACHINES.items():
        lock = 'none' if cpu in WIDE else 'irq'
        bits = 32 if cpu in WIDE else machine.word_bits
        rows.append([name_of(cpu) + (', not locked' if cpu in WIDE else ''), *(figure(results.pair(cpu, words * bits, lock=lock)) for words in WORDS)])
    yield from grid('### Acquire and release, `-O2`', head, rows)
    rows = []
    for cpu, machine in owned():
        row = [name_of(cpu)]
        for column in ('worst', 'masked'):
            for words in (1, 32):
                row.append(both(*(results.worst(cpu, words * machine.word_bits, operation, column=column) for operation in ('acquire', 'release'))))
        rows.append([*row, figure(results.most_masked_by_runs(cpu, 32 * machine.word_bits))])
    yield from grid('### Worst of each over all states, acquire / release, `-O2`', ['CPU', 'worst, 1 word', '32 words', 'interrupts off, 1 word',
                                                                                 '32 words', 'in `acquire_run`, 32 words'], rows)


def owned():
    return [(cpu, MACHINES[cpu]) for cpu in OWN]


NARROW = [(cpu, MACHINES[cpu]) for cpu in OWN if not cpu.startswith('gba')]


def forms(results):
    kinds = [('inline, checked, `HUTCH_LOCK_IRQ`', {}), ('the same, with `HUTCH_CFG_SECTION`', {'form': 'placed'}), ('called', {'form': 'called'}), ('generic', {'form': 'generic'}),
             ('a policy that asks for nothing while there is room (`on_room`)', {'kind': 'room'}), ('a policy that counts (`on_low`)', {'kind': 'low'}),
             ('`HUTCH_CFG_STATS 1`', {'stats': 1}), ('`HUTCH_CFG_STATS 2`', {'stats': 2}),
             ('no lock', {'lock': 'none'}), ('`HUTCH_LOCK_FREE`', {'lock': 'free'}), ('`HUTCH_LOCK_CORES`', {'lock': 'cores'}),
             ('`HUTCH_CFG_CHECK 0`', {'check': 0}), ('bare: check 0, no lock', {'check': 0, 'lock': 'none'}),
             ('`HUTCH_CFG_CHECK 2`, debug', {'check': 2})]
    yield from grid('### What the choices cost: acquire and release, `-O2`, 1 word', ['form'] + [machine.title for _, machine in NARROW],
                    [[title] + [figure(results.pair(cpu, machine.word_bits, **about)) for cpu, machine in NARROW] for title, about in kinds])


def operations(results):
    rows = [('acquire', 'pair', 'acquire', {}, 1), ('release', 'pair', 'release', {}, 1), ('acquire refused: full', 'refused', 'refused', {}, 1),
            ('claim', 'claim, release_at', 'claim', {}, 2), ('release_at', 'claim, release_at', 'release_at', {}, 2),
            ('acquire_run of 4', 'acquire_run, release_run', 'acquire_run', {}, 2),
            ('release_run of 4', 'acquire_run, release_run', 'release_run', {}, 2),
            ('ref', 'ref, deref', 'ref', {'kind': 'tracked'}, 2), ('deref', 'ref, deref', 'deref', {'kind': 'tracked'}, 2),
            ('release_ref', '-, release_ref', 'release_ref', {'kind': 'tracked'}, 2),
            ('release of a tracked object', 'pair', 'release', {'kind': 'tracked'}, 2),
            ('spawn, with its hook', 'spawn, despawn', 'spawn', {'kind': 'spawned'}, 2),
            ('despawn, with its hook', 'spawn, despawn', 'despawn', {'kind': 'spawned'}, 2),
            ('put into a queue', 'put, take', 'put', {'kind': 'queued'}, 1), ('take from it', 'put, take', 'take', {'kind': 'queued'}, 1),
            ('put, lock-free', 'put, take', 'put', {'kind': 'queued', 'lock': 'free'}, 1), ('take, lock-free', 'put, take', 'take', {'kind': 'queued', 'lock': 'free'}, 1),
            ('release to a pool with queues', 'pair', 'release', {'kind': 'queued'}, 1)]
    yield from grid('### Each operation, mean, `-O2`', ['operation'] + [machine.title for _, machine in NARROW],
                    [['%s, %d word%s' % (title, words, 's' if words > 1 else '')] +
                     [figure(results.mean(cpu, words * machine.word_bits, row, operation, **about)) for cpu, machine in NARROW]
                     for title, row, operation, about, words in rows])


def walks(results):
    rows = []
    for cpu, _ in owned():
        subjects = (('hutch', 'none'), ('hutch', 'irq'), ('FLAGS', 'none'), ('LIST', 'none'))
        rows.append([name_of(cpu), *(' / '.join(figure(results.walk(cpu, 64, percent, subject=subject, lock=lock)) for subject, lock in subjects)
                                     for percent in (25, 100))])
    yield from grid('### Walking 64 slots: hutch / hutch, locked / `active` flags / a list of the live, `-O2`', ['CPU', 'a quarter live', 'all live'], rows)


def frames(results):
    heaps = dict.fromkeys(heap for _, machine in owned() for heap in machine.heaps)
    rows = [[TITLES[subject], *(figure(results.mean(cpu, 64, 'frame', 'frame', subject=subject, lock='none')) for cpu in OWN)]
            for subject in ('hutch', 'FREE_LIST', 'FREE_BITMAP', 'FLAGS', 'LIST', *heaps)]
    yield from grid('### A frame of a game with 64 slots, no lock, `-O2`', ['pool'] + [MACHINES[cpu].title for cpu in OWN], rows)


def levels(results):
    """A locked frame by each compiler and level, against gcc -O2."""
    usual = [results.mean(cpu, 64, 'frame', 'frame') for cpu in GROWING]
    rows = []
    for compiler, level in BUILDS[1:]:
        frames_here = [results.mean(cpu, 64, 'frame', 'frame', compiler=compiler, level=level) for cpu in GROWING]
        rows.append(['%s `%s`' % (compiler, level), *('-' if None in pair else '%.2f' % (pair[0] / pair[1]) for pair in zip(frames_here, usual))])
    yield from grid('### A frame by other compilers and levels, against gcc `-O2`: locked', ['frame', *(MACHINES[cpu].title for cpu in GROWING)], rows)


def in_short(results):
    """Each beside hutch under the same lock, for size, as most firmware is built."""
    for cpu in SIZED:
        rows = []
        heap = list(MACHINES[cpu].heaps)[-1]  # the smallest
        for subject, lock in (*BESIDE[:4], (heap, 'irq'), *BESIDE[4:], (heap, 'none')):
            about = {'subject': subject, 'lock': lock, 'level': '-Os', 'form': 'shared' if subject == 'hutch' else 'inline'}
            frame = results.find(cpu, 64, 'frame', 'frame', **about)
            rows.append([TITLES[subject] + (', shared' if subject == 'hutch' else ''), 'interrupts off' if lock == 'irq' else 'none',
                         figure(results.churn(cpu, 64, **about)), *(figure(results.walk(cpu, 64, percent, **about)) for percent in (25, 75)),
                         *((figure(float(frame['mean'])), frame['ram']) if frame else ('-', '-'))])
        yield from grid('## In short', ['64 objects, %s, gcc `-Os`' % name_of(cpu), 'lock',
                        'acquire and release in churn', 'walk, a quarter live', 'walk, three quarters live', 'a frame of a game', 'its bytes of RAM'], rows)
    yield from ('', 'hutch and the free list with a bitmap refuse a wrong release; the others check nothing. A list of the live objects is faster to walk',
                'the fewer are live, and costs two pointers an object. In the frame `malloc` has such a list too; its pair is the bare calls.')


def text(results):
    lines = [*in_short(results), '', '## Measured']
    for part in (sizes, forms, operations, walks, frames, levels):
        lines += part(results)
    return '\n'.join(lines) + '\n'
