#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# mutate_test.py - shows that mutate.py counts nothing as noticed that no test has noticed.
#
# Most of it runs on a project of two files. Then the mutant that changes nothing goes through the core's first stages,
# and the tests of all stages are compiled as mutate.py compiles them.

import contextlib
import io
import os
import subprocess
import sys
import tempfile

import mutate

PART = "int part(int a)\n{\n    return a + 1;\n}\n"
TEST = "int part(int);\nint main(void)\n{\n    return part(1) != EXPECTED;\n}\n"
GOOD = (["part.c", "test.c", "-DEXPECTED=2"], [])
WIDE = (["part.c", "test.c", "-DEXPECTED=2", "-DWIDE"], [])
BLIND = (["part.c", "test.c", "-DEXPECTED=part(1)"], [])
NOT_BUILT = (["part.c", "test.c"], [])
FAILS = (["part.c", "test.c", "-DEXPECTED=3"], [])
NULL, NOTICED, NONSENSE = (2, "    return a + 1;"), (2, "    return a - 1;"), (2, "    return a +;")


@contextlib.contextmanager
def project(*stages):
    """A folder with the two files, and mutate.py's stages are these."""
    own = mutate.stages_of
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("part.c", PART), ("test.c", TEST)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        mutate.stages_of = lambda copy, path: list(stages)
        try:
            yield folder
        finally:
            mutate.stages_of = own


def verdict(mutant, *stages):
    with project(*stages) as folder:
        return mutate.judge(folder, "part.c", PART, mutant, {str(stage): 5 for stage in stages})


def verdict_with_quick_stages(quick, *stages):
    """The verdict on a mutant that is noticed, in a file of which `make test` has these stages."""
    own = mutate.quick_stages, mutate.sources_of, mutate.QUICK_FILES
    mutate.quick_stages, mutate.sources_of, mutate.QUICK_FILES = lambda sources: list(quick), lambda copy: {}, ["part.c"]
    try:
        return verdict(NOTICED, *stages)
    finally:
        mutate.quick_stages, mutate.sources_of, mutate.QUICK_FILES = own


def whole_run(*stages):
    """What a run over the little project prints and returns, with one copy and no rows of equivalents."""
    said = io.StringIO()
    with project(*stages) as folder, contextlib.redirect_stdout(said):
        try:
            failed = mutate.judge_all(["part.c"], [folder])
            return f"{failed} failed: {said.getvalue()}"
        except mutate.Unsound as unsound:
            return f"unsound: {unsound}"


def null_in_the_core():
    """The verdict on the mutant that changes nothing, in the stages that have killed it once: the first and that of lock.c."""
    own, path = mutate.stages_of, "include/hutch/core/locked.h"
    with tempfile.TemporaryDirectory() as work:
        mutate.WORK = work
        folder = mutate.make_copy()
        stages = [stage for stage in own(folder, path) if "tests/alone/lock.c" in stage[0] or "tests/unit/main.c" in stage[0]][:2]
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            text = file.read()
        mutate.stages_of = lambda copy, of: stages
        try:
            return mutate.judge(folder, path, text, (0, text.split("\n")[0]), {str(stage): 60 for stage in stages})
        finally:
            mutate.stages_of = own


def tests_that_do_not_compile():
    """The tests of all stages, each with its stage's flags, that do not compile where mutate.py would compile them."""
    wanted = {}
    for path in mutate.ALL_FILES:
        for words, _ in mutate.stages_of(mutate.ROOT, path):
            flags = [word for word in words if not word.endswith(".c")]
            wanted.setdefault(" ".join(flags), set()).update(word for word in words if word.startswith("tests/"))
    found = []
    for flags, files in wanted.items():
        done = subprocess.run([*mutate.COMMON, *flags.split(), "-fsyntax-only", *sorted(files)], cwd=mutate.ROOT, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        found += [line for line in done.stderr.split("\n") if "error:" in line][:4]
    return "\n".join(found)


def stages_that_do_not_link():
    """The stages that name single tests and do not link, one of those with the same files: of a folder with a main.c all are taken."""
    with tempfile.TemporaryDirectory() as work:
        mutate.WORK = work
        folder = mutate.make_copy()
        stages = {" ".join(word for word in stage[0] if word.endswith(".c")): stage[0]
                  for path in mutate.ALL_FILES for stage in mutate.stages_of(folder, path)}
        return "\n".join(" ".join(words) for words in stages.values()
                         if not any(word.endswith("/main.c") for word in words) and not mutate.is_built(folder, words, "any.h"))


def tells(found, expected):
    return "" if expected in found else f"found: {found}"


def stale_equivalents():
    """The rows of equivalents.txt that are no mutants of their files."""
    stale = []
    for path, above, line, changed in sorted(mutate.listed_equivalents("both", "tests", "prover")):
        with open(os.path.join(mutate.ROOT, path), encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        if (above, line, changed) not in {(lines[number - 1].strip(), lines[number].strip(), other.strip())
                                          for number, other in mutate.mutants_of(text, True)}:
            stale.append(f"{path}: {line} -> {changed}")
    return "\n".join(stale)


CASES = [
    ("mutant that changes nothing survives", lambda: tells(verdict(NULL, GOOD, WIDE), "survived")),
    ("mutant that a test notices is killed", lambda: tells(verdict(NOTICED, GOOD), "killed")),
    ("mutant that the second stage notices is killed", lambda: tells(verdict(NOTICED, BLIND, GOOD), "killed")),
    ("mutant that only a stage beyond `make test` notices is told apart", lambda: tells(verdict_with_quick_stages([BLIND], BLIND, GOOD), "late")),
    ("mutant that a stage of `make test` notices is killed", lambda: tells(verdict_with_quick_stages([BLIND, GOOD], BLIND, GOOD), "killed")),
    ("mutant that no test notices survives", lambda: tells(verdict(NOTICED, BLIND), "survived")),
    ("mutant that does not compile is no mutant", lambda: tells(verdict(NONSENSE, GOOD), "broken")),
    ("mutant that does not compile in a later stage is not noticed", lambda: tells(verdict(NULL, GOOD, NOT_BUILT), "broken")),
    ("run whose stages pass and whose tests are blind fails", lambda: tells(whole_run(BLIND), "1 failed: ok 1 - the copy")),
    ("run whose tests notice everything passes", lambda: tells(whole_run(GOOD), "0 failed: ok 1 - the copy")),
    ("stage that does not build ends the run", lambda: tells(whole_run(GOOD, NOT_BUILT), "unsound: a stage does not build: part.c")),
    ("stage that fails as it is ends the run", lambda: tells(whole_run(GOOD, FAILS), "unsound: a stage fails as it is: part.c")),
    ("each row of equivalents.txt is a mutant of its file", stale_equivalents),
    ("mutant of the core that changes nothing survives", lambda: tells(null_in_the_core(), "survived")),
    ("tests of every stage compile", tests_that_do_not_compile),
    ("stages that name single tests link", stages_that_do_not_link),
]


def main():
    print(f"1..{len(CASES)}")
    failed = 0
    for number, (sentence, problem_of) in enumerate(CASES, 1):
        problem = problem_of()
        failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {number} - {sentence}", flush=True)
        if problem:
            print("# " + problem.replace("\n", "\n# "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
