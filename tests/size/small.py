#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# small.py - linked programs of one and of three pools where flash is short, against their limits; in TAP.
"""usage: small.py

Each pool is acquired from, released to and walked once, in functions of their own, as a game does. Bytes of flash and RAM of
the linked program, start-up code and its `main` included; the program of hand-written active flags is linked beside it."""

import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POOLS = ('bullets, bullet, 15', 'foes, foe, 6', 'sparks, spark, 24')
TYPES = """#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct bullet { uint8_t x, y; int8_t d; };
struct foe { uint8_t x, y; int8_t d; uint8_t hp, kind; };
struct spark { uint8_t x, y; int8_t d; uint8_t age; };
"""
HUTCH = TYPES + """#include "hutch/hutch.h"
#define POOL(name, type, slots) \\
    HUTCH_POOL(name, struct type, slots); \\
    void *name##_new(void); void *name##_new(void) { return name##_acquire(); } \\
    void name##_gone(void *o); void name##_gone(void *o) { name##_release(o); } \\
    void name##_move(void); void name##_move(void) { HUTCH_FOREACH (struct type, o, name) { o->x += (uint8_t)o->d; } }
"""
FLAGS = TYPES + """
#define POOL(name, type, slots) \\
    static struct { struct type o; bool on; } name[slots]; \\
    void *name##_new(void); void *name##_new(void) \\
    { for (uint8_t i = 0; i < slots; i++) if (!name[i].on) { name[i].on = true; return &name[i]; } return NULL; } \\
    void name##_gone(void *o); void name##_gone(void *o) { *((bool *)o + sizeof(struct type)) = false; } \\
    void name##_move(void); void name##_move(void) \\
    { for (uint8_t i = 0; i < slots; i++) if (name[i].on) name[i].o.x += (uint8_t)name[i].o.d; }
"""
MAIN = """void *volatile sink;
#define POOL(name, type, slots) void *name##_new(void); void name##_gone(void *); void name##_move(void);
%s
#undef POOL
#define POOL(name, type, slots) sink = name##_new(); name##_gone(sink); name##_move();
int main(void) { for (;;) { %s } }
"""
AVR = ('avr-gcc', ['-mmcu=atmega32u4'], 'avr-size')
M0 = ('arm-none-eabi-gcc', ['-mcpu=cortex-m0', '-mthumb'], 'arm-none-eabi-size')
M3 = ('arm-none-eabi-gcc', ['-mcpu=cortex-m3', '-mthumb'], 'arm-none-eabi-size')
RV32 = ('riscv64-unknown-elf-gcc', ['-march=rv32imac_zicsr', '-mabi=ilp32'], 'riscv64-unknown-elf-size')
BARE, SILENT = ['-DHUTCH_CFG_NAMES=0'], ['-DHUTCH_CFG_CHECK=0']
# CPU, options, pools, at most so many bytes of flash and of RAM: what was measured, and a few more.
ROWS = [('AVR', AVR, [], 1, 410, 50), ('AVR', AVR, [], 3, 640, 180), ('AVR', AVR, SILENT, 3, 570, 180),
        ('Cortex-M0', M0, BARE, 3, 700, 200), ('Cortex-M3', M3, BARE, 3, 576, 200), ('Cortex-M3', M3, SILENT, 3, 480, 200),
        ('RV32', RV32, BARE, 3, 750, 200)]


def linked(folder, machine, options, program, pools):
    """Bytes of flash and RAM of a linked program at -Os."""
    compiler, flags, size = machine
    command = [compiler, *flags, '-std=c99', '-Os', '-ffreestanding', '-ffunction-sections', '-fdata-sections', *options,
               '-I' + os.path.join(ROOT, 'include'), '-I' + os.path.join(ROOT, 'port', 'auto')]
    lines = '\n'.join(f'POOL({pool})' for pool in pools)
    main = MAIN % (lines, ' '.join(lines.split('\n')))
    for name, text in (('user.c', program + lines + '\n'), ('main.c', main)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    sources = ['user.c', 'main.c']
    if program is HUTCH:
        library = sorted(name for name in os.listdir(os.path.join(ROOT, 'src')) if name.endswith('.c'))
        sources += [os.path.join(ROOT, 'src', name) for name in library]
    out = os.path.join(folder, 'program')
    subprocess.run([*command, '-nostartfiles', '-nostdlib', '-Wl,--gc-sections', '-Wl,-e,main', *sources, '-lgcc', '-o', out],
                   cwd=folder, check=True, stderr=subprocess.PIPE)
    text, data, bss = subprocess.run([size, out], check=True, capture_output=True, text=True).stdout.split('\n')[1].split()[:3]
    return int(text) + int(data), int(data) + int(bss)


def main():
    print(f'1..{len(ROWS)}')
    failed = 0
    for number, (cpu, machine, options, pools, flash_max, ram_max) in enumerate(ROWS, 1):
        with tempfile.TemporaryDirectory() as folder:
            flash, ram = linked(folder, machine, options, HUTCH, POOLS[:pools])
            by_hand = linked(folder, machine, options, FLAGS, POOLS[:pools])
        is_kept = flash <= flash_max and ram <= ram_max
        failed += not is_kept
        print(f'# {flash} bytes of flash, {ram} of RAM; active flags by hand: {by_hand[0]}, {by_hand[1]}')
        print(f"{'ok' if is_kept else 'not ok'} {number} - {cpu} -Os, {' '.join(options) or 'no option'}, {pools} pool{'' if pools == 1 else 's'}: "
              f'at most {flash_max} bytes of flash, {ram_max} of RAM')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
