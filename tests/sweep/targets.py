# SPDX-License-Identifier: MIT
"""targets.py - the emulated CPUs: how to compile for each, and how to run a program on it."""
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/tools'), str(ROOT / 'boards/runners')]
import cpu_time  # noqa: E402  (of tests/tools)
from compiled import need as need_packages  # noqa: E402
from cpu_time import Failure  # noqa: E402
import steps  # noqa: E402  (of boards/runners)

RIGS = Path('tests/sweep')
WARNINGS = ['-std=c99', '-ffreestanding', '-ffunction-sections', '-fno-common', '-Wall', '-Wextra', '-Wconversion',
            '-Wundef', '-Werror']
CORE = ('hutch_fault.c', 'hutch_fault_default.c', 'hutch_bits.c', 'hutch_lockfree.c', 'hutch_runs.c', 'hutch_small.c')  # in each program


@dataclass
class Target:
    about: str
    tools: str  # prefix of gcc and objdump
    isa: str  # what disassembly.py knows
    cflags: list
    rig: list  # sources below tests/sweep
    script: str
    link: list = field(default_factory=lambda: ['-nostartfiles', '-nostdlib', '-Wl,--no-warn-rwx-segments', '-lgcc'])
    defines: dict = field(default_factory=dict)  # symbols for the linker script
    emulator: list = field(default_factory=list)  # the ELF file is the next word
    runner: str = ''  # or simavr, mgba: a program of boards/runners
    packages: list = field(default_factory=list)
    alike: list = field(default_factory=list)  # cflags of sources that are the same for several CPUs; none: cflags
    port: str = ''  # any port of the CPU, for sources that have to do with none


def cortex_m(about, cpu, machine, tick, code=0, ram=0x20000000):
    return Target(about, 'arm-none-eabi-', 'arm', ['-mthumb', '-mcpu=' + cpu, '-DRIG_TICK=%d' % tick],
                  ['cortexm/rig.c', 'memory.c'], 'cortexm/sweep.ld', defines={'code_start': code, 'ram_start': ram},
                  emulator=['qemu-system-arm', '-M', machine, '-display', 'none', '-monitor', 'none', '-serial', 'none',
                   '-icount', 'shift=0', '-semihosting-config', 'enable=on,target=native', '-kernel'],
                  packages=['arm-none-eabi-gcc:gcc-arm-none-eabi', 'qemu-system-arm'],
                  alike=['-mthumb', '-mcpu=cortex-m0' if cpu == 'cortex-m0' else '-mcpu=cortex-m3'], port='cortex_m')


# A tick is what one count of the timer is in instructions, at one instruction a nanosecond; rounded up, so that no place is
# left out where a landing takes one tick more.
TARGETS = {
    'm0': cortex_m('Cortex-M0 (QEMU microbit)', 'cortex-m0', 'microbit', 63),
    'm3': cortex_m('Cortex-M3 (QEMU mps2-an385)', 'cortex-m3', 'mps2-an385', 40),
    'm4': cortex_m('Cortex-M4 (QEMU mps2-an386)', 'cortex-m4', 'mps2-an386', 40),
    'm33': cortex_m('Cortex-M33 (QEMU mps2-an505)', 'cortex-m33', 'mps2-an505', 50, 0x10000000, 0x38000000),
    'rv32': Target('RV32IMAC (QEMU virt)', 'riscv64-unknown-elf-', 'riscv',
                   ['-march=rv32imac_zicsr', '-mabi=ilp32', '-DRIG_TICK=100'], ['riscv/rig.c', 'memory.c'], 'riscv/sweep.ld',
                   emulator=['qemu-system-riscv32', '-M', 'virt', '-bios', 'none', '-display', 'none', '-monitor', 'none',
                             '-serial', 'stdio', '-icount', 'shift=0', '-kernel'],
                   packages=['riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf', 'qemu-system-riscv32:qemu-system-misc'],
                   port='riscv'),
    'avr': Target('ATmega1284P (simavr)', 'avr-', 'avr', ['-mmcu=atmega1284p'], ['avr/rig.c'], 'avr/sweep.ld', link=['-lgcc', '-lc'],
                  runner='simavr',
                  packages=['avr-gcc:gcc-avr', '/usr/lib/avr/include/avr/io.h:avr-libc',
                            '/usr/include/simavr/sim_avr.h:libsimavr-dev'], port='avr'),
    'arm7': Target('ARM7TDMI, Thumb (mGBA)', 'arm-none-eabi-', 'arm', ['-mcpu=arm7tdmi', '-mthumb', '-mthumb-interwork'],
                   ['gba/rig.c', 'memory.c'], 'gba/sweep.ld', runner='mgba',
                   packages=['arm-none-eabi-gcc:gcc-arm-none-eabi', '/usr/include/mgba/core/core.h:libmgba-dev'], port='arm7tdmi'),
    'x86': Target('x86-64, by itself', '', 'x86', ['-no-pie', '-fno-pie', '-mno-red-zone', '-DRIG_UNIT=1', '-DRIG_REMEMBERS'],
                  ['host/rig.c'], 'host/sweep.ld', link=['-static', '-no-pie'], packages=['gcc'],
                  port='../tests/sweep/host'),
}
TARGETS['arm7-arm'] = Target(**{**TARGETS['arm7'].__dict__, 'about': 'ARM7TDMI, ARM state (mGBA)',
                                'cflags': ['-mcpu=arm7tdmi', '-marm', '-mthumb-interwork']})


