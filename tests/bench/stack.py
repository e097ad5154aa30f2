# SPDX-License-Identifier: MIT
"""stack.py - the stack that a call takes, by itself and with all that it calls: -fstack-usage and the calls in the objects."""
import json
import re

from machines import BUILD, HERE, MACHINES, ROOT, call
from measure import Setup, compile_by

CPUS = ('m0', 'm3', 'rv32', 'avr', 'gba-arm', 'gba-thumb')
KEPT = 'stack.json'
FUNCTIONS = ('hutch_acquire', 'hutch_release', 'hutch_claim_', 'hutch_acquire_run_', 'hutch_release_run_', 'hutch_next', 'hutch_spawn_',
             'hutch_despawn_', 'hutch_release_if_', 'hutch_scene_reset', 'hutch_spawn_prefab', 'hutch_check', 'hutch_report')
TYPED = {'acquire': 'rabbits_acquire', 'release': 'rabbits_release', 'walk': 'a HUTCH_FOREACH loop'}
HANDLER = 'hutch_on_fault'  # the user's own, as a rule


def compiled(cpu, source, flags):
    """({function: bytes}, {function: functions that it names}) of one source file."""
    folder = BUILD / ('stack-' + cpu)
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    target = folder / (ROOT / source).stem
    machine = MACHINES[cpu]
    call([*compile_by(machine, '-O2'), '-ffreestanding', *flags, '-fstack-usage', '-c', source, '-o',
          '%s.o' % target])
    text = (ROOT / target.with_suffix('.su')).read_text()
    bytes_of = {name: int(size) for name, size in re.findall(r'^\S*?:\d+:\d+:([\w.]+)\t(\d+)\t', text, re.M)}
    calls, function = {}, None
    for line in call([machine.tools + 'objdump', '-dr', '--no-show-raw-insn', '%s.o' % target]).splitlines():
        head = re.match(r'[0-9a-f]+ <([A-Za-z_][\w.]*)>:', line)  # .L5 is a label
        word = (re.search(r'\bR_\w+\s+(?:\.text\.(?:unlikely\.)?)?([A-Za-z_][\w.]*)', line) or
                re.search(r'<([A-Za-z_][\w.]*)(?:\+0x[0-9a-f]+)?>$', line))
        if head:
            function = head.group(1)
        elif word and function:
            calls.setdefault(function, set()).add(plain(word.group(1)))
    return {plain(name): size for name, size in bytes_of.items()}, {plain(name): names for name, names in calls.items()}


def plain(name):
    """A function by its name in C: the linker's has the options behind it, see HUTCH_ABI, and the number of a part."""
    return re.sub(r'_[A-Z]\w+|\.\d+$', '', name)


def with_calls(name, bytes_of, calls, above=()):
    """The bytes of the deepest way down. A function above itself is not counted again."""
    below = [with_calls(other, bytes_of, calls, (*above, name)) for other in calls.get(name, ())
             if other in bytes_of and other not in (*above, name, HANDLER)]
    return bytes_of[name] + max(below, default=0)


def measured(cpus=CPUS):
    table = {}
    for cpu in cpus:
        slots = MACHINES[cpu].word_bits * 2
        bytes_of, calls = {}, {}
        sources = [(source.relative_to(ROOT), ['-DHUTCH_CFG_CHECK=1']) for source in sorted((ROOT / 'src').glob('*.c'))]
        sources.append((HERE / 'bench.c', list(Setup(cpu, '-O2', 'hutch', slots).flags())))
        for source, flags in sources:
            sizes, names = compiled(cpu, source, flags)
            bytes_of.update(sizes)
            calls.update(names)
        table[cpu] = {title: [bytes_of[name], with_calls(name, bytes_of, calls)]
                      for name, title in (*TYPED.items(), *((name, name) for name in FUNCTIONS))}
    return table


def write(folder):
    (folder / KEPT).write_text(json.dumps(measured()).replace('}, ', '},\n ') + '\n', encoding='utf-8')


def read(folder):
    return json.loads((folder / KEPT).read_text(encoding='utf-8'))


def is_fresh(folder, cpus):
    known = read(folder)
    return all(known.get(cpu) == column for cpu, column in measured(cpus).items())


def kept(folder):
    """The table of README.md, from what was measured last."""
    table = read(folder)
    rows = list(dict.fromkeys(name for column in table.values() for name in column))
    lines = ['', '## Stack', '', 'Bytes that a call takes at -O2, with all that it calls, the report of a fault included, but not the user\'s',
             'handler, hooks and predicates, nor what a policy does. From -fstack-usage and the calls in the compiled library; two words, `HUTCH_LOCK_IRQ`.',
             '', '| function | ' + ' | '.join(MACHINES[cpu].title for cpu in table) + ' |', '| --- |' + ' --- |' * len(table)]
    for name in rows:
        lines.append('| `%s` | %s |' % (name, ' | '.join('%d' % column[name][1] for column in table.values())))
    return '\n'.join(lines) + '\n'
