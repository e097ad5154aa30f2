#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# rules_test.py - shows on small trees that limits.py, twins.py and png.py find each thing that they are for; that CHECK selects
# checks by any text; and that `make tables` needs no compiler. Prints TAP.

import contextlib
import io
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import check
import limits
import tree
import twins

sys.path.insert(0, os.path.join(check.ROOT, "tests", "tools"))
import seeds  # noqa: E402  (of tests/tools)

BLOCKS = (("boards/README.md", "boards"), ("port/README.md", "ports"))
TABLES_SECONDS = 10  # of CPU time
COMPILERS = ("gcc", "cc", "clang", "arm-none-eabi-gcc", "avr-gcc", "riscv64-unknown-elf-gcc", "sdcc", "g++")

# ---- A small library that keeps every limit and lacks nothing.

HUTCH_H = """// hutch.h
#include "ids.h"
#include "core/generic.h"
#define HUTCH_FOREACH(type, it, name) for (type *it = name##_first(); it; it = name##_next(it))
"""
TYPED_H = """// typed.h
#include "core.h"
#define HUTCH_FUNCTIONS_(linkage, name) \\
    linkage bool name##_release_at(unsigned index) \\
    { \\
        return core_release(index); \\
    }
#define HUTCH_POOL(name, type, capacity) HUTCH_LOCAL_(PLAIN, name, type)
#define HUTCH_LOCAL_(kind, name, type) \\
    HUTCH_FUNCTIONS_(static, name) \\
    HUTCH_OBJECTS_OF_##kind##_(name, type) \\
    static type *name##_first(void) { return 0; } static type *name##_next(type *it) { return it; }
#define HUTCH_OBJECTS_OF_PLAIN_(name, type) \\
    static type *name##_acquire(void) { return core_acquire(); } \\
    static unsigned name##_index(const type *object) { return 0; } \\
    static bool name##_release(const type *object) { return name##_release_at(0); }
"""
IDS_H = """// ids.h
#include "core/typed.h"
#define HUTCH_ID_FUNCTIONS_(name) static int name##_acquire(void) { return 0; } static bool name##_release(int id) { return 0; }
#define HUTCH_POOL_IDS(name, capacity) HUTCH_FUNCTIONS_(static, name) HUTCH_ID_FUNCTIONS_(name)
"""
COUNTED_H = """// counted.h
#define HUTCH_POOL_COUNTED(name, type, capacity) \\
    static type *name##_acquire(void) { return 0; } static bool name##_release(const type *object) { return true; } \\
    static unsigned name##_index(const type *object) { return 0; }
"""
SMALL_C = "".join(f"static void {name}(void)\n{{\n}}\n" for name in ("hutch_small_acquire", "hutch_small_release"))
CONTRACT = "/// Does it.\n/// @param  pool  a pool\n"
GENERIC_H = f"""// generic.h
{CONTRACT}void *hutch_acquire(const struct hutch_pool *pool);
{CONTRACT}unsigned hutch_acquire_index(const struct hutch_pool *pool);
{CONTRACT}bool hutch_release(const struct hutch_pool *pool);
{CONTRACT}bool hutch_release_at(const struct hutch_pool *pool);
{CONTRACT}unsigned hutch_index(const struct hutch_pool *pool);
{CONTRACT}bool hutch_check(const struct hutch_pool *pool);
"""
HUTCH_HPP = """// hutch.hpp
template <class Type> struct basic_pool {
    template <class... Args> HUTCH_MEMBER_ type *create(Args &&...args)
    HUTCH_MEMBER_ unsigned index(const type *object)
    static void clear()
};
"""
FILES = {
    "include/hutch/hutch.h": HUTCH_H, "include/hutch/core/typed.h": TYPED_H, "include/hutch/ids.h": IDS_H,
    "include/hutch/core/generic.h": GENERIC_H,
    "include/hutch/core/core.h": "// core.h\n#include \"hutch_port.h\"\nstatic void *core_acquire(void)\n{\n    return enter();\n}\n"
                            "static bool core_release(unsigned index)\n{\n    return index != 0;\n}\n",
    "include/hutch/counted.h": COUNTED_H, "include/hutch/hutch.hpp": HUTCH_HPP, "src/hutch_small.c": SMALL_C,
    "port/cortex_m/hutch_port.h": "// hutch_port.h\n#define bool _Bool\nstatic void *enter(void)\n{\n    return 0;\n}\n",
    "port/template/hutch_port.h": "// #define HUTCH_PORT_A 1\n// #define HUTCH_PORT_B(word)\n",
    "src/generic.c": "#include \"hutch/core/generic.h\"\n", "README.md": "# hutch\n", "src/README.md": "# src\n", "src/DESIGN.md": "# why\n",
    "CHANGELOG.md": "- `acquire`, `acquire_index`, `rabbits_release`, `release_at(index)`, `hutch_index`, `hutch_check(pool)`\n",
    "tests/unit/all.c": "rabbits_acquire(); hutch_acquire_index(p); rabbits_release(r); rabbits_release_at(1); rabbits_index(r); "
                        "hutch_check(p);\n",
    twins.EVERYTHING: "rabbits_acquire(); hutch_acquire_index(p); rabbits_release(r); rabbits_release_at(1); rabbits_index(r); hutch_check(p);\n",
}


