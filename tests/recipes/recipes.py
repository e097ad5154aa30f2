# SPDX-License-Identifier: MIT
# recipes.py - builds and runs each recipe, and sees that README.md names each, with the bytes of arduboy_bullets.c.
#
# usage: recipes.py [--write]   --write renews those bytes in README.md, and does nothing else

import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
README = os.path.join(HERE, "README.md")
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror".split()
COMPILERS = {".c": ["gcc", "-std=c99", "-Wstrict-prototypes"], ".cpp": ["g++", "-std=c++11"]}
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# What is measured of arduboy_bullets.c: its name, the function that is linked, options.
FRAMES = [("`old_frame`: flags, no checks", "old_frame", []), ("`frame`: a pool", "frame", []),
          ("`frame`, with `HUTCH_CFG_CHECK=0`", "frame", ["-DHUTCH_CFG_CHECK=0"])]
SOURCES_OF_FRAMES = ["tests/recipes/arduboy_bullets.c", "src/hutch_small.c", "src/hutch_fault.c", "src/hutch_fault_default.c"]
BLOCK = re.compile(r"(<!-- begin arduboy -->\n).*(<!-- end arduboy -->)", re.S)
BUILDS = [("release", ["-O2"] + SANITIZERS), ("debug", ["-O1", "-DHUTCH_CFG_CHECK=2"])]


def command(words):
    done = cpu_time.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return "" if done.returncode == 0 else done.stdout.strip() or f"exit code {done.returncode}"


def library(folder, flags, compiler="gcc", more=()):
    """The archive of the library and of more sources."""
    objects = []
    for source in sorted(glob.glob(os.path.join(ROOT, "src", "*.c")) + [os.path.join(ROOT, "port/host/hutch_port.c"), *more]):
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        said = command([compiler, "-std=c99", "-g1"] + flags + ["-Iinclude", "-Iport/host", "-c", source, "-o", objects[-1]])
        if said:
            raise SystemExit(said)
    archive = os.path.join(folder, "libhutch.a")
    command(["ar", "rcs", archive] + objects)
    return archive


def arduboy_bytes(folder):
    """The rows of README.md: what each of FRAMES links to, with the start-up code that sets its RAM."""
    lines = ["| bytes, linked | flash | RAM |", "| --- | --- | --- |"]
    for row, entry, options in FRAMES:
        objects = []
        compiler = ["avr-gcc", "-mmcu=atmega32u4", "-std=c99", "-Os", "-ffunction-sections", "-fdata-sections", *options,
                    "-Iinclude", "-Iport/auto", "-Itests/recipes"]
        for source in SOURCES_OF_FRAMES:
            objects.append(os.path.join(folder, os.path.basename(source) + ".avr.o"))
            said = command(compiler + ["-c", source, "-o", objects[-1]])
            if said:
                raise SystemExit(said)
        program = os.path.join(folder, "frame.elf")
        said = command(compiler + ["-nostartfiles", "-nostdlib", "-Wl,--gc-sections", "-Wl,-e," + entry, *objects, "-lgcc", "-o", program])
        if said:
            raise SystemExit(said)
        sizes = subprocess.run(["avr-size", program], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")[1].split()
        text, data, bss = (int(size) for size in sizes[:3])
        lines.append(f"| {row} | {text + data} | {data + bss} |")
    return "\n".join(lines) + "\n"


def main():
    recipes = sorted(glob.glob(os.path.join(HERE, "*.c")) + glob.glob(os.path.join(HERE, "*.cpp")))
    with open(README, encoding="utf-8") as file:
        page = file.read()
    with tempfile.TemporaryDirectory() as folder:
        measured = arduboy_bytes(folder)
    fresh = BLOCK.sub(lambda block: block.group(1) + measured + block.group(2), page)
    if sys.argv[1:] == ["--write"]:
        with open(README, "w", encoding="utf-8") as file:
            file.write(fresh)
        return 0
    named = set(re.findall(r"\]\((\w+\.c(?:pp)?)\)", page))
    results = [(f"README.md names every recipe, and no other: {len(recipes)}",
                named == {os.path.basename(path) for path in recipes} or "the sets differ"),
               ("README.md has the bytes of arduboy_bullets.c as linked now (recipes.py --write renews them)",
                BLOCK.search(page) is not None and page == fresh or measured)]
    with tempfile.TemporaryDirectory() as folder:
        for build, flags in BUILDS:
            archive = library(folder, flags)
            for path in recipes:
                program = os.path.join(folder, "program")
                compiler = COMPILERS[os.path.splitext(path)[1]] + ["-g1"] + flags + WARNINGS
                said = command(compiler + ["-Iinclude", "-Iport/host", "-Itests/recipes", "-Itests/recipes/stand_in", path, archive, "-o", program]) or command([program])
                results.append((f"{os.path.basename(path)}, {build} build: does what it shows", said or True))
    for number, (sentence, outcome) in enumerate(results, 1):
        print(f"{'ok' if outcome is True else 'not ok'} {number} - {sentence}")
        if outcome is not True:
            print("# " + "\n# ".join(str(outcome).split("\n")[:20]))
    print(f"1..{len(results)}")
    return 0 if all(outcome is True for _, outcome in results) else 1


if __name__ == "__main__":
    sys.exit(main())
