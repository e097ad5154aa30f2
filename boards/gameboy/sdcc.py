#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# sdcc.py - SDCC with the words of gcc, and with what --gc-sections is there: functions that nobody calls go.
"""usage: sdcc.py OPTIONS -c SOURCE -o OBJECT      runs the preprocessor; its C is what an "object" is here
       sdcc.py OPTIONS OBJECT ... -o PROGRAM.elf    drops what nobody names, compiles, links: PROGRAM.gb, .map, .noi

OPTIONS are gcc's, and those of USUAL below.

SDCC emits every static function of a header, called or not, links whole files, and takes seconds for a file. So the
C of all files is taken apart first, and SDCC gets what can be reached from main, the interrupts and the variables.
What was compiled once from the same text, for this program or another of the same folder, is not compiled again."""

import collections
import concurrent.futures
import fcntl
import hashlib
import os
import pickle
import re
import shutil
import subprocess
import sys

import fold

LABEL = re.compile(r'^(_\w+)::?$')
NAME = re.compile(r'(?<![\w$])_\w+')
WORD = re.compile(r'[A-Za-z_]\w*')
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^#.*|[(){};]', re.M)
VARIABLE = re.compile(r'(\w+)\s*(?:\[[^\]]*\]\s*)*[=,]')
CHOICE = re.compile(r'(\d+) % (\d+) \+ 1 == (\d+) \? (\w+) : (\w+)')  # UNIT_TEST's, of a share of the tests
NO_VARIABLE = re.compile(r'\s*(extern\b|typedef\b|;|(struct|union|enum)\s+\w+\s*;)')
BODY = re.compile(r'\)\s*(__naked\s*)?$')
DIRECTIVE = re.compile(r'^#.*', re.M)
FUNCTION = re.compile(r'\s*(?!typedef\b)([\w\s*]+?)\b(\w+)\s*\(')
CONSTANT = re.compile(r'\s*const\b[\w\s*]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)?=')
NOT_FOR_SDCC = re.compile(r'-(W|f|g|std|MMD|MP|m|-)')
SDCC = ['sdcc', '-msm83', '--std-c99', '--opt-code-size']
# Words of this script's own, for the last step:
USUAL = {
    '--effort': '--max-allocs-per-node,15000',  # SDCC's options for how long it looks for better code
    '--data-end': '0xD000',  # where variables must end
    '--cartridge': '0,0',  # makebin's numbers for its kind and its RAM
    '--whole-library': 'no',  # yes: compiles it once for all programs of a folder, and leaves out after that only
}
# 85, 283: unused arguments and prototypes in the old way, in code that says (void); 158, 165: constants that wrap;
# 218: a line that its own peephole rules have made and do not know
QUIET = ['--disable-warning', '85', '--disable-warning', '158', '--disable-warning', '165', '--disable-warning', '218']

# text: as it stands in the file; name: of the function, or constant of other files, that it defines or declares
Piece = collections.namedtuple('Piece', 'text name is_body is_static')


def run(command):
    """Ends the program when the command fails."""
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)


def preprocess(source, out, options):
    """Functions of headers become static, not inline: what SDCC 4.2 makes of an inlined HUTCH_FOREACH is wrong."""
    if source.endswith('.s'):
        shutil.copyfile(source, out)
        return
    words = [word for word in options if not NOT_FOR_SDCC.match(word)]
    depends = os.path.splitext(out)[0] + '.d'
    run([*SDCC, *words, f'-Wp,-MMD,{depends},-MP,-MT,{out}', '-DHUTCH_INLINE=static', '-E', source, '-o', out])
    with open(out + '.pieces', 'wb') as file:  # many programs are linked of one object
        pickle.dump(Unit(out), file)


def piece_of(text, is_body):
    """A declaration or definition, and which function it is about, if any."""
    code = DIRECTIVE.sub('', text)
    constant = CONSTANT.match(code)
    if constant:
        return Piece(text, constant.group(1), True, False)
    match = FUNCTION.match(code)
    if not match or not (is_body or code.rstrip(' \n;').endswith(')')):
        return Piece(text, None, False, False)
    return Piece(text, match.group(2), is_body, 'static' in match.group(1).split())


