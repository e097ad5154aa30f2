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
import tap_out  # noqa: E402

# Waiting: the options of wait.pml, which explains them.
KERNELS, KERNELS_FULL = ['HANDS_OVER', 'QUEUE'], ['HANDS_OVER', 'QUEUE', 'DRAINED']  # of ports
HOLDS = ['WAITERS=2 SLOTS=2 ROUNDS=2', 'WAITERS=2 SLOTS=2 TIMED=1 THIEVES=1', 'WAITERS=3 SLOTS=1 DELETE=1', 'WAITERS=3 SLOTS=1 DELETE=2 AFTER=2']
HOLDS_FULL = ['WAITERS=2 SLOTS=1 DELETE=2 AFTER=1', 'WAITERS=3 SLOTS=2', 'WAITERS=3 SLOTS=3 KEEP', 'WAITERS=2 SLOTS=2 TIMED=2 THIEVES=2', 'WAITERS=3 SLOTS=2 DELETE=1']
WRONG = ['WAITERS=3 SLOTS=3 KEEP NOT_PASSED_ON', 'WAITERS=3 SLOTS=2 COUNTED_LATE', 'WAITERS=2 SLOTS=1 DELETE=2', 'WAITERS=2 SLOTS=1 TIMED=1 NO_LAST_TRY']
SEMAPHORE_HOLDS = HOLDS[:2]  # RIOT deletes no thread
SEMAPHORE_WRONG = ['WAITERS=2 SLOTS=1 DELETE=2 AFTER=1']


def all_cases(is_full):
    """(the kernel, the options, whether an error must be found) of each search"""
    for kernel in KERNELS_FULL if is_full else KERNELS:
        yield from ((kernel, row, False) for row in HOLDS + (HOLDS_FULL if is_full else []))
        yield from ((kernel, row, True) for row in WRONG)
    yield from (('SEMAPHORE', row, False) for row in SEMAPHORE_HOLDS)
    yield from (('SEMAPHORE', row, True) for row in SEMAPHORE_WRONG)


def explore(case):
    """Returns (whether it went as it must, a sentence, what spin said)."""
    kernel, options, is_wrong = case
    about = 'waiting, %s %s' % (kernel, options)
    folder = ROOT / 'build/proof' / re.sub(r'\W+', '-', about).lower()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    begin = time.monotonic()
    said = ''
    for command, seconds in ((['spin', '-a', '-DKERNEL=' + kernel, *('-D' + word for word in options.split()), str(HERE / 'wait.pml')], 60),
                             (['gcc', '-O1', '-w', '-DSAFETY', '-DCOLLAPSE', '-DVECTORSZ=2048', '-DMEMLIM=6000', '-o', 'pan', 'pan.c'], 120),
                             (['./pan', '-m1000000', '-n'], 1200)):
        done = cpu_time.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=seconds)
        said += done.stdout
        if done.returncode != 0 and command[0] != './pan':
            break
    errors, states = (int((re.search(what, said) or [0, -1])[1]) for what in (r'errors: (\d+)', r'(\d+) states, stored'))
    is_whole = 'Search not completed' not in said and 'max search depth too small' not in said
    about += ': %d states, %.0f s' % (states, time.monotonic() - begin)
    if is_wrong:
        return errors > 0, about + ', wrong, and found', said
    return errors == 0 and is_whole and states > 100, about + ', no error in any order', said


def main():
    full = '--full' in sys.argv
    if subprocess.run(['sh', 'boards/tools/need.sh', 'spin', 'gcc'], cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        print('1..0 # SKIP spin is not installed')
        return 0
    with ThreadPoolExecutor(1 if full else 2) as pool:
        for holds, about, said in pool.map(explore, all_cases(full)):
            tap_out.result(holds, about, said[-1500:])
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
