#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rtos.py - a port to a real kernel: compiled against its headers, looked at in the disassembly, and run in QEMU.

usage: rtos.py RTOS RTOS_DIR RTOS_LIB [CPU [RTOS_CONF [RTOS_FLAGS [OPT]]]]   prints TAP; without RTOS_DIR it was skipped
README.md says what they are; with OPT cost.csv is compared, too. Without RTOS_LIB, or where there is no firmware, it stays with what can be said statically.
"""
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / 'tests/tools'), str(ROOT / 'tests/ports/conformance')]
import conformance  # noqa: E402
import cpu_time  # noqa: E402  (of tests/tools)
import disassembly  # noqa: E402  (of tests/sweep)
import stress  # noqa: E402
import tap_out  # noqa: E402  (of tests/tools)

HERE = ROOT / 'tests/ports/rtos'
FLAGS = ['-std=gnu99', '-g', '-O2', '-ffreestanding', '-fno-common', '-ffunction-sections', '-fdata-sections', '-Wall', '-Wextra',
         '-Wno-unused-parameter', '-Iinclude', '-DHUTCH_CFG_STATS=1']
WAIT = ['-DHUTCH_CFG_WAIT=1']
LINKED = ['-nostartfiles', '-nostdlib', '-Wl,--gc-sections', '-Wl,--no-warn-rwx-segments']
M3 = (['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb'], 'm3',
      ['qemu-system-arm', '-M', 'mps2-an385', '-semihosting-config', 'enable=on,target=native'])
RV32 = (['riscv64-unknown-elf-gcc', '-march=rv32imac_zicsr', '-mabi=ilp32'], 'rv32',
        ['qemu-system-riscv32', '-M', 'virt', '-bios', 'none'])
M7 = (['arm-none-eabi-gcc', '-mthumb'], 'm3', ['qemu-system-arm', '-M', 'mps2-an500', *M3[2][3:]])
M0 = (['arm-none-eabi-gcc', '-mcpu=cortex-m0', '-mthumb'], '', ['qemu-system-arm', '-M', 'microbit', *M3[2][3:]])
RV32_8 = (*RV32[:2], [*RV32[2], '-smp', '8'])
HOST = (['gcc', '-DTURNS=100000'], '', [])
SEVERAL, IN_REAL_TIME = ('rv32x8',), ('rv32x8', 'host')  # the programs of stress.py are for one core and a steady clock
CPUS = {'m0': M0, 'm3': M3, 'm7': M7, 'rv32': RV32, 'rv32x8': RV32_8, 'host': HOST}
# Where a kernel keeps its headers, below RTOS_DIR. The first is that of the CPU.
KERNELS = {
    'freertos': {'m3': ['portable/GCC/ARM_CM3', 'include'], 'rv32': [
        'portable/GCC/RISC-V', 'include', 'portable/GCC/RISC-V/chip_specific_extensions/RISCV_MTIME_CLINT_no_extensions']},
    'threadx': {'m3': ['ports/cortex_m3/gnu/inc', 'common/inc']},
    'chibios': {'m3': ['os/common/ports/ARMv7-M', 'os/rt/include', 'os/oslib/include', 'os/license',
                       'os/common/portability/GCC', 'os/common/ports/ARMv7-M/compilers/GCC',
                       'os/common/ext/ARM/CMSIS/Core/Include', 'os/common/ports/ARM-common/include']},
    'cmsis_rtos2': {'m3': ['CMSIS/RTOS2/Include']},
}
# Of the others only the headers: RTOS_FLAGS brings the rest of what the kernel's build compiles with.
HEADERS = {'zephyr': ['include'], 'nuttx': ['include'], 'esp_idf': ['components/freertos/FreeRTOS-Kernel/include'],
           'riot': ['core/include', 'core/lib/include', 'sys/include', 'cpu/cortexm_common/include']}
PRIMASK = (r'^cpsid\s+i', r'^msr\s+PRIMASK')
# What masks and what unmasks in the disassembly, Cortex-M3 or above. FreeRTOS: the barrier behind the mask, which
# looks like the unmask. FreeRTOS on RISC-V looks at the context first: there only the run shows it.
SECTIONS = {'cmsis_rtos2': PRIMASK,
            'esp_idf': (r'^j(al)?\s.*<(v|x)PortEnterCritical\w*>', r'^j(al)?\s.*<vPortExitCritical\w*>'),
            'riot': (PRIMASK[0] + r'|^b(l|\.w|)\s.*<irq_disable>', PRIMASK[1] + r'|^b(l|\.w|)\s.*<irq_restore>'),
            'nuttx': (PRIMASK[0] + r'|^msr\s+BASEPRI', PRIMASK[1] + r'|^msr\s+BASEPRI,'),
            'zephyr': (PRIMASK[0] + r'|^msr\s+BASEPRI_MAX', r'^cpsie\s+i|^msr\s+BASEPRI,'),
            'freertos': (r'^dsb', r'^msr\s+BASEPRI,'),
            'threadx': (PRIMASK[0] + r'|^msr\s+BASEPRI', PRIMASK[1] + r'|^msr\s+BASEPRI,'),
            'chibios': (r'^msr\s+BASEPRI,|^b(l|\.w|)\s.*<chSysLock(FromISR)?>',  # with the kernel's checks no longer inline
                        r'^msr\s+BASEPRI,|^b(l|\.w|)\s.*<chSysUnlock(FromISR)?>')}
MASK_BY_BASEPRI = ('freertos', 'chibios', 'nuttx', 'zephyr')  # of those that run here on a Cortex-M
LOOKS_FIRST = {'chibios': '!port_is_locked(saved)'}  # enter and exit do nothing inside another section
ON_RISCV = ('esp_idf',)  # of those that are looked at in the disassembly
ISAS = ({'isa': 'arm'}, {'isa': 'riscv', 'stores': r'^s[bhw]\s|^amoswap'})  # a store that other cores see is a swap
CANNOT_TELL_NESTED = ('freertos', 'nuttx', 'threadx', 'chibios')  # mask and unmask look alike: nesting is shown by the run
STEADY = stress.steady(0)
SECONDS, BAD, TOO_LONG = 120, 5, 124
INCLUDED = re.compile(r'(In file included)?\s*from ')  # what gcc prints before the error itself


class DoesNotBuild(Exception):
    """What the compiler or the linker said."""


def call(words):
    """What the tools say that must not say anything."""
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode != 0:
        raise DoesNotBuild(done.stdout[-3000:])
    return done.stdout


def is_whole(archive):
    """Is it the words of the kernel's own build, which start the machine, too?"""
    return str(archive).startswith('@')