def several(count, body):
    return "".join(body.format(n=n, m=n + 1) for n in range(count))


def called_by(function, count, lines=0):
    """Functions that each call the next one; the first is called by a function of the small library."""
    filling = "    ;\n" * lines
    return (f"static int step_{count}(void)\n{{\n    return 0;\n}}\n" +
            "".join(f"static int step_{n}(void)\n{{\n{filling}    return step_{n + 1}();\n}}\n" for n in reversed(range(count))),
            function)


def deep(count, lines, function):
    """core.h with more below one of its functions."""
    steps, _ = called_by(function, count, lines)
    text = FILES["include/hutch/core/core.h"].replace("static void *core_acquire", steps + "static void *core_acquire")
    return {"include/hutch/core/core.h": re.sub(rf"({function}\([^)]*\)\n{{\n)", r"\1    step_0();\n", text)}


def wide(count, function):
    """A function of core.h that calls into several files."""
    names = [f"part_{n}" for n in range(count)]
    text = FILES["include/hutch/core/core.h"]
    text = text.replace("// core.h\n", "// core.h\n" + "".join(f'#include "{name}.h"\n' for name in names))
    calls = "".join(f"    {name}();\n" for name in names)
    return {"include/hutch/core/core.h": re.sub(rf"({function}\([^)]*\)\n{{\n)", r"\1" + calls, text),
            **{f"include/hutch/core/{name}.h": f"static void {name}(void)\n{{\n}}\n" for name in names}}


def visiting(files):
    """The same below the walk."""
    return {**files, "include/hutch/core/typed.h": TYPED_H.replace("_first(void) { return 0; }", "_first(void) { return core_acquire(); }")}


LONG = "static int endless(int a)\n{\n" + "    a++;\n" * 40 + "    return a;\n}\n"
IN_MACRO = ("#define MAKE(name) \\\n    static int name##_make(int a, \\\n                           int b) \\\n    { \\\n" +
            "        a++; \\\n" * 40 + "        return b; \\\n    }\n")

READING = f"{limits.PATH}\n\n| | file | job |\n| --- | --- | --- |\n| 1 | `generic.h`, `hutch.h` | x |\n"

