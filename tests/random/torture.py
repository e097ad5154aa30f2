#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# torture.py - plays everything random that the tests have, with seeds that nobody has played, for hours, and keeps what it played.
#
# usage: torture.py HOURS    run by `make torture HOURS=10`, which builds the programs; prints TAP
#
# Rounds of all PARTS follow one another until the time is over; each round has a seed of its own, from the clock. At the end
# build/torture.md gains a row: commit, hours, first seed, how many of what were played, and what failed; the command of a failure is
# printed, too, and repeats it.

import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
import tap_out  # noqa: E402  (of tests/tools)

TABLE = os.path.join(ROOT, "build", "torture.md")
PROGRAMS, CALLS, INJECTED, VALID, HOSTILE = 10, 17_000_000, 5000, 2_000_000, 3000  # CALLS: at least; HOSTILE: 10^6 in ten hours, for each tool
CPU_SECONDS = 600  # of one command, which takes a minute at most
SEED = object()


class Part:
    """What one round plays: a command, and how many of what it is; None: as many as its last line says."""

    def __init__(self, what, count, *words):
        self.what, self.count, self.words = what, count, words

    def command(self, seed):
        return [str(seed) if word is SEED else word for word in self.words]

    def program(self):
        return next(os.path.basename(word) for word in self.words if word not in (sys.executable, "/usr/bin/python3", "-B"))


def built(name):
    return os.path.join("build", "tests", name)


PARTS = [
    Part("random programs", PROGRAMS, sys.executable, "-B", "tests/random/random_programs.py", "--first", SEED, "--count", str(PROGRAMS)),
    *[Part("calls on pools", CALLS, built(f"model-w{width}"), "--turns", "3000", "--seed", SEED) for width in (8, 16, 32, 64)],
    Part("misuses of each kind", INJECTED, built("debug-inject"), str(INJECTED), str(VALID), SEED),
    Part("contents of damaged pools", 2 * 14 * 100, built("alone-flips"), SEED),
    Part("contents of damaged pools", 2 * 14 * 100, built("alone-flips-debug-w8"), SEED),
    Part("landings of interrupts", None, sys.executable, "-B", "tests/sweep/sweep.py", "--random", SEED),
    Part("landings of interrupts", None, sys.executable, "-B", "tests/sweep/sweep.py", "--stepped", "--random", SEED),
    Part("hostile inputs of tools", 3 * HOSTILE, "/usr/bin/python3", "-B", "tests/see/hostile_test.py", SEED, str(HOSTILE)),
]
FIRST_SEED = 1000  # of random programs that choose compiler and options, too


def play(part, seed):
    """(how many were played, what is wrong if anything)"""
    try:
        done = cpu_time.run(part.command(seed), CPU_SECONDS, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, errors="replace")
    except cpu_time.TooLong as late:
        return 0, late.reason
    bad = [line for line in done.stdout.split("\n") if line.startswith("not ok")]
    counts = re.findall(r" - (\d+) ", done.stdout) if part.count is None else [part.count]
    return int((counts or [0])[-1]), "\n".join(bad[:5]) or (f"it ended with {done.returncode}: {done.stdout[-500:]}" if done.returncode != 0 else "")


def commit():
    return subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()


def keep(row):
    heads = ["commit", "hours", "seeds", *dict.fromkeys(part.what for part in PARTS), "failed"]
    rows = [row] if os.path.exists(TABLE) else [heads, ["---"] * len(heads), row]
    with open(TABLE, "a", encoding="utf-8") as file:
        file.writelines("| " + " | ".join(cells) + " |\n" for cells in rows)


def play_until(end, first, played, failed):
    """Plays rounds, one at least, and whole ones; adds what was played and what failed. Returns the seed after the last round."""
    seed = first
    while seed == first or time.monotonic() < end:
        for part in PARTS:
            count, problem = play(part, seed)
            played[part.what] += count
            if problem:
                failed.setdefault(part.program(), []).append(str(seed))
                tap_out.result(False, "again by: " + " ".join(part.command(seed)), problem)
        seed += PROGRAMS
    return seed


def main():
    began, text = time.monotonic(), commit()
    first = FIRST_SEED + int(time.time()) % 10_000_000 * PROGRAMS
    played, failed = {part.what: 0 for part in PARTS}, {}
    last = play_until(began + float(sys.argv[1]) * 3600, first, played, failed) - PROGRAMS
    for what, count in played.items():
        tap_out.result(True, f"{count:,} {what}, seeds {first} to {last}")
    problems = "; ".join(f"{program}: {', '.join(seeds)}" for program, seeds in failed.items()) or "none"
    keep([text, f"{(time.monotonic() - began) / 3600:.1f}", f"{first} to {last}", *(f"{count:,}" for count in played.values()), problems])
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
