#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sdcc.py - SDCC with the command line of gcc, so that boards.mk builds every board in one way.
"""usage: sdcc.py OPTIONS -c SOURCE -o OBJECT      runs the preprocessor; its C is what an "object" is here
       sdcc.py OPTIONS OBJECT ... -o PROGRAM.elf    compiles and links: PROGRAM.gb, .map, .noi

OPTIONS are gcc's, and those of USUAL below. All files but the start-up code are linked as an archive, so
that those that nothing refers to are left out. C is compiled in the last step, because --effort is an option of that, and
what was compiled once from the same text, for this program or another of the same folder, is not compiled again."""

import concurrent.futures
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys

NOT_FOR_SDCC = re.compile(r'-(W|f|g|std|MMD|MP|m|-)')
SDCC = ['sdcc', '-msm83', '--std-c99', '--opt-code-size']
# Options of this script, for the last step:
USUAL = {
    '--effort': '--max-allocs-per-node,15000',  # SDCC's options for how long it looks for better code
    '--data-end': '0xD000',  # where variables must end
    '--cartridge': '0,0',  # makebin's numbers for its kind and its RAM
}
# 85, 283: unused arguments and prototypes in the old way, in code that says (void); 158, 165: constants that wrap;
# 218: a line that its own peephole rules have made and do not know
QUIET = ['--disable-warning', '85', '--disable-warning', '158', '--disable-warning', '165', '--disable-warning', '218']


def run(command):
    """Ends the program when the command fails."""
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def preprocess(source, out, options):
    """C to C without directives; assembler to a copy of itself."""
    if source.endswith('.s'):
        shutil.copyfile(source, out)
        return
    words = [word for word in options if not NOT_FOR_SDCC.match(word)]
    depends = os.path.splitext(out)[0] + '.d'
    run([*SDCC, *words, f'-Wp,-MMD,{depends},-MP,-MT,{out}', '-E', source, '-o', out])


def compiled(path, folder, effort):
    """The path of the .rel file that is made of an object."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    is_c = text.startswith('#')
    name = re.sub(r'\W', '_', path[:-2]).split('_boards_')[-1]
    key = effort + text if is_c else text
    stem = os.path.join(folder, f'{name}_{hashlib.sha1(key.encode()).hexdigest()[:12]}')
    source = stem + ('.c' if is_c else '.s')
    with open(source, 'a', encoding='utf-8') as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # others may want the same now
        if not os.path.exists(stem + '.rel'):
            file.truncate(0)
            file.write(text)
            file.flush()
            new = stem + '.new.rel'
            run([*SDCC, *QUIET, *effort.split(','), '-c', source, '-o', new] if is_c else
                ['sdasgb', '-g', '-o', new, source])
            os.replace(new, stem + '.rel')
    return stem + '.rel'


def check_room(path, data_end):
    """SDCC's linker places things one upon the other without a word."""
    with open(path, encoding='latin-1') as file:
        areas = re.findall(r'^(_\w+) +([0-9A-F]{8}) +([0-9A-F]{8}) =', file.read(), re.M)
    end = {name: int(start, 16) + int(size, 16) for name, start, size in areas}
    for names, limit in ((('_CODE', '_HOME', '_INITIALIZER'), 0x8000), (('_DATA', '_INITIALIZED', '_BSS'), data_end)):
        last = max(end.get(name, 0) for name in names)
        if last > limit:
            sys.exit(f'{path}: {", ".join(names)} end at {last:#x}, {last - limit} bytes after {limit:#x}')


def link(objects, out, options):
    """Objects to a cartridge. The start-up code comes first."""
    own = {**USUAL, **dict(word.split('=') for word in options if word.startswith('--'))}
    stem = os.path.splitext(out)[0]
    # A program may define what the library would: so the program's files come before it in the archive.
    objects = sorted(objects, key=lambda path: (not path.endswith('start.o'), '/src/' in path))
    folder = os.path.join(os.path.dirname(out), 'sdcc')
    os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        files = list(pool.map(lambda path: compiled(path, folder, own['--effort']), objects))
    if os.path.exists(stem + '.lib'):
        os.remove(stem + '.lib')
    run(['sdar', '-rcS', stem + '.lib', *files[1:]])
    run(['sdar', '-s', stem + '.lib'])
    words = [word for word in options if word.startswith('-Wl')]
    run(['sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC020', *words,
         files[0], stem + '.lib', '-o', stem + '.ihx'])
    check_room(stem + '.map', int(own['--data-end'], 16))
    # -yN: without the logo's bytes; -yn: the title. makebin fills in both checksums.
    kind, ram = own['--cartridge'].split(',')
    run(['makebin', '-Z', '-yN', '-yt', kind, '-ya', ram, '-yn', os.path.basename(stem).upper()[:11],
         stem + '.ihx', stem + '.gb'])
    os.replace(stem + '.ihx', out)


def main():
    """The command line."""
    words = sys.argv[1:]
    at = words.index('-o')
    out = words[at + 1]
    del words[at:at + 2]
    sources = [word for word in words if word.endswith(('.c', '.s')) and not word.startswith('-')]
    objects = [word for word in words if word.endswith('.o') and not word.startswith('-')]
    options = [word for word in words if word not in sources + objects and word not in ('-c', '-T')]
    if '-c' in words:
        preprocess(sources[0], out, options)
    else:
        link(objects, out, options)


if __name__ == '__main__':
    main()
