#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bounds.py - counts the most that each public function takes, and the most with interrupts off, on each CPU.

usage: bounds.py [--all | --write]     prints TAP: for the Cortex-M3 and -Os, or for all; --write also renews what is kept
calls.txt lists the calls. For each CPU, set of options, level and capacity the program of bounds.c is built with them
and run under the emulators of tests/bench, which count between two marks.
"""
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/bench'), str(ROOT / 'tests/check')]
import call_list  # noqa: E402
import gameboy  # noqa: E402
import generated  # noqa: E402  (of tests/check)
import machines  # noqa: E402
import measure  # noqa: E402
import results_file  # noqa: E402
import twins  # noqa: E402
from call_list import COLUMNS, HERE, PATTERNS  # noqa: E402

BUILD = machines.BUILD = Path('build/bounds')  # the bench may run beside this, and has programs of the same names
# Three capacities each; the last is what fits into the CPU's RAM with a pool of every kind.
CPUS = {'m0': (32, 128, 1024), 'm3': (32, 128, 1024), 'rv32': (32, 128, 1024),
        'avr': (32, 128, 192), 'gba-thumb': (32, 128, 384), 'm0-cycles': (32, 128, 1024), 'm3-cycles': (32, 128, 1024)}
QUICK = ('m3', 'm0-cycles', 'm3-cycles')  # with -Os, in each run
LEVELS = ('-Os', '-O2')
# The most instructions with interrupts off that a typed acquire or release may take on a Cortex-M3, of one word and of two levels.
MASKED_MOST = {'32': 8, '128': 17, '1024': 17}
DO_NOT_GROW = ('-', 'listed pools')  # with the capacity
# {function: why it is not counted}
NOT_COUNTED = {'debug_set_sink': 'two stores; debug builds only'}


def calls_of(cpu, section, calls):
    """By a table of cycles only plain pools are counted, with default options."""
    return [call for call in calls if not machines.machine_of(cpu).by_table or (section == 'default' and call.pool == 'plain')]


# ---- One program.

def compiler(cpu, level, options):
    return [*measure.compile_by(machines.machine_of(cpu), level), '-ffreestanding', *options]


def library(cpu, level, section, options):
    machine = machines.machine_of(cpu)
    sources = [path.relative_to(ROOT) for folder in ('src', 'port/' + machine.port) for path in sorted((ROOT / folder).glob('*.c'))]
    sources += ['tests/bench/rig.c', 'tests/sweep/memory.c'] if machine.link else ['tests/bench/rig.c']
    return machines.compiled.objects(compiler(cpu, level, options), sources, BUILD / ('library-%s%s-%s' % (cpu, level, section)), ROOT)


def figures_of(cpu, level, slots, section, options, calls, objects):
    """For each call its six figures; None where there is no such form."""
    machine = machines.machine_of(cpu)
    folder = BUILD / ('%s%s-%d-%s' % (cpu, level, slots, section))
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    (ROOT / folder / 'calls.inc').write_text(call_list.in_c(calls), encoding='utf-8')
    mine = machines.compiled.objects([*compiler(cpu, level, options), '-DBOUNDS_SLOTS=%d' % slots, '-I%s' % folder,
                                      *(['-DBOUNDS_GBA'] if cpu.startswith('gba') else [])], [HERE / 'bounds.c'], folder, ROOT)
    program = folder / 'bounds.elf'
    machines.call([machine.tools + 'gcc', *machine.cflags, '-nostdlib' if machine.link else '-O2', *mine, *objects, *machine.link,
                   '-Wl,--gc-sections', *(['-lgcc'] if machine.link else []), '-o', program])
    lines = machines.run(machine, program)[1]
    if len(lines) != 2 * PATTERNS * len(calls):
        raise machines.Failure('%s: %d lines of figures for %d calls' % (program, len(lines), len(calls)))
    return call_list.figures(calls, lines)


def measure_all(cpus, levels):
    """A line for each call, as text."""
    sections = call_list.read()
    with ThreadPoolExecutor(2) as pool:
        kits = [(cpu, level, *section) for cpu in cpus for level in levels for section in sections if calls_of(cpu, section[0], sections[section])]
        libraries = dict(zip(kits, pool.map(lambda kit: library(*kit), kits)))
        jobs = [(cpu, level, slots, *section) for cpu, level, *section in kits for slots in CPUS[cpu]]
        results = list(pool.map(lambda job: figures_of(*job, calls_of(job[0], job[3], sections[job[3:]]), libraries[job[0], job[1], job[3], job[4]]), jobs))
    return [call_list.row(machines.machine_of(cpu).title, machines.machine_of(cpu).unit, level, slots, call, figures)
            for (cpu, level, slots, *section), found in zip(jobs, results) for call, figures in zip(calls_of(cpu, section[0], sections[tuple(section)]), found)]


# ---- What must hold.

def missing_calls():
    """The functions of the headers that calls.txt does not call, generic or typed, and calls of no function."""
    calls = [call for section in call_list.read().values() for call in section]
    functions = {function.verb for function in generated.public_functions(ROOT)}
    objects, numbers, _ = twins.typed_forms(ROOT)
    generic = {call.function for call in calls if call.generic}
    typed = {call.function for call in calls if call.typed}
    for verb in sorted(functions - generic - set(NOT_COUNTED)):
        yield 'no line calls %s' % verb
    for verb in sorted(functions):
        form = verb in objects or (verb.endswith(('_index', '_at')) and twins.NUMBER_FORM.sub('', verb) in numbers)
        if form and verb not in typed and verb not in NOT_COUNTED:
            yield 'no line calls the typed form of %s' % verb
    for verb in sorted((generic | set(NOT_COUNTED)) - functions):
        yield 'hutch_%s is no public function' % verb


def grows(smaller, larger):
    """By more than the constants that the compiler builds for another capacity."""
    return larger > smaller + max(6, smaller // 12)


def wrong_growth(lines):
    """Calls whose figures grow between the two larger capacities though calls.txt promises that they do not, or the reverse.
    Where cycles are counted, the larger capacity is too small for that, and a load from memory takes longer by what is before it."""
    groups = {}
    for line in lines:
        row = dict(zip(COLUMNS, line))
        if row['unit'] == 'instructions':
            groups.setdefault((row['cpu'], row['level'], row['function'], row['pool'], row['grows with']), []).append(row)
    for (cpu, level, function, pool, shape), (_, middle, most) in groups.items():
        figures = [(int(middle[form]), int(most[form])) for form in ('generic', 'typed') if most[form]]
        if any(grows(*pair) for pair in figures) != (shape not in DO_NOT_GROW):
            yield '%s, %s: %s, %s, grows with %s: %s' % (cpu, level, function, pool, shape, figures)


def masked_too_long(lines):
    for line in lines:
        row = dict(zip(COLUMNS, line))
        if row['cpu'] == 'Cortex-M3' and row['pool'] == call_list.PLAIN and row['function'] in ('acquire', 'release'):
            if not 0 < int(row['typed masked']) <= MASKED_MOST[row['slots']]:
                yield '%s, %s slots, %s: %s' % (row['function'], row['slots'], row['level'], row['typed masked'])


def claims(lines, is_whole):
    """What must hold, as a sentence and what speaks against it."""
    yield 'calls.txt calls every public function, generic and typed', list(missing_calls())
    yield 'what calls.txt says not to grow does not, and the rest does', list(wrong_growth(lines))
    yield 'acquire and release mask a Cortex-M3 for at most 8 instructions in one word, 17 in two levels', list(masked_too_long(lines))
    yield 'README.md has the most of what was counted here, %d lines (make bounds renews it)' % len(lines), call_list.stale_on_page(lines)
    if is_whole:
        yield 'README.md holds nothing else', ['the tables differ'] if call_list.on_page() != call_list.most(lines) else []


def main():
    is_whole = bool({'--all', '--write'} & set(sys.argv))
    try:
        machines.need(list(CPUS) if is_whole else QUICK)
        lines = measure_all(CPUS, LEVELS) + gameboy.measure_all(BUILD) if is_whole else measure_all(QUICK, LEVELS[:1])
    except machines.Failure as failure:
        return machines.tap_out.every([('the programs build and run', str(failure))])
    results_file.write(ROOT / BUILD / 'bounds.csv', COLUMNS, lines)
    if '--write' in sys.argv:
        call_list.write(lines)
    return machines.tap_out.every((sentence, problems[:12]) for sentence, problems in claims(lines, is_whole))


if __name__ == '__main__':
    sys.exit(main())
