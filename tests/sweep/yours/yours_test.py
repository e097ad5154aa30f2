#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""yours_test.py - hutch_sweep.py on its examples: the right ones pass, each race is found where it is; and its mistakes of use.

usage: yours_test.py [--write] [CPU ...]     all CPUs, unless some are named; write: also renews README.md. Prints TAP."""
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / 'tools')]
import hutch_sweep  # noqa: E402
import tap_out  # noqa: E402

RING = ['--call', 'send', '--interrupt', 'take_all', '--check', 'all_came', '--reset', 'empty', 'ring.c']
BUFFER = ['--call', 'draw', '--interrupt', 'show', '--check', 'is_whole', '--reset', 'blank', 'double_buffer.c']
QUEUE = ['--call', 'post_two', '--interrupt', 'post_from_interrupt', '--check', 'none_is_lost', '--reset', 'forget_all', 'queue.c']
POOL = ['--call', 'work', '--interrupt', 'receive', '--check', 'is_shared_well', '--reset', 'drop_all', 'pool.c']
SIZES = ['--call', 'work', '--interrupt', 'receive', '--check', 'is_apart', '--reset', 'drop_all', 'sizes.c']
MAILBOX = ['--call', 'work', '--interrupt', 'receive', '--check', 'all_came', '--reset', 'forget_all', 'mailbox.c']
JOBS = ['--call', 'work', '--interrupt', 'reset_comes', '--check', 'all_is_right', '--reset', 'begin', 'jobs.c']
VOICES = ['--call', 'play', '--interrupt', 'timer_interrupt', '--check', 'is_clean', '--reset', 'play_earlier', '../../recipes/walk_in_interrupt.c']
# What is run, and a line that says where its race is.
EXAMPLES = {'a ring': (RING, 'ring[(unsigned char)(put_count - 1) % RING_BYTES] = byte;'), 'a double buffer': (BUFFER, 'buffers[hidden][k] = colour;'),
            'a queue': (QUEUE, 'in post_two, queue.c:'), 'a pool': (POOL, ' in work, '), 'memory of sizes': (SIZES, ' in work, '),
            'a mailbox': (MAILBOX, ', in send, '),
            'a reset': (JOBS, ' in work, '),
            'a walk': (VOICES, ', in wrong_')}


def sweep(words):
    """Its exit code, and what it printed. Here and not in a process of its own, so that the library is compiled once."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            code = hutch_sweep.main(words)
        except SystemExit as mistake:
            code = mistake.code
    return code, printed.getvalue()


def sweep_apart(words, folder=HERE, env=None):
    done = subprocess.run([sys.executable, HERE / 'hutch_sweep.py', *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, env=env)
    return done.returncode, done.stdout


# What is no source, or is a wrong one: its name and content, and what is printed of it.
DAMAGED = {'random.c': (bytes(range(1, 256)), 'random.c:1'), 'empty.c': (b'', "no source has a function 'send' that others can call"),
           'object.c': (b'\x7fELF\1\1\1\0', "object.c' is no source"), 'ring.o': (b'x', "ring.o' is no source"), 'folder.c': (None, 'there is no file'),
           'main.c': (b'#include "%b/ring.c"\nint main(void) { return 0; }' % bytes(HERE), "'main' is there twice"),
           'section.c': (b'__attribute__((section(".fast"))) void send(void);\n#include "%b/ring.c"' % bytes(HERE), 'no landing was inside your code'),
           'static.c': (b'static void send(void);\n#include "%b/ring.c"\n' % bytes(HERE), "function 'send' that others can call")}
DEEP = '''#include <stdbool.h>
void deep(void) { volatile char bytes[48]; for (unsigned k = 0; k < 48; k++) { bytes[k] = 1; } }
void nothing(void) { }
bool fine(void) { return true; }
'''


def damaged(folder, cpu):
    """Rows of what is no program."""
    for name, (content, text) in DAMAGED.items():
        path = Path(folder) / name
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content)
        yield 'damaged input: ' + name, ['--on', cpu, *RING[:-1], str(path)], 2, [text]
    for words, text in ((['--call', 'send()'], "'send()' is no name of a function"), (['--cflags', "-O2 'x"], 'No closing quotation'),
                        (['--cflags=-fsyntax-only'], "no object came of 'ring'"), (['--inputs', '0'], '--inputs must be from 1 to'), (['--at', '-5'], '--at must be from 0 to'),
                        (['--input', '99999'], '--input must be from 0 to')):
        yield 'damaged input: ' + ' '.join(words), ['--on', cpu, *RING, *words], 2, [text]
    yield 'a landing behind the last', ['--on', cpu, *RING, '--at', '9999'], 0, ['landing 9999 is in front of or behind send, not in it']