# What is broken, {file: its text}, and what must be said. None: nothing.
LIMITS = [
    ("nothing", {}, None),
    ("functions below acquire", deep(22, 0, "core_acquire"), "functions that acquire reaches: 26, at most 25"),
    ("lines below acquire", deep(8, 36, "core_acquire"), "lines that acquire reaches: 3"),
    ("files below acquire", wide(6, "core_acquire"), "files that acquire reaches: 9, at most 8"),
    ("functions below release", deep(23, 0, "core_release"), "functions that release reaches: 27"),
    ("lines below release", deep(8, 36, "core_release"), "lines that release reaches: 3"),
    ("files below release", wide(8, "core_release"), "files that release reaches: 10"),
    ("functions below a walk", visiting(deep(22, 0, "core_acquire")), "functions that HUTCH_FOREACH reaches: 2"),
    ("lines below a walk", visiting(deep(7, 36, "core_acquire")), "lines that HUTCH_FOREACH reaches: 2"),
    ("files below a walk", visiting(wide(5, "core_acquire")), "files that HUTCH_FOREACH reaches: 8"),
    ("functions below an acquire of the small engine",
     {"src/hutch_small.c": called_by("", 11)[0] + SMALL_C.replace("{\n", "{\n    step_0();\n", 1)},
     "functions that hutch_small_acquire reaches: 13, at most 12"),
    ("lines below an acquire of the small engine",
     {"src/hutch_small.c": called_by("", 6, 15)[0] + SMALL_C.replace("{\n", "{\n    step_0();\n", 1)},
     "lines that hutch_small_acquire reaches: 1"),
    ("a program that does not compile", {"include/hutch/hutch.h": '#include "nowhere.h"\n'}, "there is no rabbits_acquire"),
    ("a long chain of includes",
     {**{f"include/hutch/link_{n}.h": f'#include "link_{n + 1}.h"\n' for n in range(10)}, "include/hutch/link_10.h": "",
                                  "include/hutch/hutch.h": '#include "link_0.h"\n' + HUTCH_H}, "longest chain of includes: 12, at most 11"),
    ("a circle of headers",
     {"include/hutch/loop.h": '#pragma once\n#include "hutch.h"\n',
     "include/hutch/hutch.h": "#pragma once\n" + HUTCH_H + '#include "loop.h"\n'},
     "files in circles of includes: 2, at most 0"),
    ("a circle of headers in src", {"src/a.h": '#include "b.h"\n', "src/b.h": '#include "a.h"\n'}, "files in circles of includes: 2"),
    ("many headers", {f"include/hutch/more_{n}.h": "" for n in range(38)}, "headers in include/hutch: 44, at most 43"),
    ("many folders of tests", {f"tests/more_{n}/suite.mk": "" for n in range(25)}, "folders of tests: 25, at most 24"),
    ("a reading path that is long", {"src/README.md": READING, "include/hutch/core/generic.h": GENERIC_H + "// x\n" * 1850}, "lines of the reading path: 18"),
    ("a reading path with a file that is gone", {"src/README.md": READING.replace("generic.h", "gone.h")}, "there is no gone.h"),
    ("a long function in include",
     {"include/hutch/long.h": LONG}, "lines of the longest function: 44, at most 40 (44: endless in include/hutch/long.h)"),
    ("a long function in src", {"src/long.c": LONG}, "44: endless in src/long.c"),
    ("a long function in a macro", {"include/hutch/long.h": IN_MACRO}, "45: name##_make in include/hutch/long.h"),
    ("a debug branch anywhere", {"include/hutch/word.h": "#if HUTCH_CFG_CHECK >= 2\n#endif\n"},
     "besides engine.h, guarded.h, hooks.h, misuse.h, policed.h, typed.h, config.h: 1, at most 0 (word.h)"),
    ("a debug branch where it may be", {"include/hutch/core/guarded.h": "#if HUTCH_CFG_CHECK >= 2\n#endif\n"}, None),
    ("two asserts of one number", {"src/a.c": "HUTCH_ASSERT(3, x);\nHUTCH_ASSERT(4, x);\n", "src/b.c": "HUTCH_ASSERT(3, y);\n"},
     "numbers that two HUTCH_ASSERT have: 1, at most 0 (3)"),
    ("a README of many lines", {"README.md": "x\n" * 151}, "lines of README.md: 151, at most 150"),
    ("a README of many bytes", {"README.md": "x" * 9217}, "bytes of README.md: 9217, at most 9216"),
    ("a DESIGN of many lines", {"src/DESIGN.md": "x\n" * 81}, "lines of src/DESIGN.md: 81"),
    ("a README of src of many lines", {"src/README.md": "x\n" * 301}, "lines of src/README.md: 301"),
    ("many hooks", {"port/template/hutch_port.h": several(14, "// #define HUTCH_PORT_{n} 1\n")}, "hutch_port.h: 14, at most 13"),
]


