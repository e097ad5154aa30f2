#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# misuse.py - compiles each case of cases.txt twice with every compiler: the wrong one must fail and say its sentence, its right twin must
# compile in silence, so that no case fails for another reason.
#
# usage: misuse.py [--quick]   each compiler with one standard of each language only

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


def compile_case(command, name, text, *more):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + ".c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = cpu_time.run([*command, *more, "-I" + os.path.join(ROOT, "include"), "-I" + ROOT, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, env=dict(os.environ, LC_ALL="C"), cwd=folder, timeout=60)
    return done.returncode, done.stdout


class Case:
    def __init__(self, text):
        head, *lines = text.rstrip("\n").split("\n")
        self.name, self.tags = head.split()[0], {"in": [], "says": [], "errors": [], "each": [], "wrong": []}
        while lines[0].split()[0] in self.tags:
            word, _, said = lines.pop(0).partition(" ")
            self.tags[word] += [said] if word == "each" else [part.strip() for part in said.split("|")]
        if not any("#include" in line for line in lines):
            lines.insert(0, '#include "hutch/hutch.h"')
        self.wrong, self.right = ("\n".join(re.sub(f"^[{mark}]", " ", line) for line in lines if line[0] != other) + "\n" for mark, other in ("-+", "+-"))
        self.languages = set((self.tags["in"] or ["c c++"])[0].split())
        self.errors_most = int((self.tags["errors"] or ["999"])[0])

    def ways(self):
        """[(what a message must contain, words of the right twin, [words of a wrong one], words for the result)]"""
        each = [[part.strip() for part in row.split("|")] for row in self.tags["each"]]
        if each:
            return [([sentence], shlex.split(right), [shlex.split(wrong)], f" with `{wrong}`") for wrong, right, sentence in each]
        return [(self.tags["says"], [], [["-DWRONG=" + wrong] for wrong in " ".join(self.tags["wrong"] or ["1"]).split()], "")]

    def problem(self, command, sentences, right, wrongs):
        code, said = compile_case(command, self.name, self.right, *right)
        if code != 0 or said:
            return "the right twin does not compile in silence:\n" + said
        for wrong in wrongs:
            code, said = compile_case(command, self.name, self.wrong, *wrong)
            if code == 0:
                return f"it compiles with {wrong}"
            if not any(sentence in said for sentence in sentences):
                return f"no message says so with {wrong}:\n" + said
            if said.count("error: ") > self.errors_most:
                return f"there are more than {self.errors_most} errors with {wrong}:\n" + said
        return ""


def main():
    compilers = (COMPILERS[::2] if sys.argv[1:] == ["--quick"] else COMPILERS) + OTHERS
    with open(os.path.join(HERE, "cases.txt"), encoding="utf-8") as file:
        cases = [Case(text) for text in re.split("^case ", file.read(), flags=re.M)[1:]]
    for case in cases:
        for spoken, command, flags in compilers:
            for sentences, right, wrongs, words in case.ways() if case.languages & spoken else ():
                found = case.problem(command + flags, sentences, right, wrongs) if sentences and all(sentences) else "the case does not say what to expect"
                result(not found, f"{case.name} does not compile{words}: {command[0]} {command[1]}", found)
    return end()


if __name__ == "__main__":
    sys.exit(main())
