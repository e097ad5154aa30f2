# SPDX-License-Identifier: MIT
# ways.py - what the suites of this folder share: a clean copy of the project, commands, and TAP.

import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import cpu_time  # noqa: E402,F401  (of tests/tools)
import tap_out  # noqa: E402
import tree  # noqa: E402  (of tests/check)
from cpu_time import Failure, call as run  # noqa: E402
from tree import write  # noqa: E402,F401


def must_fail(command, sentence, folder=None):
    """What a command prints; a failure unless it ends with an error and prints the sentence."""
    try:
        run(command, folder)
    except Failure as refused:
        # A long sentence may be broken into lines.
        if " ".join(sentence.split()) not in " ".join(str(refused).split()):
            raise Failure(f"does not print `{sentence}`:\n{refused}") from None
        return str(refused)
    raise Failure(f"{' '.join(command)} succeeds")


def must_be(found, wanted, what):
    if found != wanted:
        raise Failure(f"{what} is {found!r}, not {wanted!r}")


def must_be_silent(text, *words):
    """A failure if the output of a build has a warning."""
    found = [line for line in text.split("\n") if any(word in line.lower() for word in words or ("warning", "error:"))]
    if found:
        raise Failure("\n".join(found[:20]))


def copy_program(folder, name):
    """A copy of a consumer project of this folder, beside the copy of hutch."""
    there = shutil.copytree(os.path.join(HERE, name), os.path.join(folder, name))
    if not os.path.exists(os.path.join(there, "main.c")):
        shutil.copy(os.path.join(HERE, "main.c"), there)
    return there


def repository(folder):
    """The clean copy as a repository of one commit, for what clones it."""
    hutch = os.path.join(folder, "hutch")
    if not os.path.exists(os.path.join(hutch, ".git")):
        git = ["git", "-c", "user.name=hutch", "-c", "user.email=hutch@example.org", "-c", "commit.gpgsign=false"]
        run(["git", "init", "-q", "-b", "main"], hutch)
        run(["git", "add", "-A"], hutch)
        run([*git, "commit", "-q", "-m", "A copy"], hutch)
    return hutch


def main(tests):
    """Runs tests, [(sentence, function of a folder with a clean copy of the project)]. Prints TAP and ends the program."""
    with tempfile.TemporaryDirectory() as folder:
        tree.copy(ROOT, os.path.join(folder, "hutch"))  # as a user's clone or submodule has it
        print(f"# hutch {tree.version(ROOT)}", flush=True)  # for dist-warnings
        for sentence, test in tests:
            problem = ""
            try:
                test(folder)
            except Failure as failure:
                problem = str(failure)
            tap_out.result(not problem, sentence, "\n".join(problem.split("\n")[:60]))
    sys.exit(tap_out.end())
