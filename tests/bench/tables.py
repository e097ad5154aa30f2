# SPDX-License-Identifier: MIT
"""tables.py - the results, asked by what they are about, and the tables of README.md."""
from machines import MACHINES
from matrix import BESIDE, BUILDS, DEFAULT_SLOTS, GROWING, OWN, SHARING, SIZED, WIDE, WORDS, frame_slots, peer_slots

MARKER = '<!-- by make bench -->\n'
TITLES = {'hutch': '**hutch**', 'FREE_LIST': 'free list', 'FREE_BITMAP': 'free list and bitmap, checked', 'STACK': 'stack of pointers (FastPool)',
          'FLAGS': '`active` flags, searched', 'LIST': 'free list and live list', 'newlib': 'newlib `malloc`',
          'newlib-nano': 'newlib-nano `malloc`', 'picolibc': 'picolibc `malloc`', 'avr-libc': 'avr-libc `malloc`'}
PERCENTS = (10, 25, 50, 75, 100)
USUAL = {'level': '-O2', 'subject': 'hutch', 'lock': 'irq', 'check': 1, 'form': 'inline', 'kind': 'plain', 'compiler': 'gcc', 'stats': 0}


class Results:
    """The rows of results.csv."""

    def __init__(self, rows):
        self.rows = {}
        for row in rows:
            self.rows[self.key(**{name: row[name] for name in ('cpu', 'slots', 'row', 'operation', *USUAL)})] = row

    @staticmethod
    def key(**about):
        return tuple(sorted((name, str(value)) for name, value in about.items()))

    def find(self, cpu, slots, row, operation, **about):
        """A row of the usual pool, or of what `about` changes in it; None when it was not measured."""
        return self.rows.get(self.key(cpu=cpu, slots=slots, row=row, operation=operation, **{**USUAL, **about}))

    def mean(self, cpu, slots, row, operation, **about):
        found = self.find(cpu, slots, row, operation, **about)
        return None if found is None else float(found['mean'])

    def worst(self, cpu, slots, operation, column='worst', **about):
        """The largest figure over all states."""
        found = [self.find(cpu, slots, row, operation, **about) for row in ('pair', 'fill', 'churn', 'worst')]
        figures = [int(row[column]) for row in found if row is not None]
        return max(figures) if figures else None

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
    for level in ('-O2', '-Os'):
        head = ['CPU'] + ['%d word%s' % (words, 's' if words > 1 else '') for words in WORDS]
        yield from grid('### Acquire and release, `%s`' % level, head,
                        [[name_of(cpu)] + [figure(results.pair(cpu, words * machine.word_bits, level=level)) for words in WORDS]
                         for cpu, machine in MACHINES.items()])
        yield from grid('### Worst of each over all states, acquire / release, `%s`' % level, head,
                        [[name_of(cpu)] + [both(*(results.worst(cpu, words * machine.word_bits, operation, level=level)
                                                  for operation in ('acquire', 'release'))) for words in WORDS]
                         for cpu, machine in MACHINES.items()])
    yield from grid('### Interrupts off at most, acquire / release, `-O2`', head,
                    [[name_of(cpu)] + [both(*(results.worst(cpu, words * machine.word_bits, operation, column='masked')
                                              for operation in ('acquire', 'release'))) for words in WORDS]
                     for cpu, machine in MACHINES.items()])
    yield from grid('### Interrupts off at most, `acquire_run`, `-O2`', head,
                    [[name_of(cpu)] + [figure(results.most_masked_by_runs(cpu, words * machine.word_bits)) for words in WORDS]
                     for cpu, machine in MACHINES.items()])


def wide(results):
    head = ['CPU'] + ['%d slots' % (words * 32) for words in WORDS] + ['a frame, 64 slots']
    for level in ('-O2', '-Os'):
        about = {'level': level, 'lock': 'none'}
        yield from grid('### CPUs of 64 bits, not locked: acquire and release, `%s`' % level, head,
                        [[name_of(cpu)] + [figure(results.pair(cpu, words * 32, **about)) for words in WORDS] +
                         [figure(results.mean(cpu, 64, 'frame', 'frame', **about))] for cpu in WIDE])


def owned():
    return [(cpu, MACHINES[cpu]) for cpu in OWN]


def forms(results):
    kinds = [('inline, checked, `HUTCH_LOCK_IRQ`', {}), ('the same, with `HUTCH_CFG_SECTION`', {'form': 'placed'}), ('called', {'form': 'called'}), ('generic', {'form': 'generic'}),
             ('a policy that asks for nothing while there is room (`on_room`)', {'kind': 'room'}), ('a policy that counts (`on_low`)', {'kind': 'low'}),
             ('`HUTCH_CFG_STATS 1`', {'stats': 1}), ('`HUTCH_CFG_STATS 2`', {'stats': 2}),
             ('no lock', {'lock': 'none'}), ('`HUTCH_LOCK_FREE`', {'lock': 'free'}), ('`HUTCH_LOCK_CORES`', {'lock': 'cores'}),
             ('`HUTCH_CFG_CHECK 0`', {'check': 0}), ('bare: check 0, no lock', {'check': 0, 'lock': 'none'}),
             ('`HUTCH_CFG_CHECK 2`, debug', {'check': 2})]
    for words in (1, 32):
        yield from grid('### What the choices cost: acquire and release, `-O2`, %d word%s' % (words, 's' if words > 1 else ''),
                        ['form'] + [MACHINES[cpu].title for cpu in OWN],
                        [[title] + [figure(results.pair(cpu, words * machine.word_bits, **about)) for cpu, machine in owned()]
                         for title, about in kinds])
    yield from grid('### Interrupts off in churn, acquire / release, `-O2`, 1 word', ['form'] + [MACHINES[cpu].title for cpu in OWN],
                    [[title] + [both(*(results.masked(cpu, machine.word_bits, operation, **about) for operation in ('acquire', 'release')))
                                for cpu, machine in owned()]
                     for title, about in kinds])


