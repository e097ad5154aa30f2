#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# rules_test.py - shows that CHECK selects checks by any text, what make says of what was mistyped, and that `make tables` needs no
# compiler; that seeds and mutants are still those of the text. Prints TAP.

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile

import check
import tree

sys.path.insert(0, os.path.join(check.ROOT, "tests", "tools"))
import detection  # noqa: E402  (of tests/tools)
import mutate  # noqa: E402
import seeds  # noqa: E402

BLOCKS = (("boards/README.md", "boards"), ("port/README.md", "ports"))
TABLES_SECONDS = 10  # of CPU time
COMPILERS = ("gcc", "cc", "clang", "arm-none-eabi-gcc", "avr-gcc", "riscv64-unknown-elf-gcc", "sdcc", "g++")


def make(*words):
    return subprocess.run(["make", *words], cwd=check.ROOT, capture_output=True, text=True, env=seeds.alone(), check=False)


# ---- Selecting checks, and the tables.

def selected(*words):
    """(exit code, what is printed, what is said to the user) of check.py with checks that do nothing."""
    real, check.CHECKS, arguments = check.CHECKS, [(claim, lambda root: [], None) for claim, _, _ in check.CHECKS], sys.argv
    sys.argv = ["check.py", *words]
    out, error = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
            code = check.main()
    finally:
        check.CHECKS, sys.argv = real, arguments
    return code, out.getvalue(), error.getvalue()


def selects(words, claims):
    code, said, _ = selected(*words)
    ran = re.findall(r"^ok \d+ - (.*)$", said, re.M)
    return "" if code == 0 and ran == claims else f"exit code {code}, ran {ran}"


def selects_kinds():
    quick, others = ([claim for claim, _, _ in check.selected(kind)[0]] for kind in ("", "--compilers"))
    is_right = others == ["gcc has no warning for the library and a whole pool", "gcc's analyzer finds nothing", "clang-tidy finds nothing",
                          "measured figures in the documents are up to date",
                          "the library builds without a warning for every port whose compiler is here"] and \
        sorted(quick + others) == sorted(claim for claim, _, _ in check.CHECKS)
    return "" if is_right else f"no word takes {quick}, --compilers {others}"


def refuses(words):
    code, said, error = selected(*words)
    is_right = code != 0 and not said and all(claim in error for claim, _, _ in check.CHECKS)
    return "" if is_right else f"exit code {code}: {said}{error}"


def command_of(goal, text):
    """The words that make hands to check.py."""
    line = [line for line in make("-n", "--no-print-directory", goal, "CHECK=" + text).stdout.split("\n") if "check/check.py" in line][-1]
    words = subprocess.run(["sh", "-c", "set -- " + line + '\nfor word; do echo "$word"; done'], capture_output=True, text=True,
                           check=False).stdout.split("\n")[:-1]
    return words[words.index("tests/check/check.py") + 1:]


def hands_on(text):
    for goal in ("check", "build/results/check.tap"):
        words = command_of(goal, text)
        if words != [text]:
            return f"{goal}: {words}"
    return ""


# What is typed, and what make must say of it.
TYPED = (
    ("hlep", "there is no target 'hlep'; did you mean 'make help'?"),
    ("tset", "there is no target 'tset'; did you mean 'make test'?"),
    ("qqqqqqqq", "there is no target 'qqqqqqqq' (`make help`"),
    ("test-unti", "There is no suite 'unti'; did you mean 'make test-unit'?"),
    ("test-unit-mircobit", "There is no suite 'unit-mircobit'; did you mean 'make test-unit-microbit'?"),
    ("test-qqqqqqqq", "There is no suite 'qqqqqqqq'; the folders are:"),
)


def typed(goal, expected):
    done = make(goal)
    is_right = done.returncode == 2 and expected in done.stderr and done.stdout == ""
    return "" if is_right else f"exit code {done.returncode}: {done.stdout}{done.stderr}"


def short_help():
    """A first look fits a small terminal; all targets are in help-all."""
    done, rest = make("help"), make("help-all")
    groups = [group.splitlines() for group in re.split(r"^(?=\w)", done.stdout, flags=re.M)[1:]]
    strange = [line for group in groups for line in group[1:] if not re.match(r"  make [a-z-]+ +\S.{0,58}$", line)]
    strange += [line for line in rest.stdout.splitlines() if not re.match(r"  make [a-z-]+ +\S", line)]
    sizes = [len(group) - 1 for group in groups]
    return done.stderr + rest.stderr + "".join(strange) + ("" if len(sizes) == 4 and max(sizes) <= 12 else str(sizes))


