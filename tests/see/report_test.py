#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""report_test.py - src/tools/hutch-report on linked programs of several CPUs, without their sources; prints TAP. Run from the root.

usage: report_test.py GAME.elf=GOLDEN.txt ...    the game on boards, and what hutch_report printed there
"""
import json
import os
import re
import subprocess
import sys
import xml.dom.minidom
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

PYTHON = '/usr/bin/python3' if os.path.exists('/usr/bin/python3') else sys.executable
BUILD = Path('build/see/report')
# A pool of each kind; one byte in front of an aligned array makes a gap. Nothing is run.
PROGRAM = """
#include "hutch/all.h"
struct rabbit { int32_t x; int16_t y; };
HUTCH_POOL_TRACKED(foes, struct rabbit, 40);
HUTCH_POOL_IDS(voices, 4);
HUTCH_POOL_DECLARE(shared, char, 200);
HUTCH_POOL_DEFINE(shared);
char not_a_pool_slots_[7];
int main(void);
int main(void) { foes_acquire(); voices_acquire(); shared_acquire(); not_a_pool_slots_[0] = 1; return foes_live() != 0; }
"""
PADDED = """
.bss
.globl _start, before, rabbits_live_
_start:
before: .space 1
.type before, %object
.size before, 1
.balign 4
rabbits_live_: .space 4
.type rabbits_live_, %object
.size rabbits_live_, 4
"""
PROGRAM_CXX = """
#include "hutch/hutch.hpp"
struct white;
template <class Type, unsigned Count> struct box { Type inside[Count]; };
template <class Type> struct tagged { unsigned char bytes[3]; };
namespace zoo { struct dog { unsigned char bytes[7]; }; struct cat { int32_t x; explicit cat(int at) : x(at) {} ~cat() { x = 0; } }; }
namespace { struct own { int32_t x; }; }
HUTCH_POOL(plain, zoo::dog, 3);
static void *volatile kept;
template <class Pool> static unsigned used() { kept = Pool::create(); return Pool::available() != 0; }
using cats = hutch::tracked_pool<zoo::cat, 20>;
int main(void) {
    auto nameless = [] { return 1; };
    kept = plain_acquire();
    cats::weak cat = cats::ref(cats::create(1));
    kept = cats::deref(cat);
    return used<hutch::pool<zoo::dog, 5>>() && used<hutch::pool<zoo::dog, 6>>() &&
        used<hutch::pool<zoo::dog, 7, white>>() && used<hutch::pool<box<box<zoo::dog, 2>, 4>, 2>>() && used<hutch::pool<own, 9>>() &&
        used<hutch::pool<tagged<decltype(nameless)>, 4>>() ? 0 : 1;
}
"""
# What that has in slots, bitmaps and refs; a name that no source has is what the symbol has in its place.
POOLS_CXX = {'plain': (21, 4, 0), 'zoo::cat': (80, 4, 80), 'zoo::dog/5': (35, 4, 0), 'zoo::dog/6': (42, 4, 0), 'white': (49, 4, 0), 'box<box<zoo::dog,_2u>,_4u>': (112, 4, 0),
             '(anonymous_namespace)::own': (36, 4, 0)}
CXX = {'g++ -O0': ['g++', '-O0', '-Iport/host'], 'g++ -Os': ['g++', '-Os', '-Iport/host'], 'g++ with LTO': ['g++', '-O2', '-flto', '-Iport/host'],
       'clang++': ['clang++', '-O1', '-Iport/host'], 'clang++ without debug information': ['clang++', '-O0', '-g0', '-Iport/host'],
       'Cortex-M3': ['arm-none-eabi-g++', '-mcpu=cortex-m3', '-mthumb', '-O1', '-Iport/cortex_m']}
LINK = ['-nostartfiles', '-Wl,--gc-sections', '-Wl,--no-warn-rwx-segments', '-Wl,-emain', '-specs=nosys.specs']
COMPILERS = {
    'Cortex-M3': (['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb', '-Iport/cortex_m', *LINK], 4, 8),
    'RP2040': (['arm-none-eabi-gcc', '-mcpu=cortex-m0plus', '-mthumb', '-Iport/rp2040', *LINK], 4, 8),
    'AVR': (['avr-gcc', '-mmcu=atmega328p', '-Iport/avr', 'port/avr/hutch_port.c', '-Wl,--gc-sections'], 1, 6),
    'this machine, by LTO': (['gcc', '-flto', '-Iport/host', 'port/host/hutch_port.c', '-Wl,--gc-sections'], 4, 8),
    'this machine, in C++': (['g++', '-x', 'c++', '-Iport/host', 'port/host/hutch_port.c', '-Wl,--gc-sections'], 4, 8),
}


def call(words):
    return cpu_time.call([str(word) for word in words], ROOT)


def report(*words):
    done = subprocess.run([PYTHON, 'src/tools/hutch-report', *map(str, words)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def build(name):
    (ROOT / BUILD).mkdir(parents=True, exist_ok=True)
    program, source = BUILD / (re.sub(r'\W+', '-', name) + '.elf'), BUILD / 'pools.c'
    (ROOT / source).write_text(PROGRAM, encoding='utf-8')
    words, library = COMPILERS[name][0], sorted(path.relative_to(ROOT) for path in (ROOT / 'src').glob('*.c'))
    if words[0] == 'g++':
        objects = []
        for path in [*library, 'port/host/hutch_port.c']:
            objects.append(BUILD / (Path(path).stem + '.o'))
            call(['gcc', '-O1', '-DHUTCH_CFG_STATS=1', '-Iinclude', '-Iport/host', '-c', path, '-o', objects[-1]])
        library = ['-x', 'none', *objects]
        words = [word for word in words if not word.endswith('.c')]
    call([words[0], *words[1:3], *(['-std=gnu99'] if words[0] != 'g++' else []), '-Os', '-DHUTCH_CFG_STATS=1', '-ffunction-sections', '-fdata-sections',
          '-Iinclude', *words[3:], source, *library, '-o', program])
    return program


def expected(word, stats):
    """{pool: (slots, bitmap, refs, counters)}, by the sizes of the source."""
    leaves = {name: -(-slots // (8 * word)) for name, slots in (('foes', 40), ('voices', 4), ('shared', 200))}
    bitmap = {name: word * (count + (count > 3) + (-(-count // (8 * word)) if count > 8 * word else 0)) for name, count in leaves.items()}
    ref, stride = (2, 6) if word == 1 else (4, 8)
    return {'foes': (40 * stride, bitmap['foes'], 40 * ref, stats), 'voices': (0, bitmap['voices'], 0, stats), 'shared': (200, bitmap['shared'], 0, stats)}


def test_sizes(name):
    code, out, error = report(build(name), '--json')
    found = {pool['name']: tuple(pool[column] for column in ('slots', 'bitmap', 'refs', 'counters')) for pool in json.loads(out)['pools']} if code == 0 else error
    result(found == expected(*COMPILERS[name][1:]), f'{name}: each pool has the bytes that its line makes', f'{found}\n{expected(*COMPILERS[name][1:])}')


def test_cxx(name):
    """The pools of hutch.hpp, in an object file: linked they are the same symbols."""
    source, program = ROOT / BUILD / 'cxx.cpp', BUILD / (re.sub(r'\W+', '-', name) + '.o')
    source.write_text(PROGRAM_CXX, encoding='utf-8')
    call([CXX[name][0], '-g', *CXX[name][1:], '-std=c++11', '-Iinclude', *(['-r', '-nostdlib', '-flinker-output=nolto-rel'] if 'LTO' in name else ['-c']), source, '-o', program])
    code, out, error = report(program, '--json')
    found = {pool['name']: tuple(pool[column] for column in ('slots', 'bitmap', 'refs')) for pool in json.loads(out)['pools']} if code == 0 else {}
    nameless = {pool: found.pop(pool) for pool in {*found} - {*POOLS_CXX}}
    result(found == POOLS_CXX and [*nameless.values()] == [(12, 4, 0)], f'{name}: each pool of hutch.hpp, by the name of its type or tag', f'{found}\n{nameless}\n{POOLS_CXX}\n{error}')
    path = ROOT / BUILD / 'budget-cxx.txt'
    report(program, '--write-budget', path)
    lines = path.read_text(encoding='utf-8')
    kept, path = report(program, '--budget', path)[0], ROOT / BUILD / 'budget-cxx-less.txt'
    path.write_text(lines.replace('zoo::cat 1', 'zoo::cat 0').replace('zoo::dog/6 ', 'zoo::dog/6 1 #'), encoding='utf-8')
    code, _, error = report(program, '--budget', path)
    result(kept == 0 and code == 1 and ': zoo::cat takes 1' in error and ': zoo::dog/6 takes 4' in error and len(error.splitlines()) == 2,
           f'{name}: a budget holds them, by that name', lines + error)


def test_unseen(elf):
    """No budget is kept by pools that are not seen."""
    path, other = ROOT / BUILD / 'budget.txt', BUILD / 'other.elf'
    path.write_text('all 99999\n', encoding='utf-8')
    (ROOT / BUILD / 'nothing.c').write_text('int main(void) { return 0; }', encoding='utf-8')
    call(['gcc', BUILD / 'nothing.c', '-o', other])
    code, _, error = report(other, '--budget', path)
    result(code == 1 and 'no pool was found in' in error, 'a program without a pool keeps no budget', error)
    call(['arm-none-eabi-strip', '--discard-all', elf, '-o', other])
    code, _, error = report(other, '--budget', path)
    result(code == 1 and 'may be pools that are not counted: the program has no local symbols' in error, 'nor does one without local symbols', error)
    path.write_text('all 99999\nrabbis 9\n', encoding='utf-8')
    code, _, error = report(elf, '--budget', path)
    result(code == 1 and 'budget.txt:2: the program has no pool rabbis' in error, 'a line of a pool that is not there fails', error)
    path.write_text('all 99999\n', encoding='utf-8')
    (ROOT / BUILD / 'sizeless.s').write_text(PADDED.replace('.size rabbits_live_, 4', 'here:'), encoding='utf-8')
    call(['arm-none-eabi-gcc', '-c', BUILD / 'sizeless.s', '-o', other])
    code, _, error = report(other, '--budget', path)
    result(code == 1 and 'not counted: rabbits_live_ has no size' in error, 'nor is one kept by a pool whose symbol has no size', error)
    for name, size in (('first', 40), ('second', 80)):
        (ROOT / BUILD / f'{name}.c').write_text(f'unsigned *{name}(void); static unsigned foes_live_[1]; static char foes_slots_[{size}]; '
                                                f'unsigned *{name}(void) {{ foes_slots_[1] = 1; return foes_live_ + foes_slots_[2]; }}', encoding='utf-8')
    call(['gcc', '-r', '-nostdlib', BUILD / 'first.c', BUILD / 'second.c', '-o', other])
    report(other, '--write-budget', path)
    kept, lines = report(other, '--budget', path)[0], path.read_text(encoding='utf-8')
    path.write_text(lines.replace('second.c:foes 84', 'second.c:foes 83'), encoding='utf-8')
    code, _, error = report(other, '--budget', path)
    result(kept == 0 and code == 1 and ': second.c:foes takes 84 bytes' in error and 'first.c:foes 44' in lines, 'of two pools of one name each has its line', lines + error)


def test_debug():
    """What debug information says of shared pools, in each form of it; in .dwo files it is not read."""
    source = BUILD / 'globals.c'
    (ROOT / source).write_text('unsigned rabbits_live_[1]; char rabbits_slots_[12];', encoding='utf-8')
    for words in ('gcc -gdwarf-2', 'gcc -gdwarf-3', 'gcc -gdwarf-4 -g3', 'gcc -gdwarf-5 -gz', 'gcc -gdwarf-5 -fdebug-types-section', 'clang -gdwarf-4', 'clang -gdwarf-5',
                  'clang -g -gsplit-dwarf', 'gcc -gdwarf-5 -gsplit-dwarf', 'gcc -gdwarf-4 -gsplit-dwarf'):
        call([*words.split(), '-c', '-fno-common', source, '-o', BUILD / 'globals.o'])
        code, out, error = report(BUILD / 'globals.o')
        right = r'^rabbits .* \?\n(.*\n)*the debug information is in \.dwo files' if 'split' in words else r'^rabbits .*  build/see/report/globals\.c\n(?!(.*\n)*the debug)'
        result(code == 0 and re.search(right, out, re.M), f'{words}: the file of a shared pool, or why there is none', out + error)


def test_game(elf, golden):
    """What the game's own report said on the board: slots and bitmap."""
    text = (ROOT / golden).read_text(encoding='utf-8')
    said = {line.split()[0]: int(line.split()[5]) for line in text.splitlines() if re.match(r'\w+ +\d+ +\d+ +\d+ +\d+ +\d+', line)}
    _, out, error = report(elf, '--json')
    found = {pool['name']: pool['slots'] + pool['bitmap'] for pool in json.loads(out or '{"pools":[]}')['pools']}
    result(len(said) >= 5 and all(found.get(pool) == size for pool, size in said.items()), f'{elf}: as many bytes as the game reports there',
           f'{said}\n{found}\n{error}')


