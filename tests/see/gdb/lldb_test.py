#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lldb_test.py - src/tools/hutch_lldb.py in LLDB, on the programs of gdb_test.py.

usage: lldb_test.py BUILD ...    build/see/lldb holds the programs; prints TAP. Run from the root.
"""
import contextlib
import glob
import os
import re
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import gdb_test as zoo  # noqa: E402
from gdb_test import cpu_time, end, result, rows  # noqa: E402

zoo.BUILD = Path('build/see/lldb')
# Debian 12's lldb-14 looks for its own Python modules in a folder that does not exist, and for others beside the python3 in PATH.
FOR_LLDB = {**os.environ, 'PYTHONPATH': ':'.join(glob.glob('/usr/lib/llvm-14/lib/python3.*/dist-packages')), 'PATH': f'/usr/bin:{os.environ["PATH"]}'}
SECONDS = 120


@contextlib.contextmanager
def qemu(emulator, program, socket):
    """Runs beside LLDB, which has no `target remote | command`."""
    words = f'{emulator} {program}'.replace('-gdb stdio', f'-gdb unix:{socket},server=on,wait=off').split() if emulator else []
    process = subprocess.Popen(words, cwd=zoo.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if words else None
    until = time.monotonic() + SECONDS
    while words and not os.path.exists(socket) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    try:
        yield
    finally:
        if process:
            process.kill()
            process.wait()


def lldb(program, emulator, commands, core=None):
    """{command: what it printed} at the call of zoo_is_full, or of a core file; and all that was printed."""
    with tempfile.TemporaryDirectory() as folder:
        start = ['breakpoint set -n zoo_is_full', 'run'] if not emulator else \
            [f'process connect -p gdb-remote unix-connect://{folder}/socket', 'breakpoint set -n zoo_is_full', 'continue']
        script = Path(folder) / 'commands'
        script.write_text('\n'.join(['command script import src/tools/hutch_lldb.py', *([] if core else start), *commands, 'process kill', '']), encoding='utf-8')
        words = ['lldb-14', '-x', '--batch', '-o', f'command source -e false {script}', *(['-c', core] if core else []), program]
        with qemu(emulator, program, f'{folder}/socket'):
            text = cpu_time.run(words, cwd=zoo.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                timeout=SECONDS, env=FOR_LLDB).stdout
    text = re.sub(r'^error: \S+ 0x[0-9a-f]{8}: DW_TAG_.*\n', '', text, flags=re.M)  # LLDB 14 on types of gcc's, once each
    parts = re.split(r'^\(lldb\) (.*)\n', text, flags=re.M)
    return dict(zip(parts[1::2], (part.strip() for part in parts[2::2]))), text


LLDB = types.SimpleNamespace(pools='pools', field='expression $0.x', refs=('expression target', 'target variable gone', 'target variable none'),
                             refs_cxx=('target variable favourite', 'target variable none_of_cats'), sets='expression ', run=lldb, added='   $0',
                             more=('pool many 0', 'target variable foes_pool', 'expression (hutch_ref_t)7', 'pool rabbits wrong', 'pool rabbits hutch_tick()'))


def test(name):
    said, text, expected = zoo.test(name, LLDB)
    result(said['pool many 0'].startswith("[0] 109 'm'") and said['expression (hutch_ref_t)7'].endswith('7'), f'{name}: a character and a number are printed as such', text)
    if name not in zoo.FOLDED:
        result(f'= pool foes, 35 of 40 live {expected["foes"][2]}' in said['target variable foes_pool'], f'{name}: a descriptor is printed as its slots', text)
    result("undeclared identifier 'wrong'" in said['pool rabbits wrong'] and said['pool rabbits hutch_tick()'].startswith('error: '),
           f'{name}: an expression that is wrong, or calls something, is refused', text)


def test_core(name):
    """A core file, which GDB writes."""
    program = zoo.BUILD / name
    with tempfile.TemporaryDirectory() as folder:
        zoo.gdb(program, None, [f'generate-core-file {folder}/core'])
        said, text = lldb(program, None, ['pools', 'pool rabbits 1', 'expression $0.x'], core=f'{folder}/core')
    result(rows(said.get('pools', '')).get('foes', ['?'])[0] == '35' and said.get('pool rabbits 1', '').startswith('[1] {x = 10, speed = 1}')
           and said.get('expression $0.x', '').endswith('10'), f'{name}: a core file is read as a running program is', text)


def main():
    for name in sys.argv[1:]:
        try:
            test(name)
            if name == 'debug':
                test_core(name)
        except (cpu_time.Failure, cpu_time.TooLong) as problem:
            result(False, f'{name}: builds and runs', str(problem))
    return end()


if __name__ == '__main__':
    sys.exit(main())
