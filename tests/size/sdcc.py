#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sdcc.py - what pools cost in programs that plain SDCC compiles, which neither folds nor drops; in TAP.
"""usage: sdcc.py

First the code and constants of the user's file: SDCC emits whatever is not plain `inline`, called or not. A pool that
nothing uses may cost UNUSED bytes; each use below USE more. Then those of whole programs, with the library of
`make lib PORT=sm83`, of which the linker must take no more than the functions that are called. The cycles of calls are
counted by `make test-bounds-gameboy`, and random calls compared by `make test-model-small-sm83`."""

import os
import re
import subprocess
import sys
import tempfile

SDCC = ['sdcc', '-msm83', '--std-c99', '-Iinclude', '-Iport/sm83']
UNUSED, USE = 200, 400
LIBRARY = 'build/tests/size-sdcc'
# A file of this folder, options of SDCC and of the library, and the limit in bytes.
PROGRAMS = (('two_pools', '', 1250), ('two_pools', '-DHUTCH_CFG_NAMES=0', 700), ('two_kinds', '', 3400))
# What of src/ a library with these options has: all that its program links, as SDCC takes seconds for a file.
SOURCES = {'-DHUTCH_CFG_NAMES=0': 'bits fault fault_default small'}
OBJECT = '#include "hutch/all.h"\nstruct thing { int x, y; unsigned char z; };\n'
KINDS = {
    'HUTCH_POOL': 'HUTCH_POOL(things, struct thing, 20);',
    'HUTCH_POOL with a lock': 'HUTCH_POOL(things, struct thing, 20, .lock = HUTCH_LOCK_IRQ);',
    'HUTCH_POOL_DECLARE and _DEFINE': 'HUTCH_POOL_DECLARE(things, struct thing, 20); HUTCH_POOL_DEFINE(things);',
    'HUTCH_POOL_TRACKED': 'HUTCH_POOL_TRACKED(things, struct thing, 20);',
    'HUTCH_POOL_SPAWNED': 'HUTCH_POOL_SPAWNED(things, struct thing, 20);',
    'HUTCH_POOL_RUNS': 'HUTCH_POOL_RUNS(things, struct thing, 20);',
}
USES = {
    'acquire and release': 'struct thing *make(void) { return things_acquire(); }\n'
                           'bool end(struct thing *thing) { return things_release(thing); }\n',
    'HUTCH_FOREACH': 'void step(void) { HUTCH_FOREACH (struct thing, thing, things) { thing->x++; } }\n',
}


def size_of(folder, text):
    """The bytes of code and constants that SDCC makes of a file; ends the program on an error or a warning."""
    path = os.path.join(folder, 'file')
    with open(path + '.c', 'w', encoding='utf-8') as file:
        file.write(text)
    done = subprocess.run([*SDCC, '-c', path + '.c', '-o', path + '.rel'], check=False, capture_output=True, text=True)
    if done.returncode != 0 or done.stdout + done.stderr:
        sys.exit(done.stdout + done.stderr)
    with open(path + '.rel', encoding='latin-1') as file:
        areas = re.findall(r'^A (_\w+) size ([0-9A-F]+)', file.read(), re.M)
    return sum(int(size, 16) for name, size in areas if name in ('_CODE', '_HOME', '_INITIALIZER', '_GSINIT'))


def run(*command):
    """The output of a command; ends the program on an error or a warning."""
    environment = {name: value for name, value in os.environ.items() if name not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode != 0 or 'arning' in done.stdout + done.stderr:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def link(out, path, options='', *start):
    """Links a program of one file with the library, and with start-up code before it, if any."""
    library = LIBRARY + re.sub(r'\W+', '-', options)
    files = [f'src/hutch_{name}.c' for name in SOURCES.get(options, '').split()]
    only = [f"lib.files={' '.join(files)} $(wildcard port/sm83/*.c)"] if files else []
    run('make', '-s', 'lib', 'PORT=sm83', f'lib.build={library}', f'CFLAGS={options}', *only)
    run(*SDCC, '--opt-code-size', *options.split(), '-c', path, '-o', out + '.rel')
    run('sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC0A0', *start, out + '.rel',
        f'{library}/sm83/hutch.lib', '-o', out + '.ihx')


def linked(folder, path, options):
    """The bytes of code and constants of a whole program of one file; ends this one on an error or a warning."""
    out = os.path.join(folder, 'linked')
    link(out, path, options)
    with open(out + '.map', encoding='latin-1') as file:
        return int(re.search(r'^_CODE +[0-9A-F]+ +([0-9A-F]+) =', file.read(), re.M).group(1), 16)


def foreign_names():
    """Objects of the library, each named after its only symbol, that a function of the program could replace."""
    listed = subprocess.run(['sdar', 't', f'{LIBRARY}/sm83/hutch.lib'], check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split() if not name.startswith('hutch_')]


def main():
    """Each kind of pool alone, and the uses of the first kind."""
    failed = 0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        empty = size_of(folder, OBJECT)
        for name, line in KINDS.items():
            unused = size_of(folder, OBJECT + line + '\n') - empty
            rows.append((f'{name} that nothing uses', unused, UNUSED))
        for use, code in USES.items():
            for name, line in list(KINDS.items())[:3]:
                used = size_of(folder, OBJECT + line + '\n' + code) - size_of(folder, OBJECT + line + '\n')
                rows.append((f'{use} of a {name}', used, USE))
        for program, options, limit in PROGRAMS:
            with_options = f' with {options}' if options else ''
            rows.append((f'tests/size/{program}.c, linked{with_options}', linked(folder, f'tests/size/{program}.c', options), limit))
    for number, (name, size, limit) in enumerate(rows, 1):
        print(f'# {name}: {size:g} bytes')
        print(f'{"ok" if size <= limit else "not ok"} {number} - {name} takes at most {limit} bytes with SDCC')
        failed += size > limit
    foreign = foreign_names()
    last = len(rows) + 1
    print(f'{"not ok" if foreign else "ok"} {last} - every function of the library has hutch_ in its name: a program may have any other')
    failed += len(foreign)
    print(f'1..{last}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
