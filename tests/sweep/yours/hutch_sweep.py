#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hutch_sweep.py - lands an interrupt at every instruction of a function of yours, on emulated CPUs and on this machine.

usage: hutch_sweep.py --call F --interrupt F --check F --reset F [--nested F] [--on CPU,CPU] [--cflags WORDS]
                      [--inputs N] [--cost] [--at N [--input N] [--gdb]] SOURCE ...

  --call       void F(void): what is interrupted           --interrupt  void F(void): what interrupts it, once
  --reset      void F(void): runs before each landing      --check      bool F(void): after it; false is a broken landing
  --nested     void F(void): interrupts that interrupt, at each of its instructions in turn (m3, m4, rv32, x86)
  --on         m0, m3, m4, m33, rv32, avr, arm7, arm7-arm, x86 (this machine), or all; m3 unless it is given
  --cflags     options for your sources, as "-Os -Isrc" (folders from where you are); -O2 stands in front of them. Hutch itself gets
               -DHUTCH_..., -UHUTCH_... and -include of them, so that it has the same configuration
  --inputs     so many times, with `unsigned hutch_sweep_input` from 0 on, which --reset may read
  --cost       also the longest call without an interrupt, in instructions, the longest stretch that no interrupt came into,
               and the deepest stack of a call, in bytes; on the emulated CPUs, which are all but x86
  --at         only this landing; with --gdb under GDB, stopped in --interrupt, with the place where it came in the backtrace
               (not avr, arm7, arm7-arm, whose emulators have no server for GDB)

The sources need no C library and no start-up code. Interrupts are on when --call begins, and must be on when it has ended. On
every CPU `#include "hutch_port.h"` gives hutch_port_enter() and hutch_port_exit(); on this machine they are the only mask.
The exit code is 0 if every landing was right, 1 if one was not, 2 if nothing could be said."""
import argparse
import hashlib
import os
import re
import shlex
import socket
import subprocess
import sys
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import disassembly  # noqa: E402
from targets import CORE, ROOT, TARGETS, Failure, build, compile_object, need, run, trace  # noqa: E402

LIBRARY = [path.relative_to(ROOT) for path in sorted((ROOT / 'src').glob('*.c')) if path.name not in CORE]
NESTED = ('m3', 'm4', 'rv32', 'x86')  # whose rigs have a second, more urgent interrupt
STRETCHES_MAX = 3  # that are shown
LINES_MAX = 16  # of one
AROUND = 2  # instructions before and after it
AT_MAX, INPUTS_MAX = 0x7FEF, 0x7000  # numbers of land.c, which are addresses for a linker

# What a tool of the build prints, and what the user can do about it.
HINTS = ((r"undefined reference to `(\w+)'", "no source has a function '%s' that others can call: is it static, or C++ without extern \"C\"?"),
         (r"multiple definition of `(\w+)'", "'%s' is there twice: name each source once, and leave out your main and start-up code"),
         (r'ld:? ?(?:cannot find )?\S*/(\S+)\.swept\.o: (?:No such|file format)', "no object came of '%s': leave -E, -S, -o and the like out of --cflags"))
SHOWN_LINES, SHOWN_COLUMNS = 20, 400

Broken = namedtuple('Broken', 'number is_late at nested fault input')
ALL, NONE, PAINTED = 0x7FF0, 0x7FF1, 1024  # landings, bytes of stack, as in land.c


def own_names():
    """What is at file scope in land.c, or in the start-up code of a CPU: functions of the user's need other names."""
    lines = re.findall(r'^static (?:__attribute__\(\(\w+\)\) )?([^/\n]*)', (HERE / 'land.c').read_text(encoding='utf-8'), re.M)
    functions = [line.partition('(')[0].split()[-1] for line in lines if re.match(r'[\w ]+\(', line) and ';' not in line]
    variables = [name for line in lines if ';' in line for name in re.findall(r'\w+(?=[,;])', line)]
    return {'main', 'reset', 'trap', *functions, *variables}


def has_gdb(cpu):
    """QEMU has a server for GDB, and this machine needs none; the other emulators' runners have none."""
    return not TARGETS[cpu].runner