def depths(folder, cpus):
    """Rows of a function with 48 bytes on the stack; on AVR two registers and the return address, too."""
    source = Path(folder) / 'deep.c'
    source.write_text(DEEP, encoding='utf-8')
    for cpu in cpus:
        if cpu != 'x86':
            yield '%s: the stack of a call' % cpu, ['--on', cpu, '--cost', '--call', 'deep', '--interrupt', 'nothing', '--reset', 'nothing', '--check', 'fine', str(source)], 0, [
                '; %d bytes of stack' % (52 if cpu == 'avr' else 48)]


def without_tools(folder, cpu):
    """(exit code, output) where there is no compiler, and nothing to install it with."""
    for tool in ('sh', 'dirname', 'id', 'cat', 'tr', 'grep', 'sed'):
        os.symlink(shutil.which(tool), Path(folder) / tool)
    return sweep_apart(['--on', cpu, *RING], env={**os.environ, 'PATH': folder})


def rows(cpus):
    """(sentence, words, exit code, texts that must be printed)"""
    for cpu in cpus:
        nested = ['--nested', 'post_urgently'] if cpu in hutch_sweep.NESTED else []
        for name, (words, place) in EXAMPLES.items():
            words = ['--on', cpu, *words, *(nested if words is QUEUE else [])]
            yield '%s: %s passes' % (cpu, name), words, 0, [', 0 broken']
            yield '%s: the race of %s is found' % (cpu, name), [*words, '--cflags=-DRACE'], 1, [place, '\n      * ', 'again: ']
    cpu = cpus[0]
    race = ['--on', cpu, '--cflags=-DRACE', *RING]
    number = sweep(race)[1].partition('landing ')[2].partition(',')[0]
    yield 'one landing is done again', [*race, '--at', number], 1, ['1 landings, 1 inside your code, 1 broken', 'landing %s, in send' % number]
    for each in cpus:
        yield '%s: what a call costs' % each, ['--on', each, '--cost', *POOL], 0, [
            '  no cost: instructions are counted on the emulated CPUs only, which are m0, m3, ' if each == 'x86' else '  without an interrupt at most ']
    for each in sorted({*cpus} & {'m3', 'm4', 'm33', 'rv32', 'x86'}):  # which have atomic operations
        yield '%s: a mailbox without a lock' % each, ['--on', each, '--cflags=-DHUTCH_CFG_LOCK_FREE=1 -DLOCK=HUTCH_LOCK_FREE', *MAILBOX], 0, [', 0 broken']
        yield '%s: a lock-free pool: hutch has the options of the sources' % each, ['--on', each, '--cost', '--cflags=-DHUTCH_CFG_LOCK_FREE=1', *POOL], 0, [
            ', 0 broken', 'no cost' if each == 'x86' else 'at most 0 in a row that no interrupt came into']
        yield '%s: a reset in a lock-free pool' % each, ['--on', each, '--cflags=-DHUTCH_CFG_LOCK_FREE=1 -DLOCK=HUTCH_LOCK_FREE', *JOBS], 0, [', 0 broken']
    for each in cpus:
        yield '%s: a reset in the middle of hutch_revive' % each, ['--on', each, '--call', 'come_back', *JOBS[2:]], 0, [', 0 broken']
    yield 'a reset of a debug build', ['--on', cpu, '--cflags=-DHUTCH_CFG_CHECK=2', *JOBS], 0, [', 0 broken']
    yield 'a debug build of hutch', ['--on', cpu, '--cflags=-D HUTCH_CFG_CHECK=2', *POOL], 0, [', 0 broken']
    if cpu.startswith('m'):  # whose port knows that it is in an interrupt
        yield 'a debug build of hutch, which reports that the lock is forgotten', ['--on', cpu, '--cflags=-DHUTCH_CFG_CHECK=2 -DRACE', *POOL], 1, ['and hutch reports fault 30']
    if cpu != 'x86':
        yield 'nothing is closed in a ring', ['--on', cpu, '--cost', '--inputs', '2', *RING], 0, ['at most 0 in a row that no interrupt came into']
    yield 'one landing of the second input', [*race, '--inputs', '2', '--input', '1', '--at', number], 1, ['1 landings, 1 inside', '--input 1 --on']
    swapped = {'--check': 'all_came', '--reset': 'take_all'}
    careless = [swapped.get(before, word) for before, word in zip(['', *RING], RING)]
    yield 'a reset that leaves something', ['--on', cpu, *careless], 2, ['the check fails the second time although nothing interrupts']
    yield 'a check that fails by itself', ['--on', cpu, '--call', 'empty', *RING[2:]], 2, ['the check fails although nothing interrupts', 'let your interrupt count']
    yield 'a CPU that there is not', ['--on', 'z80', *RING], 2, ["there is no CPU 'z80'; there are m0, m3"]
    yield 'what cannot be together', ['--on', cpu, '--cost', '--at', '3', *RING], 2, ['--cost is without --at']
    yield 'a file that there is not', [*RING, 'wheel.c'], 2, ["there is no file 'wheel.c'"]
    yield 'a function that there is not', ['--on', cpu, '--call', 'sent', *RING[2:]], 2, ["no source has a function 'sent' that others can call"]
    for name in ('reset', 'start', 'nested_landed_at'):
        yield "a function with the tool's own name, %s" % name, ['--on', cpu, '--call', name, *RING[2:]], 2, ["the tool has a '%s' of its own" % name]
    yield 'a name that only a parameter of the tool has', ['--on', cpu, '--call', 'delay', *RING[2:]], 2, ["no source has a function 'delay'"]
    yield 'a call without options, which explains them', [], 2, ['--reset      void F(void): runs before each landing']
    yield 'a call for help', ['--help'], 0, ['--reset      void F(void): runs before each landing']
    yield 'a second interrupt where there is none', ['--on', 'avr', '--nested', 'post_urgently', *QUEUE], 2, ['--nested is for m3, m4, rv32, x86, not for avr']