def pieces_of(text):
    """C after its preprocessor, taken apart between functions and declarations."""
    depth, begin, head = 0, 0, 0
    for token in TOKEN.finditer(text):
        mark = token.group()
        if mark == '{' and depth == 0:
            head = token.start()
        depth += {'{': 1, '(': 1, '}': -1, ')': -1}.get(mark, 0)
        is_body = mark == '}' and depth == 0 and BODY.search(text[begin:head]) is not None
        if depth == 0 and (mark == ';' or is_body):
            yield piece_of(text[begin:token.end()], is_body)
            begin = token.end()
    yield Piece(text[begin:], None, False, False)


def chosen(choice):
    """The name that SDCC would choose: what only the other one needs can go before it compiles."""
    number, divisor, remainder = (int(choice.group(i)) for i in (1, 2, 3))
    return choice.group(4 if number % divisor + 1 == remainder else 5)


def variables_of(piece):
    """The variables that a file defines here, and whether for itself only."""
    code = DIRECTIVE.sub('', piece.text)
    head = code.split('=')[0]
    if not code.rstrip().endswith(';') or '{' in head or NO_VARIABLE.match(head):
        return set(), False
    return set(VARIABLE.findall(head.replace(';', ' =') + '=')), head.split()[0] == 'static'


class Unit:
    """A file: its pieces, and by function what its body names; None for all that is no function."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding='utf-8') as file:
            self.text = CHOICE.sub(chosen, file.read())
        self.is_c = self.text.startswith('#')
        self.pieces = list(pieces_of(self.text)) if self.is_c else []
        self.named = {None: set() if self.is_c else {word[1:] for word in WORD.findall(self.text)}}
        self.declared = set()  # its functions, constants and variables that others may use
        for piece in self.pieces:
            if piece.is_body or not piece.name:
                key = piece.name if piece.is_body else None
                self.named.setdefault(key, set()).update(WORD.findall(DIRECTIVE.sub('', piece.text)))
            if piece.is_body and not piece.is_static:
                self.declared.add(piece.name)
            variables, is_own = variables_of(piece) if not piece.name else (set(), False)
            self.named.update((name, set()) for name in variables)
            self.declared |= set() if is_own else variables

    def without(self, is_dropped):
        """Its text without these pieces; lines keep their numbers."""
        return ''.join(piece.text if not is_dropped(piece) else ''.join(re.findall(r'^#.*|\n', piece.text, re.M))
                       for piece in self.pieces) if self.is_c else self.text


def unit_of(path):
    """What preprocess() has kept, for a file in C."""
    if not os.path.exists(path + '.pieces'):
        return Unit(path)
    with open(path + '.pieces', 'rb') as file:
        return pickle.load(file)


class Assembler:
    """The assembler of one file: pieces of code that each begin with a label, and all the rest."""

    def __init__(self, path, assembler):
        self.path = path
        self.lines = []  # of (piece or None, line)
        self.named = {}  # by piece: what its lines name
        self.declared = set()  # by .globl: its own names that others may use, and those of others
        piece, is_code = None, False
        with open(assembler, encoding='latin-1') as file:
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

    def kept_text(self, kept):
        """The file without the pieces that are not kept."""
        used = kept.union(*(self.named.get(piece, ()) for piece in kept))
        lines = []
        for piece, line in self.lines:
            is_unused = line.strip().startswith('.globl') and line.split()[1].startswith('_') and \
                line.split()[1] not in used
            lines.append(line if piece in kept and not is_unused else '')
        return ''.join(lines)


def reachable(units, roots, is_whole=lambda unit: False):
    """By unit: the pieces that something needs, beginning with what is no code in some of them."""
    # What the library defines is there for programs that do not define it themselves.
    by_weight = sorted(units, key=lambda unit: '/src/' not in unit.path)
    owner = {name: unit for unit in by_weight for name in unit.declared & set(unit.named)}
    kept = {unit: set() for unit in units}
    waiting = [(unit, None) for unit in roots]
    while waiting:
        unit, piece = waiting.pop()
        if piece in kept[unit]:
            continue
        kept[unit].add(piece)
        waiting.append((unit, None))  # a file's variables are there as soon as one of its functions is
        if is_whole(unit):
            waiting.extend((unit, name) for name in unit.declared & set(unit.named))
        for name in unit.named.get(piece, ()):
            home = unit if name in unit.named and name not in unit.declared else owner.get(name)
            if home:
                waiting.append((home, name))
    return kept


def compiled(unit, text, folder, effort):
    """The path of the assembler that SDCC makes of a file."""
    if not unit.is_c:
        return unit.path
    name = re.sub(r'\W', '_', unit.path[:-2]).split('_boards_')[-1]
    stem = os.path.join(folder, f'{name}_{hashlib.sha1((effort + text).encode()).hexdigest()[:12]}')
    with open(stem + '.c', 'a', encoding='utf-8') as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # others may want the same now
        if not os.path.exists(stem + '.asm'):
            file.truncate(0)
            file.write(text)
            file.flush()
            run([*SDCC, *QUIET, *effort.split(','), '-S', stem + '.c', '-o', stem + '.new'])
            os.replace(stem + '.new', stem + '.asm')
    return stem + '.asm'


def assemble(path, text):
    """Assembler to SDCC's own kind of object."""
    with open(path + '.asm', 'w', encoding='latin-1') as file:
        file.write(text)
    run(['sdasgb', '-g', '-o', path + '.rel', path + '.asm'])
    return path + '.rel'


