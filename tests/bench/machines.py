# SPDX-License-Identifier: MIT
"""machines.py - the emulated CPUs that the bench counts on: how to compile for each, and how to run."""
import os
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/tools'), str(ROOT / 'boards/runners')]
import compiled  # noqa: E402  (of tests/tools)
import cpu_time  # noqa: E402
import steps  # noqa: E402  (of boards/runners)
import tap_out  # noqa: E402,F401
from cpu_time import Failure  # noqa: E402,F401

HERE = Path('tests/bench')
BUILD = Path(os.environ.get('BENCH_BUILD', 'build/bench'))  # suites that run at the same time have folders of their own
CLANG = 'clang-19'  # of the versions that Debian has, the newest
ARM = ['arm-none-eabi-gcc:gcc-arm-none-eabi', '/usr/lib/arm-none-eabi/newlib/libc.a:libnewlib-arm-none-eabi']


@dataclass
class Machine:
    title: str
    unit: str  # instructions or cycles
    tools: str  # prefix of gcc and size
    port: str
    cflags: list
    link: list
    emulator: list = field(default_factory=list)  # QEMU's words in front of the program
    runner: str = ''  # or simavr, mgba: a program of boards/runners
    word_bits: int = 32
    heaps: dict = field(default_factory=dict)  # title: what links it
    packages: list = field(default_factory=list)
    prefix: str = ''  # of object names, see gba.ld
    target: str = 'arm-none-eabi'  # as clang names it
    only_compile: list = field(default_factory=list)  # flags for which the linker would find no library
    by_table: str = ''  # whose published table of cycles QEMU's instructions are added up by: m0, m3


def cortex_m(title, cpu):
    heaps = {'newlib': ['-lc', '-lgcc'], 'newlib-nano': ['--specs=nano.specs', '-lc_nano', '-lgcc']}
    return Machine(title, 'instructions', 'arm-none-eabi-', 'cortex_m', ['-mthumb', '-mcpu=' + cpu],
                   ['-nostartfiles', '-nostdlib', '-Ttests/sweep/cortexm/sweep.ld', '-Wl,--no-warn-rwx-segments',
                    '-Wl,--defsym=code_start=0', '-Wl,--defsym=ram_start=0x20000000'],
                   emulator=['qemu-system-arm', '-M', 'mps2-an385', '-display', 'none', '-monitor', 'none', '-serial', 'none',
                             '-semihosting-config', 'enable=on,target=native'],
                   heaps=heaps, packages=[*ARM, 'qemu-system-arm'])


def gba(title, state, prefix):
    return Machine(title, 'cycles', 'arm-none-eabi-', 'arm7tdmi',
                   ['-mcpu=arm7tdmi', state, '-mthumb-interwork', '-DBENCH_GBA', '-DHUTCH_PORT_TABLE_IN_RAM=1'],
                   ['-nostartfiles', '-nostdlib', '-T%s/gba.ld' % HERE, '-Wl,--no-warn-rwx-segments'], runner='mgba',
                   heaps={'newlib-nano': ['--specs=nano.specs', '-lc_nano', '-lgcc']},
                   packages=[*ARM, '/usr/include/mgba/core/core.h:libmgba-dev'], prefix=prefix)


