# SPDX-License-Identifier: MIT
# testing.py - runs the tests of cases.h under each framework, as release and as debug build, and sees that those
# fail that must, each with its own message; and that the examples of README.md compile. Prints TAP.

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "tests", "tools")]
import cpu_time  # noqa: E402  (of tests/tools)
import recipes  # noqa: E402  (of tests/recipes)

INCLUDES = ["-I" + HERE, "-I" + os.path.join(HERE, "stand_in"), "-Iinclude", "-Iport/host"]
C, CPP = ["gcc", "-std=c99", "-Wstrict-prototypes"], ["g++", "-std=c++14"]

# Of each framework: compiler, libraries, arguments, environment, what begins the output of a test (with its name), what is in
# that of one that failed.
LINE = r"^\S+:\d+:(?:[A-Z]:bullets:)?(\w+?)(?:_test)?:(?=PASS|FAIL|0: )"
RUN = r"^\[ RUN      \] (?:bullets\.)?(\w+?)(?:_test)?$"
BRACKET = r"^\[  (?:FAILED  \]|ERROR   \] \w+_test)"
CHECK = "-lcheck_pic -lrt -lm -lsubunit".split()
FRAMEWORKS = {
    "unity": (C, [], [], {}, LINE, r"FAIL: "),
    "cmocka": (C, ["-lcmocka"], [], {}, RUN, BRACKET),
    "check": (C, CHECK, [], {}, LINE, r"0: (?!Passed)"),
    "check, no fork": (C, CHECK, [], {"CK_FORK": "no"}, LINE, r"0: (?!Passed)"),
    "gtest": (CPP, ["-lgtest_main", "-lgtest"], [], {}, RUN, BRACKET),
    "cpputest": (CPP, ["-lCppUTest"], ["-v", "-b"], {}, r"^TEST\(bullets, (\w+)\)", r"error: Failure in TEST\(bullets, "),
    "ztest": (C, [], [], {}, r"^START - (\w+)_test$", r"^ FAIL - "),
    "assert": (C, [], None, {}, None, r" failed: .*\n.*ended by signal 6"),  # one run for each test
}

# Of each test that must fail, what its output has, in a release and in a debug build; the functions of call sites, too.
TWICE = r"hutch: bullets\[\d\]: DOUBLE_RELEASE: the slot is already free"
STAYS_OUT = r"cases\.h:\d+: expected, and did not come: DOUBLE_RELEASE"
OTHER = r"expected DOUBLE_RELEASE: .*; but came hutch: bullets: NULL_POINTER"
NESTED = r"hutch: bullets\[\d\]: LOCK_NESTED"
LEAK = r"hutch: bullets\[\d\]: LEAK"
FAILS = {
    "double_release": (TWICE, TWICE + ".*called from release_twice"), "expected_fault_stays_out": (STAYS_OUT, STAYS_OUT),
    "another_fault_than_expected": (OTHER, OTHER + ".*called from another_fault_than_expected"),
    "leak": (LEAK, LEAK + ".*acquired at leak"), "overrun": (None, r"hutch: bullets\[\d\]: OVERRUN.*called from overrun"),
    "fault_inside_a_lock": (TWICE, NESTED + ".*called from fault_inside_a_lock"),
    "fault_in_a_hook": (TWICE, TWICE + ".*called from release_twice"),
    "fault_of_another_thread": (TWICE, TWICE + ".*called from release_twice"),
}
# Of each build: its flags, and the frameworks that are run.
BUILDS = (("release", ["-O1"], list(FRAMEWORKS)), ("debug", ["-O1", "-DHUTCH_CFG_CHECK=2"], list(FRAMEWORKS)),
          ("sanitized debug", ["-O1", "-DHUTCH_CFG_CHECK=2", "-fsanitize=address"], ["unity"]))
EXCEPT = {"sanitized debug": "overrun"}  # it would end the program


def run(words, **options):
    options = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "still": 30, **options}
    try:
        return cpu_time.run(words, timeout=120, **options)
    except cpu_time.TooLong as error:  # a lock that is still taken
        return subprocess.CompletedProcess(words, 1, f"{error.output or ''}{error}")


def with_names(text, program):
    """The text with the function's name in place of each address of code; less one: of the call. Typed functions are inlined into it."""
    for place in set(re.findall(r"(?:from|at) (0x[0-9a-f]+)", text)):
        names = run(["addr2line", "-C", "-i", "-f", "-e", program, hex(int(place, 16) - 1)]).stdout.split("\n")[0:-1:2]
        text = text.replace(place, names[-1].replace("()", ""))
    return text