def is_dropped(piece, unit, kept, bodies):
    """Whether a file shall not define this; or not declare it: what nothing that is left of the file names.

    A file may call what it defines itself and another file defines instead: then the declaration stays."""
    if piece.name is None or piece.name not in bodies:
        return False
    if piece.is_body or piece.is_static:
        return piece.name not in kept[unit]
    return all(piece.name not in unit.named[name] for name in kept[unit])


def check_room(path, data_end):
    """SDCC's linker places things one upon the other without a word."""
    with open(path, encoding='latin-1') as file:
        areas = re.findall(r'^(_\w+) +([0-9A-F]{8}) +([0-9A-F]{8}) =', file.read(), re.M)
    end = {name: int(start, 16) + int(size, 16) for name, start, size in areas}
    for names, limit in ((('_CODE', '_HOME', '_INITIALIZER'), 0x8000), (('_DATA', '_INITIALIZED', '_BSS'), data_end)):
        last = max(end.get(name, 0) for name in names)
        if last > limit:
            sys.exit(f'{path}: {", ".join(names)} end at {last:#x}, {last - limit} bytes behind {limit:#x}')


def link(objects, out, options):
    """Objects to a cartridge. The first is the start-up code."""
    own = {**USUAL, **dict(word.split('=') for word in options if word.startswith('--'))}
    stem = os.path.splitext(out)[0]
    units = [unit_of(path) for path in sorted(objects, key=lambda path: not path.endswith('start.o'))]
    kept = reachable(units, [unit for unit in units if not unit.is_c],
                     lambda unit: own['--whole-library'] == 'yes' and '/src/' in unit.path)
    bodies = set().union(*(unit.named for unit in units))
    units = [unit for unit in units if kept[unit]]
    folder = os.path.join(os.path.dirname(out), 'sdcc')
    os.makedirs(folder, exist_ok=True)
    os.makedirs(stem + '.rel', exist_ok=True)  # a folder a program: others may be linked of the same objects now
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        sources = list(pool.map(
            lambda unit: compiled(unit, unit.without(lambda piece: is_dropped(piece, unit, kept, bodies)), folder,
                                  own['--effort']),
            units))
        # Once more: SDCC has left out branches that a constant rules out, and with them names.
        parts = [Assembler(unit.path, source) for unit, source in zip(units, sources)]
        kept = reachable(parts, parts)
        texts = fold.fold([part.kept_text(kept[part]) for part in parts])
        files = list(pool.map(lambda part, text: assemble(
            os.path.join(stem + '.rel', re.sub(r'\W', '_', part.path[:-2])), text), parts, texts))
    words = [word for word in options if word.startswith('-Wl')]
    run(['sdcc', '-msm83', '--no-std-crt0', '--code-loc', '0x200', '--data-loc', '0xC020', *words, *files, '-o',
         stem + '.ihx'])
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
