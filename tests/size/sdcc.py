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
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'tools'))
import cpu_time  # noqa: E402  (of tests/tools)
import tap_out  # noqa: E402

SDCC = ['sdcc', '-msm83', '--std-c99', '-Iinclude', '-Iport/sm83']
UNUSED, USE = 200, 400
LIBRARY = 'build/tests/size-sdcc'
# A file of this folder, options of SDCC and of the library, and the limit in bytes.
PROGRAMS = (('three_sizes', '', 700), ('two_pools', '', 700), ('two_pools', '-DHUTCH_CFG_NAMES=1', 1250), ('two_kinds', '', 2900))
# What of src/ a library with these options has: all that its program links, as SDCC takes seconds for a file.
SOURCES = {'-DHUTCH_CFG_NAMES=1': 'bits fault fault_default small'}
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
    """The bytes of code and constants that SDCC makes of a file; ends the program if it says anything."""
    path = os.path.join(folder, 'file')
    with open(path + '.c', 'w', encoding='utf-8') as file:
        file.write(text)
    said = run(*SDCC, '-c', path + '.c', '-o', path + '.rel')
    if said:
        sys.exit(said)
    with open(path + '.rel', encoding='latin-1') as file:
        areas = re.findall(r'^A (_\w+) size ([0-9A-F]+)', file.read(), re.M)
    return sum(int(size, 16) for name, size in areas if name in ('_CODE', '_HOME', '_INITIALIZER', '_GSINIT'))


def run(*command):
    """The output of a command; a warning is a failure, too."""
    text = cpu_time.call([str(word) for word in command])
    if re.search('warning|error', text, re.I):
        raise cpu_time.Failure(text)
    return text


def library(build, options, files=''):
    """That of `make lib PORT=sm83`, of some files of src/ only."""
    only = [f'lib.files={files} $(wildcard port/sm83/*.c)'] if files else []
    run('make', '-s', 'lib', 'PORT=sm83', f'lib.build={build}', f'CFLAGS={options}', *only)
    return f'{build}/sm83/hutch.lib'


def link(out, path, options='', *start):
    """Links a program of one file with the library, and with start-up code before it, if any."""
    archive = library(LIBRARY + re.sub(r'\W+', '-', options), options, ' '.join(f'src/hutch_{name}.c' for name in SOURCES.get(options, '').split()))
    run(*SDCC, '--opt-code-size', *options.split(), '-c', path, '-o', out + '.rel')
    run('sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC0A0', *start, out + '.rel',
        archive, '-o', out + '.ihx')


def linked(folder, path, options):
    """The bytes of code and constants of a whole program of one file; ends this one on an error or a warning."""
    out = os.path.join(folder, 'linked')
    link(out, path, options)
    with open(out + '.map', encoding='latin-1') as file:
        return int(re.search(r'^_CODE +[0-9A-F]+ +([0-9A-F]+) =', file.read(), re.M).group(1), 16)


def foreign_names():
    """Objects of the library, each named after its only symbol, that a function of the program could replace."""
    return [name for name in run('sdar', 't', f'{LIBRARY}/sm83/hutch.lib').split() if not name.startswith('hutch_')]


def sizes(folder):
    """Yields (what, its bytes, the limit): each kind of pool alone, and the uses of the first kinds; whole programs."""
    empty = size_of(folder, OBJECT)
    for name, line in KINDS.items():
        yield f'{name} that nothing uses', size_of(folder, OBJECT + line + '\n') - empty, UNUSED
    for use, code in USES.items():
        for name, line in list(KINDS.items())[:3]:
            yield f'{use} of a {name}', size_of(folder, OBJECT + line + '\n' + code) - size_of(folder, OBJECT + line + '\n'), USE
    for program, options, limit in PROGRAMS:
        yield (f"tests/size/{program}.c, linked{f' with {options}' if options else ''}",
               linked(folder, f'tests/size/{program}.c', options), limit)


def cases(folder):
    for name, size, limit in sizes(folder):
        print(f'# {name}: {size:g} bytes')
        yield f'{name} takes at most {limit} bytes with SDCC', [size] if size > limit else []
    yield 'every function of the library has hutch_ in its name: a program may have any other', foreign_names()


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(tap_out.every(cases(temporary)))
