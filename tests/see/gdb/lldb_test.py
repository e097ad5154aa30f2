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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import gdb_test as zoo  # noqa: E402
from gdb_test import cpu_time, end, result, rows, strip  # noqa: E402

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


def test(name):
    program, (words, emulator) = zoo.build(name), zoo.BUILDS[name]
    is_debug, has_stats = any('CHECK=2' in word for word in words), any('STATS=1' in word or 'CHECK=2' in word for word in words)
    said, text = lldb(program, emulator, ['pools', 'pool rabbits', 'pool rabbits 1', 'expression $0.x', 'pool rabbits 0', 'pool many 0', 'pool voices', 'pool tiles', 'pool crates',
                                          'pool shared', 'pool hidden', 'expression target', 'target variable gone', 'target variable none',
                                          'target variable foes_pool', 'expression (hutch_ref_t)7', 'pool check', 'pool owner (char *)&array[2] + 1',
                                          'pool owner &wild', 'pool who rabbits 1', 'pool who 0', 'pool nobody', 'pool rabbits 4', 'pool rabbits wrong', 'pool rabbits hutch_tick()'])
    shown = rows(said.get('pools', ''))
    expected = {pool: (str(len(live)), str(slots), strip(slots, live)) for pool, (slots, live) in zoo.pools_of(name).items()}
    result({pool: (row[0], row[2], row[5]) for pool, row in shown.items()} == expected, f'{name}: pools shows every pool, its slots and its capacity', f'{shown}\n{text}')
    result(shown.get('rabbits', ['?'] * 2)[1] == ('3' if has_stats else '-') and shown.get('many', ['?'] * 2)[1] == ('150' if has_stats else '-'),
           f'{name}: peaks are shown where they are counted', text)
    result(said.get('pool rabbits') == '[1] {x = 10, speed = 1}\n[2] {x = 20, speed = 2}' and said.get('pool rabbits 1') == '[1] {x = 10, speed = 1}   $0'
           and re.fullmatch(r'\(int\) (\$1 = )?10', said.get('expression $0.x', '')) and 'free   $' in said.get('pool rabbits 0', '')
           and said.get('pool many 0', '').startswith("[0] 109 'm'"),
           f'{name}: pool shows live objects with their fields, and one slot, which LLDB has a name for', text)
    crate = '[2] live' if name in zoo.FOLDED else '[2] {x = 5, speed = 5}'
    result(said.get('pool voices') == '[0] live' and said.get('pool tiles') == '[0] 77\n[1] 77\n[2] 77' and said.get('pool crates') == crate
           and said.get('pool shared', '').startswith('[0] {x = 9') and said.get('pool hidden', '').startswith('[0] {x = 8'),
           f'{name}: numbers, runs, a pool over an array, a shared one, one in a namespace', text)
    result('foes[35], generation 1, live' in said.get('expression target', '') and 'foes[0], generation 1, stale' in said.get('target variable gone', '')
           and 'no foes' in said.get('target variable none', '') and said.get('expression (hutch_ref_t)7', '').endswith('7'),
           f'{name}: a ref is printed as what it leads to, a number as a number', text)
    if name not in zoo.FOLDED:
        result(f'= pool foes, 35 of 40 live {expected["foes"][2]}' in said.get('target variable foes_pool', ''), f'{name}: a descriptor is printed as its slots', text)
    checks = said.get('pool check', '').splitlines()
    result(len(checks) == len(zoo.pools_of(name)) and all(line.endswith(': sound') for line in checks), f'{name}: pool check finds sound pools sound', text)
    result(('crates[2], byte 1, live' if name not in zoo.FOLDED else 'is in no pool') in said.get('pool owner (char *)&array[2] + 1', '')
           and said.get('pool owner &wild', '').endswith('is in no pool'), f'{name}: pool owner names pool, slot and byte', text)
    told = said.get('pool who rabbits 1', ''), said.get('pool who 0', '')
    if is_debug:
        task = ' in clerk' if zoo.WHO in words else ''
        caller = re.fullmatch(r'rabbits\[1\] live: acquired by main \((?:near )?zoo\.c:(\d+)\)%s, tick 0' % task, told[0])
        right = caller and abs(int(caller[1]) - zoo.LINE) <= 2 and told[1].startswith('hidden[0] live: acquired by main')
    else:
        right = all('only debug builds do' in one for one in told)
    result(bool(right), f'{name}: pool who ' + ('names the callers' if is_debug else 'explains what it needs'), '\n'.join(told))
    result("There is no pool 'nobody'. The pools are: " in said.get('pool nobody', '') and 'slots 0 to 3' in said.get('pool rabbits 4', '')
           and "undeclared identifier 'wrong'" in said.get('pool rabbits wrong', ''), f'{name}: wrong names and numbers are explained', text)
    result(said.get('pool rabbits hutch_tick()', '').startswith('error: '), f'{name}: an expression that calls something is refused', text)
    if emulator is None:
        test_damage(name, program, is_debug)
    if zoo.is_cxx(name):
        test_cxx(name, program, is_debug)


def test_cxx(name, program, is_debug):
    """The pools of hutch.hpp."""
    said, text = lldb(program, None, ['pool inside::cat/20', 'pool inside::cat/20 2', 'expression $0.x', 'pool white', 'target variable favourite', 'target variable none_of_cats',
                                      'pool owner (char *)third + 1', 'pool who inside::cat/20 2'])
    result(said.get('pool inside::cat/20') == '[0] {x = 0, speed = 1}\n[2] {x = 20, speed = 1}' and re.fullmatch(r'\(int\) (\$1 = )?20', said.get('expression $0.x', ''))
           and said.get('pool white') == '[0] {x = 7, speed = 8}', f'{name}: objects of hutch.hpp are shown with their fields, their pools by the name of type or tag', text)
    result('inside::cat/20[2], generation 1, live' in said.get('target variable favourite', '') and 'no inside::cat/20' in said.get('target variable none_of_cats', '')
           and said.get('pool owner (char *)third + 1') == 'inside::cat/20[2], byte 1, live', f'{name}: a ref of hutch.hpp is printed as what it leads to', text)
    if is_debug:
        result(bool(re.match(r'inside::cat/20\[2\] live: acquired by (main|make_cats) \((near )?zoo\.c:\d+\)', said.get('pool who inside::cat/20 2', ''))),
               f'{name}: pool who names the caller of create', text)


def test_damage(name, program, is_debug):
    """Damage, done by LLDB; on a device its expressions may not write."""
    before, expected = ['expression voices_live_[0] = voices_live_[0] | 128'], {'voices': 'a bit past the capacity is set'}
    if is_debug:
        before += ['expression foes_slots_[3].guard_[0] = 1', 'expression foes_slots_[1].object_.x = 1', 'expression rabbits_mirror_[0] = 0']
        expected.update(foes='the guard after slot 2 is damaged', rabbits='word 0 of the bitmap differs from its copy')
    said, text = lldb(program, None, [*before, 'pool check'])
    lines = dict(line.split(': ', 1) for line in said.get('pool check', '').splitlines() if ': ' in line)
    wrong = [pool for pool, sentence in expected.items() if sentence not in lines.get(pool, '')]
    if is_debug and 'free slot 0 was written to' not in lines.get('foes', ''):
        wrong.append('foes, poison')
    result(not wrong and lines.get('crates') == 'sound', f'{name}: pool check names what is damaged', f'{wrong}\n{text}')


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
        except (RuntimeError, cpu_time.TooLong) as problem:
            result(False, f'{name}: builds and runs', str(problem))
    return end()


if __name__ == '__main__':
    sys.exit(main())
