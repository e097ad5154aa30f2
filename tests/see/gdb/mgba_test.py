#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# mgba_test.py - src/tools/hutch.py in GDB, on a program in mGBA, by mGBA's GDB server. Run from the root; prints TAP.
"""usage: mgba_test.py PROGRAM     a debug build that releases pigeons[0] twice; PROGRAM.elf and PROGRAM.gba"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

MGBA = '/usr/games/mgba'
PORT = 2345  # mGBA has no other
SECONDS = 120
COMMANDS = ['info pools', 'pool check', 'pool who pigeons 0']


def gdb(program):
    words = ['gdb-multiarch', '-nx', '-batch', '-iex', 'set auto-load no', '-ex', 'set pagination off', '-ex', 'set tcp connect-timeout 30',
             '-ex', 'set remotetimeout 60', '-ex', f'target remote :{PORT}', '-x', 'src/tools/hutch.py', '-ex', 'break hutch_on_fault', '-ex', 'continue']
    for command in COMMANDS:
        words += ['-ex', command]
    return cpu_time.run([*words, '-ex', 'kill', program + '.elf'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, timeout=SECONDS).stdout


def main():
    program = sys.argv[1]
    silent = {**os.environ, 'SDL_VIDEODRIVER': 'dummy', 'SDL_AUDIODRIVER': 'dummy'}
    with subprocess.Popen([MGBA, '-g', program + '.gba'], env=silent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as emulator:
        time.sleep(1)  # gdb itself tries again until the server is there
        try:
            said = gdb(program)
        finally:
            emulator.kill()
    lines = said.splitlines()
    result(any(line.split()[:4] == ['pigeons', '0', '1', '4'] and line.endswith('....') for line in lines), 'mGBA: info pools shows the pool at the fault', said)
    result('pigeons: sound' in lines, 'mGBA: pool check', said)
    result(any(line.startswith('pigeons[0] free: acquired by main') for line in lines), 'mGBA: pool who names the callers', said)
    return end()


if __name__ == '__main__':
    sys.exit(main())
