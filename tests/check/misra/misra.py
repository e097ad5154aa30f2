#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# misra.py - which rules of MISRA C:2012 hutch breaks, by cppcheck and its addon: each place must have a reason in
# deviations.txt, each reason a place, and the table in README.md must be that of now.
#
# usage: misra.py [--write | --list [RULE]]   prints TAP; --write renews the table, --list prints the places
#
# MISRA's own sentences are copyrighted: here are numbers, categories, and words of our own.

import fnmatch
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import cpu_time  # noqa: E402  (of tests/tools)
import generated  # noqa: E402  (of tests/check)
import tree  # noqa: E402
from tap_out import end, result  # noqa: E402

CPU_SECONDS = 300  # of one build; about 20 are used
CATEGORIES = ("mandatory", "required", "advisory")
SOURCES_OF_PROGRAM = ["tests/compile/everything.c", "tests/compile/defined.c"]
PROGRAM = [*SOURCES_OF_PROGRAM, "tests/compile/everything.h"]
LINE_WITH_MACRO = re.compile(r"\bHUTCH_[A-Z_]+ ?\(")  # in the program only such lines are hutch's
ALL_HEADERS = ["src/hutch_adopt.c"]  # a short file that includes them
OUR_FOLDERS = ("include/", "src/", "port/")
ARM = ["arm-none-eabi-gcc", "-mthumb", "-Os", "-ffreestanding"]


class Build:
    """A compiler, whose own macros cppcheck is given, options, and what is checked."""

    def __init__(self, about, port, compiler, platform, sources, program=(), options=()):
        self.about, self.port, self.compiler, self.platform = about, port, compiler, platform
        self.sources, self.program, self.options = sources, program, ["-D" + option for option in options]


def c_files(folder):
    return [path for path in tree.files(ROOT, ".c") if os.path.dirname(path) == folder]


def builds():
    return [
        Build("Cortex-M3", "cortex_m", [*ARM, "-mcpu=cortex-m3"], "unix32", c_files("src"), PROGRAM, ["HUTCH_CFG_LOCK_FREE=1"]),
        Build("a PC, debug build with counters and waiting", "host", ["gcc", "-O1"], "unix64", c_files("src") + c_files("port/host"),
              SOURCES_OF_PROGRAM, ["HUTCH_CFG_CHECK=2", "HUTCH_CFG_STATS=2", "HUTCH_CFG_WAIT=1", "HUTCH_CFG_LOCK_FREE=1"]),
        Build("Cortex-M0", "cortex_m", [*ARM, "-mcpu=cortex-m0"], "unix32", ALL_HEADERS),
        Build("Cortex-M3 with BASEPRI", "cortex_m_basepri", [*ARM, "-mcpu=cortex-m3"], "unix32", ALL_HEADERS,
              options=["HUTCH_CFG_BASEPRI=0x40"]),
        Build("RISC-V", "riscv", ["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-Os", "-ffreestanding"], "unix32",
              ALL_HEADERS, options=["HUTCH_CFG_LOCK_FREE=1"]),
        Build("AVR", "avr", ["avr-gcc", "-mmcu=atmega328p", "-Os"], "avr8", ALL_HEADERS + c_files("port/avr")),
    ]


# ---- What cppcheck finds.

# What cppcheck itself, not the addon, finds of a rule. Any other `error` is undefined behaviour, rule 1.3.
RULES_OF_CPPCHECK = {
    "duplicateBreak": "2.1", "unreachableCode": "2.1", "unreadVariable": "2.2", "redundantAssignment": "2.2",
    "redundantAssignInSwitch": "2.2", "redundantCondition": "2.2", "unusedLabel": "2.6", "shadowVariable": "5.3", "shadowArgument": "5.3",
    "shadowFunction": "5.3", "funcArgNamesDifferent": "8.3", "constPointer": "8.13", "constParameter": "8.13", "constVariable": "8.13",
    "uninitvar": "9.1", "legacyUninitvar": "9.1", "uninitdata": "9.1", "uninitStructMember": "9.1", "ctuuninitvar": "9.1", "unknownEvaluationOrder": "13.2",
    "sizeofCalculation": "13.6", "knownConditionTrueFalse": "14.3", "compareValueOutOfTypeRangeError": "14.3", "missingReturn": "17.4",
    "argumentSize": "17.5", "pointerOutOfBounds": "18.1", "comparePointers": "18.2", "subtractPointers": "18.2",
    "danglingLifetime": "18.6", "overlappingWriteUnion": "19.1", "overlappingWriteFunction": "19.1", "invalidFunctionArg": "21.13",
    "bufferAccessOutOfBounds": "21.17",
}
NOT_READ = ("preprocessorErrorDirective", "syntaxError", "internalAstError", "internalError", "cppcheckError", "unknownMacro")


