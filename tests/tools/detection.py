#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# detection.py - which suite notices which error of the core, in a copy: whether any does, or each of some, and for how many seconds.
#
# usage: detection.py mutants [--every N] [FILE ...]   each error of mutate.py in files of SUITES, or one of N, until one of their suites
#                                                      notices it: prints TAP. What none notices fails its file's test
#        detection.py ERRORS SEED SUITE ...            so many errors, drawn by the seed: those of mutate.py, and the seeds.txt that damage the
#                                                      library; into build/matrix.csv, which each run continues
#        detection.py                                  only what that table says
#
# A suite that cannot be built with an error, warnings apart, says nothing of it. The time includes that of building: what two suites share is
# the first one's. From the table come the suites that together notice everything, the best for its time first, and what each alone notices.

import concurrent.futures
import csv
import math
import os
import random
import resource
import subprocess
import sys

import mutate
import seeds
import tap
import tap_out
from mutate import ROOT
from seeds import tree

TABLE = os.path.join(ROOT, "build", "matrix.csv")
COPY = os.path.join(ROOT, "build", "matrix")
LIBRARY = ("include/", "src/", "port/")
NONE = "no error"
SLOWER = 5  # so many times what the suite takes without an error it may take
STILL_SECONDS = "10"  # so long it may do nothing: threads that wait for each other for ever do that
JOBS = 2
OPTIONS = ("test.warnings=-w", "coverage.run=$(PYTHON) -B tests/coverage/coverage.py 'the sanitizer'\\''s part' 'fence mode'")

# The suites that notice the errors of a file, those first that notice most for their time.
DEBUG = "unit-gcc-w8 debug-gcc-w16 coverage debug-gcc debug-gcc-w8 debug-gcc-guard1 debug-gcc-ref16 alone-default-handler debug-inject-lowest-ref16 " \
    "debug-gcc-undefined unit-gcc-debug-small systems-gcc-debug"
SYSTEMS = "systems-clang-w8 systems-gcc-debug alone-lock-w8 alone-ways systems-gcc unit-gcc-w64 unit-gcc-debug systems-gcc-fake-mode systems-gcc-sanitized " \
    "systems-gcc-debug-sanitized unit-gcc-w16 alone-weak-swaps debug-gcc-w16"
SMALL = "alone-small-engine model-small unit-gcc-small unit-clang-small alone-flips-small alone-lock-small"
CORE = "unit-gcc-w8 alone-lock alone-ways alone-ways-free alone-flips alone-ref-steps alone-core-steps alone-wait-steps unit-gcc-w64 unit-gcc-w16 " \
    "model-w8 model-w32 debug-gcc systems-gcc unit-gcc-small unit-gcc-w32 unit-atmega32u4 unit-gcc-template unit-gcc-bare alone-default-handler " \
    "unit-gcc-sanitized systems-gcc-sanitized alone-flips-sanitized debug-gcc-ref16 alone-lock-w8 alone-wait-ways step"
SUITES = {
    **{path: CORE for path in mutate.FILES},
    **{f"src/hutch_{name}.c": DEBUG for name in ("fault", "fault_print", "debug", "debug_notes", "debug_pool", "debug_bytes")},
    "port/host/hutch_fence.c": "alone-fences coverage systems-gcc-fake-mode",
    **{f"src/hutch_{name}.c": SYSTEMS for name in ("policy", "prefab", "scene", "adopt", "stats")},
    "include/hutch/core/small.h": SMALL, "src/hutch_small.c": SMALL,
    "src/hutch_wait.c": "alone-wait-steps alone-wait-ways alone-wait-steps-debug wait",
    "src/hutch_cores.c": "alone-core-steps alone-ways-cores cores",
    "include/hutch/core/lockfree.h": "unit-gcc-w8 unit-gcc-sanitized unit-clang-debug-w64 unit-gcc-refs-locked alone-lock alone-weak-swaps alone-ways-free step "
                                     "alone-threads-free"}


def mutants(path):
    """[(its name, what the file then holds)] of the errors that change something"""
    text, equal = tree.read(ROOT, path), mutate.listed_equivalents("both", "tests")
    lines = text.split("\n")
    return [(f"{path}:{number + 1}: {lines[number].strip()} -> {changed.strip()}", "\n".join([*lines[:number], changed, *lines[number + 1:]]))
            for number, changed in mutate.mutants_of(text, path not in mutate.FILES)
            if not mutate.is_listed(equal, path, lines[number - 1].strip(), lines[number].strip(), changed.strip())]


def errors():
    """{name: (path, what the file then holds)}"""
    found = {name: (path, text) for path in SUITES for name, text in mutants(path)}
    for seed in seeds.all_seeds(ROOT):
        if seed["in"].startswith(LIBRARY):
            found[f"{seed['in']}: {seed['what']}"] = seed["in"], tree.read(ROOT, seed["in"]).replace(seed["-"], seed["+"])
    return found


