#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# split.py - archives the library with each function in an object of its own: SDCC's linker takes whole objects.
"""usage: split.py rcs ARCHIVE FILE.asm ...

The files are what `sdcc -S` writes. A `static` function or constant that is the same in all files that have it is
archived once; one that differs gets a name for each file, and so do variables. If one file has a function of that name
that is not `static`, as hutch_slot.c has, that is the one. Absolute symbols, which hold the options, are in each object."""

import collections
import os
import re
import shutil
import subprocess
import sys

LABEL = re.compile(r'(_\w+)::?')
ABSOLUTE = re.compile(r'(_\w+)\s*=\s*0x')
NAME = re.compile(r'(?<![\w$])_\w+')
AREA = re.compile(r'^\s*\.area.*', re.M)
PREFIX = '_hutch_'
INITIAL_VALUE = '__xinit_'  # SDCC's name for the first value of a variable, which it must be linked with


class Piece:
    """What a label of a file begins, with all lines up to the next: a function, a constant or a variable."""

    def __init__(self, stem, name, is_public):
        self.stem, self.name, self.is_public = stem, name, is_public
        self.lines = []
        self.is_in_rom = True

    def text(self, names):
        """The piece in its areas, with names replaced."""
        return ''.join(NAME.sub(lambda found: names.get(found.group(), found.group()), line) for line in self.lines)


def pieces_of(path, absolute):
    """The pieces of a file that SDCC wrote; its absolute symbols, with the lines that define them, go to `absolute`."""
    stem = os.path.basename(path)[:-len('.asm')]
    pieces, public, area, piece = {}, set(), '', None
    with open(path, encoding='latin-1') as file:
        for number, line in enumerate(file, 1):
            code = (line if '.ascii' in line else line.split(';')[0]).rstrip()
            words = code.split()
            if not words or words[0] in ('.module', '.optsdcc'):
                continue
            if words[0] == '.globl':
                public.add(words[1])
            elif words[0] == '.area':
                area, piece = code, None
            elif ABSOLUTE.match(code):
                name = ABSOLUTE.match(code).group(1)
                if absolute.setdefault(name, code) != code:
                    sys.exit(f'{path}:{number}: {name} has another value in another file')
            else:
                label = LABEL.match(code)
                if label:
                    name = label.group(1).replace(INITIAL_VALUE, '', 1)
                    piece = pieces.setdefault(name, Piece(stem, name, name in public))
                    piece.is_in_rom &= area.split()[1] == '_CODE'
                    piece.lines.append(area + '\n')
                if piece is None:
                    sys.exit(f'{path}:{number}: code without a name')
                piece.lines.append(code + '\n')
    return list(pieces.values())


def without_replaced(pieces):
    """The pieces but for `static` functions of which another file has one that is not."""
    public = {piece.name for piece in pieces if piece.is_public and piece.is_in_rom}
    return [piece for piece in pieces if piece.is_public or piece.name not in public]


def names_of(pieces):
    """By file, the new names of its `static` pieces. A program may have functions of the same names, so all get a prefix;
    variables, strings and what differs from file to file get one with the file's name."""
    new = collections.defaultdict(dict)
    named = collections.defaultdict(list)
    for piece in pieces:
        named[piece.name].append(piece)
        if not piece.is_public and not piece.name.startswith(PREFIX):
            new[piece.stem][piece.name] = f'{PREFIX}own{piece.name}'
    is_done = False
    while not is_done:  # what names a renamed piece differs, too
        is_done = True
        for name, several in named.items():
            is_same = len({piece.text(new[piece.stem]) for piece in several}) == 1
            if is_same and all(piece.is_in_rom for piece in several) and not name.startswith('___str'):
                continue
            for piece in several:
                own = f'_{piece.stem}_{name}'
                if not piece.is_public and new[piece.stem].get(name) != own:
                    new[piece.stem][name] = own
                    is_done = False
    return new


def main():
    """Writes the archive."""
    archive, files = sys.argv[2], sys.argv[3:]
    folder = os.path.splitext(archive)[0] + '.split'
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    absolute = {}
    pieces = without_replaced([piece for path in files for piece in pieces_of(path, absolute)])
    new = names_of(pieces)
    objects = {}
    for piece in pieces:
        name = new[piece.stem].get(piece.name, piece.name)
        text = piece.text(new[piece.stem])
        if name in objects:
            if objects[name][0] != text:
                sys.exit(f'{name} is defined twice')
            continue
        path = os.path.join(folder, name.strip('_'))
        with open(path + '.asm', 'w', encoding='latin-1') as file:
            file.write(f'\t.module {name.strip("_")}\n')
            file.writelines(f'\t.globl {used}\n' for used in sorted(set(NAME.findall(AREA.sub('', text)))))
            file.writelines(f'\t.globl {name}\n{line}\n' for name, line in absolute.items())
            file.write(text)
        subprocess.run(['sdasgb', '-o', path + '.rel', path + '.asm'], check=True)
        objects[name] = text, path + '.rel'
    subprocess.run(['sdar', 'rcs', archive, *(path for _, path in objects.values())], check=True)


if __name__ == '__main__':
    main()
