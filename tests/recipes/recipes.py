# SPDX-License-Identifier: MIT
# recipes.py - builds and runs each recipe, and sees that README.md names each, with the bytes that some link to.
#
# usage: recipes.py [--write]   --write also renews those bytes in README.md

import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
README = os.path.join(HERE, "README.md")
sys.path[:0] = [os.path.join(ROOT, "tests", "tools"), os.path.join(ROOT, "tests", "check")]
import compiled  # noqa: E402  (of tests/tools)
import cpu_time  # noqa: E402
import generated  # noqa: E402  (of tests/check)
import tap_out  # noqa: E402

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror".split()
COMPILERS = {".c": ["gcc", "-std=c99", "-Wstrict-prototypes"], ".cpp": ["g++", "-std=c++11"]}
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
AVR, M3 = ("avr", ["-mmcu=atmega32u4"]), ("arm-none-eabi", ["-mcpu=cortex-m3", "-mthumb", "-DHUTCH_CFG_NAMES=0"])
# {block of README.md: (recipe, its columns, [(row, the function that is linked, options)])}
MEASURED = {
    "arduboy": ("arduboy_bullets.c", [("", AVR)], [
        ("`old_frame`: flags, no checks", "old_frame", []), ("`frame`: a pool", "frame", []),
        ("`frame`, with `HUTCH_CFG_CHECK=0`", "frame", ["-DHUTCH_CFG_CHECK=0"])]),
    "interrupt": ("walk_in_interrupt.c", [("ATmega32U4, ", AVR), ("Cortex-M3, ", M3)], [
        ("acquire, then fill: wrong", "wrong_synth", []), ("acquire and fill in one critical section", "synth", []),
        ("spawn, with a hook that fills", "spawned_synth", [])]),
}
LIBRARIES = {"cjson_without_malloc.c": ["-lcjson"]}
BUILDS = [("release", ["-O2"] + SANITIZERS), ("debug", ["-O1", "-DHUTCH_CFG_CHECK=2"])]


def command(words):
    done = cpu_time.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return "" if done.returncode == 0 else done.stdout.strip() or f"exit code {done.returncode}"


def library(folder, flags, compiler="gcc", more=()):
    """The archive of the library and of more sources."""
    sources = [*sorted(glob.glob(os.path.join(ROOT, "src", "*.c"))), os.path.join(ROOT, "port/host/hutch_port.c"), *more]
    return compiled.archive([compiler, "-std=c99", "-g1", *flags, "-Iinclude", "-Iport/host"], sources, folder, ROOT, tools="")


def linked(folder, target, recipe, entry, options):
    """Bytes of (flash, RAM) of what a function of a recipe links, with what is copied to RAM at the start."""
    prefix, flags = target
    program = os.path.join(folder, "program.elf")
    said = command([prefix + "-gcc", *flags, *options, "-std=c99", "-Os", "-ffreestanding", "-ffunction-sections", "-fdata-sections", "-Iinclude", "-Iport/auto",
                    "-Itests/recipes", "-nostdlib", "-Wl,--gc-sections", "-Wl,-e," + entry, f"tests/recipes/{recipe}",
                    *sorted(glob.glob("src/*.c", root_dir=ROOT)), "port/auto/hutch_port.c", "-lgcc", "-o", program])
    if said:
        raise SystemExit(said)
    sizes = subprocess.run([prefix + "-size", program], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")[1].split()
    text, data, bss = (int(size) for size in sizes[:3])
    return text + data, data + bss


def measured(folder, block):
    recipe, columns, rows = MEASURED[block]
    return generated.table(["bytes, linked"] + [name + what for name, _ in columns for what in ("flash", "RAM")], [
        [row] + [str(size) for _, target in columns for size in linked(folder, target, recipe, entry, options)] for row, entry, options in rows])


def main():
    recipes = sorted(glob.glob(os.path.join(HERE, "*.c")) + glob.glob(os.path.join(HERE, "*.cpp")))
    with open(README, encoding="utf-8") as file:
        page = file.read()
    with tempfile.TemporaryDirectory() as folder:
        makers = {block: lambda _root, text=measured(folder, block): text for block in MEASURED}
    stale = generated.kept(ROOT, makers, "recipes.py --write")
    named = set(re.findall(r"\]\((\w+\.c(?:pp)?)\)", page))
    results = [(f"README.md names every recipe, and no other: {len(recipes)}",
                "" if named == {os.path.basename(path) for path in recipes} else "the sets differ"),
               ("README.md has the bytes of recipes as linked now (recipes.py --write renews them)", "\n".join(stale))]
    with tempfile.TemporaryDirectory() as folder:
        for build, flags in BUILDS:
            archive = library(folder, flags)
            for path in recipes:
                program = os.path.join(folder, "program")
                compiler = COMPILERS[os.path.splitext(path)[1]] + ["-g1"] + flags + WARNINGS
                said = command(compiler + ["-Iinclude", "-Iport/host", "-Itests/recipes", "-Itests/recipes/stand_in", path, archive, *LIBRARIES.get(os.path.basename(path), []), "-o", program]) or command([program])
                results.append((f"{os.path.basename(path)}, {build} build: does what it shows", said))
    return tap_out.every((sentence, said.split("\n")[:20] if said else "") for sentence, said in results)


if __name__ == "__main__":
    sys.exit(main())
