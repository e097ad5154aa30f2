#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# compile.py - the headers and a program that uses everything compile without a warning in every language that they
# promise, and the program runs where this machine can run it.
#
# usage: compile.py [COMPILER ...]   with compilers, only whether they take what they preprocessed before

import glob
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import compiled  # noqa: E402  (of tests/tools)
import cpu_time  # noqa: E402
import tree  # noqa: E402  (of tests/check)
from tap_out import end, result  # noqa: E402

COMMON = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Wcast-align",
          "-Werror"]
ONLY_C = ["-Wstrict-prototypes", "-Wmissing-prototypes"]
# Warnings for C90, and those of lwIP.
STRICTER = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wc90-c99-compat", "-Wdeclaration-after-statement", "-Wparentheses",
            "-Wsequence-point", "-Wswitch-default", "-Wundef", "-Wshadow", "-Wpointer-arith", "-Wcast-qual", "-Wc++-compat",
            "-Wwrite-strings", "-Wold-style-definition", "-Wcast-align", "-Wmissing-prototypes", "-Wredundant-decls",
            "-Wnested-externs", "-Wunreachable-code", "-Wuninitialized", "-Wlogical-op", "-Wtrampolines"]
SYSTEM_HEADER = "#pragma GCC system_header"
PROGRAM = [os.path.join(HERE, "everything.c"), os.path.join(HERE, "defined.c")]
LIBRARY = sorted(os.path.join(ROOT, "src", name) for name in os.listdir(os.path.join(ROOT, "src"))
                 if name.endswith(".c"))
HOST_PORT = [os.path.join(ROOT, "port", "host", "hutch_port.c")]
HEADERS = sorted(os.path.relpath(path, os.path.join(ROOT, "include", "hutch"))
                 for path in glob.glob(os.path.join(ROOT, "include", "hutch", "**", "*.h"), recursive=True))
C_COMPILER = {"g++": "gcc", "clang++": "clang"}
STATS = "-DHUTCH_CFG_STATS=1"
DEBUG = ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_LATE_REUSE=0"]
WAIT = "-DHUTCH_CFG_WAIT=1"  # pools without waiters must compile there too
CONFIG = "-DHUTCH_CONFIG_HEADER=\"config.h\""


