# SPDX-License-Identifier: MIT
# machine.py - runs a program's statements over the model, beside the trace of the real run.
#
# A pointer is None; ("slot", pool, index); ("away", pool, index), into a slot and not at its start; ("beside", pool), just
# before or past the slots; or ("other",), no pool's.

import itertools

from model import LIVE, Pool
from record import Mismatch, Trace

DEPTH = 2  # of callbacks that do anything
POISON = 0xDB  # a byte that nobody has written since its release, in debug builds


class Machine:
    def __init__(self, program, text):
        self.program, self.config = program, program.config
        self.trace = Trace(text)
        self.clock = itertools.count(1)
        self.pools = [Pool(self, options) for options in program.pools]
        for pool in self.pools:
            if pool.policy:
                pool.policy = Policy(pool.policy, self.pools)
        self.variables = {}
        self.state = self.depth = self.mark = self.site = 0
        self.left = program.steps_of_loops
        self.on_the_way = []  # the sites that were run, for a report

    def __getitem__(self, options):
        return self.pools[options.number]

    # ---- what rig.c has

    def random(self, below):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state >> 8) % below

    def spend(self):
        had = self.left > 0
        self.left -= had
        return had

    def fill(self, pool, index):
        self.mark = self.mark % 250 + 1
        if pool is not None:
            pool.bytes[index] = self.mark

    # ---- what the trace must say

    def bool(self, value):
        self.trace.expect("t" if value else "f")

    def number(self, value):
        self.trace.expect("#-" if value is None else f"#{value}")

    def number_between(self, least, most, what):
        word = self.trace.next()
        if word[0] != "#" or not word[1:].isdigit() or not least <= int(word[1:]) <= most:
            raise Mismatch(f"expected {what} from {least} to {most}, the program says {word}")
        return int(word[1:])

    def object(self, pointer):
        self.trace.expect("=-" if pointer is None else f"={pointer[1].number}.{pointer[2]}")

    def slot(self, pool, index):
        """An object, or none."""
        self.object(None if index is None else ("slot", pool, index))

    def fault(self, codes, pool, indexes, address=None):
        if self.config.check == 0:
            return  # bare builds report nothing
        word = self.trace.next()
        parts = word[1:].split(":")
        if word[0] != "!" or len(parts) != 4 or int(parts[0]) not in codes:
            self.trace.at -= 1
            raise Mismatch(f"expected a fault of code {codes}, the program says {word}")
        if pool is not None and parts[1] != pool.name:
            raise Mismatch(f"expected a fault of {pool.name}, the program says {word}")
        if indexes is not None and (None if parts[2] == "-" else int(parts[2])) not in indexes:
            raise Mismatch(f"expected a fault about slot {indexes}, the program says {word}")
        if address is not None and parts[3] != address:
            raise Mismatch(f"expected a fault with the address {address}, the program says {word}")

    # ---- callbacks

    def callback(self, what, pool, index, args=None):
        self.trace.expect(f"({what}{pool.number}.{'-' if index is None else index}")
        if what == "s":
            self.bool(args)
        if what in "cs":
            self.fill(pool, index)
        self.body(what, pool)
        self.trace.expect(")")

    def body(self, what, pool):
        self.depth += 1
        if self.depth <= DEPTH:
            self.run(self.program.callbacks.get((what, pool.number), []))
        self.depth -= 1

    def victim(self, pool):
        how = pool.policy.evict
        live = [k for k in range(pool.capacity) if pool.state[k] == LIVE]
        if how == "oldest":
            return min(live, key=lambda k: pool.born[k], default=None)
        if how == "lowest":
            return min(live, key=lambda k: POISON if pool.bytes[k] is None else pool.bytes[k], default=None)
        if how == "first":
            victim = live[0] if live else None
        else:
            victim = pool.next(self.random(pool.capacity))
        self.trace.expect(f"(E{pool.number}.{'-' if victim is None else victim}")
        self.body("E", pool)
        self.trace.expect(")")
        return victim

    # ---- running

    def run(self, block):
        """Runs statements; returns None, "break", "continue" or "return"."""
        for statement in block:
            if statement.site in self.program.cut:
                continue
            self.site = statement.site
            self.on_the_way.append(statement.site)
            if statement.is_traced:
                self.trace.expect(f"@{statement.site}")
            signal = statement.run(self)
            if signal is not None:
                return signal
        return None

    def run_all(self):
        self.program.begin(self)
        for act, seed in self.program.steps:
            self.state = seed
            self.run(self.program.acts[act])
        self.trace.expect("end")


class Policy:
    """A pool's policy, with the pool that it spills to as the machine has it."""

    def __init__(self, options, pools):
        self.reserve, self.evict, self.low = options.reserve, options.evict, options.low
        self.on_low, self.on_room = options.on_low, options.on_room
        self.spill = None if options.spill is None else pools[options.spill]
