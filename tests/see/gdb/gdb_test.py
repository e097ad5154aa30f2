#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdb_test.py - src/tools/hutch.py in GDB, on a program with a pool of each kind.

usage: gdb_test.py BUILD ...    build/see/gdb holds the programs; prints TAP. Run from the root.
"""
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

BUILD = Path('build/see/gdb')
SOURCE = 'tests/see/gdb/zoo.c'
HOST = ['-Iport/host', 'port/host/hutch_port.c']
RIG = ['-ffreestanding', '-nostartfiles', '-nostdlib', '-Itests/bench', 'tests/bench/rig.c', 'tests/sweep/memory.c', '-Wl,--no-warn-rwx-segments', '-Wl,--gc-sections',
       '-ffunction-sections', '-fdata-sections']
M3 = ['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb', '-Iport/cortex_m', *RIG, '-Ttests/sweep/cortexm/sweep.ld', '-Wl,--defsym=code_start=0',
      '-Wl,--defsym=ram_start=0x20000000', '-lgcc']
RV32 = ['riscv64-unknown-elf-gcc', '-march=rv32imac', '-misa-spec=2.2', '-mabi=ilp32', '-Iport/riscv', *RIG, '-Ttests/sweep/riscv/sweep.ld', '-lgcc']
AVR = ['avr-gcc', '-mmcu=atmega1284p', '-gdwarf-4', '-Iport/avr', '-Wl,--gc-sections', 'port/avr/hutch_port.c']
QEMU = '-display none -monitor none -serial none -S -gdb stdio -kernel'
ON_M3 = 'qemu-system-arm -M mps2-an385 -semihosting-config enable=on,target=native ' + QEMU
ON_RV32 = 'qemu-system-riscv32 -M virt -bios none ' + QEMU
STATS = '-DHUTCH_CFG_STATS=1'
DEBUG = '-DHUTCH_CFG_CHECK=2'
WHO = '-DHUTCH_PORT_WHO()="clerk"'
CXX = ['g++', '-x', 'c++', '-std=c++17', '-O2', '-fno-exceptions']  # with them gcc takes main apart, and LLDB 14 does not find it

# {build: (compiler and flags, the emulator that gdb talks to)}
BUILDS = {
    'release': (['gcc', '-O2', STATS, *HOST], None),
    'listed': (['gcc', '-Os', STATS, '-DZOO_LISTED', 'src/tools/hutch_autoload.c', *HOST], None),
    'plain': (['gcc', '-O0', *HOST], None),
    'folded': (['gcc', '-O2', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections', '-DHUTCH_CFG_WORD_BITS=8', *HOST], None),
    'debug': (['gcc', '-O1', DEBUG, *HOST], None),
    'debug-w64': (['clang', '-O1', DEBUG, WHO, '-DHUTCH_CFG_WORD_BITS=64', *HOST], None),
    'lto': (['gcc', '-O2', '-flto', STATS, *HOST], None),
    'clang': (['clang', '-O2', STATS, *HOST], None),
    'cxx': ([*CXX, STATS, *HOST], None),
    'cxx-debug': ([*CXX, DEBUG, *HOST], None),
    'cxx-clang': (['clang++', '-x', 'c++', '-std=c++17', '-O1', STATS, *HOST], None),
    'm3': ([*M3, '-Os', STATS], ON_M3),
    'm3-debug': ([*M3, '-Os', DEBUG, WHO], ON_M3),
    'm3-lto': ([*M3, '-O2', '-flto'], ON_M3),
    'rv32': ([*RV32, '-Os', STATS], ON_RV32),
    'avr': ([*AVR, '-Os', STATS, '-DZOO_LISTED'], 'simavr -g -m atmega1284p -f 16000000'),
    'rv32-debug': ([*RV32, '-O2', DEBUG], ON_RV32),
}
FOLDED = ('folded', 'm3-lto')  # nothing uses the descriptor there, so nothing knows the array of HUTCH_POOL_OVER
# name, slots, and which are live
POOLS = {'rabbits': (4, (1, 2)), 'foes': (40, tuple(range(1, 36))), 'voices': (4, (0,)), 'tiles': (8, (0, 1, 2)), 'many': (200, tuple(range(150))),
         'crates': (5, (2,)), 'shared': (3, (0,)), 'hidden': (6, (0,))}

# And in C++, of hutch.hpp: the first by a type, the second by a tag, two of one type.
POOLS_CXX = {'inside::cat/20': (20, (0, 2)), 'white': (5, (0,)), 'inside::cat/6': (6, (0,)), 'inside::cat/5': (5, (0,))}

LINE = next(number for number, line in enumerate((ROOT / SOURCE).read_text(encoding='utf-8').splitlines(), 1) if 'rabbits_acquire()' in line)


def run(command):
    return cpu_time.run([str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, timeout=120)


def is_cxx(name):
    return BUILDS[name][0][0].endswith('++')


def pools_of(name):
    return {**POOLS, **(POOLS_CXX if is_cxx(name) else {})}


def build(name):
    """The program; the library comes after the zoo, and C++ has the library in C."""
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    program, (words, _) = BUILD / name, BUILDS[name]
    flags = ['-g', '-std=gnu99', '-ffunction-sections', '-Iinclude']
    library = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'src').glob('*.c'))
    if is_cxx(name):
        options = [word for word in words if word.startswith('-D')]
        steps = [['gcc', *flags, '-O1', *options, *HOST[:1], '-r', '-nostdlib', *library, HOST[1], '-o', f'{program}.library.o'],
                 [*[word for word in words if not word.endswith('.c')], '-g', '-Iinclude', SOURCE, '-x', 'none', f'{program}.library.o', '-o', program]]
    else:
        steps = [[words[0], *flags, SOURCE, *library, *words[1:], '-o', program]]
    for step in steps:
        done = run(step)
        if done.returncode != 0:
            raise RuntimeError(done.stdout[-3000:])
    return program


@contextlib.contextmanager
def simavr(command):
    """Runs beside gdb, and waits for it."""
    process = subprocess.Popen(command.split(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) if command else None
    time.sleep(2 if process else 0)  # it does not say when it listens
    try:
        yield
    finally:
        if process:
            process.kill()
            process.communicate()


def gdb(program, emulator, commands, before=(), core=None):
    """{command: what it printed} at the call of zoo_is_full, or of a core file."""
    is_avr = emulator is not None and emulator.startswith('simavr')
    words = ['avr-gdb' if is_avr else 'gdb-multiarch', '-nx', '-batch', '-iex', 'set auto-load no', '-ex', 'set pagination off', '-ex', 'set width 0',
             '-ex', 'source src/tools/hutch.py']
    if core is None:
        remote = ':1234' if is_avr else f'| {emulator} {program}'  # simavr has this port only
        words += ['-ex', 'set remotetimeout 60', '-ex', f'target remote {remote}' if emulator else 'set startup-with-shell off', '-ex', 'break zoo_is_full',
                  '-ex', 'continue' if emulator else 'run']
    for command in (*before, *commands):
        words += ['-ex', f'echo \\n@@{command}\\n', '-ex', command]
    words += ['-ex', 'echo \\n@@end\\n']
    with simavr(f'{emulator} {program}' if is_avr else None):
        text = run([*words, program, *([core] if core else [])]).stdout
    parts = re.split(r'^@@(.*)\n', text, flags=re.M)
    return dict(zip(parts[1::2], (part.strip() for part in parts[2::2]))), text


def strip(slots, live):
    step = -(-slots // 64)
    groups = [[slot in live for slot in range(first, min(first + step, slots))] for first in range(0, slots, step)]
    return ''.join('#' if all(group) else '+' if any(group) else '.' for group in groups)


def rows(text):
    """{pool: [live, peak, cap, refused, bytes, strip ...]} of `info pools`."""
    return {line.split()[0]: line.split()[1:] for line in text.splitlines() if re.match(r'\S+ +\d', line)}


def test(name):
    program, emulator = build(name), BUILDS[name][1]
    is_debug, has_stats = any('CHECK=2' in word for word in BUILDS[name][0]), any('STATS=1' in word or 'CHECK=2' in word for word in BUILDS[name][0])
    said, text = gdb(program, emulator, ['info pools', 'pool rabbits', 'pool rabbits 1', 'print $slot.x', 'pool rabbits 0', 'pool voices', 'pool tiles',
                                         'pool crates', 'pool shared', 'pool hidden', 'print target', 'print gone', 'print none', 'pool check',
                                         'pool owner (char *)&array[2] + 1', 'pool owner &wild', 'pool who rabbits 1', 'pool who 0', 'pool nobody',
                                         'pool rabbits 4', 'complete pool ra', 'complete pool who sh'])
    shown = rows(said.get('info pools', ''))
    if '-O0' in BUILDS[name][0]:
        shown.pop('unused', None)  # the others leave it out
    expected = {pool: (str(len(live)), str(slots), strip(slots, live)) for pool, (slots, live) in pools_of(name).items()}
    result({pool: (row[0], row[2], row[5]) for pool, row in shown.items()} == expected, f'{name}: info pools shows every pool, its slots and its capacity',
           f'{shown}\n{expected}\n{text}')
    peaks = {'rabbits': '3', 'foes': '36', 'many': '150', 'crates': '1'}
    result(all(shown.get(pool, ['?'] * 2)[1] == (peak if has_stats else '-') for pool, peak in peaks.items()), f'{name}: peaks are shown where they are counted',
           said.get('info pools', text))
    result('[1] {x = 10, speed = 1}\n[2] {x = 20, speed = 2}' == said.get('pool rabbits') and said.get('print $slot.x', '').endswith('= 10')
           and said.get('pool rabbits 0', '').endswith('free'), f'{name}: pool shows live objects with their fields, and one slot', text)
    crate = '[2] live' if name in FOLDED else '[2] {x = 5, speed = 5}'
    result(said.get('pool voices') == '[0] live' and said.get('pool tiles') == '[0] 77\n[1] 77\n[2] 77' and said.get('pool crates') == crate
           and said.get('pool shared', '').startswith('[0] {x = 9') and said.get('pool hidden', '').startswith('[0] {x = 8'),
           f'{name}: numbers, runs, a pool over an array, a shared one, one in a namespace', text)
    result('foes[35], generation 1, live' in said.get('print target', '') and 'foes[0], generation 1, stale' in said.get('print gone', '')
           and 'no foes' in said.get('print none', ''), f'{name}: a ref is printed as what it leads to', text)
    checks = [line for line in said.get('pool check', '').splitlines() if not line.startswith('unused')]
    result(len(checks) == len(pools_of(name)) and all(line.endswith(': sound') for line in checks), f'{name}: pool check finds sound pools sound', said.get('pool check', text))
    result(('crates[2], byte 1, live' if name not in FOLDED else 'is in no pool') in said.get('pool owner (char *)&array[2] + 1', '') and said.get('pool owner &wild', '').endswith('is in no pool'),
           f'{name}: pool owner names pool, slot and byte', text)
    told = said.get('pool who rabbits 1', ''), said.get('pool who 0', '')
    if is_debug:
        task = ' in clerk' if WHO in BUILDS[name][0] else ''
        caller = re.fullmatch(r'rabbits\[1\] live: acquired by main \((?:near )?zoo\.c:(\d+)\)%s, tick 0' % task, told[0])
        right = caller and abs(int(caller[1]) - LINE) <= 2  # clang notes the line of the loop around it
    else:
        right = 'only debug builds do' in told[0]
    result(bool(right), f'{name}: pool who ' + ('names the callers' if is_debug else 'explains what it needs'), '\n'.join(told))
    result("There is no pool 'nobody'. The pools are: " in said.get('pool nobody', '') and 'slots 0 to 3' in said.get('pool rabbits 4', '')
           and said.get('complete pool ra') == 'pool rabbits' and said.get('complete pool who sh') == 'pool who shared',
           f'{name}: wrong names and numbers are explained, right ones completed', text)
    test_damage(name, program, emulator, is_debug)
    if is_cxx(name):
        test_cxx(name, program, is_debug)


def test_cxx(name, program, is_debug):
    """The pools of hutch.hpp."""
    said, text = gdb(program, None, ['pool inside::cat/20', 'pool inside::cat/20 2', 'print $slot.x', 'pool white', 'print favourite', 'print none_of_cats',
                                     'pool owner (char *)third + 1', 'pool who inside::cat/20 2', 'complete pool whi'])
    result(said.get('pool inside::cat/20') == '[0] {x = 0, speed = 1}\n[2] {x = 20, speed = 1}' and said.get('print $slot.x', '').endswith('= 20')
           and said.get('pool white') == '[0] {x = 7, speed = 8}' and said.get('complete pool whi') == 'pool white',
           f'{name}: objects of hutch.hpp are shown with their fields, their pools by the name of type or tag', text)
    result('inside::cat/20[2], generation 1, live' in said.get('print favourite', '') and 'no inside::cat/20' in said.get('print none_of_cats', '')
           and said.get('pool owner (char *)third + 1') == 'inside::cat/20[2], byte 1, live', f'{name}: a ref of hutch.hpp is printed as what it leads to', text)
    if is_debug:
        result(bool(re.match(r'inside::cat/20\[2\] live: acquired by (main|make_cats) \((near )?zoo\.c:\d+\)', said.get('pool who inside::cat/20 2', ''))),
               f'{name}: pool who names the caller of create', text)


def test_damage(name, program, emulator, is_debug):
    """Each kind of damage, done by gdb."""
    word_bits = int(next((word[-1] if word[-2] == '=' else word[-2:] for word in BUILDS[name][0] if 'WORD_BITS' in word), 32))
    leaves = -(-200 // word_bits)
    tail = f'set var voices_live_[0] = voices_live_[0] | {1 << 7}'
    summary = f'set var many_live_[{leaves}] = many_live_[{leaves}] ^ 1'
    before = [tail, summary]
    expected = {'voices': 'a bit past the capacity is set', 'many': 'word 0 of summary level 1'}
    if leaves <= 3:
        expected['many'], before = None, [tail]
    if is_debug:
        before += ["set var foes_slots_[3].guard_[0] = 1", "set var foes_slots_[1].object_.x = 1", "set var rabbits_mirror_[0] = 0"]
        expected.update(foes='the guard after slot 2 is damaged', rabbits='word 0 of the bitmap differs from its copy')
    said, text = gdb(program, emulator, ['pool check'], before)
    lines = dict(line.split(': ', 1) for line in said.get('pool check', '').splitlines() if ': ' in line)
    wrong = [pool for pool, sentence in expected.items() if sentence and sentence not in lines.get(pool, '')]
    if is_debug and 'free slot 0 was written to' not in lines.get('foes', ''):
        wrong.append('foes, poison')
    result(not wrong and lines.get('crates') == 'sound', f'{name}: pool check names what is damaged', f'{wrong}\n{text}')


def test_core(name):
    """The same of a core file, without a program that runs."""
    program = BUILD / name
    with tempfile.TemporaryDirectory() as folder:
        _, text = gdb(program, None, [f'generate-core-file {folder}/core'])
        said, text = gdb(program, None, ['info pools', 'pool rabbits'], core=f'{folder}/core')
    result(rows(said.get('info pools', '')).get('foes', ['?'])[0] == '35' and '[1] {x = 10, speed = 1}' in said.get('pool rabbits', ''),
           f'{name}: a core file is read as a running program is', text)


def test_autoload(name):
    """The program asks for the script itself; gdb loads it from folders that its user trusts."""
    done = run(['gdb-multiarch', '-nx', '-batch', '-iex', 'add-auto-load-safe-path src/tools', '-iex', 'directory src/tools', '-ex', 'break zoo_is_full',
                '-ex', 'run', '-ex', 'info pools', BUILD / name])
    result(rows(done.stdout).get('rabbits', ['?'])[0] == '2', f'{name}: a program with hutch_autoload.c brings the commands along', done.stdout)


def main():
    names = sys.argv[1:]
    more = {'release': test_core, 'debug': test_core, 'listed': test_autoload}
    for name in names:
        try:
            test(name)
            if name in more:
                more[name](name)
        except (RuntimeError, cpu_time.TooLong) as problem:
            result(False, f'{name}: builds and runs', str(problem))
    return end()


if __name__ == '__main__':
    sys.exit(main())
