#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rtos.py - builds the test's firmware with a real kernel, runs it in QEMU, and shows that a lock that is missing is found.

usage: rtos.py RTOS RTOS_DIR RTOS_LIB [CPU [RTOS_CONF]]   prints TAP; without RTOS_DIR it says that it was skipped
README.md says what they are.
"""
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / 'tests/rtos'
FLAGS = ['-std=gnu99', '-g', '-O2', '-ffreestanding', '-fno-common', '-ffunction-sections', '-fdata-sections', '-Wall', '-Wextra',
         '-Wno-unused-parameter', '-Iinclude', '-Itests/rtos', '-DHUTCH_CFG_WAIT=1', '-DHUTCH_CFG_STATS=1',
         '-nostartfiles', '-nostdlib', '-Wl,--gc-sections', '-Wl,--no-warn-rwx-segments']
M3 = (['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb'], 'm3',
      ['qemu-system-arm', '-M', 'mps2-an385', '-semihosting-config', 'enable=on,target=native'])
RV32 = (['riscv64-unknown-elf-gcc', '-march=rv32imac_zicsr', '-mabi=ilp32'], 'rv32',
        ['qemu-system-riscv32', '-M', 'virt', '-bios', 'none'])
CPUS = {'m3': M3, 'rv32': RV32}
# Where a kernel keeps its headers, below RTOS_DIR. The first is that of the CPU.
KERNELS = {
    'freertos': {'m3': ['portable/GCC/ARM_CM3', 'include'], 'rv32': [
        'portable/GCC/RISC-V', 'include', 'portable/GCC/RISC-V/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions']},
    'threadx': {'m3': ['ports/cortex_m3/gnu/inc', 'common/inc']},
    'chibios': {'m3': ['os/common/ports/ARMv7-M', 'os/rt/include', 'os/oslib/include', 'os/license',
                       'os/common/portability/GCC', 'os/common/ports/ARMv7-M/compilers/GCC',
                       'os/common/ext/ARM/CMSIS/Core/Include', 'os/common/ports/ARM-common/include']},
}
STEADY = ['-icount', 'shift=0,sleep=off']
SECONDS = 120


def build(kernel, cpu, folder, conf, archive, output, flags, port):
    compiler, machine, _ = CPUS[cpu]
    headers = ['-isystem%s' % (folder / name) for name in KERNELS[kernel][cpu]]
    words = [*compiler, *FLAGS, *flags, '-I%s' % (HERE / kernel), '-I%s' % port, *conf, *headers, HERE / 'test.c',
             HERE / (machine + '.c'), HERE / kernel / 'kernel.c', ROOT / 'port' / kernel / 'hutch_port.c',
             ROOT / 'boards/cortexm/memory.c', *sorted((ROOT / 'src').glob('*.c')),
             '-T', HERE / (machine + '.ld'), archive, libgcc(compiler), '-o', output]
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout)


def libgcc(compiler):
    """By its name: the RISC-V compiler finds none by -lgcc for an architecture that it spells otherwise."""
    words = [word.replace('_zicsr', '') for word in compiler]
    return subprocess.run([*words, '-print-libgcc-file-name'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def run(cpu, program, mode):
    words = [*CPUS[cpu][2], '-display', 'none', '-serial', 'stdio', '-monitor', 'none', *mode, '-kernel', program]
    try:
        done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return 124, 'no end within %d s' % SECONDS
    return done.returncode, done.stdout.strip()


def without_mask(kernel, folder):
    """A copy of the port whose critical section does nothing."""
    for path in (ROOT / 'port' / kernel).glob('*.h'):
        shutil.copy(path, folder)
    header = folder / 'hutch_port.h'
    text = header.read_text().replace('hutch_port_enter(void)\n{', 'hutch_port_enter(void)\n{\n    return 0;', 1)
    header.write_text(text.replace('hutch_port_exit(hutch_port_state_t saved)\n{',
                                   'hutch_port_exit(hutch_port_state_t saved)\n{\n    (void)saved;\n    return;', 1))
    return folder


def main():
    kernel, folder, archive, cpu, conf = (sys.argv[1:] + [''] * 5)[:5]
    cpu = cpu or 'm3'
    if not kernel or not folder or not archive:
        print('1..1\nok 1 - a real kernel # SKIP no kernel here: make rtos RTOS=freertos RTOS_DIR=folder RTOS_LIB=archive')
        return 0
    if cpu not in KERNELS.get(kernel, {}):
        print('1..1\nnot ok 1 - %s on %s: known are %s' % (kernel, cpu, KERNELS))
        return 1
    folder, archive = Path(folder).resolve(), Path(archive).resolve()
    conf = ['-isystem%s' % Path(conf).resolve()] if conf else []
    output = ROOT / 'build/rtos' / kernel / cpu
    (output / 'no_mask').mkdir(parents=True, exist_ok=True)
    port = ROOT / 'port' / kernel
    rows = [('keeps every slot to one owner, serves in turn, loses no wake-up', [], port, STEADY, True),
            ('the same, in the time of this machine', [], port, [], True),
            ('the same in a debug build', ['-DHUTCH_CFG_CHECK=2'], port, STEADY, True),
            ('a pool without a lock is found', ['-DLOCK=HUTCH_LOCK_NONE'], port, STEADY, False),
            ('a port that masks nothing is found', [], without_mask(kernel, output / 'no_mask'), STEADY, False)]
    print('1..%d' % len(rows))
    failed = 0
    for number, (claim, flags, its_port, mode, is_right) in enumerate(rows, 1):
        program = output / 'program.elf'
        build(kernel, cpu, folder, conf, archive, program, flags, its_port)
        code, said = run(cpu, program, mode)
        is_so = (code == 0) == is_right and code != 1
        failed += not is_so
        print('# %s, exit code %d' % (said.replace('\n', '\n# '), code))
        print('%s %d - %s on %s: %s' % ('ok' if is_so else 'not ok', number, kernel, cpu, claim), flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
