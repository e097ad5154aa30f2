#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sdcc.py - SDCC with the command line of gcc, so that boards.mk builds every board in one way.
"""usage: sdcc.py OPTIONS -c SOURCE -o OBJECT      runs the preprocessor; its C is what an "object" is here
       sdcc.py OPTIONS OBJECT ... -o PROGRAM.elf    compiles and links: PROGRAM.gb, .map, .noi

OPTIONS are gcc's, and those of USUAL below. --drop=yes takes out functions that nothing refers to, because SDCC links
whole files, and all copies but one of the `static` functions in hutch's headers: HORDE's debug build and the largest
test program have no room otherwise. Speed is the same, and a program with more room needs none of this: plain SDCC
compiles and links it.

All files but the start-up code are linked as archives, so that files that nothing refers to are left out; of the library
those are not even compiled. C is compiled in the last step, because --effort is an option of that, and what was compiled once from the same text, for this program
or another of the same folder, is not compiled again."""

import collections
import concurrent.futures
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys

LABEL = re.compile(r'^(_\w+):')
NAME = re.compile(r'(?<![\w$])_\w+')
DEFINED = re.compile(r'^ ?(?! |static|inline|extern|typedef|(?:struct|union|enum) \w+;)\w[\w *]*?\b(\w+) *(?:\([^;{}]*\)\s*\{|(?:\[\w*\])*(?: = [^;]*)?;)', re.M)
NOT_FOR_SDCC = re.compile(r'-(W|O|f|g|std|MMD|MP|m|-)')
SDCC = ['sdcc', '-msm83', '--std-c99', '--opt-code-size']
# Options of this script, for the last step:
USUAL = {
    '--effort': '--max-allocs-per-node,3000',  # how long SDCC looks for better code: its own default; with 15000 SDCC 4.2 makes wrong code of tests/unit/words.c
    '--data-end': '0xD000',  # where variables must end
    '--cartridge': '0,0',  # makebin's numbers for its kind and its RAM
    '--drop': 'no',  # yes: drops the functions and constants that nothing refers to, and copies of them
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
    """The assembler of an object."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    if not text.startswith('#'):
        return text
    name = re.sub(r'\W', '_', path[:-2]).split('_boards_')[-1]
    stem = os.path.join(folder, f'{name}_{hashlib.sha1((effort + text).encode()).hexdigest()[:12]}')
    with open(stem + '.c', 'a', encoding='utf-8') as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # others may want the same now
        if not os.path.exists(stem + '.asm'):
            file.truncate(0)
            file.write(text)
            file.flush()
            run([*SDCC, *QUIET, *effort.split(','), '-S', stem + '.c', '-o', stem + '.new'])
            os.replace(stem + '.new', stem + '.asm')
    with open(stem + '.asm', encoding='latin-1') as file:
        return file.read()


def defined_in(path):
    """The labels that a C file of the library has for others."""
    with open(path, encoding='utf-8') as file:
        return ['_' + name for name in DEFINED.findall(file.read())]


def referred(objects, folder, effort):
    """{object: its assembler}, without the library's files that nothing refers to: SDCC takes seconds for a file."""
    library = [path for path in objects if '/src/' in path]
    homes = {label: path for path in library for label in defined_in(path)}
    texts, named, labels = {}, set(), set()
    waiting = [path for path in objects if path not in library]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        while waiting:
            for path, text in zip(waiting, pool.map(lambda path: compiled(path, folder, effort), waiting)):
                texts[path] = text
                named.update(NAME.findall(text))
                labels.update(re.findall(r'^(_\w+)(?::|\s*=)', text, re.M))
            waiting = sorted({homes[name] for name in named if name in homes} - set(texts))
            if not waiting and any(name.startswith('_hutch_') for name in named - labels):
                waiting = [path for path in library if path not in texts]  # defined in a way that this does not read
    return texts


class Pieces:
    """The assembler of a file: pieces of code that each begin with a label; None is all the rest."""

    def __init__(self, text):
        self.lines = []  # of (piece, line)
        self.names = collections.defaultdict(set)  # by piece: what its lines name
        self.code = collections.defaultdict(str)  # by piece: its lines without comments
        self.labels = {}  # by label: its piece
        self.shown = set()  # by .globl: its labels that other files see, and theirs
        piece, is_code = None, False
        for line in text.splitlines(keepends=True):
            code = line.split(';')[0] if '.ascii' not in line else ''
            label = LABEL.match(code)
            if code.split()[:1] == ['.area']:
                is_code, piece = code.split()[1] == '_CODE', None
            elif label:
                piece = label.group(1) if is_code else None
                self.labels[label.group(1)] = piece
                if code[label.end():].startswith(':'):  # all that .globl names, and functions that are defined as `extern`
                    self.shown.add(label.group(1))
            elif '.globl' in code:
                self.shown.add(code.split()[1])
            else:
                self.names[piece].update(NAME.findall(code))
                self.code[piece] += (code or line).rstrip() + '\n'
            self.lines.append((piece, line))

    def is_static(self, name):
        """Whether it is a label of this file that no other sees."""
        return name in self.labels and name not in self.shown

    def text(self, kept, shared):
        """The file without the pieces that are not kept, and without declarations of what they name."""
        used = set().union(*(self.names[piece] for piece in kept))
        return ''.join(f'\t.globl {name}\n' for name in sorted(shared & kept - {None})) + ''.join(
            line for piece, line in self.lines if piece in kept and not (
                '.globl' in line and line.split()[1].startswith('_') and line.split()[1] not in used | kept))


def shared_by(files):
    """By name, the files whose `static` function of hutch is that of the first: SDCC writes those of a header into each."""
    shared = collections.defaultdict(list)
    for file in files:
        for name, piece in file.labels.items():
            if piece and name.startswith('_hutch_') and file.is_static(name) and (
                    name not in shared or file.code[name] == shared[name][0].code[name]):
                shared[name].append(file)
    different = None
    while different != []:  # what names a function that differs does too
        different = [(name, file) for name, having in shared.items() for file in having if any(
            file.is_static(used) and file not in shared.get(used, ()) for used in file.names[name])]
        for name, file in different:
            shared[name].remove(file)
    return {name: having for name, having in shared.items() if having}


def dropped(texts):
    """The files without what nothing refers to, beginning with the first. A program's file comes before the library's.
    Of a function of hutch that is `static` in one file and not in another, the other is taken: see port/sm83/split.py."""
    files = [Pieces(text) for text in texts]
    shared = shared_by(files)
    owners = {name: file for file in reversed(files) for name in file.shown & set(file.labels)}
    kept = {file: set() for file in files}
    waiting = [(files[0], piece) for piece in files[0].names]
    while waiting:
        file, piece = waiting.pop()
        if piece not in kept[file]:
            kept[file].add(piece)
            waiting.append((file, None))  # a file's variables are there as soon as one of its functions is
            for name in file.names[piece]:
                is_own = name in file.labels and not (name in owners and name.startswith('_hutch_'))
                home = file if is_own else owners.get(name)
                if is_own and file in shared.get(name, ()):
                    home = shared[name][0]
                if home:
                    waiting.append((home, home.labels[name]))
    return [file.text(kept[file], {name for name in shared if shared[name][0] is file}) if kept[file] else ''
            for file in files]


def assemble(stem, text):
    """Assembler to SDCC's own kind of object."""
    with open(stem + '.asm', 'w', encoding='latin-1') as file:
        file.write(text)
    run(['sdasgb', '-g', '-o', stem + '.rel', stem + '.asm'])
    return stem + '.rel'


def archives_of(stem, paths, files):
    """Two archives: the program's, and the library's without what the program defines itself."""
    symbols = {}
    for file in files:
        with open(file, encoding='latin-1') as text:
            symbols[file] = {name for name in re.findall(r'^S (_\S+) Def', text.read(), re.M)
                             if not name.endswith('_in_every_file')}  # absolute, the same in all of them
    program = [file for path, file in zip(paths, files) if '/src/' not in path]
    own = set().union(*(symbols[file] for file in program))
    library = [file for file in files if file not in program and not symbols[file] & own]
    for archive, members in ((stem + '.lib', program), (stem + '-hutch.lib', library)):
        if os.path.exists(archive):
            os.remove(archive)
        run(['sdar', '-rc', archive, *members])
        yield archive


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
    objects = sorted(objects, key=lambda path: (not path.endswith('start.o'), '/src/' in path))
    folder = os.path.join(os.path.dirname(out), 'sdcc')
    os.makedirs(folder, exist_ok=True)
    os.makedirs(stem + '.rel', exist_ok=True)  # a folder a program: others may be linked of the same objects now
    found = referred(objects, folder, own['--effort'])
    objects = [path for path in objects if path in found]
    texts = [found[path] for path in objects]
    texts = dropped(texts) if own['--drop'] == 'yes' else texts
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        paths = [path for path, text in zip(objects, texts) if text]
        files = list(pool.map(lambda path: assemble(
            os.path.join(stem + '.rel', re.sub(r'\W', '_', path[:-2])), texts[objects.index(path)]), paths))
    words = [word for word in options if word.startswith('-Wl')]
    run(['sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC020', *words, files[0],
         *archives_of(stem, paths[1:], files[1:]), '-o', stem + '.ihx'])
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
