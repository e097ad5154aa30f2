#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""silicon.py - what `make silicon` makes for a board is right on its emulator, and finds two wrong builds; prints TAP.

usage: silicon.py BOARD EMULATOR ...
"""
import csv
import re
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
sys.dont_write_bytecode = True
import cpu_time  # noqa: E402
import tap_out  # noqa: E402

TOOL = SourceFileLoader('silicon', str(ROOT / 'src/tools/hutch-silicon')).load_module()
WHOLE = ('gba', 'mps2-an385', 'mps2-an505', 'pico', 'rv32')  # boards with room for all unit tests
BENCH = {'gba': ('gba-thumb', '32'), 'arduboy': ('avr', '8'), 'uno': ('avr', '8')}  # CPU and slots in the bench's results, if the emulator counts cycles
SHIFTS = {'rv32': 2}  # 25 instructions a tick of mtime; else one is about a tick of SysTick
LANDINGS = {'sm83': 50000}
USUAL = ['irq', '1', 'inline', 'plain', 'gcc', '0', 'pair']


def run(board, emulator, program):
    """Its exit code, and its last line."""
    steady = ['-icount', 'shift=%d,sleep=off' % SHIFTS.get(board, 5)] if 'qemu' in emulator[0] else []
    done = cpu_time.run([*emulator, 'build/%s/%s.elf' % (board, program), *steady], cwd=ROOT, capture_output=True, text=True, timeout=120)
    *_, before, line = ['', '', *done.stdout.splitlines()]
    if board == 'pico' and not line.startswith('1..0'):
        line = before if line == 'USB: ' + before else 'not over USB: ' + line
    return done.returncode, line


def wrong_ones(line):
    """The line with one character another, or two neighbours swapped."""
    for at, c in enumerate(line):
        yield line[:at] + chr(ord(c) ^ 1) + line[at + 1:]
        if line[at:at + 2] != line[at:at + 2][::-1]:
            yield line[:at] + line[at:at + 2][::-1] + line[at + 2:]


def claims(board, emulator):
    code, line = run(board, emulator, 'silicon')
    if line.startswith('1..0 # SKIP'):
        yield '%s: the program is run %s' % (board, line[5:]), []
        return
    fields = TOOL.fields_of(line)
    is_right = fields and code == 0 and fields[1] == board and fields[3] == 'pass' and int(fields[4]) > (100 if board in WHOLE else 2) and int(fields[5]) >= LANDINGS.get(board, 1000000)
    yield '%s: ends in a line that passes' % board, [] if is_right else [str(code), line]
    page = (ROOT / 'boards/silicon/README.md').read_text(encoding='utf-8')
    yield 'boards/silicon/README.md shows a line as they are', [] if all(map(TOOL.fields_of, re.findall(r'^    (hutch .*)', page, re.M))) else ['it does not']
    for image in filter(Path.exists, (ROOT / 'build' / board / ('silicon.' + ending) for ending in ('gb', 'gba', 'hex', 'uf2'))):
        words = '`build/%s/%s`, %d KB' % (board, image.name, round(image.stat().st_size / 10000) * 10)
        yield 'the page has its size', [] if words in page else [words]
    yield 'capitals, and O for 0 in the digits, are the same line', [] if fields and TOOL.fields_of(line[:-4].upper() + line[-4:].replace('0', 'O')) else [line]
    yield 'a line with one character wrong is none', [wrong for wrong in wrong_ones(line) if TOOL.fields_of(wrong)]
    if board in BENCH:
        with open(ROOT / 'tests/bench/results.csv', encoding='utf-8') as file:
            published = sum(float(row[13]) + float(row[20]) for row in csv.reader(file) if row[0] == BENCH[board][0] and row[1:11] == ['-O2', 'hutch', BENCH[board][1], *USUAL])
        is_near = fields and abs(int(fields[6]) - published) <= published / 10
        yield 'the pair takes what the bench has published, within a tenth', [] if is_near else ['%s, published: %g' % (line, published)]
    for program, what in (('silicon_none', 'without a lock'), ('silicon_blind', 'with a port that masks nothing')):
        code, line = run(board, emulator, program)
        fields = TOOL.fields_of(line)
        yield '%s: %s it fails, and says so' % (board, what), [] if fields and code == 1 and fields[3] == 'fail' else [str(code), line]


if __name__ == '__main__':
    sys.exit(tap_out.every(claims(sys.argv[1], sys.argv[2:])))