def paths(port):
    return ["-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "port", port), "-I" + HERE]


def run(command):
    """What a command says is a failure, too."""
    said = cpu_time.call(command, seconds=120).strip()
    if said:
        raise cpu_time.Failure(said)


libraries = {}  # C compiler and options of hutch: the objects of a row of C, which a program in C++ is linked with too


def library_for(folder, compiler, standard, options):
    """The library, which stays C: compiled for every row of C, and for C++ where no row of C had its options."""
    is_cxx = "++" in compiler
    key = C_COMPILER.get(compiler, compiler), *sorted(word for word in options if word.startswith("-D"))
    if is_cxx and key in libraries:
        return libraries[key]
    command = [key[0], "-std=" + ("c99" if is_cxx else standard), "-x", "c", *ONLY_C, *COMMON, *options, *paths("host")]
    made = compiled.objects(command, LIBRARY + HOST_PORT, tempfile.mkdtemp(dir=folder))
    if "-flto=2" not in options:
        libraries[key] = made
    return made


def program_in(folder, shared, compiler, standard, options):
    """Compiles library and program, links and runs them."""
    language = ["-x", "c++"] if "++" in compiler else ["-x", "c"] + ONLY_C
    objects = compiled.objects([compiler, "-std=" + standard, *language, *COMMON, *options, *paths("host")], PROGRAM, folder)
    program = os.path.join(folder, "program")
    run([compiler, *objects, *library_for(shared, compiler, standard, options), "-o", program])
    run([program])


def objects_in(folder, _shared, compiler, standard, options, port):
    """Compiles library and program for a CPU that cannot be run here."""
    compiled.objects([compiler, "-std=" + standard, "-ffreestanding", *COMMON, *ONLY_C, *options, *paths(port)], PROGRAM + LIBRARY, folder)


def header_alone(folder, _shared, header, compiler, standard):
    """A file that includes one header and nothing else, twice."""
    path = os.path.join(folder, "alone.c")
    tree.write(path, f'#include "hutch/{header}"\n#include "hutch/{header}"\nextern int alone;\n')
    language = ["-x", "c++"] if "++" in compiler else ["-x", "c"] + ONLY_C
    run([compiler, "-std=" + standard, "-fsyntax-only"] + language + COMMON + paths("template") + [path])


def strict(folder, shared, compiler, first_line, system):
    """What a project with stricter warnings sees of hutch, by a header of its own that begins with `first_line`."""
    tree.write(os.path.join(folder, "pools.h"), first_line + '\n#include "hutch/hutch.h"\n')
    words = [word for pair in paths("host") for word in (("-isystem", pair[2:]) if system else (pair,))]
    unknown = ["-Wno-unknown-warning-option"] if compiler == "clang" else []
    program = os.path.join(folder, "program")
    run([compiler, "-std=gnu99", "-O2", *STRICTER, *unknown, "-I" + folder, *words, os.path.join(HERE, "strict.c"),
         *library_for(shared, compiler, "c99", ["-O2"]), "-o", program])
    run([program])


CXX_PROGRAM = """#include "hutch/all.h"
#include "hutch/hutch.hpp"
struct rabbit { int x; };
static rabbit array[5];
HUTCH_POOL(rabbits, rabbit, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, nullptr, nullptr));
HUTCH_POOL_TRACKED(foes, rabbit, 40);
HUTCH_POOL_IDS(voices, 4);
HUTCH_POOL_RUNS(tiles, short, 8);
HUTCH_POOL_BLOCKS(small, 16, 4);
HUTCH_SIZES(mem, small);
HUTCH_SIZES_AS_MALLOC(mem);
HUTCH_POOL_OVER(crates, rabbit, array, 5);
HUTCH_POOL_DECLARE(shared, rabbit, 3);
HUTCH_POOL_DEFINE(shared);
using cats = hutch::pool<rabbit, 9>;
int main()
{
    int sum = cats::create() == nullptr;
    HUTCH_FOREACH (rabbit, it, rabbits) {
        sum += it->x;
    }
    return sum + (foes_deref(foes_ref(foes_acquire())) == nullptr);
}
"""


def strict_cxx(folder, _shared, compiler, standard, options):
    """The same of C++, of the casts and zeros of C."""
    path = os.path.join(folder, "strict.cpp")
    tree.write(path, CXX_PROGRAM)
    run([compiler, "-std=" + standard, "-Wall", "-Wextra", "-Wpedantic", "-Wold-style-cast", "-Wzero-as-null-pointer-constant", "-Werror", *options,
         *(word for pair in paths("host") for word in ("-isystem", pair[2:])), "-c", path, "-o", os.path.join(folder, "strict.o")])


def not_strict(folder, shared):
    try:
        strict(folder, shared, "gcc", "", False)
    except cpu_time.Failure as failure:
        if "ISO C90" in str(failure):
            return
    raise cpu_time.Failure("there are none")


MACRO_PROGRAMS = {"c": '''#include "hutch/all.h"
struct rabbit { int x; };
static const struct hutch_hooks born = {NULL, NULL, NULL};
HUTCH_POOL(rabbits, struct rabbit, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_TRACKED(foes, struct rabbit, 40);
HUTCH_POOL_SPAWNED(pups, struct rabbit, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &born));
HUTCH_POOL_COUNTED(packets, struct rabbit, 4);
int main(void)
{
    const struct rabbit *const rabbit = rabbits_acquire();
    HUTCH_FOREACH (struct rabbit, it, rabbits) {
        it->x = 1;
    }
    return rabbits_release(rabbit) && foes_acquire() && pups_despawn(pups_spawn(NULL)) && packets_acquire();
}
''', "c++": '''#include "hutch/hutch.hpp"
struct rabbit { int x; };
struct pup { int x; explicit pup(int a) : x(a) {} ~pup() { x = 0; } };
typedef hutch::pool<rabbit, 4> rabbits;
typedef hutch::tracked_pool<pup, 4> pups;
int main()
{
    const rabbits::handle owner = (rabbits::make)(2);
    for (rabbit &it : rabbits()) {
        it.x = 1;
    }
    const pups::weak pup = (pups::ref)((pups::create)(1));
    return (pups::deref)(pup) != nullptr && (rabbits::live)() == 1;
}
'''}
# Not those: words of the languages, and attributes that only some options use.
WORDS = set("alignas alignof bool decltype defined delete for if new offsetof operator return section sizeof static_assert switch unavailable volatile while".split())


def names_called():
    """Every name that stands before a bracket in the headers: what a macro with parameters would take for itself."""
    names = set()
    for path in glob.glob(os.path.join(ROOT, "include", "hutch", "**", "*.h*"), recursive=True):
        code = re.sub(r'//.*|"(?:\\\\.|[^"])*"', "", tree.read("", path))
        names |= set(re.findall(r"\b([a-z]\w*[a-z0-9])\(", code))
    return sorted(name for name in names - WORDS if not name.startswith("hutch_"))


def macros(folder, _shared, compiler, standard, options):
    """A program after a header with a macro for each such name, and without the macros for constants, which some platforms lack."""
    language = "c++" if "++" in compiler else "c"
    path, before = os.path.join(folder, "program.c"), os.path.join(folder, "platform.h")
    tree.write(path, MACRO_PROGRAMS[language])
    with open(before, "w", encoding="utf-8") as file:
        file.write("#include <stdint.h>\n" + ("#include <iterator>\n" if language == "c++" else ""))
        file.write("".join(f"#undef {sign}INT{bits}_C\n" for sign in ("", "U") for bits in (8, 16, 32, 64)))
        file.write("".join(f"#define {name}(...) a macro of the platform\n" for name in names_called()))
    run([compiler, "-std=" + standard, "-x", language, *options, *paths("host"), "-include", before, "-c", path, "-o", path + ".o"])


def preprocessed(folder, _shared, compiler):
    """As -save-temps and distcc compile it: with line markers instead of its #include."""
    path = os.path.join(folder, "program.i")
    flags = [compiler, "-std=gnu99", "-Wall", "-Wextra", "-Werror"]
    run([*flags, *paths("host"), "-E", os.path.join(HERE, "extensions.c"), "-o", path])
    run([*flags, "-c", path, "-o", os.path.join(folder, "program.o")])


def extensions(folder, shared, compiler):
    run([compiler, "-std=gnu99", "-Wall", "-Wextra", "-Werror", *paths("host"), "-c", os.path.join(HERE, "extensions.c"),
         "-o", os.path.join(folder, "program.o")])


def cases():
    """Yields (sentence, function of a folder of its own and a shared one that raises what was said)."""
    c_options = {"c99": ["-O2"], "c11": ["-Os", STATS, WAIT], "c17": ["-O0"], "c2x": ["-O3", STATS]}
    cxx_options = {"c++11": ["-O2"], "c++14": ["-O0", STATS, WAIT], "c++17": ["-Os"], "c++20": ["-O3", STATS]}
    for names, table in ((("gcc", "clang"), c_options), (("g++", "clang++"), cxx_options)):
        for compiler in names:
            for standard, options in table.items():
                yield (f"{compiler} {standard} {' '.join(options)}: program compiles, links and runs",
                       lambda folder, shared, c=compiler, s=standard, o=options: program_in(folder, shared, c, s, o))
    for compiler, standard, options in (("gcc", "c99", ["-O1", CONFIG]), ("g++", "c++11", ["-O2", CONFIG]),
                                        ("gcc", "gnu99", ["-O2"]), ("clang", "gnu17", ["-Oz"]),
                                        ("gcc", "c99", ["-O3", "-flto=2"]), ("clang++", "c++20", ["-O2", CONFIG]),
                                        ("gcc", "c99", ["-O1", *DEBUG]), ("g++", "c++11", ["-O2", *DEBUG]),
                                        ("gcc", "c99", ["-O2", "-DHUTCH_CFG_REGISTER=1"]),
                                        ("g++", "c++17", ["-O2", "-DHUTCH_CFG_REGISTER=1"]),
                                        ("gcc", "c99", ["-O2", "-DHUTCH_CFG_WORD_BITS=8", "-DHUTCH_CFG_CHECK=0"]),
                                        ("clang", "c11", ["-O2", "-DHUTCH_CFG_WORD_BITS=64"])):
        yield (f"{compiler} {standard} {' '.join(options)}: program compiles, links and runs",
               lambda folder, shared, c=compiler, s=standard, o=options: program_in(folder, shared, c, s, o))
    for cpu, standard, level in (("m0", "c99", "-O2"), ("m3", "c11", "-Os"), ("m33", "c2x", "-O0")):
        yield (f"arm-none-eabi-gcc cortex-{cpu} {standard} {level}: library and program compile",
               lambda folder, shared, c=cpu, s=standard, o=level: objects_in(
                   folder, shared, "arm-none-eabi-gcc", s, ["-mthumb", "-mcpu=cortex-" + c, o], "cortex_m"))
    for compiler in ("gcc", "clang"):
        for title, first_line, system in (("-isystem", "", True), ("-I, from a header with a pragma", SYSTEM_HEADER, False)):
            yield (f"{compiler}: no warning of lwIP's and C90's, {title}",
                   lambda folder, shared, c=compiler, f=first_line, s=system: strict(folder, shared, c, f, s))
    for compiler in ("gcc", "clang"):
        yield (f"{compiler} gnu99: no warning of binary constants and empty __VA_ARGS__ behind a pool",
               lambda folder, shared, c=compiler: extensions(folder, shared, c))
    for compiler, standard in (("gcc", "c99"), ("clang", "c11"), ("g++", "c++11"), ("clang++", "c++20")):
        for options in (["-O2"], ["-Os", "-DHUTCH_CFG_SMALL=1"], ["-O1", *DEBUG]):
            yield (f"{compiler} {standard} {' '.join(options)}: no macro of the platform takes a name that a header uses",
                   lambda folder, shared, c=compiler, s=standard, o=options: macros(folder, shared, c, s, o))
    yield "gcc: without either there are such warnings", not_strict
    for compiler, standard, options in (("g++", "c++11", []), ("g++", "c++20", ["-O2"]), ("g++", "c++17", ["-DHUTCH_CFG_CHECK=2"]), ("clang++", "c++11", ["-O2"])):
        yield (f"{compiler} {standard} {' '.join(options)}: no warning of casts and zeros of C, -isystem",
               lambda folder, shared, c=compiler, s=standard, o=options: strict_cxx(folder, shared, c, s, o))
    for header in HEADERS:
        for compiler, standard in (("gcc", "c99"), ("clang", "c11"), ("g++", "c++11"), ("clang++", "c++20")):
            yield (f"{compiler} {standard}: hutch/{header} compiles on its own, twice",
                   lambda folder, shared, h=header, c=compiler, s=standard: header_alone(folder, shared, h, c, s))


def main():
    shared = tempfile.TemporaryDirectory()
    preprocessing = [(f"{compiler}: preprocessed text with a pool compiles without a warning",
                      lambda folder, shared, c=compiler: preprocessed(folder, shared, c)) for compiler in sys.argv[1:]]
    for sentence, compile_in in preprocessing or cases():
        said = ""
        with tempfile.TemporaryDirectory() as folder:
            try:
                compile_in(folder, shared.name)
            except cpu_time.Failure as failure:
                said = str(failure)
        result(not said, sentence, "\n".join(said.split("\n")[:30]))
    shared.cleanup()
    return end()


if __name__ == "__main__":
    sys.exit(main())
