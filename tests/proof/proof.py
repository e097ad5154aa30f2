#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""proof.py - lets spin go through every order of steps of the lock-free protocol, and of four that look right.

usage: proof.py [--full]     prints TAP; full: three processes also for the shipped protocol, some minutes
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

GEOMETRIES = [(1, 1), (3, 0), (3, 1)]  # the free slots of the two leaves, as bits
WRONG = [('ONE_LOOK', 2, (1, 1)), ('SUMMARY', 2, (1, 1)), ('HINT', 3, (1, 1)), ('RECHECK', 2, (1, 1))]


def explore(case):
    """Answers (errors, states, seconds, what spin said)."""
    protocol, processes, free = case
    folder = ROOT / 'build/proof' / ('%s-%d-%d%d' % (protocol.lower(), processes, *free))
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    begin = time.monotonic()
    defines = {'PROTOCOL': protocol, 'PROCESSES': processes, 'TURNS': 2, 'FREE_0': free[0], 'FREE_1': free[1]}
    options = ['-D%s=%s' % pair for pair in defines.items()]
    said = ''
    for command, seconds in ((['spin', '-a', *options, str(HERE / 'lock_free.pml')], 60),
                             (['gcc', '-O2', '-w', '-DSAFETY', '-DCOLLAPSE', '-DMEMLIM=6000', '-o', 'pan', 'pan.c'], 120),
                             (['./pan', '-m500000', '-n'], 1200)):
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
    protocol, processes, free = case
    about = '%s, %d processes, %d + %d slots free: %d states, %.0f s' % (
        protocol, processes, bin(free[0]).count('1'), bin(free[1]).count('1'), states, seconds)
    if protocol == 'SHIPPED':
        return errors == 0 and is_whole and states > 1000, about + ', no error in any order'
    return errors > 0, about + ', wrong, and found'


def main():
    full = '--full' in sys.argv
    cases = [('SHIPPED', 3 if full else 2, free) for free in GEOMETRIES] + WRONG
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