def build(kernel, cpu, headers, archive, output, flags, port, test='test.c', tree=ROOT):
    compiler, machine, _ = CPUS[cpu]
    if is_whole(archive):
        rest = ['-DKERNEL_STARTS', archive]
    else:
        rest = [*LINKED, ROOT / 'boards/cortexm/memory.c', '-T', HERE / (machine + '.ld'), archive, libgcc(compiler)]
    call([*compiler, '-I%s' % (tree / 'include'), *FLAGS, *WAIT, *flags, '-I%s' % HERE, '-I%s' % (HERE / kernel), '-I%s' % port,
          *headers, HERE / test, HERE / 'say.c', *[HERE / (machine + '.c')] * bool(machine), HERE / kernel / 'kernel.c',
          ROOT / 'port' / kernel / 'hutch_port.c', *sorted((tree / 'src').glob('*.c')), *rest, '-o', output])


# -------------------------------------------------------------------------------------------------- statically

def compile_all(kernel, compiler, headers, output):
    """The port and the whole library, with waiting: checked and debug, without a warning."""
    for flags in (WAIT, [*WAIT, '-DHUTCH_CFG_CHECK=2']):
        for path in [ROOT / 'port' / kernel / 'hutch_port.c', *sorted((ROOT / 'src').glob('*.c'))]:
            said = call([*compiler, *FLAGS, '-Werror', *flags, '-I%s' % (HERE / kernel), '-I%s' % (ROOT / 'port' / kernel), *headers,
                         '-c', path, '-o', output / 'object.o'])
            if said:
                return said
    return ''


def section_faults(kernel, compiler, headers, output, port, optimisation):
    """What is wrong with the port's sections in the disassembly of the probes. What the kernel has is a stub."""
    probe, stubs, program = output / 'probe.o', output / 'stubs.S', output / 'probe.elf'
    tool = compiler[0][:-len('gcc')]
    call([*compiler, *FLAGS, optimisation, '-fno-inline-functions-called-once', '-fno-ipa-icf',
          '-I%s' % (HERE / kernel), '-I%s' % port, *headers, '-Itests/ports/conformance', '-c', 'tests/ports/conformance/probe.c', '-o', probe])
    missing = [line.split()[-1] for line in call([tool + 'nm', '-u', probe]).splitlines()]
    head, end = ('', 'ret') if kernel in ON_RISCV else ('.syntax unified\n.thumb\n', 'bx lr')
    stubs.write_text(head + ''.join('.global %s\n.type %s, %%function\n%s: %s\n' % (name, name, name, end) for name in missing))
    call([*compiler, '-nostdlib', '-nostartfiles', '-Wl,-e,0', '-Wl,-Ttext,0x10000', probe, stubs, '-o', program])
    code = disassembly.read(tool + 'objdump', program)
    masks, unmasks = SECTIONS[kernel]
    variant = conformance.Variant(kernel, 'static', Options(masks=masks, unmasks=unmasks, **ISAS[kernel in ON_RISCV]))
    entries = {}
    for address in sorted(code, reverse=True):
        entries[code[address].function] = address
    faults = []
    for name in conformance.PROBES + conformance.POOL:
        if name not in entries:
            faults.append('%s is not in the program' % name)
        elif name != 'probe_nested' or kernel not in CANNOT_TELL_NESTED:
            faults += conformance.function_faults(code, variant, name, entries[name], name in conformance.POOL)
    return faults


