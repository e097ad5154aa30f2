# SPDX-License-Identifier: MIT
# hutch_lines.py - reads what hutch_snapshot writes, from a file, a pipe, a terminal or a serial port.
#
#   $pool rabbits 2DF A 7 2A 713*5E      name, live slots, capacity, peak, refused, tick; all hexadecimal
#
# Lines of the program's own are passed over. A line with a part of this form and not all of it is damaged: it is skipped
# and counted. src/hutch_snapshot.c has the format.

import functools
import operator
import os
import re
import stat
import termios
import tty

from hutch_names import printable

NUMBER = "[0-9A-F]{1,16}"  # of at most 64 bits
LINE = re.compile(rf"pool (\S+) ([0-9A-F]+) ({NUMBER}) ({NUMBER}|-) ({NUMBER}|-) ({NUMBER})")
END = re.compile(r"\*[0-9A-F]{2}$")
CAPACITY_MAX = 32768  # HUTCH_CAPACITY_MAX where words have 32 bits
PENDING_MAX = 16384  # characters without the end of a line: no text


class Sample:
    """One pool at one moment. `live` has bit i set for slot i; peak and refused are None in a program without counters."""

    def __init__(self, name, live, capacity, peak, refused, tick):
        self.name, self.live, self.capacity, self.peak, self.refused, self.tick = name, live, capacity, peak, refused, tick

    def count(self):
        return bin(self.live).count("1")

    def is_live(self, slot):
        return bool(self.live >> slot & 1)

    def strip(self, most=1 << 16):
        """The slots as text, slot 0 first: # is live."""
        return "".join("#" if self.is_live(slot) else "." for slot in range(min(self.capacity, most)))


def parse(line):
    """The sample of a line; None for a line that is no snapshot's; ValueError for a damaged one."""
    line = line.strip("\r\n \0")
    begin = line.rfind("$pool ")
    if begin < 0:
        if END.search(line):
            raise ValueError("a line without its beginning")
        return None
    body, star, check = line[begin + 1:].partition("*")
    if not star or check != f"{functools.reduce(operator.xor, body.encode('ascii', 'replace'), 0):02X}":
        raise ValueError("a line with a wrong check")
    fields = LINE.fullmatch(body)
    if not fields:
        raise ValueError("a line of another form")
    name, live, *numbers = fields.groups()
    capacity, peak, refused, tick = (None if number == "-" else int(number, 16) for number in numbers)
    if not 0 < capacity <= CAPACITY_MAX:
        raise ValueError("a pool of no slots, or of too many")
    if len(live) != (capacity + 3) // 4 or int(live, 16) >> capacity:
        raise ValueError("live slots past the capacity")
    return Sample(printable(name), int(live, 16), capacity, peak, refused, tick)


class Reader:
    """Makes samples of text that arrives in pieces."""

    def __init__(self):
        self.damaged = 0
        self._pending = ""

    def feed(self, text):
        """Yields the samples of all lines that have ended."""
        *lines, self._pending = (self._pending + text).split("\n")
        self._pending = self._pending[-PENDING_MAX:]
        for line in lines:
            try:
                sample = parse(line)
            except ValueError:
                self.damaged += 1
                continue
            if sample is not None:
                yield sample

    def end(self):
        """Counts a last line that was cut."""
        if "$pool" in self._pending:
            self.damaged += 1
        self._pending = ""


def snapshots(samples):
    """Groups samples: [{name: sample}]. A new tick begins a snapshot, and so does a pool that the last one has already."""
    groups = []
    for sample in samples:
        if not groups or sample.name in groups[-1] or sample.tick != next(iter(groups[-1].values())).tick:
            groups.append({})
        groups[-1][sample.name] = sample
    return groups


def open_input(path, baud):
    """A descriptor to read lines from: `-` is standard input, and a terminal is set to raw bytes at a speed."""
    if path == "-":
        return os.dup(0)
    source = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    os.set_blocking(source, True)
    if stat.S_ISCHR(os.fstat(source).st_mode) and os.isatty(source):
        speed = getattr(termios, f"B{baud}", None)
        if speed is None:
            raise OSError(f"{baud} is no speed that this system knows")
        tty.setraw(source)
        settings = termios.tcgetattr(source)
        settings[4:6] = speed, speed
        termios.tcsetattr(source, termios.TCSANOW, settings)
    return source


def read_all(path, baud=115200):
    """(snapshots, how many lines were damaged) of an input that ends."""
    reader, samples, source = Reader(), [], open_input(path, baud)
    while True:
        data = os.read(source, 65536)
        if not data:
            break
        samples += reader.feed(data.decode("ascii", "replace"))
    reader.end()
    os.close(source)
    return snapshots(samples), reader.damaged
