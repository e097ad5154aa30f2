#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# host.py - what only a PC can do for a debug build: fence mode, AddressSanitizer, Valgrind, and a linker that refuses
# builds in which not every file has the same options. Run from the root; prints TAP.

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result, skip  # noqa: E402

FLAGS = ["-std=gnu99", "-g", "-O1", "-Wall", "-Wextra", "-Iinclude", "-Iport/host"]
LIBRARY = sorted(glob.glob("src/*.c") + glob.glob("port/host/*.c"))
DEBUG = "-DHUTCH_CFG_CHECK=2"
# A shared pool: the file that defines it and one that uses it, with the library's generic functions, too, unless told not to.
SHARED = '#include "hutch/hutch.h"\nstruct cat { int lives; };\nHUTCH_POOL_DECLARE(cats, struct cat, 4);\n'
MIXED = {"mixed_pool": SHARED + "HUTCH_POOL_DEFINE(cats);\n", "mixed_user": SHARED + """#ifdef TYPED_ONLY
#define hutch_release(pool, cat) cats_release(cat)
#endif
int main(void) { return hutch_release(&cats_pool, cats_acquire()) ? 0 : 1; }
"""}
SEGV = -signal.SIGSEGV
TRAPS = (-signal.SIGILL, -signal.SIGTRAP)


def run(*command):
    done = cpu_time.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                        errors="replace", timeout=120, env=dict(os.environ, LC_ALL="C"))
    return done.returncode, done.stdout


def build(folder, name, compiler, *flags):
    program = os.path.join(folder, name)
    code, said = run(compiler, *FLAGS, DEBUG, *flags, os.path.join(HERE, "trapped.c"), *LIBRARY, "-o", program)
    if code != 0 or said:
        raise SystemExit("Bail out! " + said)
    return program


def stops(tool, program, misuse, is_right, before=()):
    code, said = run(*before, program, misuse)
    result(is_right(code, said), f"{tool} stops {misuse} at the instruction", f"exit code {code}\n{said}")


def names(said, *words):
    return all(word in said for word in words) and "not stopped" not in said


def fence(folder):
    for compiler in "gcc", "clang":
        program = build(folder, "fence-" + compiler, compiler, "-DHUTCH_CFG_FENCE=1")
        code, said = run(program, "nothing")
        result(code == 0 and said == "not stopped\n", f"fence mode by {compiler} lets right use pass", said)
        code, said = run(program, "reuse")
        result(code == 0, f"fence mode by {compiler} never hands out an address twice", f"exit code {code}\n{said}")
        for misuse in "read", "write", "late", "overrun":
            stops(f"fence mode by {compiler}", program, misuse, lambda code, said: code == SEGV)
        for misuse in "double", "underrun", "run write", "run overrun":  # met by the checks, whose handler traps
            code, said = run(program, misuse)
            result(code in TRAPS, f"fence mode by {compiler} reports {misuse}", f"exit code {code}\n{said}")
    program = build(folder, "plain", "gcc")
    code, said = run(program, "reuse")
    result(code == 7, "without fence mode addresses do come again", f"exit code {code}\n{said}")
    code, said = run(program, "read")
    result(code == 0, "without fence mode a read after release passes: the documented limit", f"exit code {code}\n{said}")


def address_sanitizer(folder):
    for compiler in "gcc", "clang":
        program = build(folder, "asan-" + compiler, compiler, "-fsanitize=address")
        code, said = run(program, "nothing")
        result(code == 0 and said == "not stopped\n", f"AddressSanitizer of {compiler} lets right use pass", said)
        for misuse in "read", "write", "late", "overrun", "underrun", "run write", "run overrun":
            stops(f"AddressSanitizer of {compiler}", program, misuse,
                  lambda code, said: code != 0 and names(said, "use-after-poison", "in main"))


def valgrind(folder):
    if shutil.which("valgrind") is None or not os.path.exists("/usr/include/valgrind/memcheck.h"):
        skip("Valgrind stops misuse at the instruction", "valgrind is not installed")
        return
    program = build(folder, "memcheck", "gcc")
    before = ("valgrind", "-q", "--error-exitcode=9")
    code, said = run(*before, program, "nothing")
    result(code == 0 and said == "not stopped\n", "Valgrind lets right use pass", said)
    for misuse in "read", "write":
        code, said = run(*before, program, misuse)
        result(code == 9 and "Invalid " + misuse in said and "rabbit_spawn" in said and "rabbit_die" in said,
               f"Valgrind stops {misuse} at the instruction, and names who acquired and who released", said)
    for misuse in "overrun", "underrun", "run write", "run overrun":
        code, said = run(*before, program, misuse)
        result(code == 9 and "Invalid write" in said, f"Valgrind stops {misuse} at the instruction", said)


