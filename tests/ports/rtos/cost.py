#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cost.py - what waiting costs beside the kernel's own pool: bytes, instructions, and how long interrupts are masked.

usage: cost.py RTOS RTOS_DIR RTOS_LIB [RTOS_CONF [OPT]]   measures cost.c and renews the rows of this kernel in cost.csv
RTOS_LIB must be compiled with OPT, -O2 or -Os, as cost.c is. make tables writes the figures into README.md.
"""
import csv
import re
import sys
from pathlib import Path

import rtos

CSV = rtos.HERE / 'cost.csv'
SIZES = (16, 4096)
HUTCH, FIRST, SECOND, NO_WAIT = '-DHUTCH', '-DOWN=1', '-DOWN=2', '-DNO_WAIT'
# Of each kernel its title and its own pools: what own.h has.
NAMES = {'freertos': ('FreeRTOS', [('queue of pointers', [FIRST])]),
         'threadx': ('ThreadX', [('block pool', [FIRST]), ('block pool, by priority', [SECOND])]),
         'cmsis_rtos2': ('RTX5', [('osMemoryPool', [FIRST])]),
         'chibios': ('ChibiOS', [('guarded memory pool', [FIRST]), ('memory pool, no waiting', [SECOND, NO_WAIT])])}
INLINES = ('chibios',)  # whose functions that mask are inline in the port's
# Where a kernel's headers say its version.
VERSIONS = {'freertos': ('include/task.h', r'tskKERNEL_VERSION_NUMBER\s+"(.+?)"'), 'threadx': ('common/inc/tx_api.h', r'THREADX_\w+_VERSION\s+(\d+)$'),
            'chibios': ('os/rt/include/ch.h', r'CH_KERNEL_VERSION\s+"(.+?)"'),
            'cmsis_rtos2': (None, r'RTX V([\d.]+)')}  # in the archive: what osKernelGetInfo returns
ALLOCATED = {'cmsis_rtos2': 24}  # bytes of the kernel's heap: a pool's semaphore, which no variable shows
HEADS = ['kernel', 'version', 'compiled', 'pool', 'slots', 'code', 'RAM', 'acquire', 'release', 'masked in a pair', 'wake', 'masked']
REGISTER = re.compile(r'R(\d\d)=([0-9a-f]{8})')
MASK = re.compile(r'msr\s+(BASEPRI|BASEPRI_MAX|PRIMASK),\s*(r\d+|sl|fp|ip|lr)', re.I)
NUMBERS = {'sl': 10, 'fp': 11, 'ip': 12, 'lr': 14}


class Trace:
    """What a traced run has shown."""

    def __init__(self, code):
        self.code, self.count, self.function = code, 0, None
        self.entries = {}
        for address in sorted(code, reverse=True):
            self.entries[code[address].function] = address
        self.calls, self.since, self.by = {}, None, None
        self.basepri = self.primask = self.released = 0
        self.releases_to = None  # where the release goes that runs while nobody waits
        self.phase, self.acquires, self.releases, self.wakes, self.masked, self.masked_now = 0, [], [], [], {}, 0

    def enter(self, function, returns_to):
        if function.replace('_Handler', '') in ('SysTick', 'PendSV'):  # RTX5 has the short names, too
            self.basepri = self.primask = 0  # the last instruction was to mask, and was not executed yet
        elif function in ('phase_one', 'phase_two'):
            self.phase = 1 if function == 'phase_one' else 2
        elif function == 'cost_acquire':
            self.calls[returns_to], self.masked_now = self.count, 0
        elif function == 'cost_release':
            self.released, self.masked_now = self.count, 0
            self.releases_to = returns_to if self.phase == 0 else None

    def leave(self, address):
        """An acquire has returned: with room when nobody waits yet, else after a release has woken its task."""
        began = self.calls.pop(address)
        if self.phase == 0:
            self.acquires.append((self.count - began, self.masked_now))
        elif self.phase == 1:
            self.wakes.append(self.count - self.released)

    def step(self, registers):
        address = registers[15]
        here = self.code.get(address)
        self.count += 1
        if address in self.calls:
            self.leave(address)
        if address == self.releases_to:
            self.releases.append((self.count - self.released, self.masked_now))
            self.releases_to = None
        if here is None:
            return
        self.function = here.function
        if address == self.entries[here.function]:
            self.enter(here.function, registers[14] & ~1)
        was_masked = bool(self.basepri or self.primask)
        self.follow_mask(here.text, registers)
        is_masked = bool(self.basepri or self.primask)
        if is_masked and not was_masked:
            self.since, self.by = self.count, self.function
        elif was_masked and not is_masked:
            length = self.count - self.since - 1
            self.masked[self.by] = max(self.masked.get(self.by, 0), length if self.calls or self.released else 0)
            self.masked_now = max(self.masked_now, length)

    def follow_mask(self, text, registers):
        match = MASK.match(text)
        if match:
            name = match.group(2)
            value = registers[NUMBERS[name] if name in NUMBERS else int(name[1:])]
            if match.group(1).upper() == 'PRIMASK':
                self.primask = value & 1
            else:
                self.basepri = value
        elif re.match(r'cpsi[de]\s+i', text):
            self.primask = 1 if text.startswith('cpsid') else 0

    def longest(self, kernel):
        """The longest masked stretch that began in hutch, and not in the kernel that its port calls."""
        return max(length for name, length in self.masked.items()
                   if name and name.startswith(('cost_', 'hutch_')) and not (kernel in INLINES and name.startswith('hutch_port_')))


def trace(program):
    tool = rtos.CPUS['m3'][0][0][:-len('gcc')]
    followed = Trace(rtos.disassembly.read(tool + 'objdump', program))
    log = program.with_suffix('.log')
    code, said = rtos.run('m3', program, ['-icount', 'shift=7,sleep=off', '-singlestep', '-d', 'exec,cpu,nochain', '-D', log])
    if code != 0:
        raise SystemExit('%s ended with %d\n%s' % (program, code, said))
    registers, last = {}, None
    with log.open() as lines:
        for line in lines:
            if line.startswith('R'):
                registers.update((int(number), int(value, 16)) for number, value in REGISTER.findall(line))
            elif line.startswith('XPSR') and registers != last:  # the same again: its time slice was over
                followed.step(registers)
                last = dict(registers)
    log.unlink()
    return followed


def sizes(program):
    """(code, RAM) in bytes; RAM by the variables, without what the linker puts between and behind them."""
    tool = rtos.CPUS['m3'][0][0][:-len('gcc')]
    text, data = (int(word) for word in rtos.call([tool + 'size', program]).splitlines()[1].split()[:2])
    variables = re.findall(r'^\S+ (\S+) [bBdD] ', rtos.call([tool + 'nm', '-S', program]), re.M)
    return text + data, sum(int(length, 16) for length in variables)


def version_of(kernel, folder, archive):
    header, pattern = VERSIONS[kernel]
    if header is None:
        found = re.search(pattern, archive.read_text(encoding='latin-1'))
        return found.group(1) if found else 'unknown'
    return '.'.join(re.findall(pattern, (Path(folder) / header).read_text(encoding='utf-8'), re.M))


def measure(kernel, folder, headers, archive, optimised):
    output = rtos.ROOT / 'build/rtos' / kernel / 'cost'
    output.mkdir(parents=True, exist_ok=True)
    title, own = NAMES[kernel]
    for slots in SIZES:
        base = None
        variants = [('none', []), ('hutch', [HUTCH])]
        if slots == SIZES[0]:  # the kernels' own take no longer with more
            variants += [('hutch, no waiting', [HUTCH, NO_WAIT]), *own]
        for name, flags in variants:
            program = output / 'program.elf'
            rtos.build(kernel, 'm3', headers, archive, program, ['-DSLOTS=%d' % slots, '-UHUTCH_CFG_STATS', optimised, *flags],
                       rtos.ROOT / 'port' / kernel, 'cost.c')
            if base is None:
                base = sizes(program)
                continue
            code, ram = sizes(program)
            allocated = ALLOCATED.get(kernel, 0) if HUTCH in flags and NO_WAIT not in flags else 0
            seen = trace(program)
            waits = NO_WAIT not in flags
            acquire, release = seen.acquires[-1], seen.releases[-1]  # instructions, and of these the longest stretch that is masked
            yield [title, version_of(kernel, folder, archive), optimised, name, slots, code - base[0], ram - base[1] + allocated, acquire[0], release[0],
                   max(acquire[1], release[1]), max(seen.wakes) if waits else '-', seen.longest(kernel) if waits and HUTCH in flags else '-']


def rows_of(kernel, folder, headers, archive, optimised):
    return [dict(zip(HEADS, map(str, row))) for row in measure(kernel, folder, headers, archive, optimised)]


def fresh_rows(kernel, folder, headers, archive, optimised):
    """A test of rtos.py: what is measured with this archive stands in cost.csv."""
    kept = stored()
    stale = [','.join(row.values()) for row in rows_of(kernel, folder, headers, archive, optimised) if row not in kept]
    yield 'cost.csv holds what is measured here, %s (make rtos-cost renews it)' % optimised, '\n'.join(stale)


def stored():
    with CSV.open(newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file))


def main():
    kernel, folder, archive, conf, optimised = (sys.argv[1:] + [''] * 5)[:5]
    if kernel not in NAMES or not folder or not archive:
        sys.exit('It needs RTOS=%s, RTOS_DIR= and RTOS_LIB=: README.md' % '|'.join(NAMES))
    optimised = optimised or '-O2'
    headers = rtos.headers_of(kernel, 'm3', folder, conf, '')
    found = rows_of(kernel, folder, headers, Path(archive).resolve(), optimised)
    rows = [row for row in stored() if (row['kernel'], row['compiled']) != (NAMES[kernel][0], optimised)] + found
    rows.sort(key=lambda row: (row['kernel'], row['compiled'], int(row['slots'])))
    with CSV.open('w', newline='', encoding='utf-8') as file:
        writer = csv.DictWriter(file, HEADS, lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)


if __name__ == '__main__':
    main()
