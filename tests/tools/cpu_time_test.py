#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# cpu_time_test.py - shows that commands are stopped by the CPU time of all their processes, and by nothing less.

import os
import subprocess
import sys
import time

import cpu_time

BUSY = "while :; do :; done"
LIMIT = 1
PATIENCE = 60  # by the clock: on a machine that is busy, too

# a sentence, shell commands, seconds that they may be still, whether they must be stopped, a part of the reason
CASES = [
    ("command that ends is not stopped", "exit 3", 9, False, ""),
    ("command that is not given the CPU is not stopped", f"sleep {LIMIT + 2}", 9, False, ""),
    ("command that computes without end is stopped", BUSY, 9, True, "CPU time"),
    ("child that computes without end is counted", f"sh -c '{BUSY}' & wait", 9, True, "CPU time"),
    ("child of a child is counted", f"sh -c \"sh -c '{BUSY}' & wait\" & wait", 9, True, "CPU time"),
    ("child in a session of its own is counted", f"setsid sh -c '{BUSY}' & wait", 9, True, "CPU time"),
    ("orphan is counted", f"(sh -c '{BUSY}' &) ; sleep 40", 50, True, "CPU time"),
    ("children that have ended are counted", "while :; do sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; done", 9, True,
     "CPU time"),
    ("command that sleeps without end is stopped", "sleep 40", 2, True, "nothing for 2 seconds"),
    ("command that wakes up now and then, and does nothing, is stopped", "while :; do sleep 1; done", 3, True, "nothing for 3"),
]


def tells(commands, still, must_stop, part):
    """An empty string, or what is wrong."""
    began = time.monotonic()
    try:
        code = cpu_time.run(["sh", "-c", commands], LIMIT, still=still, stdin=subprocess.DEVNULL, start_new_session=True).returncode
        found = f"it ended with {code}"
        is_right = not must_stop
    except cpu_time.TooLong as late:
        found = f"it was stopped: {late.reason}"
        is_right = must_stop and part in late.reason
    if time.monotonic() - began > PATIENCE:
        return found + f", after {time.monotonic() - began:.0f} seconds"
    return "" if is_right else found


def leaves_nothing():
    """Whether a child outlives a command that was stopped."""
    mark = f"{40 + os.getpid() / 10 ** 7:.7f}"
    for commands in (f"sleep {mark} & {BUSY}", f"(sleep {mark} &) ; exit 0"):
        try:
            cpu_time.run(["sh", "-c", commands], LIMIT, stdin=subprocess.DEVNULL, start_new_session=True)
        except cpu_time.TooLong:
            pass
        time.sleep(0.2)
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if file.read().split(b"\0")[:2] == [b"sleep", mark.encode()]:
                        return f"process {name} is left by: {commands}"
            except OSError:
                pass
    return ""


def passes_on():
    """Input, output and exit code are those of the command."""
    done = cpu_time.run(["sh", "-c", "cat; echo said >&2; exit 5"], LIMIT, input="typed", capture_output=True, text=True)
    if (done.returncode, done.stdout, done.stderr) != (5, "typed", "said\n"):
        return str(done)
    try:
        cpu_time.run(["false"], LIMIT, check=True)
        return "no exception"
    except subprocess.CalledProcessError:
        pass
    try:
        cpu_time.run(["sh", "-c", f"echo begun; {BUSY}"], LIMIT, stdout=subprocess.PIPE, text=True)
    except subprocess.TimeoutExpired as late:
        return "" if late.stdout == "begun\n" else repr(late.stdout)
    return "it was not stopped"


def main():
    results = [(sentence, tells(*case)) for sentence, *case in CASES]
    results += [("nothing of a command is left behind", leaves_nothing()),
                ("input, output and exit code are the command's", passes_on())]
    for number, (sentence, problem) in enumerate(results, 1):
        print(f"{'not ok' if problem else 'ok'} {number} - {sentence}" + (f"\n# {problem}" if problem else ""))
    print(f"1..{len(results)}")
    return 1 if any(problem for _, problem in results) else 0


if __name__ == "__main__":
    sys.exit(main())