class Options(dict):
    def getboolean(self, key, default):
        return self.get(key, default)


def seen_port(kernel, folder):
    """The port to look at: of one that masks only what is not masked yet, a copy that always does."""
    port = ROOT / 'port' / kernel
    if kernel not in LOOKS_FIRST:
        return port
    shutil.copytree(ROOT / 'port/cpu', folder.parent / 'cpu', dirs_exist_ok=True)  # as ports include it
    shutil.copytree(port, folder, dirs_exist_ok=True)
    header = folder / 'hutch_port.h'
    header.write_text(header.read_text().replace(LOOKS_FIRST[kernel], 'true'))
    return folder


def static_rows(kernel, compiler, headers, output):
    yield 'compiles without a warning against the kernel\'s headers, with waiting and in a debug build', \
        compile_all(kernel, compiler, headers, output)
    if '-mthumb' not in compiler + headers and kernel not in ON_RISCV:
        return
    for optimisation in ('-O2', '-Os'):
        yield 'loads and stores stand between mask and unmask, on every path, %s' % optimisation, \
            '\n'.join(section_faults(kernel, compiler, headers, output, seen_port(kernel, output / 'seen'), optimisation))
    port = without_mask(kernel, output / 'no_mask')
    yield 'a port that masks nothing is found there', \
        '' if section_faults(kernel, compiler, headers, output, port, '-O2') else 'it was not'


# -------------------------------------------------------------------------------------------------- run

