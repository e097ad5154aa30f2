# SPDX-License-Identifier: MIT
"""table.py - what the sweep's programs say they were interrupted in, as the tables of README.md."""
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
README = HERE / 'README.md'
MARKER = '<!-- by make sweep-table -->\n'
LEVELS = {'one-word': '1', 'one-word-of-32': '1', 'scan': 's', 'scan-of-32': 's', 'two-levels': '2', 'five-words-of-32': '2',
          'three-levels': '3'}
CPUS = {'m0': 'M0', 'm3': 'M3', 'm4': 'M4', 'm33': 'M33', 'rv32': 'RV32', 'avr': 'AVR', 'arm7': 'ARM7 Thumb', 'arm7-arm': 'ARM7',
        'x86': 'x86'}
LOCKS = {'cortex_m_basepri': 'basepri', 'arm7tdmi': 'ime'}


def operations():
    """The names of model.h's operations in their order."""
    text = re.search(r'enum operation \{(.*?)\};', (HERE / 'model.h').read_text(encoding='utf-8'), re.S).group(1)
    return re.findall(r'^\s*([A-Z_]+)\b', re.sub(r'//.*', '', text), re.M)[:-1]


def column(row):
    lock = row.port.variant or LOCKS.get(row.port.folder, row.lock) if row.lock == 'irq' else row.lock
    return '%s %s%s' % (CPUS[row.target], lock, ', nested' if row.nested else '')


def hit_by(row, report):
    return [name.lower() for name, count in zip(operations(), report.get('operations', [])) if count]


def make(reports):
    """The tables of rows that are right: (row, its program's report)."""
    plain, policed, lookers = {}, {}, {}
    columns = []
    for row, report in reports:
        if row.policy:
            cell = policed.setdefault((row.policy, ', '.join(hit_by(row, report))), [])
            cell.append('%s %s' % (CPUS[row.target], LEVELS[row.shape]))
        elif row.looks:
            lookers.setdefault(column(row), report['inside'])
        else:
            if column(row) not in columns:
                columns.append(column(row))
            for name in hit_by(row, report):
                plain.setdefault(name, {}).setdefault(column(row), set()).add(LEVELS[row.shape])
    lines = ['', '| operation | ' + ' | '.join(columns) + ' |', '| --- |' + ' --- |' * len(columns)]
    for name in (name.lower() for name in operations()):
        if name in plain:
            cells = (''.join(level for level in '1s23' if level in plain[name].get(where, ())) for where in columns)
            lines.append('| `%s` | %s |' % (name, ' | '.join(cells)))
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