def run(copy, suite, seconds):
    """(is something noticed; None if nothing was built, seconds)"""
    path, before = os.path.join(copy, tap.path_of(suite)), resource.getrusage(resource.RUSAGE_CHILDREN)
    if os.path.exists(path):
        os.remove(path)
    subprocess.run(["make", tap.path_of(suite), *OPTIONS, f"{suite}.seconds={seconds}"], cwd=copy, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env={**seeds.alone(), "STILL_SECONDS": STILL_SECONDS}, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return tap.load(suite, copy).failed > 0 if os.path.exists(path) else None, used


def limit_of(copy, suite, known):
    """What the suite may take with an error. It must pass without one."""
    if suite not in known:
        if run(copy, suite, 600)[0] is not False:
            raise SystemExit(f"Bail out! {suite} does not pass as it is")
        known[suite] = math.ceil(1 + SLOWER * tap.load(suite, copy).seconds)
    return known[suite]


# ---- Whether any suite notices.

def verdict(copies, limits, path, error):
    """The suite that notices it; None if none does, "" if the first cannot be built with it."""
    copy = copies.pop()
    try:
        for at, suite in enumerate(SUITES[path].split()):
            seconds = limit_of(copy, suite, limits)
            with tree.changed(os.path.join(copy, path), error[1]):
                is_noticed = run(copy, suite, seconds)[0]
            if is_noticed or at == 0 and is_noticed is None:
                return suite if is_noticed else ""
        print(f"# not noticed: {error[0]}", flush=True)
        return None
    finally:
        copies.append(copy)


def judge(paths, every):
    copies, limits, quick = [f"{COPY}-{n}" for n in range(JOBS)], {}, seeds.words_of("quick")
    for copy in copies:
        tree.copy(ROOT, copy)
    for path in paths:
        tried = mutants(path)[::every]
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            found = list(pool.map(lambda error, path=path: verdict(copies, limits, path, error), tried))
        late = sorted({suite for suite in found if suite and suite not in quick})
        tap_out.result(None not in found and 2 * found.count("") < len(found),  # else it is the copy that does not compile
                       f"every mutant of {path} is noticed: {len(found) - found.count('')}, and {found.count('')} that do not compile; "
                       f"{sum(suite in late for suite in found)} not by `make test` ({' '.join(late)})")
    return tap_out.end()


# ---- Which suites notice which.

def add(row):
    is_new = not os.path.exists(TABLE)
    with open(TABLE, "a", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(([("error", "suite", "noticed", "seconds")] if is_new else []) + [row])


def rows():
    if not os.path.exists(TABLE):
        return []
    with open(TABLE, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def measure(count, seed, suites):
    every = errors()
    chosen = random.Random(seed).sample(sorted(every), count)
    tree.copy(ROOT, COPY)
    is_done = {(row["error"], row["suite"]): row for row in rows()}
    for suite in suites:
        limit = limit_of(COPY, suite, {})
        for name in chosen:
            if (name, suite) not in is_done:
                with tree.changed(os.path.join(COPY, every[name][0]), every[name][1]):
                    is_noticed, used = run(COPY, suite, limit)
                add((name, suite, {True: "yes", False: "no", None: "not built"}[is_noticed], f"{used:.1f}"))


def report(table):
    judged = [row for row in table if row["noticed"] != "not built"]
    suites = sorted({row["suite"] for row in judged})
    seen = {suite: {row["error"] for row in judged if row["suite"] == suite and row["noticed"] == "yes"} for suite in suites}
    cost = {suite: max(0.1, sum(times) / len(times)) for suite in suites
            for times in [[float(row["seconds"]) for row in judged if row["suite"] == suite]]}
    every = set().union(*seen.values())
    chosen, left = [], set(every)
    while left:
        chosen.append(max(suites, key=lambda suite: len(seen[suite] & left) / cost[suite]))
        left -= seen[chosen[-1]]
    print("| suite | seconds an error | notices | alone | in the set |\n| --- | --- | --- | --- | --- |")
    for suite in sorted(suites, key=lambda suite: (chosen.index(suite) if suite in chosen else len(chosen), suite)):
        alone = seen[suite].difference(*(seen[other] for other in suites if other != suite))
        print(f"| {suite} | {cost[suite]:.1f} | {len(seen[suite])} | {len(alone)} | {'yes' if suite in chosen else 'no'} |")
    unseen = sorted({row["error"] for row in judged} - every)
    print(f"\n{len(every)} of {len(every) + len(unseen)} errors are noticed" + "".join("\nnot: " + error for error in unseen))


def main():
    words = sys.argv[1:]
    if words[:1] == ["mutants"]:
        every, words = (int(words[2]), words[3:]) if words[1:2] == ["--every"] else (1, words[1:])
        return judge([path for path in SUITES if not words or path in words], every)
    if words:
        measure(int(words[0]), words[1], words[2:])
    return report(rows())


if __name__ == "__main__":
    sys.exit(main())
