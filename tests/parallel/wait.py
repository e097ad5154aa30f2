#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wait.py - runs wait.c in several builds, and shows that it notices each way to get waiting wrong. Prints TAP."""
import functools
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)

BUILD = ROOT / 'build/wait'
FLAGS = ['-std=c99', '-g1', '-Wall', '-Wextra', '-Wconversion', '-Wshadow', '-Wundef', '-Werror', '-Iinclude', '-Isrc', '-Iport/host',
         '-Iboards', '-Itests/unit', '-DHUTCH_CFG_WAIT=1', '-pthread']
SECONDS, SECONDS_TO_HANG = 60, 6
TRIES = 4  # threads meet by chance: what is wrong must be noticed in one of so many runs
BUILDS = [
    ('gcc -O2, with counters', ['gcc', '-O2', '-DHUTCH_CFG_STATS=1']),
    ('gcc -O2, debug build', ['gcc', '-O2', '-DHUTCH_CFG_CHECK=2']),
    ('clang -Os, words of 8 bits', ['clang', '-Os', '-DHUTCH_CFG_WORD_BITS=8']),
    ('gcc -O1, ThreadSanitizer', ['gcc', '-O1', '-fsanitize=thread']),
]
# Time for a release where it would hurt, if it could.
INCLUDE = ('#include "hutch/wait.h"', '#include "hutch/wait.h"\nint usleep(unsigned microseconds);')
COUNTED = '    HUTCH_STORE(waiters->waiting, waiters->waiting + 1u);\n    hutch_port_exit(saved);\n'
SLEEPS = '    wait->is_woken = hutch_port_wait(&wait->waiters->wake, wait->nap);'
DELAYS = [INCLUDE, (COUNTED, '    usleep(1);\n' + COUNTED + '    usleep(1);\n'), (SLEEPS, '    usleep(1);\n' + SLEEPS + '\n    usleep(1);')]
BATON = 'if (hutch_wait_uncount(pool->options->wait) != 0) {'
WRONG = [
    ('not counted before the last try', [INCLUDE, (COUNTED, COUNTED.replace('+ 1u', '+ 0u')), (
        SLEEPS, '    usleep(200);\n    (void)__atomic_fetch_add(&wait->waiters->waiting, 1u, __ATOMIC_RELAXED);\n' + SLEEPS)]),
    ('a wake-up is not passed on', [(BATON, BATON.replace('!= 0', '> 8'))]),
    ('the count is left too high', [('waiters->waiting - 1u', 'waiters->waiting - 0u')]),
    ('a release wakes nobody', [(COUNTED, COUNTED.replace('+ 1u', '+ 0u')), ('waiters->waiting - 1u', 'waiters->waiting - 0u')]),
    ('a wait without end ends', [('    if (wait->ticks == 0) {', '    if (wait->ticks == 0 || wait->ticks == HUTCH_FOREVER) {')]),
    ('the ticks that have passed are not counted', [('passed < wait->ticks ? (uint32_t)passed : wait->ticks', 'passed < wait->ticks ? 0u : 0u')]),
]


def call(words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout)


@functools.lru_cache(maxsize=None)
def others(flags):
    """All objects but that of src/hutch_wait.c, built once for the programs that differ in nothing else."""
    sources = [ROOT / 'tests/parallel/wait.c', ROOT / 'tests/unit/unit.c', ROOT / 'tests/unit/recorder.c', ROOT / 'port/host/hutch_port.c',
               ROOT / 'tests/unit/host/board.c', *(path for path in sorted((ROOT / 'src').glob('*.c')) if path.name != 'hutch_wait.c')]
    objects = [BUILD / ('%d%s.o' % (number, path.stem)) for number, path in enumerate(sources)]
    for path, output in zip(sources, objects):
        call([*flags, *FLAGS, '-c', path, '-o', output])
    return objects


def build(flags, wait_c):
    program = BUILD / 'wait'
    call([*flags, *FLAGS, wait_c, *others(tuple(flags)), '-o', program])
    return program


def run(program, seconds):
    """(exit code, what was printed); 124 when it does not end: threads that wait for each other do nothing."""
    try:
        done = cpu_time.run([str(program)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds,
                            still=seconds)
    except cpu_time.TooLong as late:
        return 124, late.reason
    return done.returncode, done.stdout


def changed_copy(replacements):
    text = (ROOT / 'src/hutch_wait.c').read_text()
    for old, new in replacements:
        if old not in text:
            raise SystemExit('src/hutch_wait.c has no `%s`' % old)
        text = text.replace(old, new)
    path = BUILD / 'hutch_wait.c'
    path.write_text(text)
    return path


def main():
    BUILD.mkdir(parents=True, exist_ok=True)
    print('1..%d' % (len(BUILDS) + 1 + len(WRONG)))
    failed = number = 0
    rows = [(name, flags, [], False) for name, flags in BUILDS] + \
           [('with delays in the worst places', ['gcc', '-O2'], DELAYS, False)] + \
           [('is noticed: ' + name, ['gcc', '-O2'], changes, True) for name, changes in WRONG]
    for name, flags, changes, is_wrong in rows:
        number += 1
        program = build(flags, changed_copy(changes))
        for _ in range(TRIES if is_wrong else 1):
            code, said = run(program, SECONDS_TO_HANG if is_wrong else SECONDS)
            if code != 0:
                break
        is_so = (code != 0) == is_wrong
        failed += not is_so
        for line in said.splitlines() if not is_so else []:
            print('# ' + line)
        print('# exit code %d' % code)
        print('%s %d - waiting, %s' % ('ok' if is_so else 'not ok', number, name), flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
