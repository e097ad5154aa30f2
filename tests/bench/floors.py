# SPDX-License-Identifier: MIT
"""floors.py - the least that a frame over a bitmap can take, where that is more than a frame of malloc takes.

What a frame asks of any pool is counted by playing it on this machine: walks, objects visited, rows of neighbours, and looks
at up to eight slots at once that it takes to find the rows' ends. From the frame of a linked list (the same bodies) its steps
are taken off, and the fewest instructions that a bitmap can have in their place are put in; what has no number here counts as
nothing.
"""
import functools
import os
from dataclasses import dataclass

from machines import BUILD, HERE, MACHINES, ROOT, call

SLOTS, FRAMES = 64, 200


@functools.lru_cache(maxsize=None)
def parts():
    """Of a mean frame: walks, visits, rows, looks at eight."""
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    program = BUILD / 'frame-parts'
    call([os.environ.get('CC', 'gcc'), '-std=c99', '-DSUBJECT_COUNTED', '-DBENCH_SLOTS=%d' % SLOTS, '-I%s' % HERE, HERE / 'frame.c',
          '-o', program])
    words = call([program]).split('# ')[1].split()
    return tuple(int(word) / FRAMES for word in words)


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
    walk: int  # beginning and ending
    why: str

    def least(self, results):
        walks, visits, rows, eights = parts()
        listed = results.mean(self.cpu, SLOTS, 'frame', 'frame', subject='LIST', lock='none')
        return listed and (listed + visits * (self.step - self.listed) + eights * self.eight + rows * self.row +
                           (rows - walks) * self.gap + walks * self.walk)

    def theirs(self, results):
        return results.mean(self.cpu, SLOTS, 'frame', 'frame', subject=self.heap, lock='none')


FLOORS = (
    Floor('rv32', 'picolibc', 'bit by bit', 3, 4, 0, 0, 0, 0,
          'list: `mv` `lw` `bnez`; bitmap: `andi` `bnez` whether the neighbour lives, `srli` the word, `addi` the address'),
    Floor('rv32', 'picolibc', 'by the sign', 3, 3, 0, 1, 6, 5,
          '`slli` `addi` `bltz`, over a word that was turned round: 18 by a table of bytes, if once a frame 3 a walk; the second word is read '
          'and asked; each row whether anything is left; the next row by a table: `srli` `add` `lbu`, `sll` the word, `mul` `add` the address'),
    Floor('rv32', 'picolibc', 'row by row, by series', 3, 2, 0, 12, 11, 0,
          '`addi` `bne` to the row\'s end; that: `not` `addi` `and` isolate, `mul` `srli` `add` `lbu` the series and its table, `slli` `add` '
          '`slli` times 24, `add` the address, `srl` the word; the next row the same with `neg` `and`'),
    Floor('rv32', 'picolibc', 'row by row, by bytes', 3, 2, 7, 1, 6, 2,
          '`addi` `bne` to the row\'s end; that, from two tables of 256 bytes: `andi` `add` `lbu` how many, `mul` `add` the address, `srl` the '
          'word, and a question whether the row goes on; another for each row whether anything is left; the second word is read and asked'),
)


def claims(results):
    for floor in FLOORS:
        least, theirs = floor.least(results), floor.theirs(results)
        yield (theirs and least > theirs,
               '%s: a frame %s takes %.0f at least, and over %s malloc %.0f' % (MACHINES[floor.cpu].title, floor.form, least, floor.heap,
                                                                             theirs or 0))


def text(results):
    walks, visits, rows, eights = parts()
    lines = ['', '### The least a frame can take', '',
             'A mean frame of %d slots begins %.1f walks and visits %.0f objects in %.1f rows of neighbours, whose ends %.1f looks at eight '
             'slots find. The frame of the linked list, its steps taken off and these put in:' % (SLOTS, walks, visits, rows, eights),
             '', '| | step: list, bitmap | eight | row | gap | walk | at least | malloc | |',
             '| --- | --- | --- | --- | --- | --- | --- | --- | --- |']
    for floor in FLOORS:
        lines.append('| %s, %s | %d, %d | %d | %d | %d | %d | %.0f | %s %.0f | %s |' % (
            MACHINES[floor.cpu].title, floor.form, floor.listed, floor.step, floor.eight, floor.row, floor.gap, floor.walk,
            floor.least(results) or 0, floor.heap, floor.theirs(results) or 0, floor.why))
    return '\n'.join(lines) + '\n'