def without(path, text, instead=""):
    assert text in FILES[path], text
    return {path: FILES[path].replace(text, instead)}


TWINS = [
    ("nothing", {}, None),
    ("a typed form",
     without("include/hutch/core/typed.h", "name##_release(const", "name##_let_go(const"),
     "hutch_release has no typed form name##_release"),
    ("a typed form that is only called",
     without("include/hutch/core/typed.h", "static bool name##_release(const type *object) {", "{ return name##_release(object);"),
     "hutch_release has no typed form"),
    ("a typed form in a macro that nothing expands",
     without("include/hutch/core/typed.h", "    HUTCH_OBJECTS_OF_##kind##_(name, type) \\\n"), "hutch_index has no typed form"),
    ("a form for numbers",
     without("include/hutch/ids.h", "static bool name##_release(int id) { return 0; }"),
     "hutch_release has no form name##_release for pools of numbers"),
    ("the form for numbers of a number's function", without("include/hutch/ids.h", "static int name##_acquire(void) { return 0; }"),
     "hutch_acquire_index has no form name##_acquire for pools of numbers"),
    ("a typed form for counted objects", without("include/hutch/counted.h", "name##_index", "name##_number"),
     "hutch_index has no typed form name##_index for pools of counted objects"),
    ("a call in the program that uses everything", without(twins.EVERYTHING, "rabbits_index(r);"),
     "hutch_index is not called by tests/compile/everything.c"),
    ("a form that both kinds have",
     without("include/hutch/core/typed.h", "linkage bool name##_release_at", "linkage bool name##_release_by"),
     "hutch_release_at has no typed form"),
    ("a test", without("tests/unit/all.c", "rabbits_release_at(1);"), "hutch_release_at is called by no test"),
    ("a test of a shorter name", without("tests/unit/all.c", "rabbits_release(r);"), "hutch_release is called by no test"),
    ("a test that is only a comment",
     without("tests/unit/all.c", "hutch_check(p);", "// hutch_check(p);"), "hutch_check is called by no test"),
    ("a test elsewhere does not count",
     {**without("tests/unit/all.c", "hutch_check(p);"), "tests/bench/x.c": "hutch_check(p);"}, "hutch_check is called by no test"),
    ("a test of misuse counts", {**without("tests/unit/all.c", "hutch_check(p);"), "tests/debug/x.c": "hutch_check(p);"}, None),
    ("a line in the changelog", without("CHANGELOG.md", "`hutch_index`"), "hutch_index is not named in CHANGELOG.md"),
    ("a line in the changelog, but for prose", without("CHANGELOG.md", "`hutch_index`", "an index"), "hutch_index is not named"),
    ("a function that is new", {"include/hutch/core/generic.h": GENERIC_H + CONTRACT + "bool hutch_peek(const struct hutch_pool *pool);\n"},
     "hutch_peek has no form name##_peek for pools of numbers"),
    ("one line a verb, as X-macros have it",
     without("include/hutch/core/typed.h", "static type *name##_acquire(void) {", "HUTCH_TYPED_ type *name##_acquire(void) {"), None),
    ("an excuse that is none any more",
     without("include/hutch/ids.h", "static int name##_acquire",
     "static unsigned name##_index(int id) { return 0; } static int name##_acquire"),
     "index has a form for pools of numbers, and is excused from one"),
    ("a member of the classes of hutch.hpp", without("include/hutch/hutch.hpp", "index(const", "number(const"),
     "hutch_index has no member index in include/hutch/hutch.hpp"),
    ("a member for which there is an excuse, and has one", without("include/hutch/hutch.hpp", "void clear()", "bool check()"),
     "check has a form for pools of C++ objects, and is excused from one"),
    ("headers that cannot be read", {"include/hutch/core/generic.h": "// generic.h\n"}, "cannot read the headers"),
]


