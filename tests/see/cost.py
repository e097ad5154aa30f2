#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cost.py - counts the instructions of hutch_snapshot on a Cortex-M3, by the bench's machinery.

usage: cost.py [--write]   prints TAP; --write renews the table in src/tools/README.md
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/bench'))
from machines import BUILD, MACHINES, Failure, call, need, run  # noqa: E402  (of tests/bench)
from measure import compile_by  # noqa: E402

SLOTS = (16, 64, 1000)
DOCUMENT = ROOT / 'src/tools/README.md'
BLOCK = re.compile(r'(<!-- begin snapshot-cost -->\n).*?(<!-- end snapshot-cost -->)', re.S)
OPTIONS = ['-DHUTCH_CFG_STATS=1', '-Os', '-ffreestanding']


def objects():
    """The library, the rig and its memory functions, compiled with counters."""
    machine, folder = MACHINES['m3'], BUILD / 'snapshot'
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    made = []
    for source in [*sorted((ROOT / 'src').glob('*.c')), ROOT / 'tests/bench/rig.c', ROOT / 'tests/sweep/memory.c']:
        made.append(folder / (source.stem + '.o'))
        call([*compile_by(machine, '-Os'), *OPTIONS, '-Itests/bench', '-c', source, '-o', made[-1]])
    return made


def measured():
    """{slots: (instructions of a snapshot without those inside put_char, characters)}"""
    machine, library, found = MACHINES['m3'], objects(), {}
    for slots in SLOTS:
        program = BUILD / 'snapshot' / ('cost-%d.elf' % slots)
        call([*compile_by(machine, '-Os'), *OPTIONS, '-Itests/bench', '-DSLOTS=%d' % slots, 'tests/see/cost.c',
              *library, *machine.link, '-Wl,--gc-sections', '-lgcc', '-o', program])
        names, figures = run(machine, program)
        if names != ['snapshot', 'put_char']:
            raise Failure('the program printed %s' % names)
        whole, characters, calls = figures[0][1], figures[1][5], figures[1][6]
        # A call of put_char as the second row counts it is its body, the branch to it and the load of its address.
        found[slots] = (whole - calls, characters)
    return found


def table(found):
    lines = ['| slots | characters | instructions, without put_char | each slot |', '| --- | --- | --- | --- |']
    for slots, (count, characters) in found.items():
        lines.append('| %d | %d | %d | %.1f |' % (slots, characters, count, count / slots))
    return '\n'.join(lines) + '\n'


def main():
    print('TAP version 13\n1..1')
    try:
        need(['m3'])
        made = table(measured())
    except Failure as failure:
        print('not ok 1 - the program builds and runs\n# %s' % str(failure).replace('\n', '\n# '))
        return 1
    text = DOCUMENT.read_text(encoding='utf-8')
    if '--write' in sys.argv[1:]:
        text = BLOCK.sub(lambda match: match.group(1) + made + match.group(2), text)
        DOCUMENT.write_text(text, encoding='utf-8')
    is_fresh = made in text
    print('%s 1 - the cost of a snapshot in src/tools/README.md is what was counted here (make snapshot-cost)'
          % ('ok' if is_fresh else 'not ok'))
    for line in [] if is_fresh else made.splitlines():
        print('# ' + line)
    return 0 if is_fresh else 1


if __name__ == '__main__':
    sys.exit(main())