def operations(results):
    rows = [('acquire', 'pair', 'acquire', {}, 1), ('release', 'pair', 'release', {}, 1), ('acquire refused: full', 'refused', 'refused', {}, 1),
            ('claim', 'claim, release_at', 'claim', {}, 2), ('release_at', 'claim, release_at', 'release_at', {}, 2),
            ('acquire_run of 4', 'acquire_run, release_run', 'acquire_run', {}, 2),
            ('release_run of 4', 'acquire_run, release_run', 'release_run', {}, 2),
            ('ref', 'ref, deref', 'ref', {'kind': 'tracked'}, 2), ('deref', 'ref, deref', 'deref', {'kind': 'tracked'}, 2),
            ('release_ref', '-, release_ref', 'release_ref', {'kind': 'tracked'}, 2),
            ('release of a tracked object', 'pair', 'release', {'kind': 'tracked'}, 2),
            ('spawn, with its hook', 'spawn, despawn', 'spawn', {'kind': 'spawned'}, 2),
            ('despawn, with its hook', 'spawn, despawn', 'despawn', {'kind': 'spawned'}, 2)]
    yield from grid('### Each operation, mean, `-O2`', ['operation'] + [MACHINES[cpu].title for cpu in OWN],
                    [['%s, %d word%s' % (title, words, 's' if words > 1 else '')] +
                     [figure(results.mean(cpu, words * machine.word_bits, row, operation, **about)) for cpu, machine in owned()]
                     for title, row, operation, about, words in rows])


def subjects_of(cpu):
    locks = [('hutch', 'none'), ('hutch', 'irq'), ('FREE_LIST', 'none'), ('FREE_LIST', 'irq'), ('FREE_BITMAP', 'irq'), ('STACK', 'irq'),
             ('FLAGS', 'none'), ('LIST', 'none')]
    return locks + [(heap, 'none') for heap in MACHINES[cpu].heaps]


def peers(results):
    for cpu, machine in owned():
        small, big = peer_slots(cpu)
        rows = []
        for subject, lock in subjects_of(cpu):
            row = [TITLES[subject] + (', locked' if lock == 'irq' else '')]
            for slots in (small, big):
                about = {'subject': subject, 'lock': lock}
                row += [figure(results.pair(cpu, slots, **about)), figure(results.churn(cpu, slots, **about)),
                        both(*(results.worst(cpu, slots, operation, **about) for operation in ('acquire', 'release')))]
            rows.append(row)
        head = [machine.unit] + ['%d slots: %s' % (slots, what) for slots in (small, big) for what in ('pair', 'churn', 'worst')]
        yield from grid('### Beside what people write: %s, `-O2`' % machine.title, head, rows)


def walks(results):
    head = ['%', 'hutch', 'hutch, locked', '`active` flags', 'live list', 'free list and bitmap', 'hutch against flags', 'against list']
    for cpu, machine in owned():
        rows = []
        for percent in PERCENTS:
            mine, locked, flags, listed, bitmap = (results.walk(cpu, 64, percent, subject=subject, lock=lock) for subject, lock in
                                                   (('hutch', 'none'), ('hutch', 'irq'), ('FLAGS', 'none'), ('LIST', 'none'),
                                                    ('FREE_BITMAP', 'irq')))
            ratios = ['-' if None in (mine, other) else '%.2f' % (mine / other) for other in (flags, listed)]
            rows.append([str(percent), *map(figure, (mine, locked, flags, listed, bitmap)), *ratios])
        yield from grid('### Walking 64 slots: %s, %s, `-O2`' % (machine.title, machine.unit),
                        head, rows)


def frames(results):
    for cpu, machine in owned():
        rows = []
        mine = [(TITLES['hutch'], {}), (TITLES['hutch'] + ', `HUTCH_CFG_CHECK 0`', {'check': 0})]
        others = [(TITLES[name], {'subject': name}) for name in dict(subjects_of(cpu)) if name != 'hutch']
        for title, about in mine + others:
            row = [title]
            for slots in frame_slots(cpu):
                found = results.find(cpu, slots, 'frame', 'frame', lock='none', **about)
                row += ['-'] * 3 if found is None else [figure(float(found['mean'])), found['worst'], found['ram']]
            rows.append(row)
        head = [machine.unit] + ['%d slots: %s' % (slots, what) for slots in frame_slots(cpu) for what in ('mean', 'worst', 'RAM')]
        yield from grid('### A frame of a game: %s, `-O2`' % machine.title, head, rows)


