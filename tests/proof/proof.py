#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""proof.py - lets spin go through every order of steps of waiting, and of protocols that look right.

usage: proof.py [--full]     prints TAP; full: more tasks, some minutes
"""
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)

# Waiting: the options of wait.pml, which explains them.
KERNELS, KERNELS_FULL = ['HANDS_OVER', 'QUEUE'], ['HANDS_OVER', 'QUEUE', 'DRAINED']  # of ports
HOLDS = ['WAITERS=2 SLOTS=2 ROUNDS=2', 'WAITERS=2 SLOTS=2 TIMED=1 THIEVES=1', 'WAITERS=3 SLOTS=1 DELETE=1', 'WAITERS=3 SLOTS=1 DELETE=2 AFTER=2']
HOLDS_FULL = ['WAITERS=2 SLOTS=1 DELETE=2 AFTER=1', 'WAITERS=3 SLOTS=2', 'WAITERS=3 SLOTS=3 KEEP', 'WAITERS=2 SLOTS=2 TIMED=2 THIEVES=2', 'WAITERS=3 SLOTS=2 DELETE=1']
WRONG = ['WAITERS=3 SLOTS=3 KEEP NOT_PASSED_ON', 'WAITERS=3 SLOTS=2 COUNTED_LATE', 'WAITERS=2 SLOTS=1 DELETE=2', 'WAITERS=2 SLOTS=1 TIMED=1 NO_LAST_TRY']
SEMAPHORE_HOLDS = HOLDS[:2]  # RIOT deletes no thread
SEMAPHORE_WRONG = ['WAITERS=2 SLOTS=1 DELETE=2 AFTER=1']


class Case:
    """One search: which model, with which options, and whether an error must be found."""

    def __init__(self, model, about, options, is_wrong):
        self.model, self.about, self.options, self.is_wrong = model, about, options, is_wrong


def waiting(kernel, options, is_wrong):
    return Case('wait.pml', 'waiting, %s %s' % (kernel, options), ['-DKERNEL=' + kernel, *('-D' + word for word in options.split())], is_wrong)


def all_cases(is_full):
    for kernel in KERNELS_FULL if is_full else KERNELS:
        yield from (waiting(kernel, row, False) for row in HOLDS + (HOLDS_FULL if is_full else []))
        yield from (waiting(kernel, row, True) for row in WRONG)
    yield from (waiting('SEMAPHORE', row, False) for row in SEMAPHORE_HOLDS)
    yield from (waiting('SEMAPHORE', row, True) for row in SEMAPHORE_WRONG)


def explore(case):
    """Answers (errors, states, whether the search was whole, seconds, what spin said)."""
    folder = ROOT / 'build/proof' / re.sub(r'\W+', '-', case.about).lower()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    begin = time.monotonic()
    said = ''
    for command, seconds in ((['spin', '-a', *case.options, str(HERE / case.model)], 60),
                             (['gcc', '-O1', '-w', '-DSAFETY', '-DCOLLAPSE', '-DVECTORSZ=2048', '-DMEMLIM=6000', '-o', 'pan', 'pan.c'], 120),
                             (['./pan', '-m1000000', '-n'], 1200)):
        done = cpu_time.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=seconds)
        said += done.stdout
        if done.returncode != 0 and command[0] != './pan':
            break
    errors, states = re.search(r'errors: (\d+)', said), re.search(r'(\d+) states, stored', said)
    is_whole = 'Search not completed' not in said and 'max search depth too small' not in said
    return (int(errors.group(1)) if errors else -1, int(states.group(1)) if states else 0, is_whole,
            time.monotonic() - begin, said)


def verdict(case, result):
    errors, states, is_whole, seconds, _ = result
    about = '%s: %d states, %.0f s' % (case.about, states, seconds)
    if case.is_wrong:
        return errors > 0, about + ', wrong, and found'
    return errors == 0 and is_whole and states > 100, about + ', no error in any order'


def main():
    full = '--full' in sys.argv
    cases = list(all_cases(full))
    if subprocess.run(['sh', 'boards/tools/need.sh', 'spin', 'gcc'], cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        print('1..0 # SKIP spin is not installed')
        return 0
    print('1..%d' % len(cases))
    failed = 0
    with ThreadPoolExecutor(1 if full else 2) as pool:
        for number, (case, result) in enumerate(zip(cases, pool.map(explore, cases)), 1):
            holds, about = verdict(case, result)
            failed += not holds
            print('%s %d - %s' % ('ok' if holds else 'not ok', number, about), flush=True)
            if not holds:
                print('# ' + result[-1][-1500:].replace('\n', '\n# '), flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
