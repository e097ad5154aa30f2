#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""window.py - counts how many instructions run while interrupts are off, for every operation, port and level.

usage: window.py [--all | --write]     prints TAP: for the Cortex-M3, or for all CPUs; --write also renews the tables
The program of the sweep runs every operation on every pattern of live slots without interrupts; an emulator's trace of
it is counted from the instruction that masks to the one that unmasks, both left out.
"""
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/sweep'))
import disassembly  # noqa: E402
from matrix import ARM7_CPSR, ARM7_IME, AVR, BASEPRI, CORTEX_M, CORTEX_M_PLAIN, RISCV  # noqa: E402
from symbols import symbols  # noqa: E402
from targets import TARGETS, Failure, build, need, trace  # noqa: E402

BEGIN, END = '<!-- by make window -->\n', '<!-- until here -->\n'
README = ROOT / 'tests/bounds/README.md'
SOURCES = [Path('tests/sweep') / name for name in ('swept.c', 'sweep.c', 'model.c', 'model_words.c', 'patterns.c',
                                                 'section.c')]
PORTS = [('m3', CORTEX_M), ('m3', CORTEX_M_PLAIN), ('m3', BASEPRI), ('m0', CORTEX_M),
         ('rv32', RISCV), ('avr', AVR), ('arm7', ARM7_IME), ('arm7-arm', ARM7_CPSR)]
LEVELS = {32: {'one word': 32, 'scan': 96, 'two levels': 160, 'three levels': 1088},
          8: {'one word': 8, 'scan': 24, 'two levels': 40, 'three levels': 72}}
OPERATIONS = ['acquire', 'release', 'release_at', 'claim', 'acquire_run', 'release_run', 'clear']
OPTIMISATIONS = ['-O2', '-Os']
# The most instructions with interrupts off that acquire and release may take on a Cortex-M3.
LIMITS = {'one word': 8, 'two levels': 17}


def count(port, code, addresses):
    """The longest stretch with interrupts off for each operation: the function of swept.c that ran last."""
    mask, unmask = re.compile(port.masks), re.compile(port.unmasks)
    longest, operation, is_masked, length = {}, None, False, 0
    for address, _ in addresses:
        if address not in code:
            continue  # the second half of a Thumb call
        text, function = code[address].text, code[address].function
        if function.startswith('swept_'):
            operation = function[len('swept_'):]
        if not is_masked:
            is_masked, length = bool(mask.search(text)), 0
        elif unmask.search(text):
            longest[operation] = max(longest.get(operation, 0), length)
            is_masked = False
        else:
            length += 1
    return longest


def measure(row):
    target_name, port, level, optimisation = row
    target = TARGETS[target_name]
    bits = 8 if target_name == 'avr' else 32
    folder = Path('build/window') / ('%s-%s-%s%s%s' % (target_name, port.folder, port.variant, level.replace(' ', '-'),
                                                       optimisation))
    # No interrupts, so no map of where they landed: a Cortex-M0 has no room for it beside three levels.
    flags = [optimisation, '-DSWEEP_QUIET', '-DSWEEP_WINDOW', '-DSWEPT_BYTES=64',
             '-DSWEEP_CAPACITY=%d' % LEVELS[bits][level], '-DHUTCH_CFG_WORD_BITS=%d' % bits,
             '-DSWEEP_LOCK=HUTCH_LOCK_IRQ', *port.flags]
    program = build(target_name, Path('port') / port.folder, SOURCES, flags, folder, values=symbols(quiet=2))
    names = disassembly.symbols(target.tools + 'objdump', program)
    start, stop = names['swept_start'], names['swept_end']
    code = disassembly.read(target.tools + 'objdump', program, start, stop)
    longest = count(port, code, trace(target_name, program, start, stop))
    return {name: longest.get(name) for name in OPERATIONS}


def table_row(row, numbers):
    """A row of the table; numbers: of each optimisation."""
    target, port, level = row
    title = '`%s`%s' % (port.folder, ', ' + port.variant if port.variant else '')
    cells = [' / '.join(dict.fromkeys('-' if one[name] is None else str(one[name]) for one in numbers)) for name in OPERATIONS]
    return '| %s | %s | %s | %s |\n' % (TARGETS[target].about.split(' (')[0], title, level, ' | '.join(cells))


def table(results):
    """The rows; each optimisation of one stands after the other in the results."""
    return [table_row(row[:3], [numbers for _, numbers in results[at:at + len(OPTIMISATIONS)]])
            for at, (row, _) in enumerate(results) if row[3] == OPTIMISATIONS[0]]


def claims_about(results, text):
    """What must hold, as pairs of a truth and a sentence."""
    kept = text.partition(BEGIN)[2].partition(END)[0]
    yield set(table(results)) <= set(kept.splitlines(True)), 'tests/bounds/README.md holds all %d counts (make window renews it)' % (len(results) * len(OPERATIONS))
    for (target, port, level, optimisation), numbers in results:
        if target == 'm3' and port is CORTEX_M and level in LIMITS:
            for name in ('acquire', 'release'):
                counted, limit = numbers[name], LIMITS[level]
                yield (counted is not None and 0 < counted <= limit,
                       'Cortex-M3, %s, %s, %s: %s instructions with interrupts off, at most %d' %
                       (level, optimisation, name, counted, limit))


def main():
    ports = PORTS if {'--all', '--write'} & set(sys.argv) else PORTS[:1]
    rows = [(target, port, level, optimisation) for target, port in ports for level in LEVELS[32]
            for optimisation in OPTIMISATIONS]
    print('TAP version 13')
    try:
        need({target for target, _ in ports})
        with ThreadPoolExecutor(2) as pool:
            results = list(zip(rows, pool.map(measure, rows)))
    except Failure as failure:
        print('not ok 1 - the programs build and run\n# %s\n1..1' % str(failure).replace('\n', '\n# '))
        return 1
    text = README.read_text(encoding='utf-8')
    if '--write' in sys.argv:
        head = '| CPU | port | pool | ' + ' | '.join('`%s`' % name for name in OPERATIONS) + ' |\n| --- | --- | --- |' + ' --- |' * len(OPERATIONS) + '\n'
        text = text.partition(BEGIN)[0] + BEGIN + head + ''.join(table(results)) + END + text.partition(END)[2]
        README.write_text(text, encoding='utf-8')
    failed = 0
    for number, (claim, name) in enumerate(claims_about(results, text), 1):
        failed += not claim
        print('%s %d - %s' % ('ok' if claim else 'not ok', number, name))
    print('1..%d' % number)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
