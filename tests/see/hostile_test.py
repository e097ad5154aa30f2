#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""hostile_test.py - hutch-trace, hutch-top, hutch-sizes and hutch-report on input that means harm: they end soon and with a sentence, not a traceback; prints TAP.

usage: hostile_test.py [SEED [COUNT [NUMBER]]]    so many inputs of each kind; NUMBER: only that damaged program, which is left in build/see
"""
import contextlib
import functools
import io
import json
import operator
import random
import re
import resource
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import xml.parsers.expat
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'src/tools'
sys.path[:0] = [str(TOOLS), str(ROOT / 'tests/tools')]
from elftools.elf.elffile import ELFFile  # noqa: E402
from tap_out import end, result  # noqa: E402  (of tests/tools)

SEED, TRIED = int(sys.argv[1]) if sys.argv[1:] else 20, int(sys.argv[2]) if sys.argv[2:] else 1000
SECONDS = 5  # of CPU time, for one input
MEMORY = 3 << 30
NAMES = ('rabbits', '\x1b[31mred', 'a<b>&"', 'x\x00y', 'n' * 300, '$end', '\x7f', '\x9b1m', '..')
NUMBERS = ('0', '1', '4', '7FFF', '8001', 'FFFFFFFF', 'FFFFFFFFFFFFFFFF', '1' + '0' * 300, 'F' * 5000, '-', 'G', '')
VCD = re.compile(r'\$timescale 1us \$end|\$scope module \w+ \$end|\$var \w+ \d+ \S+ \w+( \[\d+:0\])? \$end|\$upscope \$end|'
                 r'\$enddefinitions \$end|#\d+|b[01]+ \S+')
HZ = ('1000', '1', '0', '-1', 'nan', 'inf', '1e-300', '1e300', 'x')
# What hutch-report finds two pools in, without hutch's library: enough, and quick to link. In C++ they are in hutch.hpp's form.
PROGRAM = """
static unsigned foes_live_[2];
static char foes_slots_[64];
unsigned rabbits_live_[1];
char rabbits_slots_[12];
#ifdef __cplusplus
namespace hutch {
template <class, unsigned, class, int, bool> struct basic_pool;
template <class> struct plain_storage { static unsigned of_live_[1]; static char of_slots_[20]; };
template <class Pool> unsigned plain_storage<Pool>::of_live_[1];
template <class Pool> char plain_storage<Pool>::of_slots_[20];
}
unsigned used() { return hutch::plain_storage<hutch::basic_pool<struct cats, 5, void, 0, false>>::of_live_[0]++; }
#endif
int main(void);
int main(void) { foes_live_[0] = 1; foes_slots_[1] = 2; return (int)(foes_live_[1] + rabbits_live_[0] + (unsigned)rabbits_slots_[0] + (unsigned)foes_slots_[0]); }
"""


def line(name, live, *numbers):
    body = f"pool {name} {live} {' '.join(numbers)}"
    return f'${body}*{functools.reduce(operator.xor, body.encode("ascii", "replace"), 0):02X}\n'


@functools.lru_cache
def code_of(name):
    path = TOOLS / name
    return compile(path.read_bytes(), str(path), 'exec')


def tool(name, *words):
    """(exit code, what it printed, what it said of errors): run here, as if from a shell, since a process for each takes long. An
    exception that the tool does not turn into a sentence comes out as a traceback."""
    out, error, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv, code = [name, *map(str, words)], 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            exec(code_of(name), {'__name__': '__main__', '__file__': str(TOOLS / name)})
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
        error.write(f'{left.code}\n' if isinstance(left.code, str) else '')
    except BaseException:  # any exception is what this test looks for
        code = 1
        error.write(traceback.format_exc())
    finally:
        sys.argv = before
    return code, out.getvalue(), error.getvalue()


def malformed(path):
    """What is wrong with a file by its form, which its name ends with; None if nothing is."""
    text, form = path.read_text(encoding='utf-8'), path.name.split('.')[-1]
    try:
        if form == 'svg':
            xml.parsers.expat.ParserCreate().Parse(text, True)
        elif form == 'perfetto':
            json.loads(text)
        else:
            return next((f'{line!r} in the VCD' for line in text.splitlines() if not VCD.fullmatch(line)), None)
    except (xml.parsers.expat.ExpatError, json.JSONDecodeError) as problem:
        return f'the {form}: {problem}'
    return None


def wrong(code, out, error, *written):
    """What is wrong with how a tool has ended, or with the files that it has written; None if nothing is."""
    if 'Traceback' in error:
        return error.strip().splitlines()[-1]
    if code == 0 and error or code != 0 and not error and 'snapshots' not in out:
        return f'exit code {code} with the error {error!r}'
    if any(not character.isprintable() and character != '\n' for character in out + error):
        return f'it prints a control character: {out!r}{error!r}'
    if code == 0:
        return next((problem for path in written if (problem := malformed(path))), None)
    return None


def hostile_lines(rng):
    """Whole lines with a right check and a wrong content, then bytes changed at random."""
    text = ''.join(line(rng.choice(NAMES), rng.choice(('0', '1', 'F', '5' * 8192, 'G')), *(rng.choice(NUMBERS) for _ in range(4)))
                   if rng.random() < .5 else line('rabbits', f'{rng.randrange(16):X}', '4', '1', '0', rng.choice(NUMBERS))
                   for _ in range(rng.randrange(1, 30)))
    data = bytearray(text.encode('latin-1'))
    for _ in range(rng.choice((0, 0, 1, 5))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def each_line(folder, rng):
    """(what it was, what is wrong)"""
    path, forms = Path(folder) / 'lines', {form: Path(folder) / form for form in ('vcd', 'perfetto', 'svg')}
    for number in range(TRIED):
        path.write_bytes(hostile_lines(rng))
        words = ['hutch-trace', path, '--hz=' + rng.choice(HZ[:2] if rng.random() < .5 else HZ)]
        words += [word for form, out in forms.items() for word in ('--' + form, out)]
        for call, written in ((words, forms.values()), (['hutch-top', path, '--once'], [])):
            found = wrong(*tool(*call), *written)
            if found:
                yield f'input {number}, {call[0]} {call[2]}: {found}'


def hostile_ring(rng):
    """A ring as hutch_ring.c keeps it, of either byte order, with names and events that mean harm, then bytes changed at random."""
    order, size, capacity = rng.choice('<>'), rng.choice((1, 8, 64)), rng.choice((0, 1, 33, 32768, 65535))
    data = bytearray(b'HRN1' + struct.pack(order + 'HHI', size, 16, rng.choice((0, 1, size, size + 3, 0xFFFFFFFF))))
    for _ in range(16):
        data += struct.pack(order + '14sH', rng.choice(NAMES).encode('latin-1')[:14], rng.choice((1, 8, capacity)))
    for _ in range(size):
        data += struct.pack(order + 'IHBB', rng.choice((0, 5, 0xFFFFFFFF)), rng.choice((0, 7, 8, 65535)), rng.choice((0, 1, 15, 16)), rng.randrange(7))
    for _ in range(rng.choice((0, 0, 1, 5))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[:rng.randrange(len(data))] if rng.random() < .1 else data)


def each_ring(folder, rng):
    path, forms = Path(folder) / 'ring', {form: Path(folder) / form for form in ('vcd', 'perfetto', 'svg')}
    for number in range(TRIED):
        path.write_bytes(hostile_ring(rng))
        found = wrong(*tool('hutch-trace', path, *(word for form, out in forms.items() for word in ('--' + form, out))), *forms.values())
        if found:
            yield f'ring {number}: {found}'


WORDS = ('a', 'r', 'g', '0', '0x10', '10', '24', '99999999999', '-1', '-', '0x', 'a 10 8', 'g 10 9', 'r 10 0', '\x1b[31m', 'é', '\0', '1' * 500, 'nan', 'a 20 16777216', 'rabbits 2 3 9 0 99 #', 'rabbits 2 3 0 0 99 #', 'foes 0 9 4 1 - #')


def each_record(folder, rng):
    """Calls and rows of reports, which hutch-sizes reads."""
    path = Path(folder) / 'record'
    for number in range(TRIED):
        path.write_text('\n'.join(' '.join(rng.choice(WORDS) for _ in range(rng.choice((1, 2, 3, 7)))) for _ in range(rng.randrange(40))), encoding='utf-8')
        found = wrong(*tool('hutch-sizes', path, *rng.choice(((), ('--align=1',), ('--margin=1000',)))))
        if found:
            yield f'record {number}: {found}'


LINKED = ['-nostdlib', '-static', '-Wl,-emain', '-Wl,--build-id=none']
PROGRAMS = (
    ['gcc', '-g', '-O1', *LINKED], ['gcc', '-gdwarf-2', '-c'], ['gcc', '-gdwarf-3', '-g3', '-c'], ['gcc', '-gdwarf-4', '-O1', *LINKED], ['gcc', '-gdwarf-5', '-g3', '-c'],
    ['gcc', '-gdwarf-5', '-gz', '-c'], ['gcc', '-gdwarf-5', '-gsplit-dwarf', '-c'], ['g++', '-x', 'c++', '-g', '-c'], ['clang', '-gdwarf-4', '-c'], ['clang', '-gdwarf-5', *LINKED],
    ['clang', '-g', '-gsplit-dwarf', '-c'], ['clang++', '-x', 'c++', '-g', '-c'], ['clang', '--target=powerpc-linux-gnu', '-gdwarf-4', '-c'],
    ['clang', '--target=mips64-linux-gnu', '-g', '-c'], ['clang', '--target=armeb-none-eabi', '-g', '-c'],
    ['arm-none-eabi-gcc', '-mcpu=cortex-m3', '-mthumb', '-g', '-O1', *LINKED], ['arm-none-eabi-gcc', '-mcpu=cortex-m0', '-mthumb', '-gdwarf-3', '-c'])


def programs(folder):
    """What is damaged: (the compiler's words, the file, where its sections are)."""
    source, linked = Path(folder) / 'pools.c', Path(folder) / 'pools.elf'
    source.write_text(PROGRAM, encoding='utf-8')
    for words in PROGRAMS:
        subprocess.run([*words, '-fno-common', '-w', source, '-o', linked], check=True)
        with open(linked, 'rb') as file:
            sections = [(section['sh_offset'], section['sh_size'], section.name) for section in ELFFile(file).iter_sections() if section['sh_size'] and section['sh_type'] != 'SHT_NOBITS']
        yield words, linked.read_bytes(), sections


EXTREMES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF)