def call(command, timeout=120):
    """Runs a command in the project's folder; returns its exit code and all that it printed. The timeout is of CPU time."""
    try:
        done = cpu_time.run([str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', timeout=timeout)
    except cpu_time.TooLong as late:
        return 124, '%s\nstopped: %s' % (late.stdout or '', late.reason)
    return done.returncode, done.stdout


def must(command):
    return cpu_time.call([str(word) for word in command], ROOT, 120)


def need(names, commands=()):
    """Installs what the targets need and the machine lacks, and builds their runners."""
    wanted = sorted({package for name in names for package in TARGETS[name].packages} | set(commands))
    need_packages(wanted, ROOT)
    for name in names:
        emulator_of(name)  # before several threads ask for it


def without_clobber(text, function):
    """A source without the memory clobbers of hutch_port_<function>, or of all of it; and how many those were."""
    if function is None:
        return re.subn(r':\s*"memory"', '', text)
    pieces = re.split(r'(^[^\n]*\bhutch_port_%s\([^;\n]*\)\n\{\n.*?^\})' % function, text, flags=re.M | re.S)
    cut = [without_clobber(piece, None) if k % 2 else (piece, 0) for k, piece in enumerate(pieces)]
    return ''.join(piece for piece, _ in cut), sum(count for _, count in cut)


def port_without_clobber(port, folder, function=None):
    """A copy of this port with its memory clobbers taken out, or only those of enter or exit, for checks that must notice
    it. It stands among copies of all ports, as some look into each other's folders."""
    copy, own, found = ROOT / folder / ('no_clobber_in_%s' % function if function else 'no_clobber'), 'this_port', 0
    places = {each.name: each for each in (ROOT / 'port').iterdir() if each.is_dir()}
    for name, place in {**places, own: ROOT / 'port' / port}.items():
        (copy / name).mkdir(parents=True, exist_ok=True)
        for source in place.glob('*.[ch]'):
            stripped, count = without_clobber(source.read_text(encoding='utf-8'), function)
            (copy / name / source.name).write_text(stripped, encoding='utf-8')
            found += count if name in (own, 'cpu') else 0
    if found == 0:
        raise Failure('port/%s has no clobber to take out' % port)
    return copy / own


compiled = {}  # the object's path: a lock, and whether it has been made by this run
compiled_guard = threading.Lock()


@functools.lru_cache(maxsize=None)
def state_of(compiler):
    """A digest of what objects of hutch's own files are made by and of: the compiler, and all sources and headers."""
    path = Path(shutil.which(compiler) or compiler).resolve()
    digest = hashlib.md5(repr((path, path.stat().st_size, path.stat().st_mtime_ns) if path.exists() else path).encode())
    for folder in ('include', 'src', 'port', 'tests/sweep'):
        for source in sorted((ROOT / folder).rglob('*.[chS]')):
            digest.update(b'%s\0%s\0' % (bytes(source), source.read_bytes()))
    return digest.hexdigest()


def compile_object(target, source, folder, flags, cflags=None, warnings=None, ending='.o', is_kept=False):
    """Compiles a source; returns the object. What was compiled with the same words before is not compiled again: in this run
    or, if it is kept, in any run since the compiler and hutch's sources are as they are."""
    command = [target.tools + 'gcc', *(WARNINGS if warnings is None else warnings), *(cflags or target.cflags), *flags, '-Iinclude',
               '-I%s' % RIGS, '-c', source]
    words = ' '.join(str(word) for word in command)
    key = words + (state_of(command[0]) if is_kept else '')
    output = ROOT / folder / 'objects' / hashlib.md5(key.encode()).hexdigest() / (Path(source).stem + ending)
    with compiled_guard:
        state = compiled.setdefault(output, [threading.Lock(), False])
    with state[0]:
        if not state[1] and not (is_kept and output.exists()):
            output.parent.mkdir(parents=True, exist_ok=True)
            partial = output.with_suffix('.%d' % os.getpid()) if is_kept else output  # a run that is stopped leaves no half object
            must([*command, '-o', partial])
            partial.replace(output) if is_kept else None
        state[1] = True
    return output


def build(name, port_folder, sources, flags, folder, own=None, more=(), portless=(), values=(), objects=(), is_kept=False):
    """Compiles and links a program with a target's rig; answers the ELF file.

    own: flags of single sources, by name; more: sources of the library that others do without; portless: flags of those
    sources that have to do with no port and no CPU, by name; values: symbols for the linker, by name; objects: what is
    compiled already. New ones are kept beside the program's folder, for others of the run; is_kept: and for later runs."""
    target = TARGETS[name]
    folder, own, portless = Path(folder), own or {}, dict(portless)
    shared = Path(*folder.parts[:2])
    flags = ['-I%s' % port_folder, *flags]
    rig = [RIGS / source for source in target.rig]
    core = [Path('src') / source for source in CORE] + list(more)
    extra = [path for path in [Path(port_folder) / 'hutch_port.c'] if (ROOT / path).exists()]
    objects = [*objects] + [compile_object(target, source, shared, own.get(Path(source).name, []) + flags, is_kept=is_kept)
               if Path(source).name not in portless else
               compile_object(target, source, shared, [*portless[Path(source).name], '-Iport/%s' % target.port], target.alike,
                              is_kept=is_kept)
               for source in [*sources, *rig, *core, *extra]]
    program = ROOT / folder / 'program.elf'
    program.parent.mkdir(parents=True, exist_ok=True)
    must([target.tools + 'gcc', *target.cflags, '-T', RIGS / target.script, '-Wl,--gc-sections',
          *('-Wl,--defsym=%s=%d' % pair for pair in {**target.defines, **dict(values)}.items()), *objects,
          *target.link, '-o', program])
    return program


def emulator_of(name):
    """The words to put in front of an ELF file; builds the host program that some targets need."""
    target = TARGETS[name]
    return [steps.built(target.runner)] if target.runner else target.emulator


def run(name, program, timeout=120, executed=None):
    """Runs a program; answers its exit code, what it printed, and the addresses of the range `executed` that ran.

    QEMU translates what it is about to execute, and logs that; the other emulators' runners note it themselves."""
    if executed is None:
        return (*call([*emulator_of(name), program], timeout), set())
    start, stop = executed
    if TARGETS[name].runner:
        code, text = call([*emulator_of(name), program, hex(start), hex(stop)], timeout)
        lines = [line for line in text.splitlines() if line.startswith('ran ')]
        return code, text, {int(word, 16) for line in lines for word in line.split()[1:]}
    log = Path(program).with_suffix('.log')
    emulator = TARGETS[name].emulator
    code, text = call([*emulator[:-1], '-d', 'in_asm', '-D', log, '-dfilter', '0x%x..0x%x' % (start, stop - 1),
                       emulator[-1], program], timeout)
    ran = {int(match, 16) for match in re.findall(r'^0x([0-9a-f]+):', log.read_text(), re.MULTILINE)}
    log.unlink()
    return code, text, ran


def trace(name, program, start, stop):
    """The addresses of a range that a program executes, in their turn; pairs with whether interrupts are on, where the
    emulator says so: else None."""
    target = TARGETS[name]
    if target.runner:
        code, text = call([*emulator_of(name), program, hex(start), hex(stop), 'trace'])
        found = re.findall(r'^at ([0-9a-f]+) ([01])$', text, re.MULTILINE)
    else:
        log = Path(program).with_suffix('.log')
        code, text = call([*target.emulator[:-1], '-singlestep', '-d', 'exec,nochain', '-D', log,
                           '-dfilter', '0x%x..0x%x' % (start, stop - 1), target.emulator[-1], program])
        # Trace 0: 0x7f6c2c000100 [00000400/0000005c/00000011/ff000200] cells_acquire
        # An instruction at which QEMU only saw that its time slice was over comes twice; none jumps to itself.
        addresses = re.findall(r'^Trace .*?/([0-9a-f]+)/', log.read_text(), re.MULTILINE)
        found = [(address, None) for last, address in zip([''] + addresses, addresses) if address != last]
        log.unlink()
    if code != 0:
        raise Failure('the traced run ended with %d\n%s' % (code, text[-1500:]))
    return [(int(address, 16), None if state is None else state == '1') for address, state in found]
