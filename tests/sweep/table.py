# SPDX-License-Identifier: MIT
"""table.py - what the sweep's programs say they were interrupted in, as the tables of README.md."""
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
README = HERE / 'README.md'
MARKER = '<!-- by make sweep-table -->\n'
LEVELS = {'one-word': '1', 'one-word-of-32': '1', 'scan': 's', 'scan-of-32': 's', 'two-levels': '2', 'four-words-of-32': '2', 'five-words-of-32': '2',
          'three-levels': '3', 'three-levels-of-32': '3'}
CPUS = {'m0': 'M0', 'm3': 'M3', 'm4': 'M4', 'm33': 'M33', 'rv32': 'RV32', 'avr': 'AVR', 'arm7': 'ARM7, Thumb', 'arm7-arm': 'ARM7, ARM',
        'x86': 'x86'}
LOCKS = {'cortex_m_basepri': 'basepri', 'arm7tdmi': 'ime'}


def operations():
    """The names of model.h's operations in their order."""
    text = re.search(r'enum operation \{(.*?)\};', (HERE / 'model.h').read_text(encoding='utf-8'), re.S).group(1)
    return [name.lower() for name in re.findall(r'^\s*([A-Z_]+)\b', re.sub(r'//.*', '', text), re.M)[:-1]]


OPERATIONS = operations()
WITH_HOOKS = OPERATIONS[:OPERATIONS.index('acquire_urgent')]
WITHOUT = OPERATIONS[:OPERATIONS.index('spawn')]
NESTED = ['acquire', 'count', 'release', 'claim']


def lock_of(row):
    return row.port.variant or LOCKS.get(row.port.folder, row.lock) if row.lock == 'irq' else row.lock


def hit_by(report):
    return [name for name, count in zip(OPERATIONS, report.get('operations', [])) if count]


def level(row, report, expected):
    """A row's level, and what was not landed in of what its kind of pool can do."""
    lacks = [name for name in expected if name not in hit_by(report)]
    return LEVELS[row.shape] + (' (not: %s)' % ', '.join(lacks) if lacks else '')


def order(cell):
    return '1s23'.index(cell[0])


def listed(names):
    return ', '.join('`%s`' % name for name in names)


def make(reports):
    """The tables of rows that are right: (row, its program's report)."""
    pools, policed, lookers = {}, {}, []
    for row, report in reports:
        if row.policy:
            policed.setdefault((row.policy, ', '.join(hit_by(report))), []).append('%s %s' % (CPUS[row.target], LEVELS[row.shape]))
        elif row.looks:
            lookers.append('%s %s' % (CPUS[row.target], lock_of(row)))
        else:
            cells = pools.setdefault((CPUS[row.target], lock_of(row)), ([], [], []))
            kind, expected = (2, NESTED) if row.nested else (0, WITH_HOOKS) if row.spawned else (1, WITHOUT)
            if level(row, report, expected) not in cells[kind]:
                cells[kind].append(level(row, report, expected))
    lines = ['', 'Pools with hooks and refs: %s.' % listed(WITH_HOOKS), '', 'Without: all of these up to `%s`. Nested: %s.' % (
        WITHOUT[-1], listed(NESTED)), '', '| CPU | lock | with hooks and refs | without | nested |', '| --- | --- | --- | --- | --- |']
    lines += ['| %s | %s | %s |' % (*where, ' | '.join(' '.join(sorted(cell, key=order)) for cell in cells)) for where, cells in pools.items()]
    lines += ['', '| policy | operations | CPU and level |', '| --- | --- | --- |']
    lines += ['| %s | %s | %s |' % (policy, names, ', '.join(where)) for (policy, names), where in policed.items()]
    lines += ['', 'Objects that come and go, looked at: %s.' % ', '.join(lookers)]
    return '\n'.join(lines) + '\n'


def is_fresh(reports):
    return README.read_text(encoding='utf-8').partition(MARKER)[2].startswith(make(reports))


def write(reports):
    before, _, after = README.read_text(encoding='utf-8').partition(MARKER)
    rest = after.partition('<!-- end -->\n')[2]
    README.write_text(before + MARKER + make(reports) + '<!-- end -->\n' + rest, encoding='utf-8')