MACHINES = {
    'm0': cortex_m('Cortex-M0', 'cortex-m0'),
    'm3': cortex_m('Cortex-M3', 'cortex-m3'),
    'rv32': Machine('RV32IMAC', 'instructions', 'riscv64-unknown-elf-', 'riscv',
                    ['-march=rv32imac', '-misa-spec=2.2', '-mabi=ilp32'],  # the name that picolibc's builds have
                    ['-nostartfiles', '-nostdlib', '-Ttests/sweep/riscv/sweep.ld', '-Wl,--no-warn-rwx-segments'],
                    emulator=['qemu-system-riscv32', '-M', 'virt', '-bios', 'none', '-display', 'none', '-monitor', 'none',
                              '-serial', 'stdio'],
                    heaps={'picolibc': ['--specs=picolibc.specs', '-lc', '-lgcc']},
                    packages=['riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf', 'qemu-system-riscv32:qemu-system-misc',
                              '/usr/lib/picolibc:picolibc-riscv64-unknown-elf'], target='riscv32-unknown-elf'),
    'avr': Machine('AVR (ATmega1284P)', 'cycles', 'avr-', 'avr', ['-mmcu=atmega1284p'], [], runner='simavr',
                   word_bits=8, heaps={'avr-libc': []},
                   packages=['avr-gcc:gcc-avr', '/usr/lib/avr/include/avr/io.h:avr-libc',
                             '/usr/include/simavr/sim_avr.h:libsimavr-dev']),
    'gba-arm': gba('GBA, ARM code in IWRAM', '-marm', 'fast-'),
    'gba-thumb': gba('GBA, Thumb code in ROM', '-mthumb', ''),
}
# The same hart with count-zeros instructions.
MACHINES['rv32-zbb'] = replace(MACHINES['rv32'], title='RV32IMAC, Zbb', only_compile=['-march=rv32imac_zbb'], heaps={})
# Harts without M, of which the compiler's library multiplies; and Cortex-M0 with the small multiplier, whose code has none left.
MACHINES['rv32-slow'] = replace(MACHINES['rv32'], title='RV32IC, no multiplier', cflags=['-march=rv32ic', '-misa-spec=2.2', '-mabi=ilp32'], heaps={})
MACHINES['m0-slow'] = replace(MACHINES['m0'], title='Cortex-M0, no multiply', heaps={},
                              cflags=['-mthumb', '-mcpu=cortex-m0.small-multiply', '-DHUTCH_PORT_SLOW_MULTIPLY=1'])
# 64 bits: not locked, since hutch has no port that masks interrupts on AArch64. The linker script is for RAM at 2 GiB.
MACHINES['rv64'] = replace(MACHINES['rv32'], title='RV64IMAC', cflags=['-march=rv64imac', '-misa-spec=2.2', '-mabi=lp64', '-mcmodel=medany'],
                           emulator=['qemu-system-riscv64', *MACHINES['rv32'].emulator[1:]], heaps={}, target='riscv64-unknown-elf',
                           packages=['riscv64-unknown-elf-gcc:gcc-riscv64-unknown-elf', 'qemu-system-riscv64:qemu-system-misc'])
MACHINES['a64'] = Machine('AArch64 (Cortex-A53)', 'instructions', 'aarch64-linux-gnu-', 'host',
                          ['-mcpu=cortex-a53', '-mgeneral-regs-only', '-mstrict-align', '-fno-pie', '-fno-asynchronous-unwind-tables'],
                          ['-static', '-no-pie', '-Wl,--build-id=none', *MACHINES['rv32'].link, '-Wl,--defsym=sched_yield=reset'],  # which a lone thread never calls
                          emulator=['qemu-system-aarch64', '-M', 'virt', '-m', '2G', '-nodefaults', *MACHINES['m3'].emulator[3:], '-cpu', 'cortex-a53'],
                          packages=['aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu', 'qemu-system-aarch64:qemu-system-arm',
                                    '/usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross'], target='aarch64-linux-gnu')
# Cycles that follow from the instructions that ran, by Arm's tables: not measured. The bench has none of them.
BY_TABLE = {cpu + '-cycles': replace(MACHINES[cpu], title=MACHINES[cpu].title + " by Arm's table", unit='cycles', by_table=cpu) for cpu in ('m0', 'm3')}


def machine_of(name):
    return MACHINES.get(name) or BY_TABLE[name]


def call(command, timeout=300):
    return cpu_time.call(command, ROOT, timeout)


def need(names, packages=()):
    """Installs what the machines need and this one lacks, and builds what counts on them."""
    wanted = sorted({package for name in names for package in machine_of(name).packages} | {'gcc', CLANG, *packages})
    compiled.need(wanted, ROOT)
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    for name in names:
        steps.built(machine_of(name).runner or 'qemu')


def run(machine, program):
    """What a program printed, and the figures of its rows: lists of ten numbers."""
    if machine.runner:
        text = call([steps.built(machine.runner), program])
    else:
        figures = program.with_suffix('.figures')
        plugin = '%s,out=%s%s' % (steps.built('qemu'), figures, machine.by_table and ',cycles=' + machine.by_table)
        text = call([*machine.emulator, '-plugin', plugin, '-kernel', program])
        text += (ROOT / figures).read_text()
    lines = text.splitlines()
    figures = [[int(word) for word in line.split()[1:]] for line in lines if line.startswith('=')]
    if any(word >> 40 for row in figures for word in row):
        raise Failure('%s: a figure of more than 2^40: the runner\'s clock went back' % program)
    return [line[2:] for line in lines if line.startswith('> ')], figures
