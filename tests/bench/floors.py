# SPDX-License-Identifier: MIT
"""floors.py - the least that a frame over a bitmap can take, where that is more than a frame of malloc takes.

What a frame asks of any pool is counted by playing it on this machine. From the frame of a linked list (the same bodies)
its steps are taken off, and the fewest instructions that a bitmap can have in their place are put in; besides, what hutch's
acquires and releases take more than the list's, as measured. What has no number here counts as nothing.
"""
import functools
import os
from dataclasses import dataclass

from machines import BUILD, HERE, MACHINES, ROOT, call

SLOTS, FRAMES = 64, 200


@dataclass(frozen=True)
class Parts:
    """Of a mean frame."""
    walks: float
    visits: float
    rows: float  # of neighbours, which need no search
    eights: float  # looks at up to eight slots at once that the rows' ends take
    free: float  # slots between rows
    acquires: float
    releases: float


@functools.lru_cache(maxsize=None)
def parts():
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    program = BUILD / 'frame-parts'
    call([os.environ.get('CC', 'gcc'), '-std=c99', '-DSUBJECT_COUNTED', '-DBENCH_SLOTS=%d' % SLOTS, '-I%s' % HERE, HERE / 'frame.c',
          '-o', program])
    return Parts(*(int(word) / FRAMES for word in call([program]).split('# ')[1].split()))


@dataclass(frozen=True)
class Floor:
    cpu: str
    heap: str
    form: str
    listed: int  # a step of the linked list
    step: int  # to the neighbour
    eight: int  # a look at eight slots for a row's end
    row: int  # besides, for each row
    gap: int  # from a row's end to the next row
    free: int  # for each free slot between them
    walk: int  # beginning and ending
    why: str

    def least(self, results):
        def pair(operation, subject):
            return results.mean(self.cpu, SLOTS, 'pair', operation, subject=subject, lock='none')

        frame = parts()
        known = [results.mean(self.cpu, SLOTS, 'frame', 'frame', subject='LIST', lock='none'),
                 *(pair(operation, subject) for subject in ('hutch', 'LIST') for operation in ('acquire', 'release'))]
        if None in known:
            return 0
        listed, acquire, release, their_acquire, their_release = known
        return (listed + frame.visits * (self.step - self.listed) + frame.eights * self.eight + frame.rows * self.row +
                (frame.rows - frame.walks) * self.gap + frame.free * self.free + frame.walks * self.walk +
                frame.acquires * (acquire - their_acquire) + frame.releases * (release - their_release))

    def theirs(self, results):
        return results.mean(self.cpu, SLOTS, 'frame', 'frame', subject=self.heap, lock='none') or 0


FLOORS = (
    Floor('rv32', 'picolibc', 'bit by bit', 3, 4, 0, 0, 0, 0, 0,
          'list: `mv` `lw` `bnez`; bitmap: `andi` `bnez` whether the neighbour lives, `srli` the word, `addi` the address'),
    Floor('rv32', 'picolibc', 'by the sign', 3, 3, 0, 1, 0, 3, 6,
          '`slli` `addi` `bltz`, for a free slot too, over a word that was turned round: 20 by a table of bytes, if only once a frame 3 a walk; '
          'the walk\'s own copy of it; the second word is read and asked; each row whether anything is left'),
    Floor('rv32', 'picolibc', 'row by row, by series', 3, 2, 0, 10, 8, 0, 2,
          '`addi` `bne` to the row\'s end; that: `addi` `xor` its slots, `mul` `srli` `add` `lbu` how many by the series\' table, `mul` `add` '
          'the address, `and` the rest, `beqz` whether anything is left; the next row the same but the last two; the second word'),
    Floor('rv32', 'picolibc', 'row by row, by bytes', 3, 2, 7, 1, 6, 0, 2,
          '`addi` `bne` to the row\'s end; that, from two tables of 256 bytes: `andi` `add` `lbu` how many, `mul` `add` the address, `srl` the '
          'word, and a question whether the row goes on; another for each row whether anything is left; the second word'),
)


def claims(results):
    for floor in FLOORS:
        least, theirs = floor.least(results), floor.theirs(results)
        yield least > theirs > 0, '%s: a frame %s takes %.0f at least, over %s malloc %.0f' % (
            MACHINES[floor.cpu].title, floor.form, least, floor.heap, theirs)


def text(results):
    frame = parts()
    lines = ['', '### The least a frame can take', '',
             'A mean frame of %d slots begins %.1f walks and visits %.0f objects in %.1f rows of neighbours, whose ends %.1f looks at eight '
             'slots find, with %.1f free slots between; it acquires %.2f and releases %.2f. The frame of the linked list, its steps taken '
             'off and these put in, and what acquires and releases take more:' % (
                 SLOTS, frame.walks, frame.visits, frame.rows, frame.eights, frame.free, frame.acquires, frame.releases),
             '', '| | step: list, bitmap | eight | row | gap | free slot | walk | at least | malloc | |',
             '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |']
    for floor in FLOORS:
        lines.append('| %s, %s | %d, %d | %d | %d | %d | %d | %d | %.0f | %s %.0f | %s |' % (
            MACHINES[floor.cpu].title, floor.form, floor.listed, floor.step, floor.eight, floor.row, floor.gap, floor.free, floor.walk,
            floor.least(results), floor.heap, floor.theirs(results), floor.why))
    return '\n'.join(lines) + '\n'
