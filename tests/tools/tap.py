#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# tap.py - runs a suite and keeps its TAP, or counts what several suites have kept.
#
# usage: tap.py run NAME SECONDS [--then] COMMAND ...   runs the commands, each after --then; their output goes to build/results/NAME.tap,
#                                                       errors to NAME.err; its line is counted among the suites that $suites_run names
#        tap.py tally NAME ...                          ends with `N passed, N failed[, N skipped]`; exit code 1 unless all is well
#
# SECONDS are of CPU time, of all a command's processes together. A suite that dies, uses more than that, prints nothing,
# or has a plan that differs from its tests has failed once more. A suite may print `# running: NAME` before a test: one
# that has to be stopped is then reported with the name of that test, else with that of the test before.

import itertools
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
FULL = "# FULL=1"
DEAREST = 12  # suites that the tally names


def path_of(name, ending=".tap"):
    return os.path.join(RESULTS, name + ending)


class Result:
    """What a suite's TAP says, and what is wrong with it."""

    def __init__(self, text):
        self.passed = self.failed = self.skipped = 0
        self.seconds = 0.0  # of CPU time
        self.bad_lines, self.problems = [], []
        self.reasons = []  # of what was skipped
        self.is_full = FULL in text.split("\n")
        # A suite's own comments may say `# exit code`, too.
        *commands, rest = re.split(f"^({USED}.*\n){EXIT}(.*)\n", text, flags=re.M)
        for said, used, exit_code in zip(commands[::3], commands[1::3], commands[2::3]):
            self.read(said + used, exit_code)
        if rest.strip() or not commands:
            self.read(rest, None)
        self.failed += 1 if self.problems else 0

    def read(self, text, exit_code):
        """What one command printed, and how it ended."""
        plans, self.tests, is_skipped = [], 0, False
        before, is_after_failure = [], False  # comments that wait for their test
        for line in text.split("\n"):
            test = TEST.match(line)
            plan = PLAN.match(line)
            if line.startswith(USED):
                self.seconds += float(line[len(USED):])
            elif plan:
                plans.append(int(plan.group(1)))
                if plan.group(2) and plan.group(1) == "0":
                    self.skip(plan.group(3))
                    is_skipped = True
            elif test:
                is_after_failure = bool(test.group(1))
                self.bad_lines += before[-8:] + [line] if is_after_failure else []
                before = []
                self.count(test)
            elif line.startswith("#") and not line.startswith(RUNNING):
                (self.bad_lines if is_after_failure else before).append(line)
        self.judge(plans, is_skipped, exit_code)

    def count(self, test):
        self.tests += 1
        if test.group(2) and int(test.group(2)) != self.tests and not self.problems:
            self.problems.append(f"test {test.group(2)} comes where {self.tests} should")
        if test.group(1):
            self.failed += 1
        elif SKIP.search(test.group(3)):
            self.skip(SKIP.search(test.group(3)).group(1))
        else:
            self.passed += 1

    def skip(self, reason):
        self.skipped += 1
        self.reasons += [reason] if reason not in self.reasons else []

    def judge(self, plans, is_skipped, exit_code):
        if exit_code is None:
            self.problems.append("the suite did not end")
        elif exit_code != "0" and (self.failed == 0 or exit_code.startswith("none")):
            self.problems.append(f"the suite ended with {exit_code}")
        if len(plans) != 1:
            self.problems.append("there is no plan" if not plans else "there is more than one plan")
        elif plans[0] != self.tests:
            self.problems.append(f"the plan is {plans[0]} tests, {self.tests} ran")
        if self.tests == 0 and not is_skipped:
            self.problems.append("no test ran")


def load(name, root=""):
    try:
        with open(os.path.join(root, path_of(name)), encoding="utf-8", errors="replace") as file:
            result = Result(file.read())
        if "no test ran" in result.problems:
            with open(os.path.join(root, path_of(name, ".err")), encoding="utf-8", errors="replace") as file:
                result.problems += file.read().splitlines()[-1:]
        return result
    except OSError:
        result = Result("")
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


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run_one(part, errors, seconds, command):
    """Appends what a command prints, what it used, and how it ended."""
    before = cpu_seconds()
    with open(part, "ab") as out, open(errors, "ab") as err:
        try:
            ending = str(cpu_time.run(command, seconds, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                      start_new_session=True).returncode)
        except cpu_time.TooLong as late:
            ending = f"none: it was stopped {place_in(part)}: {late.reason}"
        out.write(f"\n{USED}{cpu_seconds() - before:.1f}\n{EXIT}{ending}\n".encode())


def run(name, seconds, words):
    os.makedirs(RESULTS, exist_ok=True)
    part, errors, suites = path_of(name, ".part"), path_of(name, ".err"), os.environ.pop("suites_run", name).split()
    with open(errors, "w", encoding="utf-8"):
        pass
    with open(part, "w", encoding="utf-8") as out:
        out.write(FULL + "\n" if os.environ.get("FULL") else "")
    for is_then, command in itertools.groupby(words, "--then".__eq__):
        if not is_then:
            run_one(part, errors, seconds, list(command))
    os.replace(part, path_of(name))
    result = load(name)
    skipped = f", {result.skipped} skipped" if result.skipped else ""
    done = sum(os.path.exists(path_of(suite)) for suite in suites)
    print(f"  {done:3} of {len(suites)}  {name:24} {result.passed:6} passed, {result.failed} failed{skipped}  {result.seconds:5.1f} s of CPU time", flush=True)


def tally(names):
    results = {name: load(name) for name in names}
    for name, result in results.items():
        for line in result.bad_lines + ["# " + problem for problem in result.problems]:
            print(f"{name}: {line}")
        if result.failed:
            print(f"{name}: all that it said is in {path_of(name)} and {path_of(name, '.err')}; again: make test-{name}")
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