def backtraces(cpus):
    """GDB stops in the user's handler and shows his function below it, at the place where the race of the ring is."""
    for cpu in cpus:
        race = ['--on', cpu, '--cflags=-DRACE', *RING]
        number = sweep(race)[1].partition('landing ')[2].partition(',')[0]
        code, text = sweep_apart([*race, '--at', number, '--gdb'])
        if hutch_sweep.has_gdb(cpu):
            frames = re.search(r'^#0 +take_all \(\) at .*ring\.c:28\n(?:#.*\n)+#\d+ +<signal handler called>\n#\d+ .*\bput \(byte=.*ring\.c:15\n'
                               r'#\d+ +send \(\) at .*ring\.c:(?:39|4\d)\n(?:#.*\n)*#\d+ .*\bmain \(\)', text, re.M)
            tap_out.result(code == 0 and bool(frames) and 'Line 15 of ' in text, '%s: GDB stops in the handler, and shows what it interrupted' % cpu, text[-3000:])
        else:
            tap_out.result(code == 2 and '--gdb needs --at N and one CPU of m0, m3, m4, m33, rv32, x86' in text, '%s: there is no GDB' % cpu, text[-2000:])


CHANGES = {'a source': 'src/hutch_check.c', 'a header': 'include/hutch/core/bits.h', "a port's header": 'port/%s/hutch_port.h', 'a rig': 'tests/sweep/%s', 'the tool': 'tests/sweep/landing.h'}


