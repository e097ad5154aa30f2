# SPDX-License-Identifier: MIT
# recipes.py - builds and runs each recipe, and sees that README.md names each.

import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

WARNINGS = ("-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Wstrict-prototypes "
            "-Werror").split()
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
BUILDS = [("release", ["-O2"] + SANITIZERS), ("debug", ["-O1", "-DHUTCH_CFG_CHECK=2"])]


def command(words):
    done = cpu_time.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return "" if done.returncode == 0 else done.stdout.strip() or f"exit code {done.returncode}"


def library(folder, flags):
    """The library as objects; [what was said, or objects]"""
    objects = []
    for source in sorted(glob.glob(os.path.join(ROOT, "src", "*.c")) + [os.path.join(ROOT, "port/host/hutch_port.c")]):
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        said = command(["gcc", "-std=c99", "-g1"] + flags + ["-Iinclude", "-Iport/host", "-c", source, "-o", objects[-1]])
        if said:
            raise SystemExit(said)
    archive = os.path.join(folder, "libhutch.a")
    command(["ar", "rcs", archive] + objects)
    return archive


def main():
    recipes = sorted(glob.glob(os.path.join(HERE, "*.c")))
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        named = set(re.findall(r"\]\((\w+\.c)\)", file.read()))
    results = [(f"README.md names every recipe, and no other: {len(recipes)}",
                named == {os.path.basename(path) for path in recipes} or "the sets differ")]
    with tempfile.TemporaryDirectory() as folder:
        for build, flags in BUILDS:
            archive = library(folder, flags)
            for path in recipes:
                program = os.path.join(folder, "program")
                said = command(["gcc", "-std=c99", "-g1"] + flags + WARNINGS + ["-Iinclude", "-Iport/host", "-Itests/recipes", path,
                                                                             archive, "-o", program]) or command([program])
                results.append((f"{os.path.basename(path)}, {build} build: does what it shows", said or True))
    for number, (sentence, outcome) in enumerate(results, 1):
        print(f"{'ok' if outcome is True else 'not ok'} {number} - {sentence}")
        if outcome is not True:
            print("# " + "\n# ".join(str(outcome).split("\n")[:20]))
    print(f"1..{len(results)}")
    return 0 if all(outcome is True for _, outcome in results) else 1


if __name__ == "__main__":
    sys.exit(main())
