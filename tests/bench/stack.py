# SPDX-License-Identifier: MIT
"""stack.py - the stack that one call takes, as -fstack-usage says."""
import json
import re

from machines import BUILD, HERE, MACHINES, ROOT, call
from measure import Setup, compile_flags

CPUS = ('m0', 'm3', 'rv32', 'avr', 'gba-arm', 'gba-thumb')
KEPT = 'stack.json'
FUNCTIONS = ('hutch_acquire', 'hutch_release', 'hutch_claim', 'hutch_acquire_run', 'hutch_release_run', 'hutch_next', 'hutch_spawn',
             'hutch_despawn', 'hutch_release_if', 'hutch_report')
TYPED = {'acquire': 'rabbits_acquire', 'release': 'rabbits_release', 'walk': 'a HUTCH_FOREACH loop'}


def usage(cpu, source, flags):
    """{function: bytes} of one source file."""
    folder = BUILD / ('stack-' + cpu)
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    target = folder / (ROOT / source).stem
    machine = MACHINES[cpu]
    call([machine.tools + 'gcc', *compile_flags(machine, '-O2'), '-ffreestanding', *flags, '-fstack-usage', '-c', source, '-o',
          '%s.o' % target])
    text = (ROOT / target.with_suffix('.su')).read_text()
    return {name: int(size) for name, size in re.findall(r'^\S*?:\d+:\d+:(\w+)\t(\d+)\t', text, re.M)}


def measured():
    table = {}
    for cpu in CPUS:
        slots = MACHINES[cpu].word_bits * 2
        typed = usage(cpu, HERE / 'bench.c', list(Setup(cpu, '-O2', 'hutch', slots).flags()))
        column = {title: typed.get(name) for name, title in TYPED.items()}
        for source in ('generic.c', 'report.c'):
            found = usage(cpu, 'src/' + source, ['-DHUTCH_CFG_CHECK=1'])
            column.update({name: found[name] for name in FUNCTIONS if name in found})
        table[cpu] = column
    return table


def write(folder):
    (folder / KEPT).write_text(json.dumps(measured(), indent=1) + '\n', encoding='utf-8')


def kept(folder):
    """The table of README.md, from what was measured last."""
    table = json.loads((folder / KEPT).read_text(encoding='utf-8'))
    rows = list(dict.fromkeys(name for column in table.values() for name in column))
    lines = ['', '## Stack', '', 'Bytes that one call takes at -O2, without what it calls, from -fstack-usage; two words, `HUTCH_LOCK_IRQ`.',
             '', '| function | ' + ' | '.join(MACHINES[cpu].title for cpu in table) + ' |', '| --- |' + ' --- |' * len(table)]
    for name in rows:
        cells = ['-' if column.get(name) is None else str(column[name]) for column in table.values()]
        lines.append('| `%s` | %s |' % (name, ' | '.join(cells)))
    return '\n'.join(lines) + '\n'