def said_about(find, files):
    """What a check says about the small library with some files changed."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {**FILES, **files}.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)) or folder, exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                file.write(text)
        return find(folder)


def twins_of_small_tree(root):
    """Excuses for functions that the small library does not have are none of its faults."""
    return [problem for problem in twins.problems(root) if not problem.endswith(f"is no function of {twins.GENERIC} or an add-on")]


def found(find, files, expected):
    """An empty string, or what is wrong."""
    said = said_about(find, files)
    is_right = any(expected in problem for problem in said) if expected else not said
    return "" if is_right else "said: " + "\n".join(said)


# ---- Pictures.

def cut(data):
    """The file without its last bytes of pixels; every chunk is whole."""
    at = data.index(b"IDAT") - 4
    length = struct.unpack_from(">I", data, at)[0]
    body = data[at + 4:at + 8 + length - 5]
    return data[:at] + struct.pack(">I", length - 5) + body + struct.pack(">I", zlib.crc32(body)) + data[at + 12 + length:]


# What is wrong with a picture: its bytes of them.
PICTURES = (
    ("nothing", lambda data: data, None),
    ("a signature", lambda data: data.replace(b"\r\n", b"\n", 1), "is no PNG file"),
    ("the CRC of its end, as crc32(crc, NULL, 0) of zlib makes it", lambda data: data[:-4] + bytes(4), "'IEND' at byte"),
    ("the CRC of its header", lambda data: data[:17] + b"\1" + data[18:], "'IHDR' at byte 8 is cut or has a wrong CRC"),
    ("its end", lambda data: data[:-12], "is cut"),
    ("what comes after it", lambda data: data + b"x", "has 1 bytes after its end"),
    ("pixels", cut, "bytes of pixels"),
)


def picture(damage, expected):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "one.png")
        check.png.write_colour(path, 3, 2, bytes(range(18)))
        with open(path, "r+b") as file:
            data = damage(file.read())
            file.seek(0)
            file.truncate()
            file.write(data)
        said = check.pictures(folder)
    return "" if (any(expected in problem for problem in said) if expected else not said) else f"said: {said}"


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
    done = subprocess.run(["make", "-n", "--no-print-directory", goal, "CHECK=" + text], cwd=check.ROOT, capture_output=True, text=True,
                          env=alone(), check=False)
    line = [line for line in done.stdout.split("\n") if "check/check.py" in line][-1]
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


def alone():
    """The environment without what a make above this one hands down."""
    return {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


def typed(goal, expected):
    done = subprocess.run(["make", goal], cwd=check.ROOT, capture_output=True, text=True, env=alone(), check=False)
    is_right = done.returncode == 2 and expected in done.stderr and done.stdout == ""
    return "" if is_right else f"exit code {done.returncode}: {done.stdout}{done.stderr}"


def quiet_help():
    done = subprocess.run(["make", "help"], cwd=check.ROOT, capture_output=True, text=True, env=alone(), check=False)
    strange = [line for line in done.stdout.splitlines() if not re.match(r"  make [a-z-]+ +\S", line)]
    return done.stderr + "".join(strange) + ("" if done.returncode == 0 else f"exit code {done.returncode}")


def deb_installs():
    """What src/debian/control needs to build is what `make deb` has installed first."""
    done = subprocess.run(["make", "-n", "deb-packages"], cwd=check.ROOT, capture_output=True, text=True, env=alone(),
                          check=False)
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


def words_of(variable):
    """What a variable of the makefiles holds."""
    done = subprocess.run(["make", "-s", "--no-print-directory", "-f", "-", "print"], cwd=check.ROOT, capture_output=True, text=True,
                          input=f"include Makefile\nprint: ; @echo $({variable})\n", env=alone(), check=True)
    return set(done.stdout.split())


def seeds_hold():
    """Each error of a seeds.txt can be made, in a suite that there is."""
    every, suites = seeds.all_seeds(check.ROOT), words_of("suites")
    found = [problem for seed in every for problem in (seeds.cannot(check.ROOT, seed),) if problem] + \
        [f"{seed['what']}: there is no suite {seed['suite']}" for seed in every if seed["suite"] not in suites]
    is_blind = not every or not seeds.cannot(check.ROOT, {**every[0], "-": "what is in no file"}) or \
        not seeds.renamed([{"suite": "unit", "red": "an old name", "what": ""}], {"unit": "ok 1 - a new name"})
    return "\n".join(found) or ("a text that is gone is not noticed" if is_blind else "")


def tables_without_compiler():
    """`make tables` in a copy, with compilers that only leave a mark."""
    with tempfile.TemporaryDirectory() as folder:
        copy, tools, mark = (os.path.join(folder, name) for name in ("copy", "tools", "mark"))
        tree.copy(check.ROOT, copy)
        os.mkdir(tools)
        for name in COMPILERS:
            with open(os.path.join(tools, name), "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\necho {name} >>{mark}\nexit 1\n")
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
            done = subprocess.run(call, cwd=copy, capture_output=True, text=True, env=alone(), user=user, check=False)
            if done.returncode == 0 or len(done.stderr.splitlines()) != 1 or \
                    not re.search(r"Nothing can be written here|amalgamate.py: build: Permission denied", done.stderr):
                return f"{' '.join(call)}: exit code {done.returncode}: {done.stdout}{done.stderr}"
        os.chmod(copy, 0o755)
    return ""


def plain_prefix():
    """What hutch.pc cannot hold is refused."""
    for name in ("/opt/two words", "/opt/it's", "/opt/a|b"):
        done = subprocess.run(["make", "-n", "install", "PREFIX=" + name], cwd=check.ROOT, capture_output=True, text=True, env=alone(), check=False)
        if done.returncode == 0 or f"PREFIX is '{name}': hutch.pc cannot hold" not in done.stderr:
            return f"{name}: exit code {done.returncode}: {done.stderr}"
    return ""


def cases():
    """(sentence, problem)"""
    skipped = limits.cannot()
    for claim, files, expected in LIMITS:
        yield f"limits.py finds: {claim}" + (f" # SKIP {skipped}" if skipped else ""), "" if skipped else found(limits.problems, files, expected)
    for claim, files, expected in TWINS:
        yield f"twins.py finds a function that lacks: {claim}", found(twins_of_small_tree, files, expected)
    for claim, damage, expected in PICTURES:
        yield f"png.py finds what is wrong with a picture: {claim}", picture(damage, expected)
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
    yield "make help lists its targets and says nothing else", quiet_help()
    yield "a tree that cannot be written says so in one line", read_only()
    yield "make install refuses a prefix that hutch.pc cannot hold", plain_prefix()
    yield "make deb installs what the package is built with", deb_installs()
    yield "each folder of suites is once in the list of seeded errors of tests/README.md", seeded_errors()
    yield "each error of a seeds.txt can still be made, for a suite that there is", seeds_hold()
    yield f"make tables needs no compiler and {TABLES_SECONDS} seconds at most", tables_without_compiler()


def main():
    failed = number = 0
    for number, (sentence, problem) in enumerate(cases(), 1):
        failed += bool(problem)
        print(f"{'not ok' if problem else 'ok'} {number} - {sentence}", flush=True)
        if problem:
            print("# " + problem.replace("\n", "\n# "), flush=True)
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