def mixed(folder):
    """Objects of both kinds of build, linked in every mixture."""
    for name, text in MIXED.items():
        with open(os.path.join(folder, name + ".c"), "w", encoding="utf-8") as file:
            file.write(text)
    for kind, flags in ("release", []), ("debug", [DEBUG]):
        objects = []
        for source in [*(os.path.join(folder, name + ".c") for name in MIXED), *LIBRARY]:
            part = "" if source.startswith(folder) else "lib-"
            path = os.path.join(folder, kind + "-" + part + os.path.basename(source)[:-2] + ".o")
            code, said = run("gcc", *FLAGS, *flags, "-c", source, "-o", path)
            if code != 0:
                raise SystemExit("Bail out! " + said)
            objects += [path] if part else []
        run("ar", "rcs", os.path.join(folder, kind + ".a"), *objects)
    cases = [("debug", "debug", "debug", None), ("release", "release", "release", None),
             ("debug", "debug", "release", "_CHECK_2'"), ("release", "release", "debug", "`hutch_"),
             ("debug", "release", "debug", "`cats_pool_CHECK_2_or_its_"), ("release", "debug", "release", "`cats_pool_or_its_")]
    for user, pool, library, says in cases:
        code, said = run("gcc", os.path.join(folder, user + "-mixed_user.o"), os.path.join(folder, pool + "-mixed_pool.o"),
                         os.path.join(folder, library + ".a"), "-o", os.path.join(folder, "mixed"))
        sentence = f"{user} program, {pool} pool, {library} library"
        if says is None:
            result(code == 0, sentence + ": it links", said)
        else:
            undefined = [line for line in said.split("\n") if "undefined reference" in line]
            result(code != 0 and any(says in line for line in undefined),
                   sentence + f": it does not link, and the missing name says {says}", said)
            if undefined:
                print("# " + undefined[0].split(": ", 1)[-1])


def typed_only(folder):
    """A program that names no descriptor: the typed functions' names say what was mixed, too."""
    cases = [([], [], None), ([DEBUG], [], "`cats_pool_CHECK_2_or_its_"), ([], [DEBUG], "`cats_live__or_its_"),
             (["-DHUTCH_CFG_STATS=1"], [], "`cats_live__STATS_1_or_its_"),
             (["-DHUTCH_CFG_REF_BITS=16"], ["-DHUTCH_CFG_STATS=1"], "`cats_live__REF_BITS_16_or_its_")]
    for user, pool, says in cases:
        objects = []
        for name, flags in ("mixed_user", ["-DTYPED_ONLY", *user]), ("mixed_pool", pool):
            objects.append(os.path.join(folder, name + "-typed.o"))
            run("gcc", *FLAGS, *flags, "-c", os.path.join(folder, name + ".c"), "-o", objects[-1])
        library = [os.path.join(folder, ("debug" if DEBUG in pool else "release") + ".a")]
        code, said = run("gcc", *objects, *library, "-o", os.path.join(folder, "mixed"))
        sentence = f"a program with {user or 'no options'} that only calls a pool's typed functions, the pool with {pool or 'none'}"
        if says is None:
            result(code == 0, sentence + ": it links", said)
        else:
            result(code != 0 and any("undefined reference" in line and says in line for line in said.split("\n")),
                   sentence + f": it does not link, and the missing name says {says}", said)


def sections_of(target):
    """{section: names of the objects in it, without their options}"""
    sections = {}
    for line in run("objdump", "-t", target)[1].split("\n"):
        symbol = re.match(r"\w+ .{6}O (\S+)\t\w+ (\w+)$", line)
        if symbol:
            sections.setdefault(symbol.group(1), set()).add(symbol.group(2).split("__")[0].rstrip("_"))
    return sections


def placed_apart(folder):
    """Debug storage goes where HUTCH_CFG_DEBUG_SECTION says, and nothing else does."""
    target = os.path.join(folder, "apart.o")
    code, said = run("gcc", *FLAGS, DEBUG, "-DHUTCH_CFG_STATS=1", "-fno-pie", "-fno-common", '-DHUTCH_CFG_DEBUG_SECTION="slow_ram"',
                     "-c", os.path.join(HERE, "placed.c"), "-o", target)
    sections = sections_of(target)
    slow = sections.get("slow_ram", set())
    beside = {f"{kind}_{part}" for kind in ("plain", "tracked", "runs", "shared") for part in ("debug", "notes", "mirror")}
    quick = {f"{kind}_{part}" for kind in ("plain", "tracked", "shared") for part in ("live", "slots", "stats")} | {"tracked_generations"}
    result(code == 0 and beside | {"plain_generations"} <= slow and not quick & slow,
           "HUTCH_CFG_DEBUG_SECTION moves notes, mirrors and the generations of pools without refs, and nothing else",
           f"{said}\nnot there: {beside - slow}\nthere, too: {quick & slow}")


def placed(folder):
    """What pools keep in RAM is in the section that HUTCH_CFG_SECTION names: only the program's own array is not."""
    for flags in [], ["-DHUTCH_CFG_STATS=2"], [DEBUG], [DEBUG, "-DHUTCH_CFG_STATS=2"]:
        target = os.path.join(folder, "placed.o")
        code, said = run("gcc", *FLAGS, *flags, "-fno-pie", "-fno-common", '-DHUTCH_CFG_SECTION="near_ram"', "-c",
                         os.path.join(HERE, "placed.c"), "-o", target)
        sections = sections_of(target)
        kinds = {"plain", "tracked", "spawned", "runs", "numbers", "trees", "shared", "shared_trees", "adopted"}
        parts = ["live"] + (["debug", "notes", "mirror", "generations"] if DEBUG in flags else []) + (
            ["stats", "idle_since"] if len(flags) != flags.count(DEBUG) else [])
        wanted = {f"{kind}_{part}" for kind in kinds for part in parts} | {"trees_kin", "shared_trees_marks"}
        elsewhere = {name for section in sections for name in sections[section] if re.match(r"\.(bss|data|tbss)", section)}
        missing = wanted - sections.get("near_ram", set())
        result(code == 0 and elsewhere == {"array"} and not missing,
               f"pools with {' '.join(flags) or 'no options'} are in their section with all that they keep in RAM",
               f"{said}\nelsewhere: {elsewhere}\nnot there: {missing}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        fence(folder)
        address_sanitizer(folder)
        valgrind(folder)
        mixed(folder)
        typed_only(folder)
        placed(folder)
        placed_apart(folder)
    return end()


if __name__ == "__main__":
    raise SystemExit(main())
