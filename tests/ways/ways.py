# SPDX-License-Identifier: MIT
# ways.py - what the suites of this folder share: a clean copy of the project, commands, and TAP.

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import cpu_time  # noqa: E402  (of tests/tools)
import tree  # noqa: E402  (of tests/check)

NOT_COPIED = shutil.ignore_patterns("build", ".git", "__pycache__")
# Variables of the make that runs the suite would reach the make of the program under test.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}


class Failure(Exception):
    """A test has failed; the text says how."""


def run(command, folder=None, seconds=300, **variables):
    """What a command prints; a failure if it ends with an error."""
    done = cpu_time.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, errors="replace", timeout=seconds, env={**ENVIRONMENT, **variables})
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}\nends with {done.returncode}:\n{done.stdout}")
    return done.stdout


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


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy_project(folder):
    """A clean copy of the project, as a user's clone or submodule has it, outside of its tree."""
    return shutil.copytree(ROOT, os.path.join(folder, "hutch"), ignore=NOT_COPIED)


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
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy_project(folder)
        print(f"# hutch {tree.version(ROOT)}", flush=True)  # for dist-warnings
        for number, (sentence, test) in enumerate(tests, 1):
            try:
                test(folder)
                problem = ""
            except (Failure, cpu_time.TooLong) as failure:
                problem = str(failure)
            failed += bool(problem)
            print(f"{'not ok' if problem else 'ok'} {number} - {sentence}", flush=True)
            if problem:
                print("# " + "\n# ".join(problem.split("\n")[:60]), flush=True)
    print(f"1..{len(tests)}")
    sys.exit(1 if failed else 0)
