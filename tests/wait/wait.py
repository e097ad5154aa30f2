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
# Others get in between where it would hurt, if it could.
DELAYS = [('#include "hutch/core.h"', '#include "hutch/core.h"\nint usleep(unsigned microseconds);'),
          ('    if (queue_unless_room(pool, &waiter)) {', '    usleep(1);\n    if (queue_unless_room(pool, &waiter)) {'),
          ('    const bool was_served', '    hutch_port_exit(saved);\n    usleep(300);\n    (void)hutch_port_enter();\n    const bool was_served')]
# Time for a release between the first look and the queue.
LATE_TO_QUEUE = [DELAYS[0], (DELAYS[1][0], DELAYS[1][1].replace('usleep(1)', 'usleep(200)'))]
WRONG = [
    ('the last one first', [('    waiter->next = NULL;\n    waiter->previous = waiters->last;', '''    if (waiters->last != NULL) {
        waiter->next = waiters->first;
        waiter->previous = NULL;
        waiters->first->previous = waiter;
        HUTCH_STORE_FIRST(waiters, waiter);
        return;
    }
    waiter->next = NULL;
    waiter->previous = waiters->last;''')]),
    ('no second look before it sleeps', LATE_TO_QUEUE + [('if (pool->options->wait->first == NULL) {', 'if (0) {')]),
    ('late and served at once forgets its slot', DELAYS + [
        ('        remove_from(pool->options->wait, waiter);\n    }', '        remove_from(pool->options->wait, waiter);\n    } else {\n'
         '        waiter->index = HUTCH_NONE;\n    }')]),
    ('late and not taken from the queue', [('        remove_from(pool->options->wait, waiter);\n', '        (void)remove_from;\n        (void)pool;\n')]),
    ('who waits is given what is kept for urgent callers', [('if (available > kept) {', 'if (available > kept * 0u) {')]),
    ('low room is not told', [('        report_wait_low(pool, is_low);', '        (void)is_low;')]),
    ('only one is served at a release', [('        hutch_port_wake(&waiter->wake);', '        hutch_port_wake(&waiter->wake);\n'
                                          '        return;')]),
]


def call(words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout)


@functools.lru_cache(maxsize=None)
def others(flags):
    """All objects but that of src/hutch_wait.c, built once for the programs that differ in nothing else."""
    sources = [ROOT / 'tests/wait/wait.c', ROOT / 'tests/unit/unit.c', ROOT / 'tests/unit/recorder.c', ROOT / 'port/host/hutch_port.c',
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