def kept(elsewhere, cpu):
    """Objects of hutch's own files: kept until a file, the compiler or an option changes. In a copy of what they are made from."""
    target = hutch_sweep.TARGETS[cpu]
    tree, tools = Path(elsewhere) / 'tree', Path(elsewhere) / 'tools'
    for folder in ('include', 'src', 'port', 'boards/tools', 'boards/runners', 'tests/sweep', 'tests/tools'):
        shutil.copytree(hutch_sweep.ROOT / folder, tree / folder)
    tools.mkdir()
    compiler = tools / (target.tools + 'gcc')
    compiler.write_text('#!/bin/sh\necho compiles >> "%s/calls"\nexec %s "$@"\n' % (tools, shutil.which(compiler.name)), encoding='utf-8')
    compiler.chmod(0o755)

    def compiled(*words):
        """How often the compiler ran, and what was printed."""
        (tools / 'calls').write_text('', encoding='utf-8')
        done = subprocess.run([sys.executable, tree / 'tests/sweep/yours/hutch_sweep.py', '--on', cpu, *RING[:-1], HERE / 'ring.c', *words], capture_output=True, text=True,
                              check=False, stdin=subprocess.DEVNULL, env={**os.environ, 'PATH': '%s:%s' % (tools, os.environ['PATH'])})
        return (tools / 'calls').read_text(encoding='utf-8').count('compiles'), done.stdout + done.stderr

    first, text = compiled()
    tap_out.result(first > 15 and ', 0 broken' in text, 'the first run compiles hutch', '%d calls\n%s' % (first, text[-2000:]))
    again, text = compiled()
    tap_out.result(again == 2 and ', 0 broken' in text, 'the second run compiles and links your source only', '%d calls\n%s' % (again, text[-2000:]))
    again, text = compiled('--cflags=-DRACE')
    tap_out.result(again == 2 and ', 0 broken' not in text, 'so does one with other options for it', '%d calls\n%s' % (again, text[-2000:]))
    if cpu in hutch_sweep.NESTED:
        again, text = compiled('--nested', 'take_all')
        tap_out.result(again > 15, "another option for hutch's files compiles them", '%d calls\n%s' % (again, text[-2000:]))
    again, text = compiled('--on', '%s,%s' % (cpu, cpu))
    tap_out.result(text.count(' landings, ') == 1, 'a CPU that is named twice runs once', text[-2000:])
    for what, path in CHANGES.items():
        changed = tree / (path % {'port/': target.port, 'tests/': target.rig[0]}[path.partition('/')[0] + '/'] if '%s' in path else path)
        before = changed.read_bytes()
        date = changed.stat().st_mtime_ns
        changed.write_bytes(before + b'\n#error it is new\n')
        os.utime(changed, ns=(0, 0))  # its content counts, not its date
        text = compiled()[1]
        tap_out.result('it is new' in text, '%s that has changed is compiled' % what, text[-2000:])
        changed.write_bytes(before)
        os.utime(changed, ns=(date, date))
    again, text = compiled()
    tap_out.result(again == 2 and ', 0 broken' in text, 'what is again as it was is not', '%d calls\n%s' % (again, text[-2000:]))
    compiler.write_text(compiler.read_text(encoding='utf-8') + '# another version\n', encoding='utf-8')
    again, text = compiled()
    tap_out.result(again == first and ', 0 broken' in text, 'another compiler compiles all', '%d calls\n%s' % (again, text[-2000:]))


def configured(folder, cpu):
    """A header with the configuration, which hutch reads, too: as HUTCH_CONFIG_HEADER, and by -include; and when it has changed."""
    header, source = Path(folder) / 'config/own.h', Path(folder) / 'counted.c'
    header.parent.mkdir()
    source.write_text('#include "hutch/stats.h"\n#include "%s/pool.c"\nbool is_counted(void);\nbool is_counted(void) { return is_shared_well() && packets_peak() >= 2 && packets_peak() <= 3; }\n' % HERE,
                      encoding='utf-8')
    words = ['--on', cpu, '--call', 'work', '--interrupt', 'receive', '--reset', 'drop_all', '--check', 'is_counted', source.name]
    for cflags in ("-I config '-DHUTCH_CONFIG_HEADER=\"own.h\"'", '-include config/own.h'):
        header.write_text('#define HUTCH_CFG_STATS 1\n', encoding='utf-8')
        code, text = sweep_apart(['--cflags=' + cflags, *words], folder)
        tap_out.result(code == 0 and ', 0 broken' in text, 'hutch has the configuration of ' + cflags, text[-2000:])
        header.write_text('#define HUTCH_CFG_STATS 9\n', encoding='utf-8')
        code, text = sweep_apart(['--cflags=' + cflags, *words], folder)
        tap_out.result(code == 2 and 'HUTCH_CFG_STATS' in text, 'and what it has become: ' + cflags, text[-2000:])


