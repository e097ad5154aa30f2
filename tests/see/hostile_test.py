#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""hostile_test.py - hutch-trace, hutch-top and hutch-report on input that means harm: they end with a sentence, not a traceback; prints TAP. Arguments: another seed, another number of inputs."""
import contextlib
import functools
import io
import json
import operator
import random
import re
import struct
import subprocess
import sys
import tempfile
import traceback
import xml.parsers.expat
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'src/tools'
sys.path[:0] = [str(TOOLS), str(ROOT / 'tests/tools')]
from tap_out import end, result  # noqa: E402  (of tests/tools)

SEED, TRIED = int(sys.argv[1]) if sys.argv[1:] else 20, int(sys.argv[2]) if sys.argv[2:] else 600
NAMES = ('rabbits', '\x1b[31mred', 'a<b>&"', 'x\x00y', 'n' * 300, '$end', '\x7f', '\x9b1m', '..')
NUMBERS = ('0', '1', '4', '7FFF', '8001', 'FFFFFFFF', 'FFFFFFFFFFFFFFFF', '1' + '0' * 300, 'F' * 5000, '-', 'G', '')
VCD = re.compile(r'\$timescale 1us \$end|\$scope module \w+ \$end|\$var \w+ \d+ \S+ \w+( \[\d+:0\])? \$end|\$upscope \$end|'
                 r'\$enddefinitions \$end|#\d+|b[01]+ \S+')
HZ = ('1000', '1', '0', '-1', 'nan', 'inf', '1e-300', '1e300', 'x')
# What hutch-report finds two pools in, without hutch's library: enough, and quick to link.
PROGRAM = """
static unsigned foes_live_[2];
static char foes_slots_[64];
unsigned rabbits_live_[1];
char rabbits_slots_[12];
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


def program(folder):
    source, linked = Path(folder) / 'pools.c', Path(folder) / 'pools.elf'
    source.write_text(PROGRAM, encoding='utf-8')
    subprocess.run(['gcc', '-g', '-O1', '-nostdlib', '-static', '-Wl,-emain', '-Wl,--build-id=none', source, '-o', linked], check=True)
    return linked.read_bytes()


def each_program(folder, rng):
    good, path, svg = program(folder), Path(folder) / 'hostile.elf', Path(folder) / 'map.svg'
    path.write_bytes(good)
    code, out, error = tool('hutch-report', path, '--svg', svg)
    if code != 0 or 'foes' not in out or 'rabbits' not in out:
        yield f'the program itself: {out}{error}'
    for number in range(TRIED):
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 2, 8, 40))):
            at = rng.choice((rng.randrange(64), rng.randrange(len(data)), len(data) - 1 - rng.randrange(64 * 14)))
            data[at] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
        path.write_bytes(bytes(data[:rng.randrange(len(data))] if rng.random() < .1 else data))
        found = wrong(*tool('hutch-report', path, '--svg', svg), svg)
        if found:
            yield f'program {number}: {found}'


def sentence(claim, name, text, *words, said, code=1):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'input'
        path.write_bytes(text if isinstance(text, bytes) else text.encode('latin-1'))
        found = tool(name, path, *words)
    is_right = found[0] == code and said in found[1] + found[2] and 'Traceback' not in found[2]
    result(is_right, claim, str(found))


def main():
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
        for claim, tries in ((f'{TRIED} inputs of lines, by seed {SEED}: a sentence each, and whole files', each_line),
                             (f'{TRIED} rings of events, by seed {SEED}: a sentence each, and whole files', each_ring),
                             (f'{TRIED} damaged programs, by seed {SEED}: a sentence each, and whole files', each_program)):
            found = list(tries(folder, random.Random(SEED)))
            result(not found, claim, '\n'.join([f'{len(found)} wrong', *found[:5]]))
    return end()


if __name__ == '__main__':
    sys.exit(main())
