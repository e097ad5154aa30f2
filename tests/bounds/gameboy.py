#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gameboy.py - counts the calls of calls.txt in cycles on the Game Boy, as plain SDCC compiles them for its users.

usage: gameboy.py     prints TAP: counts plain pools, and compares them with README.md, which bounds.py writes
The programs of bounds.c are linked with the library of `make lib PORT=sm83`, and run by boards/runners/mgba_steps.c.
"""
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/bench'), str(ROOT / 'tests/check'), str(ROOT / 'tests/size')]
import call_list  # noqa: E402
import generated  # noqa: E402  (of tests/check)
import machines  # noqa: E402
from sdcc import library, run as call  # noqa: E402  (of tests/size)

TITLE, UNIT, LEVEL = 'Game Boy (SM83, SDCC)', 'cycles', '--opt-code-size'
# {section: capacities}: the most that the port's fastest engine serves, and what fits into 8 KiB with a pool of every kind.
CAPACITIES = {'default': (24, 128), 'stats': (24,), 'queue': (24, 128), 'state': (24,)}
# The kinds of pools whose calls are in one program: 32 KiB do not hold all.
PARTS = (('plain', 'queued'), ('numbers', 'hooks and refs', 'counted'), ('prefabs', 'numbers with a policy', 'all four', '-'))
# {section: why it is not counted}
NOT_COUNTED = {'wait': 'no kernel', 'queue_wait': 'no kernel'}
SDCC = ['sdcc', '-msm83']
COMPILE = [*SDCC, '--std-c99', LEVEL, '-Iinclude', '-Iport/sm83', '-Itests/bench']
# Of src/, what is empty in release builds; SDCC takes seconds for each.
EMPTY = ('cores', 'create', 'debug', 'debug_bytes', 'debug_notes', 'lockfree', 'wait')
RAM_END, ROM_END = 0xE000, 0x8000
RUNS = 'the program builds and runs, and each instruction takes the cycles of the published table'
PACKAGES = ['gcc', 'sdcc', '/usr/include/mgba/flags.h:libmgba-dev']


def result_type(counted, expression):
    """SDCC has no __typeof__: of a function's result as the headers declare it."""
    if expression.startswith('('):
        return 'int'
    for function in generated.public_functions(ROOT):
        if function.verb == counted.function:
            return re.search(r'^([\w ]+?\**) *\b%s\(' % function.name, (ROOT / function.path).read_text(encoding='utf-8'), re.M).group(1)
    return 'unsigned'


def build_tools(folder):
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    for source in ('boards/sm83/start.s', 'tests/bounds/gameboy.s'):
        call('sdasgb', '-g', '-o', folder / (Path(source).stem + '.rel'), source)


def build_library(folder, section, options):
    return library(folder / ('gameboy-library-' + section), ' '.join(options),
                   '$(filter-out %s,$(wildcard src/*.c))' % ' '.join('src/hutch_%s.c' % name for name in EMPTY))


def check_memory(path):
    """The linker places what does not fit behind the end."""
    areas = re.findall(r'^_(CODE|HOME|DATA) +(\w+) +(\w+) =', path.read_text(encoding='latin-1'), re.M)
    for area, start, length in areas:
        if int(start, 16) + int(length, 16) > (RAM_END if area == 'DATA' else ROM_END):
            raise machines.Failure('%s: %s does not fit' % (path, area))


def figures_of(folder, slots, part, section, options, calls, archive):
    """For each call its six figures."""
    mine = folder / ('gameboy-%d-%s-%d' % (slots, section, part))
    (ROOT / mine).mkdir(parents=True, exist_ok=True)
    (ROOT / mine / 'calls.inc').write_text(call_list.in_c(calls, result_type), encoding='utf-8')
    call(*COMPILE, *options, '-DBOUNDS_SLOTS=%d' % slots, '-I%s' % mine, '-c', call_list.HERE / 'bounds.c', '-o', mine / 'bounds.rel')
    call(*SDCC, '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC000', folder / 'start.rel', mine / 'bounds.rel', folder / 'gameboy.rel',
         archive, '-o', mine / 'bounds.ihx')
    check_memory(ROOT / mine / 'bounds.map')
    call('makebin', '-Z', '-yN', '-yt', '2', '-ya', '1', mine / 'bounds.ihx', mine / 'bounds.gb')  # the stack is in the cartridge's RAM
    lines = [[int(word) for word in line.split()[1:]] for line in call(machines.steps.built('mgba'), mine / 'bounds.gb').splitlines()]
    if len(lines) != 2 * call_list.PATTERNS * len(calls):
        raise machines.Failure('%s: %d lines of figures for %d calls' % (mine, len(lines), len(calls)))
    return call_list.figures(calls, lines)


def measure_all(folder, capacities=CAPACITIES, parts=range(len(PARTS))):
    """A line for each call: of all, or of some sections, capacities and parts."""
    machines.compiled.need(PACKAGES, ROOT)
    build_tools(folder)
    sections = {section: calls for section, calls in call_list.read().items() if section[0] in capacities}
    with ThreadPoolExecutor(2) as pool:
        libraries = dict(zip(sections, pool.map(lambda section: build_library(folder, *section), sections)))
        jobs = [(slots, part, section, [counted for counted in sections[section] if counted.pool in PARTS[part]])
                for section in sections for slots in capacities[section[0]] for part in parts]
        jobs = [job for job in jobs if job[3]]
        results = list(pool.map(lambda job: figures_of(folder, job[0], job[1], *job[2], job[3], libraries[job[2]]), jobs))
    return [call_list.row(TITLE, UNIT, LEVEL, slots, counted, figures)
            for (slots, _, _, calls), found in zip(jobs, results) for counted, figures in zip(calls, found)]


def missing_lines():
    """The calls of calls.txt that README.md has no figure of."""
    page = call_list.on_page()
    for (section, _), calls in call_list.read().items():
        for counted in calls if section not in NOT_COUNTED else []:
            if TITLE not in page.get((counted.function, counted.pool, counted.grows), {}):
                yield '%s of %s' % (counted.function, counted.pool)


def main():
    try:
        lines = measure_all(Path('build/bounds-gameboy'), {'default': CAPACITIES['default']}, [0])
    except machines.Failure as failure:
        return machines.tap_out.every([(RUNS, str(failure))])
    return machines.tap_out.every(((RUNS, ''), ('README.md has every call of calls.txt on the Game Boy, but for those that wait', list(missing_lines())[:12]),
                                   ('README.md has the most of what was counted here, %d lines (make bounds renews it)' % len(lines),
                                    call_list.stale_on_page(lines)[:12])))


if __name__ == '__main__':
    sys.exit(main())