def readme_block():
    """What the race of the ring looks like on Cortex-M3, but for its repetitions."""
    command = ['--on', 'm3', '--cflags=-DRACE', *RING]
    lines = sweep(command)[1].replace(sys.argv[0], 'hutch_sweep.py').splitlines()
    shown = next(k for k, line in enumerate(lines) if line.startswith('    again: ') or k + 1 == len(lines)) + 1
    return ''.join('    %s\n' % line for line in ['', *lines[:shown], '  ...', *lines[-2:]]).replace('    \n', '\n') + '\n'


def is_fresh(is_written):
    path = HERE / 'README.md'
    before = path.read_text(encoding='utf-8')
    head, begin, rest = before.partition('<!-- begin race -->\n')
    after = head + begin + readme_block() + '<!-- end race -->' + rest.partition('<!-- end race -->')[2]
    if is_written:
        path.write_text(after, encoding='utf-8')
    return before == after


def each_row(tried):
    for sentence, command, code, texts in tried:
        got, text = (sweep_apart if '--gdb' in command else sweep)(command)
        missing = [one for one in texts if one not in text]
        tap_out.result(got == code and not missing, sentence, 'exit code %s; missing: %s\n%s' % (got, missing, text[-2000:]))


def main(words):
    os.chdir(HERE)
    cpus = [word for word in words if word != '--write'] or list(hutch_sweep.TARGETS)
    with tempfile.TemporaryDirectory() as elsewhere:
        tried = [*rows(cpus), *damaged(elsewhere, cpus[0]), *depths(elsewhere, cpus)]
        each_row(tried)
        if cpus[0] != 'x86':
            code, text = without_tools(elsewhere, cpus[0])
            tap_out.result(code == 2 and 'cannot be installed from here' in text and 'Traceback' not in text, 'a compiler that there is not', text[-2000:])
    with tempfile.TemporaryDirectory() as elsewhere:
        shutil.copy('ring.c', elsewhere)
        code, text = sweep_apart(['--on', cpus[0], *RING], elsewhere)
        tap_out.result(code == 0 and ', 0 broken' in text, 'a program that stands elsewhere', text[-2000:])
        part = Path(elsewhere) / 'part'
        part.mkdir()
        part.joinpath('part.h').write_text('#include <string.h>\n', encoding='utf-8')
        each = {cpu: sweep_apart(['--on', cpu, '--cflags=-Ipart -include part.h', *RING], elsewhere) for cpu in cpus}
        wrong = {cpu: text[-1000:] for cpu, (code, text) in each.items() if code != 0 or ', 0 broken' not in text}
        tap_out.result(not wrong, 'a folder of headers beside it, which include string.h', str(wrong))
        configured(elsewhere, cpus[0])
    with tempfile.TemporaryDirectory() as elsewhere:
        kept(elsewhere, cpus[0])
    if cpus != ['m3']:  # not in `make test`, which would need one more package
        backtraces(cpus)
    if 'm3' in cpus:
        command = re.search(r'^    (python3 .*\\\n.*)', (HERE / 'README.md').read_text(encoding='utf-8'), re.M).group(1)
        done = subprocess.run(command.replace('python3', sys.executable, 1), shell=True, cwd=hutch_sweep.ROOT, capture_output=True, text=True, check=False)
        tap_out.result(done.returncode == 0 and done.stdout.count(', 0 broken') == 5, "README.md's command", done.stdout[-2000:] + done.stderr[-2000:])
        tap_out.result(is_fresh('--write' in words), 'README.md shows what is printed now', 'yours_test.py --write m3 renews it')
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