def can_count(cpu):
    """Whether somebody else sees each instruction of this CPU."""
    return bool(TARGETS[cpu].emulator or TARGETS[cpu].runner)


def parse_arguments(words):
    if not words or words[0] in ('-h', '--help'):
        print(__doc__)
        raise SystemExit(0 if words else 2)
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\n\n')[0], add_help=False)
    for name in ('call', 'interrupt', 'check', 'reset'):
        parser.add_argument('--' + name, required=True)
    parser.add_argument('--nested', default='')
    parser.add_argument('--on', default='m3')
    parser.add_argument('--cflags', default='')
    parser.add_argument('--inputs', type=int, default=1)
    parser.add_argument('--cost', action='store_true')
    parser.add_argument('--at', type=int)
    parser.add_argument('--input', type=int)
    parser.add_argument('--gdb', action='store_true')
    parser.add_argument('sources', nargs='+', metavar='SOURCE')
    options = parser.parse_args(words)
    options.cpus = list(TARGETS) if options.on == 'all' else list(dict.fromkeys(options.on.split(',')))
    for cpu in options.cpus:
        if cpu not in TARGETS:
            parser.error("there is no CPU '%s'; there are %s" % (cpu, ', '.join(TARGETS)))
    if options.cost and (options.at is not None or options.nested):
        parser.error('--cost is without --at and --nested')
    for source in options.sources:
        if not Path(source).is_file():
            parser.error("there is no file '%s'" % source)
        if Path(source).suffix not in ('.c', '.cc', '.cpp', '.cxx', '.C', '.S') or b'\0' in Path(source).read_bytes():
            parser.error("'%s' is no source: give the .c or .cpp files that have the functions" % source)
    for name in filter(None, (options.call, options.interrupt, options.check, options.reset, options.nested)):
        if not re.fullmatch(r'[A-Za-z_]\w*', name):
            parser.error("'%s' is no name of a function: give it without () and arguments" % name)
        if name in own_names():
            parser.error("the tool has a '%s' of its own, which would be called instead: rename yours" % name)
    for name, value, least, most in (('--inputs', options.inputs, 1, INPUTS_MAX), ('--at', options.at, 0, AT_MAX), ('--input', options.input, 0, INPUTS_MAX - 1)):
        if value is not None and not least <= value <= most:
            parser.error('%s must be from %d to %d' % (name, least, most))
    try:
        shlex.split(options.cflags)
    except ValueError as mistake:
        parser.error('--cflags="%s": %s' % (options.cflags, mistake))
    unable = [cpu for cpu in options.cpus if options.nested and cpu not in NESTED]
    if unable:
        parser.error('--nested is for %s, not for %s' % (', '.join(NESTED), ', '.join(unable)))
    if options.gdb and (options.at is None or len(options.cpus) != 1 or not has_gdb(options.cpus[0])):
        parser.error('--gdb needs --at N and one CPU of ' + ', '.join(filter(has_gdb, TARGETS)))
    return options


def names_of(options):
    """The user's functions for land.c."""
    wanted = {'CALL': options.call, 'INTERRUPT': options.interrupt, 'CHECK': options.check, 'RESET': options.reset, 'NESTED': options.nested}
    return ['-DYOURS_%s=%s' % pair for pair in wanted.items() if pair[1]]


STD = 'boards/yours/std'
FOLDERS, HEADERS = ('-I', '-iquote', '-isystem', '-idirafter'), ('-include', '-imacros')


def pairs(cflags):
    """[(option, what it names)] of --cflags, of an option that is whole by itself (option, None). A file or folder is meant from where
    the user is, not from hutch's folder, in which compilers run."""
    words, found = shlex.split(cflags), []
    while words:
        word = words.pop(0)
        option = next((option for option in (*FOLDERS, *HEADERS, '-D', '-U') if word.startswith(option)), None)
        value = (word[len(option):] or (words.pop(0) if words else '')) if option else None
        if option in FOLDERS or option in HEADERS and os.path.exists(value):
            value = os.path.abspath(value)
        found.append((option or word, value))
    return found


