#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# tap_test.py - shows that tap.py counts rightly, and that no way for a suite to go wrong counts as a success.

import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import tap_out

TAP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tap.py")

# a sentence, the suite as shell commands (None: it never ran), the last line and the exit code of the tally
CASES = [
    ("tests that pass are counted", "echo 'ok 1 - a'; echo 'ok 2 - b'; echo 1..2", "2 passed, 0 failed", 0),
    ("plan may come first", "echo 1..1; echo 'ok 1 - a'", "1 passed, 0 failed", 0),
    ("failed test fails the tally", "echo 'ok 1 - a'; echo 'not ok 2 - b'; echo 1..2; exit 1", "1 passed, 1 failed", 1),
    ("failed test fails the tally though the suite ends with 0", "echo 'not ok 1 - a'; echo 1..1", "0 passed, 1 failed", 1),
    ("skipped test is no passed test", "echo 'ok 1 - a'; echo 'ok 2 - b # SKIP no tool'; echo 1..2",
     "1 passed, 0 failed, 1 skipped", 0),
    ("suite that died after its plan has failed", "echo 1..1; echo 'ok 1 - a'; exit 3", "1 passed, 1 failed", 1),
    ("suite that was killed has failed", "echo 1..1; echo 'ok 1 - a'; kill -SEGV $$", "1 passed, 1 failed", 1),
    ("suite that lacks a test of its plan has failed", "echo 1..2; echo 'ok 1 - a'", "1 passed, 1 failed", 1),
    ("suite that has a test too many has failed", "echo 1..1; echo 'ok 1 - a'; echo 'ok 2 - b'", "2 passed, 1 failed", 1),
    ("suite without a plan has failed", "echo 'ok 1 - a'", "1 passed, 1 failed", 1),
    ("suite with two plans has failed", "echo 1..1; echo 'ok 1 - a'; echo 1..1", "1 passed, 1 failed", 1),
    ("commands of one suite are counted together", "echo 'ok 1 - a'; echo 1..1 --then echo 1..1; echo 'not ok 1 - b' --then echo '1..0 # SKIP no tool'",
     "1 passed, 1 failed, 1 skipped", 1),
    ("exit code that a suite tells of another program is not its own", "echo '# exit code 1'; echo 'ok 1 - a'; echo 1..1", "1 passed, 0 failed", 0),
    ("command that dies after one that passed fails its suite", "echo 'ok 1 - a'; echo 1..1 --then exit 3", "1 passed, 1 failed", 1),
    ("suite that misses a number has failed", "echo 'ok 1 - a'; echo 'ok 3 - b'; echo 1..2", "2 passed, 1 failed", 1),
    ("suite that says nothing has failed", "true", "0 passed, 1 failed", 1),
    ("suite of no tests has failed", "echo 1..0", "0 passed, 1 failed", 1),
    ("suite that never ends has failed", "echo 1..1; echo 'ok 1 - a'; while :; do :; done", "1 passed, 1 failed", 1),
    ("suite that waits longer than its CPU time has not failed", "echo 1..1; sleep 3; echo 'ok 1 - a'", "1 passed, 0 failed", 0),
    ("suite that was not built has failed", None, "0 passed, 1 failed", 1),
    ("suite that is skipped as a whole has nothing passed", "echo '1..0 # SKIP no emulator'",
     "0 passed, 0 failed, 1 skipped", 1),
]


def call(folder, *words, **variables):
    return subprocess.run([sys.executable, TAP, *words], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, **variables})


