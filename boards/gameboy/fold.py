# SPDX-License-Identifier: MIT
# fold.py - keeps one of functions that are the same in several files: a header's static ones, which SDCC emits in each.
"""Compares the assembler of functions and constants: the text, and that what it names is the same, too."""

import collections
import re

LABEL = re.compile(r'^(_\w+):(:?)')
NAME = re.compile(r'(?<![\w$])_\w+')


class File:
    """The assembler that SDCC made of a file: its own names, and by piece of code what it says."""

    def __init__(self, text):
        self.lines = []  # of (piece or None, line)
        self.code = collections.defaultdict(list)  # by static piece: its lines without comments
        self.variables = set()  # static ones
        piece, is_code = None, False
        for line in text.splitlines(keepends=True):
            words = line.split(';')[0].split() if '.ascii' not in line else [line.strip()]
            label = LABEL.match(line)
            if words and words[0] == '.area':
                is_code, piece = words[1] == '_CODE', None
            elif label and is_code:
                piece = None if label.group(2) else label.group(1)
            elif label and not label.group(2):
                self.variables.add(label.group(1))
            if piece and words:
                self.code[piece].append(' '.join(words))
            self.lines.append((piece, line))
        self.code = {name: '\n'.join(lines) for name, lines in self.code.items()}

    def renamed(self, names, left_out):
        """The text with other names, without some pieces."""
        return ''.join(NAME.sub(lambda match: names.get(match.group(), match.group()), line)
                       for piece, line in self.lines if piece not in left_out)


def kinds_of(files):
    """By file and static name a number: the same number, the same code."""
    kinds = {(file, name): 0 for file in files for name in file.code}
    count = 0
    while True:
        numbers = {}
        found = {}
        for file, name in kinds:
            def word(match, file=file):
                other = match.group()
                if other in file.variables:
                    return f'{id(file)}{other}'
                return f'{other}@{kinds.get((file, other), "")}'
            said = NAME.sub(word, file.code[name])
            found[file, name] = numbers.setdefault(said, len(numbers))
        kinds = found
        if len(numbers) == count:
            return kinds
        count = len(numbers)


def fold(texts):
    """The same assembler files, each function that several have in one of them only, for all to use."""
    by_sdcc = [text for text in texts if 'Created by SDCC' in text[:400]]
    files = {text: File(text) for text in by_sdcc}
    same = collections.defaultdict(list)
    for (file, name), kind in kinds_of(list(files.values())).items():
        same[kind].append((file, name))
    names = collections.defaultdict(dict)
    left_out = collections.defaultdict(set)
    for kind, members in same.items():
        for at, (file, name) in enumerate(members):
            if len(members) > 1:
                names[file][name] = f'{name}_{kind}_'
            if at > 0:
                left_out[file].add(name)
    results = []
    for text in texts:
        file = files.get(text)
        folded = file.renamed(names[file], left_out[file]) if file else text
        results.append(re.sub(r'^(_\w+_\d+_):(?!:)', r'\1::', folded, flags=re.M))
    return results
