#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ring_test.py - the ring of hutch_ring.c, which hutch-trace reads: whole, overwritten, of another CPU, cut; damaged ones are in hostile_test.py. Prints TAP."""
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'src/tools'
sys.path[:0] = [str(TOOLS), str(ROOT / 'tests/tools')]
import hutch_ring  # noqa: E402  (of src/tools)
from tap_out import end, result  # noqa: E402  (of tests/tools)

WARNINGS = '-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wstrict-prototypes -Werror'.split()
CONFIG = ['-std=c99', '-Iinclude', '-Isrc/tools', '-DHUTCH_CONFIG_HEADER="hutch_ring.h"', '-DHUTCH_CFG_STATS=2']
OTHERS = (('arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb'), ('arm-none-eabi-gcc', '-mcpu=cortex-m0', '-mthumb'), ('avr-gcc', '-mmcu=atmega32u4'))


def run(*words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, check=False)
    return done.returncode, done.stdout


def object_of(folder, compiler, name, text):
    """The bytes of the object of a source of the library with this text, without HUTCH_TRACE."""
    (folder / name).write_text(text, encoding='utf-8')
    code, said = run(*compiler, '-std=c99', '-Os', '-DHUTCH_CFG_STATS=2', '-Iinclude', '-Isrc', '-c', folder / name, '-o', folder / 'x.o')
    assert code == 0, said
    return (folder / 'x.o').read_bytes()


def recorded(folder, lives):
    """The bytes of the ring of a program after so many short lives."""
    file = folder / 'ring.bin'
    code, said = run(folder / 'ring', file, lives)
    assert code == 0, said
    return file.read_bytes()


def swapped(data):
    """The same ring of a CPU with the other order of bytes."""
    names = b''.join(name + struct.pack('>H', capacity) for name, capacity in struct.iter_unpack('<14sH', data[12:12 + 16 * 16]))
    events = b''.join(struct.pack('>IHBB', *event) for event in struct.iter_unpack('<IHBB', data[12 + 16 * 16:]))
    return data[:4] + struct.pack('>HHI', *struct.unpack_from('<HHI', data, 4)) + names + events


def lives(folder, data):
    """{name[slot]: [(begin, length)]} in ticks, as hutch-trace --perfetto has them, and what it says."""
    (folder / 'some.bin').write_bytes(data)
    code, said = run(TOOLS / 'hutch-trace', folder / 'some.bin', '--perfetto', folder / 'some.json', '--vcd', folder / 'some.vcd', '--svg', folder / 'some.svg')
    found = {}
    if code == 0:
        for event in json.loads((folder / 'some.json').read_text())['traceEvents']:
            if event['ph'] == 'X':
                found.setdefault(event['name'], []).append((event['ts'] // 1000, event['dur'] // 1000))
    return found, said


def tests(folder):
    for words in (('gcc', '-O2', '-Iport/host', 'tests/see/ring.c', *(ROOT / 'src').glob('*.c'), 'port/host/hutch_port.c', '-o', folder / 'ring'),
                  *((*other, '-Os', '-ffreestanding', '-Iport/auto', '-c', '-o', folder / 'x.o') for other in OTHERS)):
        code, said = run(*words, *CONFIG, *WARNINGS, 'src/tools/hutch_ring.c')
        result(code == 0, f"{words[0]} {words[1]}: hutch_ring.c has no warning", said)
    for compiler, name in ((('arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb', '-ffreestanding', '-Iport/cortex_m'), 'hutch_stats.c'),
                           (('gcc', '-Iport/host', '-DHUTCH_CFG_WAIT=1'), 'hutch_wait.c')):
        text = (ROOT / 'src' / name).read_text(encoding='utf-8')
        without = re.sub(r'^ *HUTCH_TRACE\(.*\);$', '', text, flags=re.M)
        result(text != without and object_of(folder, compiler, name, text) == object_of(folder, compiler, name, without),
               f'{name}: where HUTCH_TRACE is not defined it is no byte')
    few = recorded(folder, 0)
    found, said = lives(folder, few)
    result(said.startswith('2 pools, 10 events, 0 events damaged') and 'a_name_longer_[39]' in found and len(found) == 4,
           'listed pools are recorded, a name is cut, others are left out', f'{said}{found}')
    wanted = {'packets[0]': [(0, 8)], 'packets[1]': [(1, 4), (6, 0)], 'packets[2]': [(2, 6)]}  # from the first event to the last one
    result({name: ends for name, ends in found.items() if name in wanted} == wanted, 'each life is there, the shortest too', f'{found}')
    refused = hutch_ring.snapshots(few)[0][-1]['packets'].refused
    result(refused == 2, 'what was refused is counted', f'{refused}')
    many = recorded(folder, 500)
    samples, damaged = hutch_ring.snapshots(many)
    result(len(samples) == 256 and damaged == 0 and samples[0]['packets'].strip() == '#..' and
           samples[-1]['packets'].strip() == '...' and samples[0]['packets'].tick == 9 + 500 - 127, 'the ring keeps the latest 256 events, and which slot was live before them', f"{len(samples)} {samples[0]['packets'].strip()} {samples[0]['packets'].tick}")
    result(lives(folder, swapped(few)) == (found, said) and few != swapped(few), 'a CPU of the other order of bytes is read as well')
    alike = few.replace(b'packets'.ljust(14, b'\0'), b'a_name_longer_')
    found, said = lives(folder, alike)
    result(said.startswith('2 pools, 10 events, 0 ') and len(found) == 4 and 'a_name_longer_#1[39]' in found,
           'two names that are cut to the same one are two pools', f'{said}{found}')
    for data, sentence in ((few[:100], 'a ring of 256 events has 100 bytes, not 2316'), (few[:5], 'another number of pools than 16')):
        said = lives(folder, data)[1]
        result(said.startswith('hutch-trace: ') and sentence in said, f'a ring that is cut after {len(data)} bytes is named', said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests(Path(folder))
    return end()


if __name__ == '__main__':
    sys.exit(main())
