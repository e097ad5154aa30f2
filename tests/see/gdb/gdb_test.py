#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gdb_test.py - src/tools/hutch.py in GDB, on a program with a pool of each kind.

usage: gdb_test.py BUILD ...    build/see/gdb holds the programs; prints TAP. Run from the root.
"""
import collections
import contextlib
import re
import subprocess
import sys
import tempfile
import time
import types
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
        cpu_time.call(step, ROOT)
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


def gdb(program, emulator, commands, core=None):
    """{command: what it printed} at the call of zoo_is_full, or of a core file."""
    is_avr = emulator is not None and emulator.startswith('simavr')
    words = ['avr-gdb' if is_avr else 'gdb-multiarch', '-nx', '-batch', '-iex', 'set auto-load no', '-ex', 'set pagination off', '-ex', 'set width 0',
             '-ex', 'source src/tools/hutch.py']
    if core is None:
        remote = ':1234' if is_avr else f'| {emulator} {program}'  # simavr has this port only
        words += ['-ex', 'set remotetimeout 60', '-ex', f'target remote {remote}' if emulator else 'set startup-with-shell off', '-ex', 'break zoo_is_full',
                  '-ex', 'continue' if emulator else 'run']
    for command in commands:
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


# As editors ask.
MI = [f'interpreter-exec mi "{line}"' for line in ('-enable-pretty-printing', '-var-create watched * rabbits_pool',
      '-var-create made * $pool(\\"rabbits\\")', '-var-list-children --all-values made')]

# What the tests need of a debugger: the command that shows all pools, those that print a field of the last slot shown, three refs, and a ref of
# hutch.hpp with one that leads nowhere; how it sets a variable, and what it adds to a slot that it shows.
GDB = types.SimpleNamespace(pools='info pools', field='print $slot.x', refs=('print target', 'print gone', 'print none'),
                            refs_cxx=('print favourite', 'print none_of_cats'), sets='set var ', run=gdb, added='', more=('complete pool ra', 'complete pool who sh', 'print $pool("rabbits")', *MI))


def is_number(text, number):
    """Whether a debugger has printed that number."""
    return re.fullmatch(r'\S+ (\S+ )*= %d|\(int\) (\$1 = )?%d' % (number, number), text) is not None


def test(name, debugger=GDB):
    """Returns all that was said."""
    program, (words, emulator) = build(name), BUILDS[name]
    is_debug, has_stats = any('CHECK=2' in word for word in words), any('STATS=1' in word or 'CHECK=2' in word for word in words)
    said, text = debugger.run(program, emulator, [debugger.pools, 'pool rabbits', 'pool rabbits 1', debugger.field, 'pool rabbits 0', 'pool voices', 'pool tiles',
                                                  'pool crates', 'pool shared', 'pool hidden', *debugger.refs, 'pool check',
                                                  'pool owner (char *)&array[2] + 1', 'pool owner &wild', 'pool who rabbits 1', 'pool who 0', 'pool nobody',
                                                  'pool rabbits 4', *debugger.more])
    said = collections.defaultdict(str, said)
    shown = rows(said[debugger.pools])
    if '-O0' in words:
        shown.pop('unused', None)  # the others leave it out
    expected = {pool: (str(len(live)), str(slots), strip(slots, live)) for pool, (slots, live) in pools_of(name).items()}
    result({pool: (row[0], row[2], row[5]) for pool, row in shown.items()} == expected, f'{name}: {debugger.pools} shows every pool, its slots and its capacity',
           f'{shown}\n{expected}\n{text}')
    peaks = {'rabbits': '3', 'foes': '36', 'many': '150', 'crates': '1'}
    result(all(shown.get(pool, ['?'] * 2)[1] == (peak if has_stats else '-') for pool, peak in peaks.items()), f'{name}: peaks are shown where they are counted',
           said[debugger.pools] or text)
    result(said['pool rabbits'] == '[1] {x = 10, speed = 1}\n[2] {x = 20, speed = 2}' and said['pool rabbits 1'].endswith('[1] {x = 10, speed = 1}' + debugger.added)
           and is_number(said[debugger.field], 10) and re.search(r'free(   \$\d+)?$', said['pool rabbits 0']), f'{name}: pool shows live objects with their fields, and one slot', text)
    crate = '[2] live' if name in FOLDED else '[2] {x = 5, speed = 5}'
    result(said['pool voices'] == '[0] live' and said['pool tiles'] == '[0] 77\n[1] 77\n[2] 77' and said['pool crates'] == crate
           and said['pool shared'].startswith('[0] {x = 9') and said['pool hidden'].startswith('[0] {x = 8'),
           f'{name}: numbers, runs, a pool over an array, a shared one, one in a namespace', text)
    target, gone, none = (said[command] for command in debugger.refs)
    result('foes[35], generation 1, live' in target and 'foes[0], generation 1, stale' in gone and 'no foes' in none, f'{name}: a ref is printed as what it leads to', text)
    checks = [line for line in said['pool check'].splitlines() if not line.startswith('unused')]
    result(len(checks) == len(pools_of(name)) and all(line.endswith(': sound') for line in checks), f'{name}: pool check finds sound pools sound', said['pool check'] or text)
    result(('crates[2], byte 1, live' if name not in FOLDED else 'is in no pool') in said['pool owner (char *)&array[2] + 1'] and said['pool owner &wild'].endswith('is in no pool'),
           f'{name}: pool owner names pool, slot and byte', text)
    told = said['pool who rabbits 1']
    task = ' in clerk' if WHO in words else ''
    caller = re.fullmatch(r'rabbits\[1\] live: acquired by main \((?:near )?zoo\.c:(\d+)\)%s, tick 0' % task, told)
    # clang notes the line of the loop around it
    result((caller and abs(int(caller[1]) - LINE) <= 2) if is_debug else 'only debug builds do' in told,
           f'{name}: pool who ' + ('names the callers' if is_debug else 'explains what it needs'), f"{told}\n{said['pool who 0']}")
    result("There is no pool 'nobody'. The pools are: " in said['pool nobody'] and 'slots 0 to 3' in said['pool rabbits 4'], f'{name}: wrong names and numbers are explained', text)
    test_damage(name, program, is_debug, debugger)
    if is_cxx(name):
        test_cxx(name, program, is_debug, debugger)
    return said, text, expected


def test_completed(name):
    said, text, _ = test(name)
    result(said['complete pool ra'] == 'pool rabbits' and said['complete pool who sh'] == 'pool who shared', f'{name}: right names are completed', text)
    watched, made, children = list(said.values())[-4:-1]  # `@@end` is the last
    result(said['print $pool("rabbits")'].endswith('{live = 2, capacity = 4, [1] = {x = 10, speed = 1}, [2] = {x = 20, speed = 2}}')
           and watched.startswith('^done') and made.startswith('^done') and re.findall(r'exp="(.*?)"', children) == ['live', 'capacity', '[1]', '[2]'],
           f'{name}: a pool is a value that opens into its live objects, in an editor, too', text)


def test_cxx(name, program, is_debug, debugger):
    """The pools of hutch.hpp."""
    said, text = debugger.run(program, None, ['pool inside::cat/20', 'pool inside::cat/20 2', debugger.field, 'pool white', *debugger.refs_cxx,
                                              'pool owner (char *)third + 1', 'pool who inside::cat/20 2'])
    said = collections.defaultdict(str, said)
    result(said['pool inside::cat/20'] == '[0] {x = 0, speed = 1}\n[2] {x = 20, speed = 1}' and is_number(said[debugger.field], 20)
           and said['pool white'] == '[0] {x = 7, speed = 8}', f'{name}: objects of hutch.hpp are shown with their fields, their pools by the name of type or tag', text)
    favourite, none = (said[command] for command in debugger.refs_cxx)
    result('inside::cat/20[2], generation 1, live' in favourite and 'no inside::cat/20' in none
           and said['pool owner (char *)third + 1'] == 'inside::cat/20[2], byte 1, live', f'{name}: a ref of hutch.hpp is printed as what it leads to', text)
    if is_debug:
        result(bool(re.match(r'inside::cat/20\[2\] live: acquired by (main|make_cats) \((near )?zoo\.c:\d+\)', said['pool who inside::cat/20 2'])),
               f'{name}: pool who names the caller of create', text)


def test_damage(name, program, is_debug, debugger):
    """Each kind of damage, done by the debugger."""
    emulator = BUILDS[name][1]
    if emulator and debugger is not GDB:
        return  # on a device LLDB's expressions may not write
    word_bits = int(next((word[-1] if word[-2] == '=' else word[-2:] for word in BUILDS[name][0] if 'WORD_BITS' in word), 32))
    leaves = -(-200 // word_bits)
    before, expected = ['voices_live_[0] = voices_live_[0] | 128'], {'voices': 'a bit past the capacity is set'}
    if leaves > 3:
        before.append(f'many_live_[{leaves}] = many_live_[{leaves}] ^ 1')
        expected['many'] = 'word 0 of summary level 1'
    if is_debug:
        before += ['foes_slots_[3].guard_[0] = 1', 'foes_slots_[1].object_.x = 1', 'rabbits_mirror_[0] = 0']
        expected.update(foes='the guard after slot 2 is damaged', rabbits='word 0 of the bitmap differs from its copy')
    said, text = debugger.run(program, emulator, [*(debugger.sets + line for line in before), 'pool check'])
    lines = dict(line.split(': ', 1) for line in said.get('pool check', '').splitlines() if ': ' in line)
    wrong = [pool for pool, sentence in expected.items() if sentence not in lines.get(pool, '')]
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


STEPS = ['-O0', '-Og', '-Os', '-O2', f'-O0 {DEBUG}', f'-Og {DEBUG}']
STEPPER = """python
line, steps, most = 0, 0, 0
while line < LAST:
    place = gdb.selected_frame().find_sal()
    if gdb.selected_frame().name() == 'play' and place.symtab.filename.endswith('steps.c') and place.line != line:
        line, most, steps = place.line, max(most, steps), 0
    gdb.execute('step', to_string=True)
    steps += 1