def shared_frames(results):
    kinds = [('-O2', 'none'), ('-O2', 'irq'), ('-Os', 'none'), ('-Os', 'irq')]
    head = ['64 slots: pool of one file / shared'] + ['`%s`, %s' % (level, 'no lock' if lock == 'none' else 'locked') for level, lock in kinds]
    yield from grid('### A frame of a game, with a pool of one file and with a shared one', head,
                    [[name_of(cpu)] + [both(*(results.mean(cpu, 64, 'frame', 'frame', level=level, lock=lock, form=form)
                                              for form in ('inline', 'shared'))) for level, lock in kinds] for cpu in SHARING])


LOCKED = {'irq': 'locked', 'none': 'not locked'}


def defaults(results):
    """What programs do by default: each row says its compiler, level and lock."""
    def rows_of(cpu, cell, locks):
        return [['%s `%s`, %s' % (compiler, level, LOCKED[lock]),
                 *(cell(cpu, slots, level=level, lock=lock, compiler=compiler) for slots in DEFAULT_SLOTS)]
                for compiler, level in BUILDS for lock in locks]

    def each(cpu, slots, column='worst', **about):
        return both(*(results.worst(cpu, slots, operation, column=column, **about) for operation in ('acquire', 'release')))
    head = ['pool'] + ['%d slots' % slots for slots in DEFAULT_SLOTS]
    for cpu in GROWING:
        title = MACHINES[cpu].title
        yield from grid('### By compiler, level and lock, pair / churn: %s' % title, head, rows_of(
            cpu, lambda cpu, slots, **about: both(results.pair(cpu, slots, **about), results.churn(cpu, slots, **about)), LOCKED))
        yield from grid('### The same, worst acquire / release: %s' % title, head, rows_of(cpu, each, ('irq',)))
        yield from grid('### The same, interrupts off at most: %s' % title, head, rows_of(
            cpu, lambda cpu, slots, **about: each(cpu, slots, column='masked', **about), ('irq',)))


def levels(results):
    """Each compiler and level against gcc -O2: the locked pair of 64 and 1000 slots, and a locked frame."""
    def ratio(figure_of, compiler, level):
        this, usual = figure_of(compiler=compiler, level=level), figure_of()
        return '-' if None in (this, usual) else '%.2f' % (this / usual)
    head = ['against gcc `-O2`'] + ['%s, %s' % (MACHINES[cpu].title, what) for cpu in GROWING for what in ('64 slots', '1000 slots', 'frame')]
    rows = []
    for compiler, level in BUILDS[1:]:
        row = ['%s `%s`' % (compiler, level)]
        for cpu in GROWING:
            row += [ratio(lambda cpu=cpu, slots=slots, **about: results.pair(cpu, slots, **about), compiler, level) for slots in (64, 1000)]
            row.append(ratio(lambda cpu=cpu, **about: results.mean(cpu, 64, 'frame', 'frame', **about), compiler, level))
        rows.append(row)
    yield from grid('### Other compilers and levels, as ratios: locked', head, rows)


def default_frames(results):
    """A frame of the usual pool by compiler and level, and of the peers for size."""
    kinds = [(level, lock) for level in dict.fromkeys(level for _, level in BUILDS) for lock in LOCKED]
    head = ['64 slots'] + ['`%s`, %s' % (level, LOCKED[lock]) for level, lock in kinds]
    for cpu in GROWING:
        pools = [('%s by %s' % (TITLES['hutch'], compiler), {'compiler': compiler}) for compiler in dict(BUILDS)]
        pools += [(TITLES[name], {'subject': name}) for name in dict(subjects_of(cpu)) if name != 'hutch']
        yield from grid('### A frame of a game by compiler, level and lock: %s' % MACHINES[cpu].title, head,
                        [[title] + [figure(results.mean(cpu, 64, 'frame', 'frame', level=level, lock=lock, **about)) for level, lock in kinds]
                         for title, about in pools])


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
        yield from grid('## In short' if cpu == SIZED[0] else '### In short: %s' % MACHINES[cpu].title, ['64 objects, %s, gcc `-Os`' % name_of(cpu), 'lock',
                        'acquire and release in churn', 'walk, a quarter live', 'walk, three quarters live', 'a frame of a game', 'its bytes of RAM'], rows)
    yield from ('', 'hutch and the free list with a bitmap refuse a wrong release; the others check nothing. A list of the live objects is faster to walk',
                'the fewer are live, and costs two pointers an object. In the frame `malloc` has such a list too; its pair is the bare calls.')


def text(results):
    lines = [*in_short(results), '', '## Measured', '', '![Instructions against capacity](growth.svg)', '', '![Walking against active flags](walk.svg)', '',
             '![A frame of a game](frame.svg)']
    for part in (defaults, levels, default_frames, sizes, wide, forms, operations, peers, walks, frames, shared_frames):
        lines += part(results)
    return '\n'.join(lines) + '\n'