def of_user(cflags):
    """What the user's sources are compiled with."""
    return [word for option, value in pairs(cflags) for word in ((option,) if value is None else (option, value))]


def of_hutch(cflags):
    """(options, whether they name files) for hutch itself, of --cflags: its configuration. The user's folders come last, so that only
    headers are found there that are nowhere else."""
    every = pairs(cflags)
    chosen = [(option, value) for option, value in every if option in HEADERS or option in ('-D', '-U') and value.startswith('HUTCH_')]
    has_files = any(option in HEADERS or value.startswith('HUTCH_CONFIG_HEADER') for option, value in chosen)
    folders = [('-idirafter', value) for option, value in every if option in FOLDERS] + [('-idirafter', STD), ('-D', '_GNU_SOURCE=')]
    chosen += folders * has_files  # what the rigs need of the C library, a header of the user's includes first
    return [word for pair in chosen for word in pair] + ['-w'] * bool(chosen), has_files


def link(options, cpu, only=ALL):
    """The program for a CPU. With another landing or input only symbols differ: all addresses are the same."""
    target = TARGETS[cpu]
    words = repr((options.sources, options.cflags, names_of(options), options.at, options.input, options.inputs, only, cpu))
    folder = Path('build/sweep') / ('yours-' + hashlib.md5(words.encode()).hexdigest()[:12])
    port = Path('port') / target.port
    own = ['-O2', '-g', '-w', *of_user(options.cflags), '-I%s' % port, '-idirafter', STD]
    objects = [compile_object(target, Path(source).resolve(), folder, own, [*target.cflags, '-ffunction-sections', '-ffreestanding'],
                              warnings=[], ending='.swept.o') for source in options.sources]
    configured, has_files = of_hutch(options.cflags)  # what files hold is not known to be as it was
    return build(cpu, port, [HERE.relative_to(ROOT) / 'land.c'], ['-O2', '-g', *configured, *['-DSWEEP_NESTED'] * bool(options.nested)], folder,
                 own={'land.c': names_of(options)}, more=LIBRARY, objects=objects, is_kept=not has_files,
                 values={'yours_only': (only if options.at is None else options.at) + 1, 'yours_first_input': (options.input or 0) + 1,
                         'yours_last_input': options.inputs if options.input is None else options.input + 1})


def report_of(text):
    """What land.c printed; {} if it did not come to the end."""
    found = {key: int(value) for key, value in re.findall(r'^(landings|inside|wrong|stack) (\d+)$', text, re.M)}
    places = re.search(r'^range ([0-9a-f]+) ([0-9a-f]+)\nhit(.*)$', text, re.M)
    if not places or len(found) != 4:
        return {}
    found['range'] = int(places.group(1), 16), int(places.group(2), 16)
    found['hit'] = {int(word, 16) for word in places.group(3).split()}
    found['broken'] = [Broken(int(number), how == 'late', int(at, 16), int(nested, 16), int(fault), int(which)) for number, how, at, nested, fault, which in
                       re.findall(r'^broken (\d+) (at|late) ([0-9a-f]+) nested ([0-9a-f]+) fault (\d+) input (\d+)$', text, re.M)]
    return found


def source_line(options, cpu, program, address):
    """'ring.c:16: put_count++;': of what was inlined there, the line of one of the user's sources."""
    tool = TARGETS[cpu].tools + 'addr2line'
    answer = subprocess.run([tool, '-i', '-e', str(program), hex(address)], capture_output=True, text=True, check=False).stdout
    places = [line.split(' (')[0].rpartition(':')[::2] for line in answer.splitlines()]
    known = [(Path(path), int(line)) for path, line in places if line.isdigit() and Path(path).is_file()]
    own = {Path(source).resolve() for source in options.sources}
    for path, line in sorted(known, key=lambda place: place[0].resolve() not in own):
        lines = path.read_text(encoding='utf-8', errors='replace').splitlines()
        return '%s:%d: %s' % (os.path.relpath(path), line, lines[line - 1].strip())
    return 'a line that is not known'


