# SPDX-License-Identifier: MIT
"""call_list.py - reads calls.txt, writes it in C, reads what the emulators counted of it, and what is kept of that."""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path('tests/bounds')
sys.path[:0] = [str(ROOT / 'tests/bench'), str(ROOT / 'tests/check')]
import generated  # noqa: E402  (of tests/check)

README, MARKER = ROOT / HERE / 'README.md', '<!-- by make bounds -->\n'
BEGIN, END = '<!-- what masks, by make bounds -->\n', '<!-- until here -->\n'
PATTERNS = 64
PLAIN = 'plain'  # the pool that the page does not name
RAM = {'plain': 'things', 'numbers': 'numbers', 'hooks and refs': 'actors', 'prefabs': 'herd', 'numbers with a policy': 'aging', 'counted': 'things', 'queued': 'things',
       'all four': 'things', '-': 'things'}
FIGURES = ('generic', 'generic masked', 'typed', 'typed masked', 'any arguments', 'any arguments masked')
MASKING = ('acquire', 'release', 'release_at', 'claim', 'acquire_run', 'release_run', 'clear')  # the columns of the table of interrupts off
COLUMNS = ('cpu', 'unit', 'level', 'slots', 'function', 'pool', 'grows with', *FIGURES)


@dataclass(frozen=True)
class Call:
    """A line of calls.txt."""
    function: str
    pool: str
    grows: str
    arguments: str
    before: str
    generic: str
    typed: str


def read():
    """{(section, its options): calls}"""
    sections = {}
    for line in (ROOT / HERE / 'calls.txt').read_text(encoding='utf-8').splitlines():
        head = re.fullmatch(r'\[(\w+)\](.*)', line)
        if head:
            calls = sections[head.group(1), tuple(head.group(2).split())] = []
        elif line and not line.startswith('#'):
            calls.append(Call(*(cell.strip() for cell in line.split('|'))))
    return sections


def function_in_c(name, call, expression, end, type_of):
    """A function that makes a call between two marks."""
    return ('MEASURED void %s(unsigned index, struct object *object, unsigned length)\n{\n'
            '    (void)index;\n    (void)object;\n    (void)length;\n    %s;\n    BENCH_BEGIN();\n'
            '    %s result = %s;\n    BENCH_USE(result);\n    BENCH_END_%s();\n    KEEP(result);\n}\n' %
            (name, call.before, type_of(call, expression), expression, end))


def in_c(calls, type_of=lambda call, expression: '__typeof__(%s)' % expression):
    """calls.inc of bounds.c; type_of(call, expression) is the type of a call's result."""
    functions, rows = [], []
    for number, call in enumerate(calls):
        names = []
        for form, expression, end in (('generic', call.generic, 'A'), ('typed', call.typed, 'B')):
            names.append('%s_%d' % (form, number) if expression else 'NULL')
            if expression:
                functions.append(function_in_c(names[-1], call, expression, end, type_of))
        rows.append('    {&%s_ram, ARGUMENTS_%s, {%s, %s}},\n' % (RAM[call.pool], call.arguments.upper().replace(' ', '_'), *names))
    return ''.join(functions) + 'static const struct row rows[] = {\n' + ''.join(rows) + '};\n'


def lane(lines, at):
    """(the most, the most with interrupts off) of all patterns; a line has n, sum, least, most and masked."""
    counted = [line[at:at + 5] for line in lines if line[at] != 0]
    return (max(line[3] for line in counted), max(line[4] for line in counted)) if counted else (None, None)


def figures(calls, lines):
    """For each call its six figures, of the lines that an emulator printed; None where there is no such form."""
    found = []
    for number in range(len(calls)):
        right, anyhow = lines[2 * number::2 * len(calls)], lines[2 * number + 1::2 * len(calls)]
        found.append((*lane(right, 0), *lane(right, 5), *lane([line[k:k + 5] for line in anyhow for k in (0, 5)], 0)))
    return found


def row(title, unit, level, slots, call, found):
    """A line of figures, as text."""
    return tuple(str('' if word is None else word) for word in (title, unit, level, slots, call.function, call.pool, call.grows, *found))


# ---- What README.md keeps.

def masked_rows(lines):
    """The rows of the table of interrupts off: the typed calls of plain pools, for size."""
    found = {}
    for line in lines:
        of = dict(zip(COLUMNS, line))
        if of['level'] != '-O2' and of['pool'] == PLAIN and of['function'] in MASKING:
            found.setdefault((of['cpu'], of['slots']), {})[of['function']] = of['typed masked']
    return ['| %s | %s | %s |\n' % (cpu, slots, ' | '.join(cells.get(name) or '-' for name in MASKING)) for (cpu, slots), cells in found.items()]


def most(lines):
    """{(function, pool, grows with): {cpu: the most of all forms, arguments and capacities, in brackets with interrupts off}}, for size."""
    found = {}
    for line in lines:
        if line[2] != '-O2':
            of = dict(zip(COLUMNS, line))
            figures = found.setdefault(line[4:7], {}).setdefault(of['cpu'], [0, 0])
            for at, kind in enumerate(('', ' masked')):
                figures[at] = max([figures[at], *(int(of[form + kind] or 0) for form in FIGURES[::2])])
    return {key: {cpu: '%d (%d)' % (all_of, masked) if masked else str(all_of) for cpu, (all_of, masked) in cells.items()}
            for key, cells in found.items()}


def table(lines):
    found = most(lines)
    cpus = list(dict.fromkeys(line[0] for line in lines))
    return '\n' + generated.table(['function, pool', 'grows with', *cpus], [
        ['`%s`' % function + ('' if pool == PLAIN else ', ' + pool), grows.replace('-', ''), *(cells.get(cpu, '') for cpu in cpus)]
        for (function, pool, grows), cells in found.items()])


def on_page():
    """The table of README.md, as most()."""
    rows = [line.strip('|').split('|') for line in README.read_text(encoding='utf-8').partition(MARKER)[2].strip().split('\n')]
    heads, *rows = [[cell.strip() for cell in row] for row in rows[:1] + rows[2:]]
    names = [row[0].strip('`').split('`, ') if '`, ' in row[0] else (row[0].strip('`'), PLAIN) for row in rows]
    return {(*name, row[1] or '-'): {cpu: cell for cpu, cell in zip(heads[2:], row[2:]) if cell} for name, row in zip(names, rows)}


def write(lines):
    """Renews both tables."""
    text = README.read_text(encoding='utf-8')
    head = '| CPU | slots | ' + ' | '.join('`%s`' % name for name in MASKING) + ' |\n| --- | --- |' + ' --- |' * len(MASKING) + '\n'
    text = text.partition(BEGIN)[0] + BEGIN + head + ''.join(masked_rows(lines)) + END + text.partition(END)[2]
    README.write_text(text.partition(MARKER)[0] + MARKER + table(lines), encoding='utf-8')


def stale_on_page(lines):
    """What speaks against the rows and cells of the CPUs that were counted, at all capacities."""
    page, text = on_page(), README.read_text(encoding='utf-8')
    return [row for row in masked_rows(lines) if row not in text] + ['%s, %s: %s, not %s' % (key[0], key[1], cpu, cell) for key, cells in most(lines).items() for cpu, cell in cells.items()
            if page.get(key, {}).get(cpu) != cell]