def deb_installs():
    """What src/debian/control needs to build is what `make deb` has installed first."""
    done = make("-n", "deb-packages")
    needed = re.search(r"^Build-Depends: (.*)$", tree.read(check.ROOT, "src/debian/control"), re.M).group(1)
    names = {re.sub(r"^debhelper-compat$", "debhelper", name.split()[0]) for name in needed.split(",")}
    installed = {word.split(":")[-1] for word in done.stdout.split()}
    is_first = re.search(r"^deb: deb-packages ", tree.read(check.ROOT, "src/dist.mk"), re.M)
    return "" if is_first and names <= installed else f"{names - installed} are not installed: {done.stdout}{done.stderr}"


def unlisted(text, folders, seeded):
    """Folders of suites that a list in tests/README.md lacks, has twice, or has though they are gone: what each shows, and its seeded
    errors; and those of which it is wrong that they have a seeds.txt, or have none."""
    first, _, table = text.partition("| folder | seeded errors |")
    shown = re.findall(r"^\| `(\w+)/` \|", first, re.M)
    rows = [(re.findall(r"`(\w+)`", cells), "`seeds.txt`" in rest) for cells, rest in re.findall(r"^\|( `[^|]*)\|(.*)", table, re.M)]
    listed = [name for names, _ in rows for name in names]
    by_file = {name for names, has_file in rows for name in names if has_file}
    return sorted((set(listed) ^ set(folders)) | (set(shown) ^ set(folders))) + \
        sorted({name for names in (listed, shown) for name in names if names.count(name) > 1}) + sorted(by_file ^ set(seeded))


def seeded_errors():
    text, folders, seeded = tree.read(check.ROOT, "tests/README.md"), *(tree.folders_with(check.ROOT, name) for name in ("suite.mk", "seeds.txt"))
    found = unlisted(text, folders, seeded)
    blind = [] if unlisted(text, folders + ["new"], seeded) == ["new"] and "size" in unlisted(text, set(folders) - {"size"}, seeded) and \
        unlisted(text, folders, set(seeded) - {"web"}) == ["web"] else ["a new folder, or one without its seeds.txt"]
    return f"not in step with the folders: {found}; not noticed: {blind}" if found or blind else ""


def seeds_hold():
    """Each error of a seeds.txt can be made, in a suite that there is."""
    every, suites = seeds.all_seeds(check.ROOT), seeds.words_of("suites")
    found = [problem for seed in every for problem in (seeds.cannot(check.ROOT, seed),) if problem] + \
        [f"{seed['what']}: there is no suite {seed['suite']}" for seed in every if seed["suite"] not in suites] + \
        [f"detection.py: there is no suite {suite}" for suite in " ".join(detection.SUITES.values()).split() if suite not in suites]
    is_blind = not every or not seeds.cannot(check.ROOT, {**every[0], "-": "what is in no file"}) or \
        not seeds.renamed([{"suite": "unit", "red": "an old name", "what": ""}], {"unit": "ok 1 - a new name"})
    return "\n".join(found) or ("a text that is gone is not noticed" if is_blind else "")


def stale_equivalents():
    """The rows of equivalents.txt that are not mutants of their files, or of several lines without saying which."""
    stale = []
    for path, above, what, changed in sorted(mutate.listed_equivalents("both", "tests", "prover")):
        text = tree.read(check.ROOT, path)
        lines = [line.strip() for line in text.split("\n")]
        at = {number for number, other in mutate.mutants_of(text, True) if (lines[number], other.strip()) == (what, changed) and above in ("", lines[number - 1])}
        if not at or len(at) > 1 and not above:
            stale.append(f"{path}: {what} -> {changed}")
    return "\n".join(stale)


