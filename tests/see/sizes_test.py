#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sizes_test.py - hutch-sizes: its tables are the cheapest and refuse nothing, what a report says to change; libraries of Debian recorded, and run by the table.

usage: sizes_test.py    Prints TAP. Run from the root.
"""
import itertools
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/tools'), str(ROOT / 'tests/bench')]
import cpu_time  # noqa: E402  (of tests/tools)
from machines import MACHINES  # noqa: E402  (of tests/bench)
from tap_out import end, result  # noqa: E402

TOOL = str(ROOT / 'src/tools/hutch-sizes')


def tool(text, *words):
    with tempfile.NamedTemporaryFile('w', encoding='utf-8') as file:
        file.write(text)
        file.flush()
        done = cpu_time.run(['/usr/bin/python3', '-B', TOOL, file.name, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def some_record(rng, sizes, calls):
    """(lines, [(bytes that end, bytes that begin)])"""
    lines, steps, live = [], [], {}
    for number in range(1, calls):
        place, gone = rng.choice(sorted(live)) if live and rng.random() < .6 else None, 0
        larger = [size for size in sizes if place is None or size > live[place]]
        does = 'a' if place is None else 'g' if larger and rng.random() < .3 else 'r'
        if does != 'r':
            live[16 * number] = rng.choice(larger)
            lines.append(f'{does} {16 * number:#x} {live[16 * number]}')
        if place is not None:
            gone = live.pop(place)
            lines.append(f'r {place:#x} 0')
        steps.append((gone, live.get(16 * number, 0)))
    return '\n'.join(lines) + '\n', steps


def peak(steps, above, to):
    live = most = 0
    for gone, got in steps:
        live += (above < got <= to) - (above < gone <= to)
        most = max(most, live)
    return most


def cost(blocks, size):
    leaves = -(-blocks // 32)
    return blocks * size + 4 * (leaves + (-(-leaves // 32) if leaves > 3 else 0))


def test_cheapest():
    rng, wrong = random.Random(7), []
    for turn in range(30):
        sizes = rng.sample(range(8, 160, 8), rng.randrange(1, 7))
        text, steps = some_record(rng, sizes, rng.randrange(2, 200))
        sizes = sorted({got for _, got in steps if got})
        code, said, _ = tool(text)
        tables = [[tuple(map(int, pair)) for pair in re.findall(r'(\d+) x (\d+)', line)] for line in said.splitlines() if ' bytes, ' in line and ' x ' in line]
        totals = [int(total) for total in re.findall(r'pools? +(\d+) bytes', said)]
        for count, (table, total) in enumerate(zip(tables, totals), 1):
            ways = (sorted((*chosen, sizes[-1])) for chosen in itertools.combinations(sizes[:-1], count - 1))
            least = min(sum(cost(peak(steps, above, to), to) for above, to in zip([0, *way], way)) for way in ways)
            enough = [(to, peak(steps, above, to)) for above, to in zip([0] + [size for size, _ in table], [size for size, _ in table])]
            wrong += [f'{turn}: {table} takes {total}, the least is {least}'] if (total, table) != (least, enough) else []
        wrong += [f'{turn}: {said}'] if code != 0 or len(tables) != len(sizes) else []
    result(not wrong, 'each table is the cheapest of so many pools, and has as many blocks as were live', '\n'.join(wrong[:5]))
    _, said, _ = tool('a 10 24\na 20 24\n', '--margin', '50', '--declaration', '--name', 'json')
    result(said == 'HUTCH_POOL_BLOCKS(json_24, 24, 3);\nHUTCH_SIZES(json, json_24);\n', 'a declaration is printed, with a margin', said)


def test_report():
    head = 'pool          live  peak   cap refused   bytes  slots\n'
    rows = 'large            0     0     2       0     196  ..\nsmall            2     3     3       5      76  ##.\nmiddle           1     4     9       0     580  #........\n'
    code, said, error = tool(f'boots\n{head}{rows}')
    result(said == 'HUTCH_POOL_BLOCKS(small, 24, 7); // 3 now, peak 3, refused 5: +96 bytes\nHUTCH_POOL_BLOCKS(middle, 64, 4); // 9 now, peak 4, refused 0: -320 bytes\n'
           '// large: 2 blocks of 96 bytes were never used: -196 bytes\n// -420 bytes in all; measure again: how many of the refused are live at one time is not known\n',
           'of a report: a pool that refused gets as many blocks as could have been live, one that did not its peak', said + error)
    code, _, error = tool(head + 'small            2     -     3       -      76  ##.\n')
    result(code == 1 and 'small was not counted: build with HUTCH_CFG_STATS=1' in error, 'a report without counters is refused, with the option', error)
    code, _, error = tool('', '--margin', '5000')
    result(code == 2 and '--margin is 0 to 1000' in error, 'a margin that is none is refused', error)


M3 = MACHINES['m3']
GCC = ['gcc', '-std=gnu99', '-O1', '-Wall', '-Wextra', '-Werror', '-Isrc/tools', '-Iinclude', '-ffunction-sections']
BY_PORT = {'host': GCC, 'cortex_m': [M3.tools + GCC[0], *GCC[1:], *M3.cflags, '-I.', 'tests/bench/rig.c', *M3.link, '-Wl,--gc-sections', '-Wl,--defsym=end=0x20080000']}
# What it is called, its program, what runs that, what links it.
LIBRARIES = (
    ('cJSON', 'cjson', 'host', ['-lcjson']),
    ('Lua', 'lua', 'host', ['-llua5.4']),
    ('mbedTLS', 'mbedtls', 'host', ['-Wl,--wrap=calloc,--wrap=free,--wrap=time', '-l:libmbedtls.a', '-l:libmbedx509.a', '-l:libmbedcrypto.a']),
    ('SQLite', 'sqlite', 'host', ['-lsqlite3']),
    ('newlib on a Cortex-M3', 'newlib', 'cortex_m', ['-lc', '-lnosys', '-lgcc']),
    ('newlib-nano on a Cortex-M3', 'newlib', 'cortex_m', ['--specs=nano.specs', '-u_printf_float', '-lc_nano', '-lnosys', '-lgcc']))


BLOCKS = re.compile(r'HUTCH_POOL_BLOCKS\((\w+), \d+, (\d+)\)')


def test_real(title, source, port, link):
    """Recorded with one seed; by exactly that table with another, and in a debug build."""
    with tempfile.TemporaryDirectory() as temporary:
        folder, program = Path(temporary), Path(temporary) / 'program'
        common = [*BY_PORT[port], f'-Iport/{port}', f'tests/see/real/{source}.c', *map(str, sorted([*Path('src').glob('*.c'), *Path('port', port).glob('*.c')]))]

        def run(*words):
            cpu_time.call([*common, *words, *link, '-o', str(program)], ROOT)
            command = [str(program)] if port == 'host' else [*M3.emulator, '-kernel', str(program)]
            return cpu_time.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        done = run('-DSEED=1')
        align = ['--align', '8' if port == 'cortex_m' else '16']
        code, said, error = tool(done.stdout, *align)
        table = said[said.find('HUTCH_POOL_BLOCKS'):]
        result(done.returncode == 0 and code == 0 and 'HUTCH_SIZES(mem, ' in table, f'{title} is recorded, and a table made', done.stdout[-300:] + error + said)
        print(re.sub('^', '# ', said.split('\n\n')[0], flags=re.M))

        def by(table, *words):
            """What is wrong, how many were refused, whether each pool was full once, what its report says to change."""
            pools = {pool: int(blocks) for pool, blocks in BLOCKS.findall(table)}
            (folder / 'table.h').write_text(table, encoding='utf-8')
            done = run('-DSEED=2', f'-DTABLE="{folder}/table.h"', '-DTABLE_POOLS=' + ', '.join(f'&{pool}_pool' for pool in pools), '-DHUTCH_CFG_STATS=1', *words)
            seen = {row[0]: [int(word) for word in row[1:5]] for row in map(str.split, done.stdout.splitlines()) if row and row[0] in pools}
            live, peaks, _, refused = zip(*seen.values()) if seen else [()] * 4
            is_right = done.returncode == 0 and seen.keys() == pools.keys() and sum(live) == 0
            return '' if is_right else done.stdout + table, sum(refused), peaks == tuple(pools[pool] for pool in seen), tool(done.stdout, *align)[1]
        for check in (1, 2):
            wrong, refused, is_full, advice = by(table, f'-DHUTCH_CFG_CHECK={check}')
            result(not wrong and refused == 0 and is_full, f'by the table {title} does the same with other values: nothing refused, each pool full once, all returned, HUTCH_CFG_CHECK {check}', wrong or advice)
        result(BLOCKS.findall(advice) == BLOCKS.findall(table) and '// +0 bytes in all' in advice, f'by its report {title} needs no other table', advice)
        if source == 'mbedtls':  # the length of its numbers depends on their values
            wrong, refused, _, advice = by(table, '-DTURNS=40')
            result(not wrong and refused != 0, f'more values than were recorded: {title} takes larger blocks where a pool is full', wrong or advice)
            advised = dict(BLOCKS.findall(advice))
            wrong, refused, _, advice = by(BLOCKS.sub(lambda found: found[0].replace(f'{found[2]})', f'{advised[found[1]]})'), table), '-DTURNS=40')
            result(not wrong and refused == 0, 'by what its report says to change, it does not', wrong or advice)
        if source == 'newlib':
            heap = re.compile(r'_sbrk|__malloc_' + r'|\bmalloc\b' * ('nano' not in title))  # that of nano calls _malloc_r
            without = heap.findall(cpu_time.call(['nm', str(program)], ROOT))
            run('-DSEED=1', '-DHEAP')
            result(not without and heap.search(cpu_time.call(['nm', str(program)], ROOT)), f'nothing of the malloc of {title} is linked; without the four functions it is', str(without))


def main():
    test_cheapest()
    test_report()
    for library in LIBRARIES:
        test_real(*library)
    return end()


if __name__ == '__main__':
    sys.exit(main())
