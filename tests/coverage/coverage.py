#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# coverage.py - which branches and conditions of the debug layer its tests have seen both ways: branch and MC/DC coverage by
# clang-19, over several builds; what is missing must stand in excused.txt with its reason, and nothing else may stand there.
#
# usage: coverage.py [FILE ...]   of the sources below; run from the root; prints TAP

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

FILES = ["src/hutch_debug.c", "src/hutch_debug_pool.c", "src/hutch_debug_bytes.c", "src/hutch_fault.c", "src/hutch_fault_print.c",
         "src/hutch_fault_text.c", "src/hutch_fault_default.c"]
COMPILE = ["clang-19", "-std=gnu99", "-w", "-O1", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc",
           "-Iinclude", "-Iboards", "-Itests/unit", "-Itests/debug", "tests/unit/unit.c", "tests/unit/host/board.c",
           "-Iport/host", "port/host/hutch_port.c"]
PLAYED = ["-include", "tests/debug/context.h"]
RETIRING = ["-DHUTCH_CFG_REF_BITS=16", "-DHUTCH_CFG_RETIRE=2"]


def c_files(folder):
    return sorted(folder + "/" + name for name in os.listdir(folder) if name.endswith(".c"))


def builds():
    """{name: flags and sources}. Each shows what the others leave out: another option, another handler."""
    library = c_files("src")
    tests = library + [name for name in c_files("tests/debug") if not name.endswith("release_main.c")]
    stops = ["-DHUTCH_CFG_CHECK=2", "tests/coverage/stops.c", *library]
    return {
        "debug": ["-DHUTCH_CFG_CHECK=2", *PLAYED, *tests],
        "lowest slot first": ["-DHUTCH_CFG_CHECK=2", *PLAYED, "-DHUTCH_CFG_LATE_REUSE=0", *tests],
        "retiring slots": ["-DHUTCH_CFG_CHECK=2", *PLAYED, *RETIRING, *tests],
        "file and line": ["-DHUTCH_CFG_CHECK=2", *PLAYED, "-DHUTCH_CFG_SITE=2", *tests],
        "no interrupts known": ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_WORD_BITS=8", *tests],
        "waiting tasks": ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_WAIT=1", "-pthread", "tests/wait/wait.c", "tests/unit/recorder.c", *library],
        "the default handler": stops,
        "the sanitizer's part": [*stops, "-fsanitize=address"],
        "fence mode": [*stops, "-DHUTCH_CFG_FENCE=1", "port/host/hutch_fence.c"],
        "a release build whose slots retire": [*RETIRING, "tests/debug/release_main.c", "tests/debug/generations.c",
                                               "tests/unit/recorder.c", *library],
        "a release build": ["-O1", "tests/alone/default_handler.c", *[name for name in library if name != "src/hutch_fault.c"]],
    }


def run(command, **environment):
    done = cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        timeout=120, env=dict(os.environ, **environment))
    return done.returncode, done.stdout


def measure(folder, name, words):
    """The export of one build; None when it does not build or a test in it fails."""
    program, raw, profile = (os.path.join(folder, ending) for ending in ("program", "raw", "profile"))
    code, said = run([*COMPILE, *words, "-o", program])
    if code == 0:
        code, said = run([program], LLVM_PROFILE_FILE=raw, ASAN_OPTIONS="detect_leaks=0")
    if code != 0 or "\nnot ok" in said:
        print("# " + name + ": " + said.strip()[-2000:].replace("\n", "\n# "))
        return None
    run(["llvm-profdata-19", "merge", raw, "-o", profile])
    exported = subprocess.run(["llvm-cov-19", "export", "-format=text", program, "-instr-profile=" + profile],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(exported)["data"][0]["files"]


def text_at(path, line, column, end_line, end_column):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[line - 1:end_line]
    lines[-1] = lines[-1][:end_column - 1]
    lines[0] = lines[0][column - 1:]
    return " ".join(part.strip() for part in lines)


class Seen:
    """What all builds together have seen: {(file, place): [true, false]} and {(file, place): [condition, ...]}."""
    def __init__(self):
        self.branches, self.conditions, self.functions = {}, {}, {}

    def add(self, files):
        for file in files:
            path = os.path.relpath(os.path.normpath(file["filename"]))
            if path not in FILES:
                continue
            for branch in file["branches"]:
                if branch[4] == branch[5] == 0 and text_at(path, *branch[:4]).strip("!() ").startswith("HUTCH_CFG"):
                    continue  # a constant
                seen = self.branches.setdefault((path, tuple(branch[:4])), [0, 0])
                seen[0] += branch[4]
                seen[1] += branch[5]
            for record in file["mcdc_records"]:
                seen = self.conditions.setdefault((path, tuple(record[:4])), [False] * len(record[-1]))
                self.conditions[path, tuple(record[:4])] = [was or now for was, now in zip(seen, record[-1])]

    def missing(self, path):
        """[what was not seen], each by its text: lines move."""
        found = []
        for (name, place), (true, false) in sorted(self.branches.items()):
            if name == path and not (true and false):
                text = text_at(path, *place)
                found += [f"{text}: never true"] if not true else []
                found += [f"{text}: never false"] if not false else []
        for (name, place), seen in sorted(self.conditions.items()):
            if name == path:
                text = text_at(path, *place)
                found += [f"{text}: condition {n} never decides alone" for n, was in enumerate(seen, 1) if not was]
        return found

    def count(self, path):
        branches = sum(2 for name, _ in self.branches if name == path)
        return branches, sum(len(seen) for (name, _), seen in self.conditions.items() if name == path)


def excused():
    """{(file, what is missing)}: three lines each: the reason behind #, the file, what is missing."""
    with open(os.path.join(HERE, "excused.txt"), encoding="utf-8") as file:
        rows = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return set(zip(rows[0::2], rows[1::2]))


def main():
    wanted = [path for path in FILES if not sys.argv[1:] or path in sys.argv[1:]]
    seen, failed, number = Seen(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, words in builds().items():
            files = measure(folder, name, words)
            number += 1
            failed += files is None
            print(f"{'ok' if files is not None else 'not ok'} {number} - the tests pass in the build: {name}", flush=True)
            seen.add(files or [])
    for path in wanted:
        missing = {(path, what) for what in seen.missing(path)}
        allowed = {row for row in excused() if row[0] == path}
        branches, conditions = seen.count(path)
        number += 1
        failed += missing != allowed
        print(f"{'ok' if missing == allowed else 'not ok'} {number} - {path}: all but {len(allowed)} of {branches} branches and "
              f"{conditions} conditions were seen both ways, and those have a reason")
        for _, what in sorted(missing - allowed):
            print(f"# missing: {what}")
        for _, what in sorted(allowed - missing):
            print(f"# excused, but it was seen, or is no more: {what}")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
