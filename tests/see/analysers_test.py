#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""analysers_test.py - what cppcheck says of programs that use hutch, by src/tools/hutch.cfg, and where ctags finds pools.

usage: analysers_test.py    Prints TAP. Run from the root.
"""
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
from cpu_time import call  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

CPPCHECK = ['cppcheck', '--quiet', '--std=c99', '--enable=warning,style,performance,portability', '--template={file}:{line}: {id}: {message}',
            '--library=src/tools/hutch.cfg', '-Itests/recipes', '-Itests/recipes/stand_in']
OWN = ('unusedStructMember', 'shadowFunction', 'knownConditionTrueFalse')  # of the programs' own text: they are examples
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


def main():
    programs = sorted(str(path.relative_to(ROOT)) for path in (ROOT / 'tests/recipes').glob('*.c'))
    said = call([*CPPCHECK, *programs], ROOT).splitlines()
    foreign = [line for line in said if '/stand_in/' not in line and not any(f': {own}: ' in line for own in OWN)]
    result(len(programs) > 30 and not foreign, 'cppcheck says nothing of hutch in any program of tests/recipes, by hutch.cfg and without its headers', '\n'.join(foreign))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'planted.c'
        path.write_text(PLANTED, encoding='utf-8')
        found = {tuple(re.search(r':(\d+): (\w+):', line).groups()) for line in call([*CPPCHECK, str(path)], ROOT).splitlines()}
        result(found == {('9', 'nullPointerRedundantCheck'), ('12', 'arrayIndexOutOfBounds')}, 'an error in a program it does find: after acquire, and in a walk', str(found))
        tags = call(['ctags', '--options=src/tools/hutch.ctags', '-f', '-', str(path)], ROOT)
        names = {line.split('\t')[0] for line in tags.splitlines() if 'HUTCH_POOL' in line}
        result({'rabbits', 'rabbits_acquire', 'rabbits_release'} <= names, 'ctags finds a pool and its functions, by hutch.ctags', tags)
    return end()


if __name__ == '__main__':
    sys.exit(main())
