#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sdcc.py - SDCC with the words of gcc, and with what --gc-sections is there: functions that nobody calls go.
"""usage: sdcc.py OPTIONS -c SOURCE -o OBJECT      compiles to assembler, which is what an "object" is here
       sdcc.py OPTIONS OBJECT ... -o PROGRAM.elf    drops what nobody names, links: PROGRAM.gb, .map, .noi

SDCC emits every static function of a header, called or not, and links whole files. Here the code of all files is
taken apart at its labels; what cannot be reached from main, the interrupts and the variables is left out."""

import concurrent.futures
import os
import re
import subprocess
import sys

LABEL = re.compile(r'^(_\w+)::?$')
NAME = re.compile(r'(?<![\w$])_\w+')
CALLS_HEADERS = re.compile(r'HUTCH_(POOL|SCENE|FOREACH)')  # what makes functions of the headers be called
NOT_FOR_SDCC = re.compile(r'-(W|f|g|std|MMD|MP|m)')
# 85, 283: unused arguments and prototypes in the old way, in code that says (void); 158, 165: constants that wrap
QUIET = ['--disable-warning', '85', '--disable-warning', '158', '--disable-warning', '165']


def run(command):
    """Ends the program when the command fails."""
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def compile_file(source, out, options):
    """C to assembler. Where no function of a header is called none need exist: that is quicker.

    Not so where they are called: what SDCC 4.2 makes of an inlined HUTCH_FOREACH is wrong."""
    if source.endswith('.s'):
        with open(source, encoding='ascii') as file, open(out, 'w', encoding='ascii') as target:
            target.write(file.read())
        return
    with open(source, encoding='utf-8') as file:
        is_user = not CALLS_HEADERS.search(file.read()) and not source.startswith('src/')
    words = [word for word in options if not NOT_FOR_SDCC.match(word)]
    depends = os.path.splitext(out)[0] + '.d'
    run(['sdcc', '-msm83', '--std-c99', '--opt-code-speed', *QUIET, *words, f'-Wp,-MMD,{depends},-MP,-MT,{out}',
         '-DHUTCH_INLINE=' + ('inline' if is_user else 'static'), '-S', source, '-o', out])


class Unit:
    """The assembler of one file: pieces of code that each begin with a label, and all the rest."""

    def __init__(self, path):
        self.path = path
        self.lines = []  # of (piece or None, line)
        self.named = {}  # by piece: what its lines name
        self.declared = set()  # by .globl: its own names that others may use, and those of others
        piece, is_code = None, False
        with open(path, encoding='latin-1') as file:
            for line in file:
                code = line.split(';')[0].strip() if not line.lstrip().startswith('.ascii') else ''
                if code.startswith('.area'):
                    is_code, piece = code.split()[1] == '_CODE', None
                label = LABEL.match(code)
                if label and is_code:
                    piece = label.group(1)
                    self.named.setdefault(piece, set())
                if code.startswith('.globl'):
                    self.declared.add(code.split()[1])
                elif not label or not is_code:
                    self.named.setdefault(piece, set()).update(NAME.findall(code))
                self.lines.append((piece, line))

    def text(self, kept):
        """The file without the pieces that are not kept."""
        used = kept.union(*(self.named.get(piece, ()) for piece in kept))
        lines = []
        for piece, line in self.lines:
            is_unused = line.strip().startswith('.globl') and line.split()[1].startswith('_') and \
                line.split()[1] not in used
            lines.append(line if piece in kept and not is_unused else '')
        return ''.join(lines)


def reachable(units):
    """By unit: the pieces that something needs, beginning with everything that is no code."""
    # What the library defines is there for programs that do not define it themselves.
    by_weight = sorted(units, key=lambda unit: '/src/' not in unit.path)
    owner = {name: unit for unit in by_weight for name in unit.declared & set(unit.named)}
    kept = {unit: {None} for unit in units}
    waiting = [(unit, None) for unit in units]
    while waiting:
        unit, piece = waiting.pop()
        for name in unit.named.get(piece, ()):
            home = unit if name in unit.named and name not in unit.declared else owner.get(name)
            if home and name not in kept[home]:
                kept[home].add(name)
                waiting.append((home, name))
    return kept


def assemble(path, text):
    """Assembler to SDCC's own kind of object."""
    with open(path + '.asm', 'w', encoding='latin-1') as file:
        file.write(text)
    run(['sdasgb', '-g', '-o', path + '.rel', path + '.asm'])
    return path + '.rel'


def check_room(path):
    """SDCC's linker places things one upon the other without a word."""
    with open(path, encoding='latin-1') as file:
        areas = re.findall(r'^(_\w+) +([0-9A-F]{8}) +([0-9A-F]{8}) =', file.read(), re.M)
    end = {name: int(start, 16) + int(size, 16) for name, start, size in areas}
    for names, limit in ((('_CODE', '_HOME', '_INITIALIZER'), 0x8000), (('_DATA', '_INITIALIZED', '_BSS'), 0xD000)):
        last = max(end.get(name, 0) for name in names)
        if last > limit:
            sys.exit(f'{path}: {", ".join(names)} end at {last:#x}, {last - limit} bytes behind {limit:#x}')


def link(objects, out, options):
    """Objects to a cartridge. The first is the start-up code."""
    stem = os.path.splitext(out)[0]
    units = [Unit(path) for path in sorted(objects, key=lambda path: not path.endswith('start.o'))]
    kept = reachable(units)
    os.makedirs(stem + '.rel', exist_ok=True)  # a folder a program: others may be linked of the same objects now
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        files = list(pool.map(lambda unit: assemble(
            os.path.join(stem + '.rel', re.sub(r'\W', '_', unit.path[:-2])), unit.text(kept[unit])), units))
    words = [word for word in options if word.startswith('-Wl')]
    run(['sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC020', *words, *files, '-o',
         stem + '.ihx'])
    check_room(stem + '.map')
    # -yN: without the logo's bytes; -yn: the title. makebin fills in both checksums.
    run(['makebin', '-Z', '-yN', '-yn', os.path.basename(stem).upper()[:11], stem + '.ihx', stem + '.gb'])
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
        compile_file(sources[0], out, options)
    else:
        link(objects, out, options)


if __name__ == '__main__':
    main()