# a sentence, the suite, what its tally says (a pattern)
HANGS = [
    ("suite that hangs is reported with the name of its test", "echo 'ok 1 - a'; echo '# running: loops'; while :; do :; done",
     "it was stopped in the test loops: it used 1 seconds of CPU time"),
    ("suite that hangs after a failure, too", "echo 'not ok 1 - a'; echo '# running: loops'; while :; do :; done", "in the test loops"),
    ("suite that does not say what it runs is reported with the test before", "echo 'ok 1 - a b'; while :; do :; done",
     "it was stopped after the test a b"),
    ("name of a test that runs is no comment of one that fails", "echo '# running: a'; echo 'not ok 1 - a'; echo 1..1", "not ok 1 - a"),
    ("kernel limits each process, in case the runner is killed",
     "[ $(ulimit -t) -lt 60 ] && echo 'ok 1 - a'; echo 1..1", "1 passed, 0 failed"),
    ("failed suite is named with what it said and the command that repeats it", "echo why >&2; echo 'not ok 1 - a'; echo 1..1",
     "suite: all that it said is in build/results/suite.tap and build/results/suite.err; again: make test-suite"),
    ("suite of which no test ran is reported with its last error", "echo first >&2; echo why >&2; exit 2", "suite: # why\n"),
    ("tally says which suites take the time", "while :; do :; done", r"CPU time: ([1-9]\d*) s; most: suite \1 s"),
]


def is_named(commands, expected):
    """An empty string, or what the tally says instead."""
    with tempfile.TemporaryDirectory() as folder:
        call(folder, "run", "suite", "1", "sh", "-c", commands)
        said = call(folder, "tally", "suite").stdout
    return "" if re.search(expected, said) and "# running" not in said else said


def counts():
    """An empty string if a suite's one line says how many of those that run are done, and its errors go to a file."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "build", "results"))
        with open(os.path.join(folder, "build", "results", "done.tap"), "w", encoding="utf-8"):
            pass
        said = call(folder, "run", "suite", "1", "sh", "-c", "echo why >&2; echo 'ok 1 - a'; echo 1..1", suites_run="done suite later").stdout
        with open(os.path.join(folder, "build", "results", "suite.err"), encoding="utf-8") as file:
            errors = file.read()
    return "" if re.fullmatch(r"    2 of 3  suite +1 passed, 0 failed +\d.* s of CPU time\n", said) and errors == "why\n" else said + errors


def leaves_nothing(number):
    """An empty string if a runner that gets this signal stops its suite, and all that it has started, too."""
    mark = f"{100 + os.getpid() / 10 ** 7:.7f}"
    with tempfile.TemporaryDirectory() as folder:
        runner = subprocess.Popen([sys.executable, TAP, "run", "suite", "60", "sh", "-c", f"sleep {mark} & sleep {mark}"],
                                  cwd=folder, stdout=subprocess.DEVNULL)
        late = time.monotonic() + 30
        while len(sleepers(mark)) < 2 and time.monotonic() < late:
            time.sleep(0.05)
        runner.send_signal(number)
        runner.wait(30)
    time.sleep(0.2)
    return f"processes {sleepers(mark)} are left" if sleepers(mark) else "" if runner.returncode == 128 + number else str(runner.returncode)


def sleepers(mark):
    """The processes `sleep MARK`."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                found += [name] if file.read().split(b"\0")[:2] == [b"sleep", mark.encode()] else []
        except OSError:
            pass
    return found


def is_counted(commands, last_line, code):
    """An empty string, or what the tally says instead."""
    with tempfile.TemporaryDirectory() as folder:
        if commands is not None:
            call(folder, "run", "suite", "1", *(word for command in commands.split(" --then ") for word in ("--then", "sh", "-c", command)))
        result = call(folder, "tally", "suite")
    *said, last = result.stdout.rstrip("\n").split("\n")
    reasons = ["suite: skipped: " + reason for reason in re.findall(r"# SKIP ([\w ]+)", commands or "")]
    is_right = result.returncode == code and last == last_line and [line for line in said if "skipped" in line] == reasons
    return "" if is_right else f"exit code {result.returncode}\n{result.stdout}"


if __name__ == "__main__":
    sys.exit(tap_out.every([*((sentence, is_counted(*case)) for sentence, *case in CASES), *((sentence, is_named(*case)) for sentence, *case in HANGS),
                            ("suite that runs says how many are done, in one line", counts()),
                            ("suite is stopped with its runner", leaves_nothing(signal.SIGTERM) or leaves_nothing(signal.SIGHUP))]))
