#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# misuse.py - compiles each case twice with every compiler: with WRONG it must fail and say its sentence, without it
# must compile in silence, so that no case fails for another reason.
#
# usage: misuse.py [--quick]   each compiler with one standard of each language only
#
# A case's comments say what one of its messages must contain (`// says: this | or this`, on more lines too), and may limit the languages
# (`// languages: c c++20`): c is every C standard, c++ every C++ standard. `avr` and `sdcc` are compilers that only the cases which
# name them are compiled with. `// errors: 1` limits the errors. A case that is wrong in several ways names the values of WRONG
# (`// wrong: THIS THAT`), each of which must fail. One file for cases that differ by a word has a line for each:
# `// each: words of the wrong one | words of its right twin | what a message must contain`, or up to three.

import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

GNU = ["-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wno-unused-function", "-Werror", "-c", "-o", os.devnull]
HOST = GNU + ["-I" + os.path.join(ROOT, "port", "host"), "-I" + os.path.join(HERE, "kernels")]
# languages, command, flags; of those for the host every other one is quick
COMPILERS = [
    ({"c", "gcc"}, ["gcc", "-std=c99", "-x", "c"], HOST),
    ({"c", "gcc"}, ["gcc", "-std=c11", "-x", "c"], HOST),
    ({"c"}, ["clang", "-std=c2x", "-x", "c"], HOST),
    ({"c"}, ["clang", "-std=c99", "-x", "c"], HOST),
    ({"c++", "c++11"}, ["g++", "-std=c++11", "-x", "c++"], HOST),
    ({"c++", "c++20"}, ["g++", "-std=c++20", "-x", "c++"], HOST),
    ({"c++", "c++20", "clang++"}, ["clang++", "-std=c++20", "-x", "c++"], HOST),
    ({"c++", "c++11", "clang++"}, ["clang++", "-std=c++11", "-x", "c++"], HOST),
]
OTHERS = [
    ({"avr"}, ["avr-gcc", "-std=gnu99", "-mmcu=atmega328p", "-x", "c"], GNU + ["-I" + os.path.join(ROOT, "port", "avr")]),
    ({"sdcc"}, ["sdcc", "-msm83", "--std-c99"], ["-I" + os.path.join(ROOT, "port", "sm83"), "-c", "-o", "case.rel"]),
]


def tag(text, name, otherwise):
    found = re.findall(rf"^// {name}: (.*)$", text, re.M)
    return " | ".join(found) if found else otherwise


def compile_case(command, path, *more):
    with tempfile.TemporaryDirectory() as folder:
        done = cpu_time.run(command + list(more) + ["-I" + os.path.join(ROOT, "include"), path], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, env=dict(os.environ, LC_ALL="C"), cwd=folder, timeout=60)
    return done.returncode, done.stdout


def problem(command, path, sentences, right, wrongs, errors_most):
    code, said = compile_case(command, path, *right)
    if code != 0 or said:
        return "the right twin does not compile in silence:\n" + said
    for wrong in wrongs:
        code, said = compile_case(command, path, *wrong)
        if code == 0:
            return f"it compiles with {wrong}"
        if not any(sentence in said for sentence in sentences):
            return f"no message says so with {wrong}:\n" + said
        if said.count("error: ") > errors_most:
            return f"there are more than {errors_most} errors with {wrong}:\n" + said
    return ""


def cases(text):
    """[(what a message must contain, words of the right twin, [words of a wrong one], words for the result)] of a file"""
    each = [[part.strip() for part in rows.replace("\n//", " ").split("|")] for rows in re.findall("^// each:(.*(?:\n//     .*)*)", text, re.M)]
    if each:
        return [([sentence], shlex.split(right), [shlex.split(wrong)], f" with `{wrong}`") for wrong, right, sentence in each]
    wrongs = tag(text, "wrong", "1").replace("|", " ").split()
    return [([sentence.strip() for sentence in tag(text, "says", "").split("|")], [], [["-DWRONG=" + wrong] for wrong in wrongs], "")]


def main():
    compilers = (COMPILERS[::2] if sys.argv[1:] == ["--quick"] else COMPILERS) + OTHERS
    for name in sorted(os.listdir(HERE)):
        if not name.endswith(".c"):
            continue
        path = os.path.join(HERE, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        languages, errors_most = set(tag(text, "languages", "c c++").split()), int(tag(text, "errors", "999"))
        for spoken, command, flags in compilers:
            for sentences, right, wrongs, words in cases(text) if languages & spoken else ():
                found = problem(command + flags, path, sentences, right, wrongs, errors_most) if all(sentences) else "the case does not say what to expect"
                result(not found, f"{name[:-2]} does not compile{words}: {command[0]} {command[1]}", found)
    return end()


if __name__ == "__main__":
    sys.exit(main())