def outputs(name, program, cases):
    """{test: its output}"""
    _, _, arguments, environment, begins, _ = FRAMEWORKS[name]
    environment = {**os.environ, **environment}
    if begins is None:
        ran = {case: run([program, case]) for case in cases}
        return {case: done.stdout + (f"ended by signal {-done.returncode}" if done.returncode else "") for case, done in ran.items()}
    done = run([program, *arguments], env=environment)
    if done.returncode == 0:
        return {"the program": "ended with 0"}
    at = list(re.finditer(begins, done.stdout, re.M))
    ends = [match.start() for match in at[1:]] + [len(done.stdout)]
    return {match.group(1): re.split(r"^\[=====", done.stdout[match.start():end], flags=re.M)[0] for match, end in zip(at, ends)}


def differences(name, program, cases, is_debug, unseen):
    """What is not as FAILS has it, but for a case that passes in this build."""
    found, said = outputs(name, program, cases), []
    if list(found) != cases:
        said.append(f"these ran: {list(found)}")
    for case, text in found.items():
        wanted = FAILS.get(case, (None, None))[is_debug] if case != unseen else None
        text = with_names(text, program)
        if bool(re.search(FRAMEWORKS[name][5], text, re.M)) != (wanted is not None) or not re.search(wanted or "", text):
            said.append(f"{case}: wanted {wanted or 'a pass'}: {text}")
    return "\n".join(said)


def compiled(name, sources, flags, program):
    compiler, libraries = FRAMEWORKS[name][:2]
    words = compiler + recipes.WARNINGS + flags + ["-g", "-no-pie"] + INCLUDES + sources + libraries + ["-pthread"]
    done = run(words + (["-o", program] if program else ["-fsyntax-only"]))
    return "" if done.returncode == 0 else done.stdout


def no_list(archive, fixture, flags, program):
    said = compiled("assert", [os.path.join(HERE, "bullets_assert.c"), fixture, archive], flags + ["-DNO_LIST"], program)
    said = said or run([program, "right_use"]).stdout
    return "" if said.startswith("right_use failed: hutch: no pool is listed") else said or "it passes"


def examples(folder):
    """What is said about the examples of README.md."""
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"<!-- (\w+) -->\n```\w+\n(.*?)```", file.read(), re.S)
    said = "" if {name for name, _ in blocks} == {name.split(",")[0] for name in FRAMEWORKS} else f"examples of {[name for name, _ in blocks]}\n"
    for name, text in blocks:
        path = os.path.join(folder, "example" + (".cpp" if FRAMEWORKS[name][0] is CPP else ".c"))
        with open(path, "w", encoding="utf-8") as file:
            file.write('#include "hutch/all.h"\nstruct bullet {\n    int x;\n};\nHUTCH_POOL(bullets, struct bullet, 4);\n'
                       "HUTCH_POOL_LIST(&bullets_pool);\n" + text)
        said += compiled(name, [path], [], None)
    return said


def main():
    with open(os.path.join(HERE, "cases.h"), encoding="utf-8") as file:
        cases = re.findall(r"row\((\w+)\)", file.read().replace("CASES(row)", ""))
    results = []
    with tempfile.TemporaryDirectory() as folder:
        results.append(("the examples of README.md compile, one for each framework", examples(folder)))
        for build, flags, names in BUILDS:
            is_debug = build != "release"
            archive = recipes.library(folder, flags)
            fixture = os.path.join(folder, "hutch_testing.o")
            said = run(C + recipes.WARNINGS + flags + INCLUDES + ["-c", os.path.join(HERE, "hutch_testing.c"), "-o", fixture]).stdout
            results.append((f"hutch_testing.c, {build} build: compiles without a warning", said))
            for name in names:
                program = os.path.join(folder, "program")
                source = os.path.join(HERE, f"bullets_{name.split(',')[0]}." + ("cpp" if FRAMEWORKS[name][0] is CPP else "c"))
                said = compiled(name, [source, fixture, archive], flags[1:], program) or differences(name, program, cases, is_debug, EXCEPT.get(build))
                results.append((f"{name}, {build} build: each fault and leak fails its test, with its message, and no other", said))
            results.append((f"{build} build: a test of a program that lists no pool fails", no_list(archive, fixture, flags[1:], program)))
    return recipes.tap_out.every((sentence, said.strip().split("\n")[:20] if said else "") for sentence, said in results)


if __name__ == "__main__":
    sys.exit(main())