def again(options, cpu, landing):
    words = [sys.argv[0]]
    for name in ('call', 'interrupt', 'check', 'reset', 'nested'):
        words += ['--' + name, getattr(options, name)] if getattr(options, name) else []
    words += ['--cflags=' + options.cflags] if options.cflags else []
    words += ['--input', str(landing.input)] if options.inputs > 1 else []
    return shlex.join([*words, '--on', cpu, '--at', str(landing.number), *options.sources])


def place_of(landing, code):
    """Where it was broken: in the function, or, if the first interrupt came before or after that, in the first one's handler."""
    return landing.at if landing.at in code else landing.nested if landing.nested in code else None


def stretches(found, code):
    """Of each stretch of neighbouring instructions where it broke, the landing that came first, and the stretch."""
    first = {}
    for landing in found['broken']:
        first.setdefault(place_of(landing, code), landing)
    order = {address: k for k, address in enumerate(sorted(code))}
    together = []
    for at in sorted(set(first) & set(code)):
        if together and order[at] == order[together[-1][-1]] + 1 and code[at].function == code[together[-1][-1]].function:
            together[-1].append(at)
        else:
            together.append([at])
    return sorted(((min((first[at] for at in stretch), key=lambda one: one.number), stretch) for stretch in together), key=lambda pair: pair[0].number)


def listing(code, stretch, hit):
    """The instructions of a stretch, and some around it."""
    addresses = sorted(code)
    start, stop = addresses.index(stretch[0]), addresses.index(stretch[-1]) + 1
    shown = addresses[max(0, start - AROUND):stop][:LINES_MAX] + addresses[stop:stop + AROUND]
    for address in shown:
        sign = '*' if address in stretch else '.' if address in hit else ' '
        yield '      %s %x  %s' % (sign, address, code[address].text)


def show_broken(options, cpu, program, found, code):
    apart = [landing for landing in found['broken'] if place_of(landing, code) is None]
    for landing in apart[:1]:
        yield '  landing %d, %s %s: wrong even where nothing overlaps' % (landing.number, 'behind' if landing.is_late else 'in front of', options.call)
    together = stretches(found, code)
    for landing, stretch in together[:STRETCHES_MAX]:
        place = place_of(landing, code)
        yield '  landing %d, in %s, %s%s' % (landing.number, code[place].function, source_line(options, cpu, program, place),
                                             ', and hutch reports fault %d' % landing.fault if landing.fault else '')
        if landing.nested in code and landing.nested != place:
            yield '    the nested one in %s, %s' % (code[landing.nested].function, source_line(options, cpu, program, landing.nested))
        yield from listing(code, stretch, found['hit'])
        yield '    again: ' + again(options, cpu, landing)
    if len(together) > STRETCHES_MAX:
        yield '  and in %d more places' % (len(together) - STRETCHES_MAX)
    yield '  * it came before this instruction, and %s failed   . it came, and all was right' % options.check
    yield '    no sign: it never came here, because interrupts are off or the instruction did not run'


def cost(options, cpu, found):
    """The longest call of all inputs without an interrupt, and the longest part of one that no interrupt came into."""
    if not can_count(cpu):
        return '  no cost: instructions are counted on the emulated CPUs only, which are ' + ', '.join(filter(can_count, TARGETS))
    start, stop = found['range']
    program = link(options, cpu, NONE)
    objdump = TARGETS[cpu].tools + 'objdump'
    code = disassembly.read(objdump, program)
    begin = disassembly.symbols(objdump, program)[options.call]
    calls, is_within = [], False
    for address, _ in trace(cpu, program, min(code), max(code) + 2):
        function = code[address].function if address in code else None
        if address == begin and not is_within:
            calls.append([])
        is_within = address == begin or (is_within and function not in ('main', 'call_alone', 'call_painted'))
        if is_within and address in code:
            calls[-1].append(address)
    closed = [sum(1 for _ in group) for call in calls for is_closed, group in groupby(call, lambda address: start <= address < stop and address not in found['hit'])
              if is_closed]
    return ('  without an interrupt at most %d instructions; at most %d in a row that no interrupt came into; %s bytes of stack' %
            (max(len(call) for call in calls), max(closed, default=0), 'more than %d' % PAINTED if found['stack'] >= PAINTED else found['stack']))


