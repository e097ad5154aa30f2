#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lines_test.py - hutch-top and hutch-trace on lines that are whole, damaged, cut, and of a program without a clock; prints TAP."""
import functools
import json
import os
import pty
import re
import select
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'src/tools'
sys.path[:0] = [str(TOOLS), str(ROOT / 'tests/tools')]
import hutch_lines  # noqa: E402  (of src/tools)
import tap_out  # noqa: E402  (of tests/tools)

PYTHON = '/usr/bin/python3' if os.path.exists('/usr/bin/python3') else sys.executable


def line(name, live, capacity, peak=0, refused=0, tick=0):
    body = f'pool {name} {live:0{(capacity + 3) // 4}X} {capacity:X} {peak:X} {refused:X} {tick:X}'
    return f'${body}*{functools.reduce(lambda sum, c: sum ^ ord(c), body, 0):02X}\n'


def tool(name, *words, text=None):
    done = subprocess.run([PYTHON, TOOLS / name, *words], input=text, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def samples(text):
    reader = hutch_lines.Reader()
    found = list(reader.feed(text))
    reader.end()
    return found, reader.damaged


def a_line_of_the_unit_tests_is_read():
    source = (ROOT / 'tests/unit/report.c').read_text(encoding='utf-8')
    lines = re.findall(r'"(\$pool [^"]*\*..)\\n"', source)
    found, damaged = samples('\n'.join(lines) + '\n')
    assert len(lines) == 6 and damaged == 0 and len(found) == 6
    assert found[0].strip() == '#...#...........' and found[0].peak == 5 and found[1].count() == 70 and found[3].peak is None


def lines_of_the_program_are_passed_over():
    found, damaged = samples('boot\nscore 12\n' + line('rabbits', 5, 4) + 'pool          live  peak\n')
    assert len(found) == 1 and damaged == 0


def every_changed_character_is_noticed():
    good = line('rabbits', 0x2DF, 10, 7, 42, 1811)
    for at in range(len(good) - 1):
        for other in ('0', 'F', ' ', '?'):
            changed = good[:at] + other + good[at + 1:]
            if changed != good:
                assert samples(changed) == ([], 1), changed


def a_line_cut_anywhere_is_skipped_and_counted():
    good, next_line = line('rabbits', 0x2DF, 10, 7, 42, 1811), line('foes', 1, 4)
    for at in range(6, len(good) - 1):
        found, damaged = samples(good[:at] + next_line)  # the end is lost, and the newline with it
        assert [sample.name for sample in found] == ['foes'] or damaged == 1, good[:at]
        found, damaged = samples(good[at:] + next_line)  # the beginning is lost
        assert [sample.name for sample in found] == ['foes'] and damaged == (1 if at <= len(good) - 4 else 0), good[at:]
        found, damaged = samples(next_line + good[:at])  # the input ends
        assert len(found) == 1 and damaged == 1, good[:at]


def impossible_slots_are_damaged():
    assert samples(line('rabbits', 0xF, 3)) == ([], 1)


def pieces_of_a_line_are_put_together():
    reader, found = hutch_lines.Reader(), []
    for character in line('rabbits', 5, 4) * 3:
        found += reader.feed(character)
    assert len(found) == 3 and reader.damaged == 0


def a_tick_or_a_second_line_begins_a_snapshot():
    def grouped(text):
        return [sorted(group) for group in hutch_lines.snapshots(samples(text)[0])]
    assert grouped(line('a', 1, 4, tick=1) + line('b', 1, 4, tick=1) + line('a', 1, 4, tick=2)) == [['a', 'b'], ['a']]
    assert grouped(line('a', 1, 4) + line('b', 1, 4) + line('a', 1, 4)) == [['a', 'b'], ['a']]


def top_prints_the_last_state_once():
    code, out, _ = tool('hutch-top', '-', '--once', text=line('rabbits', 1, 4) + 'noise*00\n' + line('rabbits', 7, 4, 3, 2))
    assert code == 0 and re.search(r'^rabbits +3 +3 +4 +2  ###\.$', out, re.M) and '1 lines damaged' in out, out


def top_without_a_terminal_names_the_other_way():
    code, _, error = tool('hutch-top', os.devnull, text='')
    assert code == 1 and error == 'hutch-top: a live screen needs a terminal; --once prints the last state\n', error


class Terminal:
    """hutch-top on a pseudo terminal of 100 x 10, and what its screen shows."""

    def __init__(self, *words):
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.environ.update(TERM='xterm', LANG='C.UTF-8', LINES='10', COLUMNS='100')
            os.execv(PYTHON, [PYTHON, str(TOOLS / 'hutch-top'), *words])
        self.shown = ''

    def wait_for(self, text, seconds=20):
        end = time.monotonic() + seconds
        while text not in self.shown and time.monotonic() < end:
            self.key('\f')  # paint all of the screen, not only what has changed
            if select.select([self.master], [], [], 0.3)[0]:
                self.shown += os.read(self.master, 65536).decode('utf-8', 'replace')
        assert text in self.shown, f'`{text}` is not on the screen: {self.shown!r}'
        self.shown = ''

    def key(self, key):
        os.write(self.master, key.encode())

    def end(self):
        """The exit code."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    os.read(self.master, 65536)
                except OSError:  # the other side is closed
                    pass
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                os.close(self.master)
                return os.waitstatus_to_exitcode(status)
        raise AssertionError('hutch-top does not end')


def top_shows_a_serial_port_live_and_obeys_keys():
    device, port = pty.openpty()  # a serial port, as far as termios can tell
    screen = Terminal(os.ttyname(port), '--baud', '9600')
    screen.wait_for('0 pools')  # opening a port drops what came before
    os.write(device, (line('rabbits', 5, 4) + line('foes', 1, 2)).encode())
    screen.wait_for('#.#.')
    os.write(device, line('rabbits', 2, 4)[3:].encode() + line('foes', 3, 2).encode())
    screen.wait_for('1 damaged')
    screen.key('s')
    screen.wait_for('name')
    screen.key(' ')
    screen.wait_for('PAUSED')
    os.write(device, line('rabbits', 0xF, 4).encode())
    screen.key(' ')
    screen.wait_for('####')
    screen.key('q')
    assert screen.end() == 0
    os.close(device)
    os.close(port)


def top_follows_a_file_that_grows():
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='ascii') as file:
        file.write(line('rabbits', 5, 4))
        file.flush()
        screen = Terminal(file.name)
        screen.wait_for('#.#.')
        file.write(line('rabbits', 0xE, 4))
        file.flush()
        screen.wait_for('###')
        screen.key('q')
        assert screen.end() == 0


def top_shows_a_recorded_file_again_in_its_own_time():
    with tempfile.NamedTemporaryFile('w', suffix='.txt', encoding='ascii') as file:
        file.write(line('rabbits', 1, 4, tick=100) + line('rabbits', 3, 4, tick=400))
        file.flush()
        screen = Terminal(file.name, '--again', '100')
        screen.wait_for('live  ')
        screen.wait_for('#...')
        screen.wait_for('ended')
        screen.wait_for('##..')
        screen.key('q')
        assert screen.end() == 0


def traced(text, *words):
    with tempfile.TemporaryDirectory() as folder:
        outs = {form: Path(folder) / form for form in ('vcd', 'perfetto', 'svg')}
        code, out, error = tool('hutch-trace', '-', *words, *[word for form, path in outs.items() for word in ('--' + form, path)], text=text)
        assert code == 0, error
        outs['gtkw'] = Path(folder) / 'vcd.gtkw'
        return out, {form: path.read_text(encoding='utf-8') for form, path in outs.items()}


def trace_has_gtkwave_show_each_signal_and_all_of_the_time():
    forms = traced(line('a', 1, 4) + line('b.c', 1, 1, tick=1) + line('a', 2, 4, tick=2000), '--hz', '100')[1]
    scope, there = '', []
    for kind, *words in map(str.split, forms['vcd'].split('$enddefinitions')[0].splitlines()):
        scope = words[1] if kind == '$scope' else scope
        there += [f'pools.{scope}.{"".join(words[3:-1])}'] if kind == '$var' else []
    shown = re.findall(r'^pools.*', forms['gtkw'], re.M)
    assert len(shown) == 6 and sorted(shown) == sorted(there), (shown, there)
    assert '*-22.74' in forms['gtkw'], forms['gtkw']  # 20 s: 2 ** 22.74 us


def trace_writes_each_form_with_the_same_times():
    out, forms = traced(line('a', 1, 4, 1, 0, 100) + line('a', 3, 4, 2, 0, 150) + line('a', 2, 4, 2, 0, 200), '--hz', '100')
    assert '3 snapshots' in out
    assert '$var wire 4 ! slots [3:0] $end' in forms['vcd']
    assert re.findall(r'#(\d+)\nb(\d+) !', forms['vcd']) == [('0', '0001'), ('500000', '0011'), ('1000000', '0010')], forms['vcd']
    events = json.loads(forms['perfetto'])['traceEvents']
    assert [(event['tid'], event['ts'], event['dur']) for event in events if event['ph'] == 'X'] == [(1, 0, 1000000), (2, 500000, 500000)]
    assert [event['args']['live'] for event in events if event['ph'] == 'C'] == [1, 2, 1]
    picture = xml.dom.minidom.parseString(forms['svg'])
    assert len(picture.getElementsByTagName('path')) == 2 and len(picture.getElementsByTagName('polyline')) == 1


def trace_takes_snapshots_for_time_without_a_clock():
    _, forms = traced(line('a', 1, 1) + line('a', 0, 1), '--hz', '10')
    assert '#100000\nb0 !' in forms['vcd'], forms['vcd']


def trace_goes_on_when_the_tick_goes_back():
    _, forms = traced(line('a', 1, 1, tick=1000) + line('a', 0, 1, tick=0) + line('a', 1, 1, tick=5), '--hz', '1')
    assert re.findall(r'^#(\d+)', forms['vcd'], re.M)[:2] == ['0', '5000000'], forms['vcd']


def trace_names_leak_churn_and_sizes():
    out, _ = traced(''.join(
        line('leaking', (1 << i // 5) - 1, 16, 16, 0, i) + line('churning', 5 if i % 2 else 10, 4, 3, 0, i) +
        line('large', i % 2, 32, 2, 0, i) + line('small', 3, 2, 2, i, i) + line('fine', 3 + 4 * (i // 32), 3, 3, 0, i)
        for i in range(64)))
    assert 'leaking: leak?' in out and 'churning: churn' in out and 'large: oversized: never more than 2 of 32' in out
    assert 'small: too small: 63 acquires' in out and out.count('leak?') == 1 and 'fine:' not in out, out


def trace_has_round_times():
    for last, labels in ((390, '0 0.05 0.1 0.15 0.2 0.25 0.3 0.35'), (5000, '0 1 2 3 4 5'), (78, '0 0.01 0.02 0.03 0.04 0.05 0.06 0.07')):
        _, forms = traced(line('a', 1, 1, tick=0) + line('a', 0, 1, tick=last))
        found = ' '.join(re.findall(r'text-anchor="middle">([^ ]+) s<', forms['svg']))
        assert found == labels, found


def trace_of_nothing_is_an_error():
    code, _, error = tool('hutch-trace', '-', text='hello\n')
    assert code != 0 and 'no line of hutch_snapshot' in error


TESTS = (a_line_of_the_unit_tests_is_read, lines_of_the_program_are_passed_over, every_changed_character_is_noticed,
         a_line_cut_anywhere_is_skipped_and_counted, impossible_slots_are_damaged, pieces_of_a_line_are_put_together,
         a_tick_or_a_second_line_begins_a_snapshot, top_prints_the_last_state_once, top_without_a_terminal_names_the_other_way,
         top_shows_a_serial_port_live_and_obeys_keys, top_follows_a_file_that_grows, top_shows_a_recorded_file_again_in_its_own_time,
         trace_writes_each_form_with_the_same_times, trace_has_gtkwave_show_each_signal_and_all_of_the_time, trace_takes_snapshots_for_time_without_a_clock,
         trace_goes_on_when_the_tick_goes_back, trace_names_leak_churn_and_sizes, trace_has_round_times, trace_of_nothing_is_an_error)


def problem_of(test):
    try:
        test()
    except AssertionError as wrong:
        return str(wrong) or f'line {wrong.__traceback__.tb_next.tb_lineno}'
    return ''


if __name__ == '__main__':
    sys.exit(tap_out.every((test.__name__.replace('_', ' '), problem_of(test)) for test in TESTS))