def output_of(command):
    return cpu_time.call(command, ROOT, CPU_SECONDS)


def paths_of(build):
    return ["-Iinclude", "-Iport/" + build.port, *build.options]


def write_text(path, text):
    tree.write(path, text)
    return path


def placed(text, path):
    """What a preprocessor made of a file, each line where it was before; what the file includes is in its first line."""
    lines, file, number = {}, path, 1
    for row in text.split("\n"):
        mark = re.match(r'# (\d+) "([^"]*)"', row)
        if mark:
            number, file = int(mark.group(1)), mark.group(2)
        else:
            lines.setdefault(number if file == path else 1, []).append(row)
            number += 1
    return "\n".join(" ".join(lines.get(number, [])) for number in range(1, max(lines) + 1)) + "\n"


def cppcheck(build, folder, file):
    """[(file, line, id, severity, message)]"""
    with tempfile.TemporaryDirectory(dir=folder) as state:
        said = output_of(["cppcheck", "--quiet", "--std=c99", "--enable=style", "--addon=misra", "--max-configs=1", "--suppress=toomanyconfigs",
                    "--platform=" + build.platform, "--template={file}\t{line}\t{id}\t{severity}\t{message}", *paths_of(build),
                    f"--include={folder}/macros.h", "--cppcheck-build-dir=" + state, file])
    rows = [(row.split("\t") + [""] * 5)[:5] for row in said.strip().split("\n") if row]
    return [(file.replace(ROOT + "/", ""), int(line or 0), *rest) for file, line, *rest in rows]


def rows_of(build):
    """What cppcheck says of the sources, with the compiler's own macros; and of the program as the compiler's preprocessor
    leaves it, because cppcheck's own cannot expand HUTCH_POOL. The sources are read as one file, as the two files of a
    release are: one by one, the headers that they share would take ten times as long."""
    preprocess = [*build.compiler, "-std=c99", "-E", "-x", "c"]
    with tempfile.TemporaryDirectory() as folder:
        write_text(folder + "/macros.h", output_of([*preprocess, "-dM", os.devnull]))
        yield from cppcheck(build, folder, write_text(folder + "/sources.c", "".join(
            f'#include "{ROOT}/{source}"\n' for source in build.sources)))
        for path in build.program:
            copy = write_text(folder + "/program.c", placed(output_of([*preprocess, "-D__cppcheck__", *paths_of(build), path]), path))
            for row in cppcheck(build, folder, copy):
                yield (path, *row[1:]) if row[0] == copy else row


def found_by(build):
    """{(rule, file, line)}, and what could not be read."""
    places, unread = set(), []
    for file, line, name, severity, message in rows_of(build):
        if name in NOT_READ or not severity:
            unread.append(f"{build.about}: {file}:{line}: {message} [{name}]")
            continue
        rule = name.partition("misra-c2012-")[2] or RULES_OF_CPPCHECK.get(name, "1.3" if severity == "error" else None)
        if rule and is_ours(file, line):
            places.add((rule, file, line))
    return places, unread


def is_ours(path, line):
    if path in PROGRAM:
        return LINE_WITH_MACRO.search(tree.read(ROOT, path).split("\n")[line - 1]) is not None
    return path.startswith(OUR_FOLDERS)


def found():
    """{(rule, file, line)} of all builds, and what could not be read."""
    places, unread = set(), []
    for build in builds():
        more, failed = found_by(build)
        places |= more
        unread += failed
    return sorted(places, key=lambda place: (numbers(place[0]), place)), unread


# ---- What is written by hand.

def numbers(rule):
    return tuple(map(int, rule.split(".")))


def categories():
    """{rule: category}"""
    rows = re.findall(r"^(\w+): (.*(?:\n .*)*)", tree.read(ROOT, "tests/check/misra/rules.txt"), re.M)
    return {rule: name for name, rules in rows for rule in rules.split()}


