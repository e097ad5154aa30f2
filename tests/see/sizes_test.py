#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sizes_test.py - hutch-sizes: its tables are the cheapest and refuse nothing, bad input is named; cJSON of Debian recorded, and run by the table.

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
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

TOOL = str(ROOT / 'src/tools/hutch-sizes')


def tool(text, *words):
    with tempfile.NamedTemporaryFile('w', encoding='utf-8') as file:
        file.write(text)
        file.flush()
        done = cpu_time.run(['/usr/bin/python3', '-B', TOOL, file.name, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def some_record(rng, sizes, calls):
    """(lines, [(bytes, +1 or -1)])"""
    lines, steps, live = [], [], {}
    for number in range(1, calls):
        if live and rng.random() < .45:
            place = rng.choice(sorted(live))
            steps.append((live.pop(place), -1))
            lines.append(f'r {place:#x}')
        else:
            live[16 * number] = rng.choice(sizes)
            steps.append((live[16 * number], 1))
            lines.append(f'a {16 * number:#x} {live[16 * number]}')
    return '\n'.join(lines) + '\n', steps


def peak(steps, above, to):
    live = most = 0
    for size, by in steps:
        live += by if above < size <= to else 0
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
        sizes = sorted({size for size, _ in steps})
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


def test_hostile():
    rng, wrong = random.Random(3), []
    words = ['a', 'r', '0', '0x10', '10', '24', '99999999999', '-1', '0x', 'a 10 8', '\x1b[31m', 'é', '\0', '1' * 500, 'nan']
    for _ in range(60):
        text = '\n'.join(' '.join(rng.choice(words) for _ in range(rng.randrange(4))) for _ in range(rng.randrange(40)))
        code, said, error = tool(text)
        if code not in (0, 1) or 'Traceback' in error or (code == 1) != (': no call in it' in error):
            wrong.append(f'{text!r}: {code} {said} {error}')
    result(not wrong, 'damaged records are counted, or named in one line', '\n'.join(wrong[:3]))
    code, _, error = tool('', '--margin', '5000')
    result(code == 2 and '--margin is 0 to 1000' in error, 'a margin that is none is refused', error)


LIBRARIES = {'cjson': 'cJSON', 'lua': 'Lua', 'mbedtls': 'mbedTLS', 'sqlite': 'SQLite'}
LINKS = {'cjson': ['-lcjson'], 'lua': ['-llua5.4'], 'mbedtls': ['-Wl,--wrap=calloc,--wrap=free', '-l:libmbedtls.a', '-l:libmbedx509.a', '-l:libmbedcrypto.a'], 'sqlite': ['-lsqlite3']}


def test_real(name):
    """Recorded with one seed; by exactly that table with another, and in a debug build."""
    title = LIBRARIES[name]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        common = ['-std=gnu99', '-O1', '-Wall', '-Wextra', '-Werror', '-Isrc/tools', '-Iinclude', '-Iport/host', f'tests/see/real/{name}.c']
        cpu_time.call(['gcc', *common, *LINKS[name], '-o', str(folder / 'recorded')], ROOT)
        done = cpu_time.run([str(folder / 'recorded'), '1'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
        code, said, error = tool(done.stderr, '--align', '16')
        table = said[said.find('HUTCH_POOL_BLOCKS'):]
        result(done.returncode == 0 and code == 0 and 'HUTCH_SIZES(mem, ' in table, f'{title} is recorded, and a table made', done.stderr[-300:] + error + said)
        print(re.sub('^', '# ', said.split('\n\n')[0], flags=re.M))
        (folder / 'table.h').write_text(table, encoding='utf-8')
        pools = dict(re.findall(r'HUTCH_POOL_BLOCKS\((\w+), \d+, (\d+)\)', table))
        library = [str(path.relative_to(ROOT)) for path in sorted((ROOT / 'src').glob('*.c'))]
        for check in (1, 2):
            cpu_time.call(['gcc', f'-DTABLE="{folder}/table.h"', '-DTABLE_POOLS=' + ', '.join(f'&{pool}_pool' for pool in pools), f'-DHUTCH_CFG_CHECK={check}',
                           '-DHUTCH_CFG_STATS=1', *common, *library, 'port/host/hutch_port.c', *LINKS[name], '-o', str(folder / 'program')], ROOT)
            done = cpu_time.run([str(folder / 'program'), '2'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
            rows = {words[0]: words[1:] for words in map(str.split, done.stdout.splitlines()) if words and words[0] in pools}
            heads = done.stdout.split('\n')[0].split()[1:]
            seen = {pool: dict(zip(heads, row)) for pool, row in rows.items()}
            peaks = [(int(row.get('peak', -1)), int(pools[pool])) for pool, row in seen.items()]
            is_right = done.returncode == 0 and seen.keys() == pools.keys() and all((row.get('live'), row.get('refused')) == ('0', '0') for row in seen.values())
            is_right = is_right and all(most == blocks if name == 'cjson' else most <= blocks for most, blocks in peaks)  # the others call realloc
            result(is_right, f'by the table {title} does the same with other values: nothing refused, all returned, HUTCH_CFG_CHECK {check}', done.stdout + table)


def main():
    test_cheapest()
    test_hostile()
    for name in LIBRARIES:
        test_real(name)
    return end()


if __name__ == '__main__':
    sys.exit(main())