def sweep(options, cpu):
    """Lands everywhere. @return whether all was right, and the lines that say so"""
    program = link(options, cpu)
    status, text, _ = run(cpu, program)
    found = report_of(text)
    if not found:
        stopped = re.search(r'stopped: (.*)', text)
        raise Failure(stopped.group(1) if stopped else 'no report, and the end was %d: did a landing make the program run wild?\n%s' % (status, text[-1500:]))
    if found['inside'] == 0 and options.at is None:
        raise Failure('no landing was inside your code: nothing was tried. Leave -flto out of --cflags, and sections out of your sources')
    code = disassembly.read(TARGETS[cpu].tools + 'objdump', program, *found['range'])
    functions = sorted({code[at].function for at in found['hit'] & set(code)})
    landed = ', '.join('%s %d of %d' % (name, sum(1 for at in found['hit'] if at in code and code[at].function == name),
                                        sum(1 for one in code.values() if one.function == name)) for name in functions)
    lines = ['%s: %d landings, %d inside your code, %d broken; instructions landed at: %s' %
             (cpu, found['landings'], found['inside'], found['wrong'], landed)]
    if found['inside'] == 0:
        lines.append('  landing %d is in front of or behind %s, not in it' % (options.at, options.call))
    if options.cost:
        lines.append(cost(options, cpu, found))
    if found['wrong']:
        lines.extend(show_broken(options, cpu, program, found, code))
    return not found['wrong'], lines


def sweep_all(options):
    """Lands everywhere on all CPUs, as many of them at a time as this machine has; prints of each in its turn. @return whether all was right"""
    is_right = True
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for is_right_there, lines in pool.map(lambda cpu: sweep(options, cpu), options.cpus):
            print('\n'.join(lines), flush=True)
            is_right = is_right and is_right_there
    finally:
        pool.shutdown(cancel_futures=True)
    return is_right


def debug(options, cpu):
    """GDB: it says where the interrupt came, and stops at the first line of the handler."""
    program = link(options, cpu)
    with socket.socket() as free:
        free.bind(('localhost', 0))
        server = 'localhost:%d' % free.getsockname()[1]
    emulator = TARGETS[cpu].emulator and subprocess.Popen([*TARGETS[cpu].emulator, str(program), '-S', '-gdb', 'tcp:' + server], stdin=subprocess.DEVNULL)
    is_read = sys.stdin.isatty()
    # Without an emulator the rig steps by SIGTRAP, and must get it.
    begin = ['target remote ' + server, 'tbreak rig_on_interrupt', 'continue'] if emulator else ['handle SIGTRAP nostop noprint pass', 'tbreak rig_on_interrupt', 'run']
    commands = [*begin, 'info line *pc', 'x/4i pc', 'tbreak ' + options.interrupt, 'continue', 'backtrace', *([] if is_read else ['kill'])]
    try:
        return subprocess.run(['gdb-multiarch', '-q', *([] if is_read else ['-batch']), *(word for each in commands for word in ('-ex', each)), str(program)],
                              check=False).returncode
    finally:
        if emulator:
            emulator.kill()


def shown(text):
    """A failure in a bearable number of lines, without control characters; in front of them what can be done."""
    hints = ['hutch-sweep: ' + hint % name for pattern, hint in HINTS for name in dict.fromkeys(re.findall(pattern, text))]
    lines = [line[:SHOWN_COLUMNS] for line in text.splitlines() if line][:SHOWN_LINES]
    return ''.join(character if character.isprintable() or character == '\n' else '?' for character in '\n'.join([*hints, 'hutch-sweep: ' + lines[0], *lines[1:]]))


def main(words):
    options = parse_arguments(words)
    try:
        need(options.cpus, ['gdb-multiarch'] if options.gdb else [])
        if options.gdb:
            return debug(options, options.cpus[0])
        return 0 if sweep_all(options) else 1
    except Failure as failure:
        print(shown(str(failure)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # who read the output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except OSError as error:  # a tool that is not there, a folder that cannot be written
        print(shown("'%s': %s" % (error.filename, error.strerror)), file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
