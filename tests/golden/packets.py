#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# packets.py - boards/games/packets: the counts of each line of its log, in release and debug builds; what hutch-top shows of it.
#
# usage: packets.py BOARD OTHER   `make run` on one board, and its debug build; `make watch` on another

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cpu_time  # noqa: E402
import tap_out  # noqa: E402

SECONDS = 60  # of CPU time, the build included
PRODUCED, SLOTS, LOADS = 2560, 16, 8
LINE = re.compile(r"(commands|samples) +" + r" +".join(f"(?P<{name}>\\d+)" for name in
                  "load produced delivered refused evicted live peak late".split()) + r"(?P<wrong> +WRONG)?$")
END = "Each packet was delivered, refused or evicted, or is live: none was lost."
README = "boards/games/packets/README.md"


def make(*words):
    """The exit code, and what is printed."""
    try:
        done = cpu_time.run(["make", "-s", "--no-print-directory", *words], SECONDS, cwd=ROOT, env={**os.environ, "MAKEFLAGS": ""},
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        return done.returncode, done.stdout.decode("utf-8", "replace")
    except cpu_time.TooLong as late:
        return 124, (late.output or b"").decode("utf-8", "replace") + f"\nit was stopped: {late.reason}"


def counts(text):
    """[(pool, {column: number}, whether the program says that it is wrong)]"""
    found = [LINE.match(line) for line in text.split("\n")]
    return [(match.group(1), {name: int(value) for name, value in match.groupdict().items() if name != "wrong"}, bool(match["wrong"]))
            for match in found if match]


def check(what, code, text):
    """One run: what its lines must have."""
    rows = counts(text)
    why = "\n".join(line for line in text.split("\n") if not re.match(r" +(compile|assemble|link) |\$pool", line))[-3000:]
    pools = {name: [row for pool, row, _ in rows if pool == name] for name in ("commands", "samples")}
    are_there = all(len(lines) == LOADS for lines in pools.values())
    tap_out.result(code == 0 and are_there and END in text, f"{what}: a line for each pool and load, and exit code 0", why)
    tap_out.result(are_there and not any(wrong for _, _, wrong in rows), f"{what}: each packet is whole, and comes in order", why)
    tap_out.result(are_there and all(row["produced"] == PRODUCED and row["produced"] == row["delivered"] + row["refused"] + row["evicted"] +
                                     row["live"] for _, row, _ in rows), f"{what}: produced = delivered + refused + evicted + live", why)
    low = [lines[0] for lines in pools.values() if lines]
    tap_out.result(are_there and all(row["refused"] == row["evicted"] == 0 and row["live"] <= 1 and row["peak"] <= 2 for row in low),
                   f"{what}: at the lowest load nothing is refused or evicted", why)
    tap_out.result(are_there and pools["commands"][-1]["refused"] > 0 and pools["samples"][-1]["evicted"] > 0 and
                   all(lines[-1]["peak"] == SLOTS for lines in pools.values()), f"{what}: at the highest load commands are refused and samples evicted", why)
    tap_out.result(are_there and all(row["evicted"] == 0 for row in pools["commands"]) and all(row["refused"] == 0 for row in pools["samples"]),
                   f"{what}: no command is evicted, and no sample refused", why)
    return rows


def check_readme(rows):
    """What the README shows is what is printed, but for a tenth: another version of the compiler counts a little differently."""
    with open(os.path.join(ROOT, README), encoding="utf-8") as file:
        shown = counts(file.read())
    printed = {(pool, row["load"]): row for pool, row, _ in rows}
    bad = [f"{pool} at load {row['load']}: {name} is {printed[pool, row['load']][name]}, not {value}" for pool, row, _ in shown
           for name, value in row.items() if (pool, row["load"]) in printed and abs(printed[pool, row["load"]][name] - value) > 10 + value // 10]
    tap_out.result(len(shown) >= 4 and not bad and printed, f"{README} shows what `make run` prints", "\n".join(bad))


def check_watched(board):
    snapshots = subprocess.run(["src/tools/hutch-top", "--once", f"build/{board}/packets-watched.txt"], cwd=ROOT, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, check=False).stdout
    strip = "#" * SLOTS
    tap_out.result(re.search(rf"commands +16 +16 +16 +\d+  {strip}\nsamples +16 +16 +16 +0  {strip}\n\d\d+ snapshots, 0 lines damaged", snapshots),
                   f"{board}: hutch-top shows both pools, full at the last load", snapshots)


def main():
    board, other = sys.argv[1:]
    rows = check(board, *make("run", "GAME=packets", f"BOARD={board}"))
    check_readme(rows)
    check(f"{board}, debug build", *make("run", "GAME=packets", f"BOARD={board}", "DEBUG=1"))
    code, said = make("watch", "GAME=packets", f"BOARD={other}")
    with open(os.path.join(ROOT, f"build/{other}/packets-watched.txt"), encoding="utf-8", errors="replace") as file:
        check(other, code, file.read() + said)
    check_watched(other)
    for words, message in ((("GAME=raven",), "There is no GAME=raven. The games are: horde packets;"),
                           (("GAME=packets", "BOARD=gba"), f"'packets' does not run on 'gba'. It runs on: {board} ")):
        code, said = make("run", *words)
        tap_out.result(code == 2 and message in said, f"`make run {' '.join(words)}` says what there is", said)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