def libgcc(compiler):
    """By its name: the RISC-V compiler finds none by -lgcc for an architecture that it spells otherwise."""
    words = [word.replace('_zicsr', '') for word in compiler]
    return subprocess.run([*words, '-print-libgcc-file-name'], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def run(cpu, program, mode):
    qemu = CPUS[cpu][2]
    words = [*qemu, '-display', 'none', '-serial', 'stdio', '-monitor', 'none', *mode, '-kernel', program] if qemu else [program]
    try:
        done = cpu_time.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
    except cpu_time.TooLong as late:
        return TOO_LONG, late.reason
    return done.returncode, done.stdout.strip()


def without_mask(kernel, folder):
    """A copy of the port whose critical section does nothing."""
    shutil.copytree(ROOT / 'port/cpu', folder.parent / 'cpu', dirs_exist_ok=True)  # as ports include it
    for path in (ROOT / 'port' / kernel).glob('*.h'):
        shutil.copy(path, folder)
    header = folder / 'hutch_port.h'
    text = header.read_text().replace('hutch_port_enter(void)\n{', 'hutch_port_enter(void)\n{\n    return 0;', 1)
    header.write_text(text.replace('hutch_port_exit(hutch_port_state_t saved)\n{',
                                   'hutch_port_exit(hutch_port_state_t saved)\n{\n    (void)saved;\n    return;', 1))
    return folder


def own_core(kernel, folder):
    """A copy of the port whose critical section leaves the other cores running."""
    header = without_mask(kernel, folder) / 'hutch_port.h'
    text = (ROOT / 'port' / kernel / 'hutch_port.h').read_text()
    header.write_text(text.replace('enter_critical_section()', 'up_irq_save()').replace('leave_critical_section(', 'up_irq_restore('))
    return folder


def run_rows(kernel, cpu, headers, archive, output):
    port = ROOT / 'port' / kernel
    shifts, steady = ([[]] * 3, [[]]) if cpu in IN_REAL_TIME else ([*stress.SHIFTS, []], [STEADY])
    tests = [('keeps every slot to one owner, serves by priority, loses no wake-up', [], port, shifts, True),
             ('the same in a debug build', ['-DHUTCH_CFG_CHECK=2'], port, steady, True),
             ('a pool without a lock is found', ['-DLOCK=HUTCH_LOCK_NONE'], port, shifts, False),
             ('a port that masks nothing is found', [], without_mask(kernel, output / 'no_mask'), shifts, False)]
    if cpu in SEVERAL:
        tests += [('a port that masks its own core only is found', [], own_core(kernel, output / 'own_core'), shifts, False)]
    for claim, flags, its_port, modes, is_right in tests:
        program = output / 'program.elf'
        build(kernel, cpu, headers, archive, program, flags, its_port)
        no_verdict = (1, TOO_LONG) if cpu == 'host' else (1,)  # a run that sleeps for ever shows nothing there
        for mode in modes:
            code, said = run(cpu, program, mode)
            print('# %s, exit code %d' % (said.replace('\n', '\n# '), code))
            if code != 0 and (is_right or code not in no_verdict):
                break
        yield claim, '' if (code == 0) == is_right and code not in no_verdict else 'it ended with %d' % code
    if cpu in IN_REAL_TIME:
        return
    yield from stress.rows(kernel, cpu, output, lambda *words: build(kernel, cpu, headers, archive, *words),
                           lambda *words: run(cpu, *words), without_mask(kernel, output / 'no_mask'),
                           stress.COOPERATIVE in headers)


def context_rows(kernel, cpu, headers, archive, output):
    if cpu not in ('m0', 'm3', 'm7'):
        return
    has_ceiling = kernel in MASK_BY_BASEPRI or any('TX_PORT_USE_BASEPRI' in flag for flag in headers)
    port = ROOT / 'port' / kernel
    reports = ('a debug build reports an unprivileged task and an interrupt above the ceiling' if has_ceiling else
               'a debug build reports an unprivileged task; no interrupt is above what the kernel masks', [], port, True)
    tests = [reports, ('without that check they are not reported', ['-DHUTCH_PORT_CONTEXT_IS_ALLOWED()=true'], port, False)]
    if cpu == 'm0':  # which has only privileged code
        tests = [('a debug build lets a task and the most urgent interrupt use a pool', [], port, True),
                 ('it reports each use through a port that masks nothing', [], without_mask(kernel, output / 'no_mask'), False)]
    for claim, flags, its_port, is_right in tests:
        program = output / 'contexts.elf'
        build(kernel, cpu, headers, archive, program, ['-DHUTCH_CFG_CHECK=2', '-DHAS_CEILING=%d' % has_ceiling, *flags],
              its_port, 'contexts.c')
        code, said = run(cpu, program, STEADY)
        print('# %s, exit code %d' % (said.replace('\n', '\n# '), code))
        yield claim, '' if code == (0 if is_right else BAD) else 'it ended with %d' % code
        if is_right and 'HUTCH_PORT_WHO' in (port / 'hutch_port.h').read_text() and kernel != 'chibios':
            yield 'a report names the task that has the object', '' if ' by control,' in said else 'it does not'


def all_rows(kernel, cpu, folder, compiler, headers, archive, output, optimised):
    import cost  # here, because it imports this file
    try:
        yield from static_rows(kernel, compiler, headers, output)
        if archive:
            yield from context_rows(kernel, cpu, headers, archive, output)
            yield from run_rows(kernel, cpu, headers, archive, output)
            if optimised and cpu == 'm3' and kernel in cost.NAMES:
                yield from cost.fresh_rows(kernel, folder, headers, archive, optimised)
    except DoesNotBuild as said:
        yield 'it compiles and links', str(said) or 'the compiler said nothing'


def headers_of(kernel, cpu, folder, conf, flags):
    """The words by which the kernel's headers are found; none for a kernel that is not known here."""
    folders = HEADERS.get(kernel) or KERNELS.get(kernel, {}).get(cpu, [])
    words = ['-isystem%s' % Path(conf).resolve()] if conf and folders else []
    return words + shlex.split(flags) * bool(folders) + ['-isystem%s' % (Path(folder).resolve() / name) for name in folders]


def main():
    kernel, folder, archive, cpu, conf, flags, optimised = (sys.argv[1:] + [''] * 7)[:7]
    cpu = cpu or 'm3'
    stale = stress.stale()
    tap_out.result(not stale, 'the wrong libraries that must be found can still be made', '\n'.join(stale))
    if not kernel or not folder:
        tap_out.skip('a real kernel', 'no kernel here: give RTOS=, RTOS_DIR= and RTOS_LIB=, as tests/ports/rtos/README.md says')
        return tap_out.end()
    headers = headers_of(kernel, cpu, folder, conf, flags)
    if not headers:
        tap_out.result(False, '%s on %s: known are %s' % (kernel, cpu, sorted({*KERNELS, *HEADERS})))
        return tap_out.end()
    compiler = CPUS[cpu][0] if '-mcpu' not in flags else CPUS[cpu][0][:1]
    output = ROOT / 'build/rtos' / kernel / cpu
    for name in ('no_mask', 'own_core'):
        (output / name).mkdir(parents=True, exist_ok=True)
    for claim, fault in all_rows(kernel, cpu, folder, compiler, headers, archive if is_whole(archive) else archive and Path(archive).resolve(), output, optimised):
        shown = [line for line in fault.splitlines() if not INCLUDED.match(line)]
        tap_out.result(not fault, '%s on %s: %s' % (kernel, cpu, claim), '\n'.join(shown[:8]))
    if not archive:
        print('# checked statically: nothing was run' + ('' if kernel in HEADERS else ', for RTOS_LIB was not given'))
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
