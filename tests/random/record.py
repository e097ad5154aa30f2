# SPDX-License-Identifier: MIT
# record.py - what a program has written, word by word, and the promises of its loops.

import re


class Mismatch(Exception):
    """The program did what the contract does not allow."""


class Trace:
    def __init__(self, text):
        self.words = text.split()
        self.at = 0

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else "(nothing)"

    def next(self):
        word = self.peek()
        self.at += 1
        return word

    def expect(self, word):
        got = self.next()
        if got != word:
            self.at -= 1
            raise Mismatch(f"expected {word}, the program says {got}")

    def result(self):
        """The next result of the statement that runs: what comes after the callbacks and faults that are nested in it."""
        depth = 0
        for at in range(self.at, len(self.words)):
            word = self.words[at]
            depth += (word[0] == "(") - (word == ")")
            if depth == 0 and word[0] in "=#":
                return word
        return "(nothing)"


class Walk:
    """The promises of a loop over a pool's live objects."""

    def __init__(self, pool):
        self.pool, self.at = pool, -1
        self.must = {k: pool.born[k] for k in range(pool.capacity) if pool.is_live(k)}

    def skipped(self, end):
        for k in range(self.at + 1, end):
            if k in self.must and self.pool.is_live(k) and self.pool.born[k] == self.must[k]:
                raise Mismatch(f"the loop skips slot {k} of {self.pool.name}, which was live all the time")

    def step(self, trace, mark=r">(\d+)"):
        """The slot that is visited now; None when the loop is over."""
        word = trace.next()
        if word == "<":
            self.skipped(self.pool.capacity)
            return None
        found = re.fullmatch(mark, word)
        if not found:
            raise Mismatch(f"expected a loop's step, the program says {word}")
        index = int(found[1])
        if not self.pool.is_live(index):
            raise Mismatch(f"the loop visits slot {index} of {self.pool.name}, which is not live")
        if index <= self.at:
            raise Mismatch(f"the loop visits slot {index} of {self.pool.name} after slot {self.at}")
        self.skipped(index)
        self.at = index
        return index
