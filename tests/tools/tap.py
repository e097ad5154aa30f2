#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# tap.py - runs a suite and keeps its TAP, or counts what several suites have kept.
#
# usage: tap.py run NAME SECONDS COMMAND ...   runs the command; its output goes to build/results/NAME.tap
#        tap.py tally NAME ...                 ends with `N passed, N failed[, N skipped]`; exit code 1 unless all is well
#
# SECONDS are of CPU time, of all the suite's processes together. A suite that dies, uses more than that, prints nothing,
# or has a plan that differs from its tests has failed once more. A suite may print `# running: NAME` before a test: one
# that has to be stopped is then reported with the name of that test, else with that of the test before.

import os
import re
import resource
import signal
import subprocess
import sys

import cpu_time

RESULTS = os.path.join("build", "results")
TEST = re.compile(r"(not )?ok\b\s*(\d+)?\s*-?\s*(.*)")
PLAN = re.compile(r"1\.\.(\d+)\s*(#\s*skip\S*\s*(.*))?$", re.I)
SKIP = re.compile(r"#\s*skip\S*\s*(.*)", re.I)
EXIT = "# exit code "
USED = "# seconds of CPU time: "
RUNNING = "# running: "
DEAREST = 12  # suites that the tally names


def path_of(name):
    return os.path.join(RESULTS, name + ".tap")


class Result:
    """What a suite's TAP says, and what is wrong with it."""

    def __init__(self, text):
        self.passed = self.failed = self.skipped = 0
        self.seconds = 0.0  # of CPU time
        self.bad_lines, self.problems = [], []
        self.reasons = []  # of what was skipped
        plans, exit_code = [], None
        before, is_after_failure = [], False  # comments that wait for their test
        for line in text.split("\n"):
            test = TEST.match(line)
            plan = PLAN.match(line)
            if line.startswith(EXIT):
                exit_code = line[len(EXIT):]
            elif line.startswith(USED):
                self.seconds = float(line[len(USED):])
            elif plan:
                plans.append(int(plan.group(1)))
                if plan.group(2) and plan.group(1) == "0":
                    self.skip(plan.group(3))
            elif test:
                is_after_failure = bool(test.group(1))
                self.bad_lines += before[-8:] + [line] if is_after_failure else []
                before = []
                self.count(test)
            elif line.startswith("#") and not line.startswith(RUNNING):
                (self.bad_lines if is_after_failure else before).append(line)
        self.judge(plans, exit_code)

    def count(self, test):
        number = self.passed + self.failed + self.skipped + 1
        if test.group(2) and int(test.group(2)) != number and not self.problems:
            self.problems.append(f"test {test.group(2)} comes where {number} should")
        if test.group(1):
            self.failed += 1
        elif SKIP.search(test.group(3)):
            self.skip(SKIP.search(test.group(3)).group(1))
        else:
            self.passed += 1

    def skip(self, reason):
        self.skipped += 1
        self.reasons += [reason] if reason not in self.reasons else []

    def judge(self, plans, exit_code):
        tests = self.passed + self.failed + self.skipped
        if exit_code is None:
            self.problems.append("the suite did not end")
        elif exit_code != "0" and (self.failed == 0 or exit_code.startswith("none")):
            self.problems.append(f"the suite ended with {exit_code}")
        if len(plans) != 1:
            self.problems.append("there is no plan" if not plans else "there is more than one plan")
        elif plans[0] != tests and not (plans[0] == 0 and self.skipped == 1):
            self.problems.append(f"the plan is {plans[0]} tests, {tests} ran")
        if tests == 0:
            self.problems.append("no test ran")
        self.failed += 1 if self.problems else 0


def load(name):
    try:
        with open(path_of(name), encoding="utf-8", errors="replace") as file:
            return Result(file.read())
    except OSError:
        result = Result(EXIT + "0\n1..0 # skip\n")
        result.skipped, result.failed, result.reasons = 0, 1, []
        result.problems = ["the suite produced no result (was it not built?)"]
        return result


def place_in(path):
    """Where a suite was when it was stopped, by what it had printed."""
    place = "before its first test"
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            test = TEST.match(line)
            if line.startswith(RUNNING):
                place = "in the test " + line[len(RUNNING):].strip()
            elif test:
                place = "after the test " + test.group(3).strip()
    return place


def run(name, seconds, command):
    os.makedirs(RESULTS, exist_ok=True)
    part = path_of(name) + ".part"
    with open(part, "wb") as out:
        try:
            ending = str(cpu_time.run(command, seconds, stdin=subprocess.DEVNULL, stdout=out,
                                      start_new_session=True).returncode)
        except cpu_time.TooLong as late:
            ending = f"none: it was stopped {place_in(part)}: {late.reason}"
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(part, "ab") as out:
        out.write(f"\n{USED}{used.ru_utime + used.ru_stime:.1f}\n{EXIT}{ending}\n".encode())
    os.replace(part, path_of(name))
    result = load(name)
    skipped = f", {result.skipped} skipped" if result.skipped else ""
    print(f"  {name:24} {result.passed:6} passed, {result.failed} failed{skipped}  {result.seconds:5.1f} s of CPU time", flush=True)


def tally(names):
    results = {name: load(name) for name in names}
    for name, result in results.items():
        for line in result.bad_lines + ["# " + problem for problem in result.problems]:
            print(f"{name}: {line}")
        for reason in result.reasons:
            print(f"{name}: skipped: {reason}")
    dearest = sorted(results, key=lambda name: -results[name].seconds)[:DEAREST]
    print(f"CPU time: {sum(result.seconds for result in results.values()):.0f} s; most: "
          + ", ".join(f"{name} {results[name].seconds:.0f} s" for name in dearest))
    passed, failed, skipped = (sum(getattr(result, what) for result in results.values())
                               for what in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):  # as an exception, so that nothing of the suite is left running
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    if len(sys.argv) >= 5 and sys.argv[1] == "run":
        run(sys.argv[2], float(sys.argv[3]), sys.argv[4:])
        return 0
    if len(sys.argv) >= 3 and sys.argv[1] == "tally":
        return tally(sys.argv[2:])
    sys.exit("usage: tap.py run NAME SECONDS COMMAND ... | tap.py tally NAME ...")


if __name__ == "__main__":
    sys.exit(main())