def damaged(rng, good, sections):
    """A program with bytes changed, most of them in the headers, the symbols and the debug information; or parts copied, or cut."""
    data = bytearray(good)
    wanted = [place for place in sections if place[2].startswith(('.debug', '.symtab', '.strtab'))]
    for _ in range(rng.choice((1, 1, 2, 3, 8, 40))):
        begin, size, _ = rng.choice(wanted) if rng.random() < .7 else rng.choice(((0, 64, ''), (0, len(data), ''), (max(0, len(data) - 64 * 30), 64 * 30, '')))
        at, kind = min(begin + rng.randrange(size), len(data) - 1), rng.random()
        if kind < .7:
            data[at] = rng.choice((0, 1, 3, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        elif kind < .9:
            data[at:at + 4] = rng.choice(EXTREMES).to_bytes(4, rng.choice(('little', 'big')))
        else:
            source, count = rng.randrange(len(good)), rng.choice((4, 30, 200))
            data[at:at + count] = good[source:source + count]
    return bytes(data[:rng.randrange(len(data))] if rng.random() < .05 else data)


def each_program(folder, rng):
    """A number has the same input whatever was tried before it."""
    every, path, svg = list(programs(folder)), Path(folder) / 'hostile.elf', Path(folder) / 'map.svg'
    for words, good, _ in every:
        path.write_bytes(good)
        code, out, error = tool('hutch-report', path, '--svg', svg)
        if code != 0 or not all(pool in out for pool in ('foes', 'rabbits', *(['cats'] if 'c++' in words else []))):
            yield f'{" ".join(words)}: the program itself: {out}{error}'
    only = int(sys.argv[3]) if sys.argv[3:] else None
    for number in range(TRIED) if only is None else [only]:
        rng = random.Random(f'{SEED} {number}')
        words, good, sections = rng.choice(every)
        path.write_bytes(damaged(rng, good, sections))
        if only is not None:
            (ROOT / 'build/see').mkdir(parents=True, exist_ok=True)
            (ROOT / 'build/see/hostile.elf').write_bytes(path.read_bytes())
        began = time.process_time()
        found = wrong(*tool('hutch-report', path, '--svg', svg), svg)
        took = time.process_time() - began
        if found or took > SECONDS:
            yield f'program {number}, {" ".join(words)}: {found or f"{took:.0f} seconds of CPU time"}'


def named(name, count):
    """An ELF file of so many symbols that share one name."""
    symbols = bytes(24) + b''.join(struct.pack('<IBBHQQ', 1, 0x11, 0, 4, 0x20000000 + 4 * number, 4) for number in range(count))
    parts, places = [bytes(64)], []
    for part in (symbols, b'\0' + name + b'\0', b'\0.symtab\0.strtab\0.shstrtab\0.bss\0'):
        places.append((sum(map(len, parts)), len(part)))
        parts.append(part)
    heads = ((0,) * 10, (1, 2, 0, 0, *places[0], 2, 1, 8, 24), (9, 3, 0, 0, *places[1], 0, 0, 1, 0), (17, 3, 0, 0, *places[2], 0, 0, 1, 0), (27, 8, 3, 0x20000000, 64, 1 << 20, 0, 0, 4, 0))
    parts[0] = b'\x7fELF\2\1\1'.ljust(16, b'\0') + struct.pack('<HHIQQQIHHHHHH', 2, 62, 1, 0, 0, sum(map(len, parts)), 0, 64, 0, 0, 64, 5, 3)
    return b''.join([*parts, *(struct.pack('<IIQQQQIIQQ', *head) for head in heads)])


# Names that a pattern may go over again and again, and C++ that stands for much more than it is.
NAMED = {'dots': (b'.' * 100000 + b'%', 1), 'marks': (b'_CHECK_1' * 12500 + b'%', 1), 'an endless pool': (b'a' * 60000 + b'_live_', 3000), 'underlines': (b'_' * 3900 + b'live', 3000),
         'colons': (b'a::' * 1300 + b'%', 3000), 'brackets': (b'_ZN1aI' + b'N1bI' * 900 + b'E7a_live_E', 3000), 'doubled': (b'_ZN1aI' + b'1bIS_S_E' * 400 + b'E7a_live_E', 3000),
         'a number': (b'_Z' + b'9' * 3000 + b'_live_', 3000), 'pointers': (b'_ZN1aI' + b'P' * 3900 + b'iE7a_live_E', 3000),
         'a type that cannot be read': (b'_ZN5hutch13plain_storageINS_10basic_poolIUl' + b'Lj1E' * 900 + b'Li0ELb0EEEE8of_live_E', 3000)}


def each_name(folder, rng):
    del rng
    path, svg = Path(folder) / 'named.elf', Path(folder) / 'map.svg'
    for what, (name, count) in NAMED.items():
        path.write_bytes(named(name, count))
        began = time.process_time()
        found = wrong(*tool('hutch-report', path, '--svg', svg), svg)
        took = time.process_time() - began
        if found or took > SECONDS:
            yield f'{what}: {found or f"{took:.0f} seconds of CPU time"}'


def circle(folder):
    """An object file whose entries of debug information lead back: the first one's sibling is that one itself."""
    source = Path(folder) / 'circle.s'
    source.write_text("""
.bss
rabbits_live_: .space 4
.type rabbits_live_, %object
.size rabbits_live_, 4
.section .debug_abbrev
.byte 1, 0x11, 1, 0, 0, 2, 0x13, 1, 1, 0x13, 0, 0, 0
.section .debug_info
.long 2f - 1f
1: .short 4
.long 0
.byte 8, 1
3: .byte 2
.long 3b - 1b + 4
.byte 0, 0, 0
2:
""", encoding='utf-8')
    subprocess.run(['gcc', '-c', source, '-o', Path(folder) / 'circle.o'], check=True)
    return (Path(folder) / 'circle.o').read_bytes()


def sentence(claim, name, text, *words, said, code=1):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'input'
        path.write_bytes(text if isinstance(text, bytes) else text.encode('latin-1'))
        began = time.process_time()
        found = tool(name, path, *words)
    is_right = time.process_time() - began < SECONDS and found[0] == code and said in found[1] + found[2] and 'Traceback' not in found[2]
    result(is_right, claim, str(found))


def main():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))  # what asks for more is told so
    good = line('rabbits', '1', '1', '-', '-', '0')
    sentence('a tick of 300 digits makes a line damaged', 'hutch-trace', good + line('rabbits', '1', '1', '-', '-', NUMBERS[7]), said='1 lines damaged', code=0)
    sentence('a peak of 5000 digits makes a line damaged', 'hutch-top', good + line('rabbits', '1', '1', NUMBERS[8], '-', '0'), '--once',
             said='1 lines damaged', code=0)
    sentence('a pool of no slots makes a line damaged', 'hutch-top', line('rabbits', '', '0', '-', '-', '0') + good + line('rabbits', '0', '0', '-', '-', '0'),
             '--once', said='2 lines damaged', code=0)
    sentence('a terminal escape in a name is shown as text', 'hutch-top', line(NAMES[1], '1', '1', '-', '-', '0'), '--once', said='\\x1b[31mred', code=0)
    for hz in ('0', '-1', 'nan', 'inf', '1e-300'):
        sentence(f'--hz {hz} is refused', 'hutch-trace', good, '--hz=' + hz, said='a number from', code=2)
    with tempfile.TemporaryDirectory() as folder:
        sentence('debug information that leads in a circle is read to its end', 'hutch-report', circle(folder), said='rabbits', code=0)
        for claim, tries in ((f'{TRIED} inputs of lines, by seed {SEED}: a sentence each, and whole files', each_line),
                             (f'{TRIED} rings of events, by seed {SEED}: a sentence each, and whole files', each_ring),
                             (f'{TRIED} records of calls and reports, by seed {SEED}: a sentence each', each_record),
                             (f'names of symbols that lead patterns astray: an answer within {SECONDS} seconds', each_name),
                             (f'{TRIED} damaged programs, by seed {SEED}: a sentence each within {SECONDS} seconds, and whole files', each_program)):
            found = list(tries(folder, random.Random(SEED)))
            result(not found, claim, '\n'.join([f'{len(found)} wrong', *found[:5]]))
    return end()


if __name__ == '__main__':
    sys.exit(main())