class Reason:
    """Why hutch breaks a rule in some files, or why it only seems to (`is_false`)."""

    def __init__(self, rule, kind, where, text):
        self.rule, self.is_false, self.where, self.text = rule, kind == "false", where, text

    def holds_for(self, rule, path):
        return rule == self.rule and any(fnmatch.fnmatch(path, pattern) for pattern in self.where.split())


def reasons():
    """{rule: what it is about}, [Reason]"""
    about, rows = {}, []
    for line in tree.read(ROOT, "tests/check/misra/deviations.txt").split("\n"):
        head = re.fullmatch(r"(\d+\.\d+) (.+)", line)
        row = re.fullmatch(r"    (deviation|false) (.+?): (.+)", line)
        if head:
            about[head.group(1)] = head.group(2)
        elif row:
            rows.append(Reason(list(about)[-1], *row.groups()))
        elif line and not line.startswith("#"):
            raise ValueError(f"deviations.txt: neither a rule nor a reason: {line}")
    return about, rows


# ---- The table.

def checked_rules():
    """The rules that this cppcheck and its addon test."""
    path = next(path for path in ("/usr/lib/x86_64-linux-gnu/cppcheck/addons/misra.py", "/usr/share/cppcheck/addons/misra.py")
                if os.path.exists(path))
    methods = re.findall(r"def misra_(\d+)_(\d+)\(", tree.read("", path))
    return {f"{major}.{minor}" for major, minor in methods} | set(RULES_OF_CPPCHECK.values()) | {"1.3"}


def counts(places):
    """How many places are where, in words."""
    groups = [(name, sum(path.startswith(folder) for path in places))
              for name, folder in (("headers", "include/"), ("sources", "src/"), ("ports", "port/"), ("a program", "tests/"))]
    return ", ".join(f"{name} {count}" for name, count in groups if count)


def listed(rules):
    return ", ".join(sorted(rules, key=numbers)) or "none"


def summary(places):
    about, rows = reasons()
    category, checked = categories(), checked_rules()
    broken = sorted({rule for rule, _, _ in places}, key=numbers)
    lines = []
    for rule in broken:
        for reason in [row for row in rows if row.rule == rule and not row.is_false]:
            here = [path for other, path, _ in places if reason.holds_for(other, path)]
            lines.append((rule, category[rule], generated.escape(about[rule]), counts(here), generated.escape(reason.text)))
    deviated = {row.rule for row in rows if not row.is_false}
    head = (f"{output_of(['cppcheck', '--version']).strip()} tests {len(checked)} of the {len(category)} rules. hutch deviates from "
            f"{len(deviated)}; of the other {len(checked - deviated)} it finds nothing, or nothing that is true.\n\n")
    kept = [(name, listed({rule for rule, of in category.items() if of == name} - checked)) for name in CATEGORIES]
    return (head + generated.table(["rule", "category", "about", "places", "why"], lines) +
            "\n" + generated.table(["category", "not tested by cppcheck"], kept))


def main():
    places, unread = found()
    if "--list" in sys.argv:
        wanted = sys.argv[sys.argv.index("--list") + 1:]
        for rule, path, line in places:
            if not wanted or rule in wanted:
                print(f"{rule}\t{path}:{line}: {tree.read(ROOT, path).split(chr(10))[line - 1].strip()}")
        return 0
    about, rows = reasons()
    category = categories()
    result(not unread, "cppcheck reads every file in every build", "\n".join(unread))
    result(checked_rules() <= set(category), "every rule that is tested has its category", listed(checked_rules() - set(category)))
    bare = [f"{rule} {path}:{line}" for rule, path, line in places if not any(row.holds_for(rule, path) for row in rows)]
    result(not bare, "every place that breaks a rule has a reason", "\n".join(bare))
    idle = [f"{row.rule} {row.where}" for row in rows if not any(row.holds_for(rule, path) for rule, path, _ in places)]
    result(not idle, "every reason has a place", "\n".join(idle))
    grave = [row.rule for row in rows if not row.is_false and category.get(row.rule) == "mandatory"]
    result(not grave, "no mandatory rule is deviated from", listed(grave))
    makers = {"misra": lambda _root: summary(places)}
    stale = [] if bare else generated.kept(ROOT, makers, "make misra-table")
    result(not bare and not stale, "the table in tests/check/misra/README.md is that of now", "\n".join(stale))
    return end()


if __name__ == "__main__":
    sys.exit(main())