def tables_without_compiler():
    """`make tables` in a copy, with compilers that only leave a mark."""
    with tempfile.TemporaryDirectory() as folder:
        copy, tools, mark = (os.path.join(folder, name) for name in ("copy", "tools", "mark"))
        tree.copy(check.ROOT, copy)
        os.mkdir(tools)
        for name in COMPILERS:
            tree.write(os.path.join(tools, name), f"#!/bin/sh\necho {name} >>{mark}\nexit 1\n")
            os.chmod(os.path.join(tools, name), 0o755)
        for path in {path for path, _ in BLOCKS}:
            with open(os.path.join(copy, path), "r+", encoding="utf-8") as file:
                text = re.sub(r"(<!-- begin (?:%s) -->\n)" % "|".join(name for _, name in BLOCKS), r"\1stale\n", file.read())
                file.seek(0)
                file.write(text)
        began = os.times()
        done = subprocess.run(["make", "-s", "tables"], cwd=copy, capture_output=True, text=True, check=False,
                              env={**os.environ, "MAKEFLAGS": "", "PATH": tools + os.pathsep + os.environ["PATH"]})
        took = sum(os.times()[2:4]) - sum(began[2:4])
        stale = [path for path, _ in BLOCKS if "-->\nstale\n" in tree.read(copy, path)]
        if os.path.exists(mark):
            return "it ran " + open(mark, encoding="utf-8").read()
    if done.returncode != 0 or stale:
        return f"exit code {done.returncode}, stale: {stale}\n{done.stdout}{done.stderr}"
    return "" if took < TABLES_SECONDS else f"it took {took:.1f} s"


def read_only():
    """Targets that write, in a copy that its user may not write into; amalgamate.py, for a folder of that kind."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        copy, user = os.path.join(folder, "copy"), 65534 if os.getuid() == 0 else None
        tree.copy(check.ROOT, copy)
        os.chmod(copy, 0o555)
        calls = [["make", goal] for goal in ("amalgamation", "lib", "install", "test-check-rules", "tables")]
        for call in (*calls, ["python3", "-B", "src/amalgamate.py", "build/here"]):
            done = subprocess.run(call, cwd=copy, capture_output=True, text=True, env=seeds.alone(), user=user, check=False)
            if done.returncode == 0 or len(done.stderr.splitlines()) != 1 or \
                    not re.search(r"Nothing can be written here|amalgamate.py: build: Permission denied", done.stderr):
                return f"{' '.join(call)}: exit code {done.returncode}: {done.stdout}{done.stderr}"
        os.chmod(copy, 0o755)
    return ""


def plain_prefix():
    """What hutch.pc cannot hold is refused."""
    for name in ("/opt/two words", "/opt/it's", "/opt/a|b"):
        done = make("-n", "install", "PREFIX=" + name)
        if done.returncode == 0 or f"PREFIX is '{name}': hutch.pc cannot hold" not in done.stderr:
            return f"{name}: exit code {done.returncode}: {done.stderr}"
    return ""


def cases():
    """(sentence, problem)"""
    yield "CHECK of two words selects the check that has both, as one text", selects(["no include"], ["no include runs back up, and the core knows no add-on"])
    yield "words are one text, however they are handed on", selects(["no", "include"], ["no include runs back up, and the core knows no add-on"])
    yield "CHECK of two texts selects both, in the order of the list", selects(
        ["no include; limits"], ["what one has to read is within the project's limits", "no include runs back up, and the core knows no add-on"])
    yield "without CHECK all but those that compile much run, --compilers takes them only", selects_kinds()
    yield "text that selects nothing is refused, and the checks are listed", refuses(["include no"])
    yield "so is one of two", refuses(["no include; include no"])
    yield "make hands on two words as one text", hands_on("no include")
    yield "make hands on a text with a quote in it", hands_on("gcc's analyzer")
    for goal, expected in TYPED:
        yield f"make {goal}: names the nearest, if one is near", typed(goal, expected)
    yield "make help is four groups of at most twelve lines of 80 columns, and help-all all targets", short_help()
    yield "a tree that cannot be written says so in one line", read_only()
    yield "make install refuses a prefix that hutch.pc cannot hold", plain_prefix()
    yield "make deb installs what the package is built with", deb_installs()
    yield "each folder of suites is once in the list of seeded errors of tests/README.md", seeded_errors()
    yield "each error of a seeds.txt can still be made, for a suite that there is; so are the suites of mutants", seeds_hold()
    yield "each row of equivalents.txt is a mutant of its file", stale_equivalents()
    yield f"make tables needs no compiler and {TABLES_SECONDS} seconds at most", tables_without_compiler()


if __name__ == "__main__":
    sys.exit(seeds.tap_out.every(cases()))
