#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# random_programs.py - makes random programs, runs them, and compares what they did with a model that shares no code with hutch.
#
# A seed makes a C program: four to six pools of random kind, size, lock, policy and hooks; some thirty functions of calls, loops, conditions and
# callbacks, real code that the compiler folds; and an order in which those run. It writes a trace of every result, fault and callback (rig/rig.h). The
# model runs the same statements beside the trace: where the contract names one result it demands that; where it leaves a choice it reads the choice
# from the trace and checks that it is allowed. shapes.py: the pools; program.py, blocks.py, calls.py, looks.py, operands.py: the statements, C text and
# expected behaviour side by side; model.py, machine.py, record.py: the model; cutting.py cuts a failing program down to build/random/seed-N-cut.
# One more call: a method in calls.py or looks.py that returns the C lines and a function for the model, and its name in the list in blocks.py.
#
# usage: random_programs.py [--first N] [--count N] [--minutes N] [--jobs N] [--row NAME] [--shared]
#        random_programs.py --seed N [--keep] [--row NAME] [--shared]
#
#   --first, --count   seeds; those below 1000 are `make test-ci`'s, the others choose compiler and options at random
#   --minutes          goes on with further seeds for so long
#   --seed, --keep     one seed; its program and trace stay in build/random/seed-N
#   --row              another compiler or CPU than the seed's own; builds.py lists them
#   --shared           some pools are declared in a header and defined in one of two files

import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import threading
import time

from builds import BATCH, FIRST_LONG, OUT, ROOT, BuildError, Builder, choose, fit, is_here
from cutting import cut_down
from machine import Machine
from program import Program
from record import Mismatch

SECONDS = 120  # for one run of a program


class Runner:
    def __init__(self, options):
        self.options, self.builder = options, Builder()

    def make(self, seed):
        """(program, row)"""
        name, config = choose(seed)
        name = self.options.row or name
        fit(config, name)
        return Program(seed, config, self.options.shared), name

    def outcome(self, program, name, folder):
        """What is wrong, or None; the program's own files and trace are in `folder`."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for file, text in program.files().items():
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(text)
        try:
            command = self.builder.program(name, program.config, folder)
        except BuildError as error:
            return f"it does not compile: {error}"
        text, ending = run(command, folder, SECONDS)
        with open(os.path.join(folder, "trace.txt"), "w", encoding="utf-8") as out:
            out.write(text)
        return judge(program, text, ending)

    def test(self, seed):
        """(what is wrong or None, line for the report, words in the trace)"""
        program, name = self.make(seed)
        folder = os.path.join(ROOT, OUT, f"seed-{seed}{'-few' if self.options.no_cut else ''}")  # two suites may run side by side
        problem = self.outcome(program, name, folder)
        line = f"seed {seed}, {name}, {program.config}"
        if not is_here(name):
            return None, line + " # SKIP its compiler or emulator is not here", 0
        words = 0
        if os.path.exists(os.path.join(folder, "trace.txt")):
            with open(os.path.join(folder, "trace.txt"), encoding="utf-8") as file:
                words = len(file.read().split())
        if problem is None and not self.options.keep:
            shutil.rmtree(folder)
        elif problem is not None and not self.options.no_cut and not problem.startswith("it does not compile"):
            problem = cut_down(program, lambda: self.outcome(program, name, folder + "-cut"), problem)
            problem += f"\ncut down to {len(program.steps)} steps: {OUT}/seed-{seed}-cut"
            self.outcome(program, name, folder + "-cut")
        return problem, line, words


def run(command, folder, seconds):
    """(trace, how it ended unless well)"""
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS="print_stacktrace=1")
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=seconds, check=False, env=environment)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace"), f"it did not end within {seconds} seconds"
    text = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        return text, f"it ended with {done.returncode}\n" + done.stderr.decode(errors="replace")[:3000]
    return text, None


def judge(program, text, ending):
    machine = Machine(program, text)
    try:
        machine.run_all()
    except Mismatch as mismatch:
        at = machine.trace.at
        words = machine.trace.words
        statement = program.by_number.get(machine.site)
        lines = [str(line) for line in statement.lines] if statement else []
        return "\n".join([f"word {at} of the trace, statement {machine.site}: {mismatch}", *("    " + line for line in lines),
                          "  before: " + " ".join(words[max(0, at - 24):at]), "  after:  " + " ".join(words[at:at + 12]),
                          *([ending] if ending else [])])
    return ending


def report(number, problem, line, words):
    for text in (problem or "").split("\n") if problem else ():
        print("# " + text)
    print(f"{'not ok' if problem else 'ok'} {number} - {line}{f': {words} words' if words else ''}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--row")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--no-cut", action="store_true")
    options = parser.parse_args()
    runner = Runner(options)
    if options.seed is not None:
        seeds = iter([options.seed])
    elif options.minutes is not None:
        # Other seeds each time: by the clock, a batch a second.
        seeds = until(options.first or FIRST_LONG + int(time.time()) % 10_000_000 * BATCH, options.minutes)
    else:
        seeds = iter(range(options.first, options.first + options.count))
    failed = count = 0
    lock = threading.Lock()

    def work():
        nonlocal failed, count
        while True:
            with lock:
                seed = next(seeds, None)
            if seed is None:
                return
            try:
                problem, line, words = runner.test(seed)
            except Exception as error:  # a defect of the generator: it must be seen, with its seed
                problem, line, words = f"{type(error).__name__}: {error}", f"seed {seed}", 0
            with lock:
                count += 1
                failed += problem is not None
                report(count, problem, line, words)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(work) for _ in range(options.jobs)]:
            future.result()
    print(f"1..{count}")
    return 1 if failed else 0


def until(first, minutes):
    end = time.monotonic() + minutes * 60
    seed = first
    while time.monotonic() < end:
        yield seed
        seed += 1


if __name__ == "__main__":
    sys.exit(main())