def test_budget(elf):
    path = ROOT / BUILD / 'budget.txt'
    report(elf, '--write-budget', path)
    result(report(elf, '--budget', path)[0] == 0, 'a budget that was just written is kept')
    lines = path.read_text(encoding='utf-8')
    path.write_text(re.sub(r'^foes (\d+)', lambda match: f'foes {int(match[1]) - 1}', lines, flags=re.M), encoding='utf-8')
    code, _, error = report(elf, '--budget', path)
    result(code == 1 and re.search(r'budget\.txt:2: foes takes \d+ bytes, 1 more than \d+', error), 'a pool above its line fails, by name', error)
    path.write_text('foes 9999\nvoices 99\n', encoding='utf-8')
    code, _, error = report(elf, '--budget', path)
    result(code == 1 and 'shared takes' in error and 'has no line' in error, 'a pool without a line fails', error)
    path.write_text('all 10\n', encoding='utf-8')
    result(report(elf, '--budget', path)[0] == 1, 'a sum that is too large fails')
    path.write_text('foes many\n', encoding='utf-8')
    code, _, error = report(elf, '--budget', path)
    result(code == 1 and 'a line is `NAME BYTES`' in error, 'a line of another form is an error', error)


def test_forms(elf):
    _, out, _ = report(elf, '--svg', ROOT / BUILD / 'map.svg')
    picture = xml.dom.minidom.parse(str(ROOT / BUILD / 'map.svg'))
    result('pools.c' in out and 'not_a_pool' not in out and re.search(r'^all ', out, re.M) and picture.getElementsByTagName('title'),
           'the table names the file; the picture is XML; what only ends like a pool is none', out)
    call(['arm-none-eabi-strip', '-o', BUILD / 'stripped.elf', elf])
    code, _, error = report(BUILD / 'stripped.elf')
    result(code != 0 and 'it is stripped' in error, 'a stripped program is an error', error)
    (ROOT / BUILD / 'globals.c').write_text('unsigned rabbits_live_[1]; char rabbits_slots_[12];', encoding='utf-8')
    call(['gcc', '-g', '-c', '-fno-common', '-x', 'c', BUILD / 'globals.c', '-o', BUILD / 'globals.o'])
    _, whole, _ = report(BUILD / 'globals.o')
    (ROOT / BUILD / 'ones').write_bytes(b'\xff' * 64)
    call(['objcopy', f'--update-section=.debug_abbrev={BUILD}/ones', BUILD / 'globals.o', BUILD / 'unread.o'])
    code, out, error = report(BUILD / 'unread.o')
    is_right = code == 0 and 'globals.c' in whole and [line for line in whole.replace(f'{BUILD}/globals.c', '?').splitlines() if 'rabbits' in line] == \
        [line for line in out.splitlines() if 'rabbits' in line] and 'the debug information cannot be read' in out
    result(is_right, 'debug information that cannot be read costs the names of files, and not the table', whole + out + error)
    code, _, error = report(ROOT / 'README.md')
    result(code != 0 and error.startswith('hutch-report: this is no ELF file'), 'what is no ELF file is an error', error)
    (ROOT / BUILD / 'padded.s').write_text(PADDED, encoding='utf-8')
    call(['arm-none-eabi-gcc', '-nostdlib', '-Wl,--no-warn-rwx-segments', BUILD / 'padded.s', '-o', BUILD / 'padded.elf'])
    found = json.loads(report(BUILD / 'padded.elf', '--json')[1])['pools']
    result([(pool['name'], pool['bytes'], pool['padding']) for pool in found] == [('rabbits', 4, 3)], 'the gap before an aligned part is padding', str(found))


def main():
    games = [word.split('=') for word in sys.argv[1:]]
    try:
        for name in COMPILERS:
            test_sizes(name)
        for elf, golden in games:
            test_game(elf, golden)
        for name in CXX:
            test_cxx(name)
        test_budget(BUILD / 'Cortex-M3.elf')
        test_unseen(BUILD / 'Cortex-M3.elf')
        test_debug()
        test_forms(BUILD / 'Cortex-M3.elf')
    except cpu_time.Failure as problem:
        result(False, 'the programs build', str(problem))
    return end()


if __name__ == '__main__':
    sys.exit(main())
