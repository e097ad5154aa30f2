# SPDX-License-Identifier: MIT
# example.py - the README's program is compiled, and run, and must print what the README says.

import glob
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

import tree  # noqa: E402

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror".split()


def extract(text):
    """(program, output): the first C block of a page and the block of plain text behind it."""
    found = re.search(r"^```c\n(.*?)^```\n.*?^```text\n(.*?)^```$", text, re.M | re.S)
    return found.groups() if found else (None, None)


def run(command, root):
    return cpu_time.run(command, capture_output=True, text=True, cwd=root, timeout=60)


def compiled_for_host(root, source):
    library = glob.glob(root + "/src/*.c") + glob.glob(root + "/port/host/*.c")
    return run(["gcc", "-std=c99"] + WARNINGS + ["-Iinclude", "-Iport/host", source] + library + ["-o", source[:-2]], root)


def compiled_for_m0(root, source):
    return run(["arm-none-eabi-gcc", "-std=c99", "-mcpu=cortex-m0", "-mthumb", "-ffreestanding"] + WARNINGS +
               ["-Itests/check/freestanding", "-Iinclude", "-Iport/cortex_m", "-c", source, "-o", source[:-2] + ".o"], root)


def problems(root, page="README.md"):
    program, output = extract(tree.read(root, page))
    if program is None:
        return [f"{page}: there is no C block with a text block behind it"]
    folder = os.path.join(os.path.abspath(root), "build", "check")
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(folder, "example.c")
    tree.write(source, program)
    for build in (compiled_for_host, compiled_for_m0):
        done = build(root, source)
        if done.returncode != 0:
            return [f"{page}: the example is not {build.__name__.replace('_', ' ')}: {done.stderr.strip()}"]
    printed = run([source[:-2]], root)
    if printed.returncode != 0:
        return [f"{page}: the example ends with {printed.returncode}"]
    return [] if printed.stdout == output else [f"{page}: the example prints\n{printed.stdout}instead of\n{output}"]
