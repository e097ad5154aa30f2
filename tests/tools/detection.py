#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# detection.py - which suite notices which error of the core, and for how many seconds of CPU time: build/matrix.csv, which each run continues.
#
# usage: detection.py ERRORS SEED SUITE ...     so many errors, drawn by the seed: the mutants of mutate.py, and the seeds.txt that damage the library
#        detection.py                        only what the table says
#
# A suite that cannot be built with an error, warnings apart, says nothing of it. The time includes that of building: what two suites share is
# the first one's. From the table come the suites that together notice everything, the best for its time first, and what each alone notices.

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
from seeds import tree

TABLE = os.path.join(mutate.ROOT, "build", "matrix.csv")
COPY = os.path.join(mutate.ROOT, "build", "matrix")
LIBRARY = ("include/", "src/", "port/")
NONE = "no error"
SLOWER = 5  # so many times what the suite takes without an error it may take


def errors():
    """{name: (path, what the file then holds)}"""
    found, equal = {}, mutate.listed_equivalents("both", "tests")
    for path in mutate.ALL_FILES:
        lines = tree.read(mutate.ROOT, path).split("\n")
        for number, changed in mutate.mutants_of("\n".join(lines), path not in mutate.FILES):
            if (path, lines[number - 1].strip(), lines[number].strip(), changed.strip()) not in equal:
                found[f"{path}:{number + 1}: {changed.strip()}"] = path, "\n".join([*lines[:number], changed, *lines[number + 1:]])
    for seed in seeds.all_seeds(mutate.ROOT):
        if seed["in"].startswith(LIBRARY):
            found[f"{seed['in']}: {seed['what']}"] = seed["in"], tree.read(mutate.ROOT, seed["in"]).replace(seed["-"], seed["+"])
    return found


def run(suite, seconds):
    """(is it noticed; None if nothing was built, seconds)"""
    path, before = tap.path_of(suite), resource.getrusage(resource.RUSAGE_CHILDREN)
    if os.path.exists(path):
        os.remove(path)
    subprocess.run(["make", path, "test.warnings=-w", f"{suite}.seconds={seconds}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env=seeds.alone(), check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return tap.load(suite).failed > 0 if os.path.exists(path) else None, used


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
    tree.copy(mutate.ROOT, COPY)
    os.chdir(COPY)
    is_done = {(row["error"], row["suite"]): row for row in rows()}
    for suite in suites:
        if run(suite, 600)[0] is not False:  # which also shows what it takes
            sys.exit(f"{suite} does not pass as it is")
        limit = math.ceil(1 + SLOWER * tap.load(suite).seconds)
        for name in chosen:
            if (name, suite) not in is_done:
                with tree.changed(every[name][0], every[name][1]):
                    is_noticed, used = run(suite, limit)
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


if __name__ == "__main__":
    if sys.argv[1:]:
        measure(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
    report(rows())
