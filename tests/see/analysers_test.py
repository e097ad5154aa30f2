#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""analysers_test.py - what cppcheck (by src/tools/hutch.cfg), clang-tidy and gcc say of programs that use hutch, and where ctags finds pools.

usage: analysers_test.py    Prints TAP. Run from the root.
"""
import re
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE, STDOUT, run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
from cpu_time import call  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

CPPCHECK = ['cppcheck', '--quiet', '--std=c99', '--enable=warning,style,performance,portability', '--template={file}:{line}: {id}: {message}',
            '--library=src/tools/hutch.cfg', '-Itests/recipes', '-Itests/recipes/stand_in']
OWN = ('unusedStructMember', 'shadowFunction', 'knownConditionTrueFalse')  # of the programs' own text: they are examples
PATHS = ['-std=c99', '-Iinclude', '-Iport/host', '-Itests/recipes', '-Itests/recipes/stand_in']
GROUPS = ('bugprone', 'cert', 'misc', 'readability', 'hicpp', 'cppcoreguidelines', 'google', 'android', 'concurrency', 'clang-analyzer', 'portability')
TIDY = ['clang-tidy', '--quiet', '--config={}', '--checks=-*,' + ','.join(group + '-*' for group in GROUPS)]
KNOWN = r'cppcoreguidelines-avoid-non-const-global-variables|hicpp-no-assembler|readability-identifier-length|bugprone-sizeof-expression'  # src/tools/README.md
ANALYZER = ['gcc', '-O0', '-D__OPTIMIZE__', '-fanalyzer']
PLANTED = """#include "hutch/hutch.h"
struct rabbit { int x; };
HUTCH_POOL(rabbits, struct rabbit, 4);
int plant(int n)
{
    int table[4] = {0};
    struct rabbit *one = rabbits_acquire();
    if (one == NULL) {
        one->x = 1;
    }
    HUTCH_FOREACH (struct rabbit, it, rabbits) {
        table[4] += it->x;
    }
    return table[n & 3];
}
"""


def warnings(command, program, *words):
    """(line, what it says there, the text of that line), and of hutch's headers, (line, what, 'HUTCH_HEADER')."""
    text = (ROOT / program).read_text(encoding='utf-8').splitlines()
    said = run([*command, program, *words], cwd=ROOT, stdout=PIPE, stderr=STDOUT, text=True, check=False).stdout
    for name, line, what in re.findall(r'^(\S+?):(\d+):\d+: (?:warning|error): (.*)', said, re.M):
        if name.endswith(Path(program).name):
            yield int(line), what, text[int(line) - 1]
        elif 'include/hutch' in name:
            yield int(line), what, 'HUTCH_HEADER'


def of_hutch(command, programs, *words):
    """What is said of hutch's headers, and at a line that a macro of hutch makes."""
    return [f'{program}:{line}: {what}' for program in programs for line, what, text in warnings(command, program, *words)
            if re.match(r'\s*(static )?HUTCH_[A-Z]', text) and not re.search(KNOWN, what)]


def main():
    programs = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'tests/recipes').glob('*.c'))
    said = call([*CPPCHECK, *programs], ROOT).splitlines()
    foreign = [line for line in said if '/stand_in/' not in line and not any(f': {own}: ' in line for own in OWN)]
    result(len(programs) > 30 and not foreign, 'cppcheck says nothing of hutch in any program of tests/recipes, by hutch.cfg and without its headers', '\n'.join(foreign))
    for name, command, words in ((f'clang-tidy in {len(GROUPS)} groups says nothing but what src/tools/README.md names', TIDY, ['--', *PATHS]),
                                 ("gcc's analyzer says nothing", [*ANALYZER, *PATHS, '-c', '-o', '/dev/null'], [])):
        said = of_hutch(command, programs, *words)
        result(not said, name + ' of any line that a macro of hutch makes', '\n'.join(said))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'planted.c'
        path.write_text(PLANTED, encoding='utf-8')
        found = {tuple(re.search(r':(\d+): (\w+):', line).groups()) for line in call([*CPPCHECK, str(path)], ROOT).splitlines()}
        result(found == {('9', 'nullPointerRedundantCheck'), ('12', 'arrayIndexOutOfBounds')}, 'an error in a program it does find: after acquire, and in a walk', str(found))
        found = {(line, re.search(r'\[(clang-analyzer[\w.-]+)', what)[1]) for line, what, _ in warnings(TIDY, str(path), '--', *PATHS) if 'clang-analyzer' in what}
        result(found == {(9, 'clang-analyzer-core.NullDereference')}, 'clang-tidy finds that after acquire', str(found))
        found = {line for line, what, _ in warnings([*ANALYZER, *PATHS, '-c', '-o', '/dev/null'], str(path)) if '-Wanalyzer' in what}
        result(9 in found, "gcc's analyzer finds it, too", str(found))
        tags = call(['ctags', '--options=src/tools/hutch.ctags', '-f', '-', str(path)], ROOT)
        names = {line.split('\t')[0] for line in tags.splitlines() if 'HUTCH_POOL' in line}
        result({'rabbits', 'rabbits_acquire', 'rabbits_release'} <= names, 'ctags finds a pool and its functions, by hutch.ctags', tags)
    return end()


if __name__ == '__main__':
    sys.exit(main())