print('most', most)
"""


def test_typed():
    """The names that hutch.py passes over are those that a declaration makes."""
    made = run(['gcc', '-E', '-P', *HOST[:1], '-Iinclude', 'tests/see/gdb/steps.c']).stdout
    names = set(re.findall(r'\bcats_([a-z_]*[a-z])\(', made))
    script = (ROOT / 'src/tools/hutch.py').read_text(encoding='utf-8')
    passed = re.search(r'TYPED = .*?"""(.*?)"""', script, re.S)
    result(names != set() and passed is not None and set(passed[1].split()) == names, '`step` passes over each function that a declaration makes',
           sorted(names.symmetric_difference(passed[1].split() if passed else [])))


def test_steps(flags):
    """`step` over calls, and the backtrace of a fault."""
    program, source = BUILD / 'steps', 'tests/see/gdb/steps.c'
    lines = (ROOT / source).read_text(encoding='utf-8').splitlines()
    last = max(number for number, line in enumerate(lines, 1) if 'cats_release(cat)' in line)
    library = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'src').glob('*.c'))
    cpu_time.call(['gcc', '-g', '-std=gnu99', *flags.split(), '-Iinclude', *HOST, source, *library, '-o', program], ROOT)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / 'steps.gdb'
        script.write_text(STEPPER.replace('LAST', str(last - 1)), encoding='utf-8')
        text = run(['gdb-multiarch', '-nx', '-batch', '-ex', 'set width 0', '-ex', 'source src/tools/hutch.py', '-ex', 'break play', '-ex', 'run', '-ex', f'source {script}',
                    '-ex', 'break hutch_on_fault', '-ex', 'continue', '-ex', 'bt', program]).stdout
    most = re.search(r'^most (\d+)$', text, re.M)
    result(most is not None and 1 <= int(most[1]) <= 3, f'steps {flags}: `step` leads from a call to the next line of the program in at most 3 steps', text)
    frames = re.findall(r'^#\d+ +(?:0x\w+ in )?(\w+) .* at .*?([\w.]+):(\d+)$', text, re.M)
    own = next((place for place, frame in enumerate(frames) if not frame[0].startswith('hutch_') and frame[0] != 'cats_release'), None)
    result(own is not None and frames[own] == ('play', 'steps.c', str(last)), f"steps {flags}: below hutch's frames of a fault is the program's line", text)


def main():
    names = sys.argv[1:]
    more = {'release': test_core, 'debug': test_core, 'listed': test_autoload}
    for name in names:
        try:
            test_completed(name)
            if name in more:
                more[name](name)
        except (cpu_time.Failure, cpu_time.TooLong) as problem:
            result(False, f'{name}: builds and runs', str(problem))
    if 'debug' in names:
        test_typed()
        for flags in STEPS:
            test_steps(flags)
    return end()


if __name__ == '__main__':
    sys.exit(main())
