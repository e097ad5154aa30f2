#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# weight.py - what hutch adds to a build: instructions of a compiler beside pools by hand, CPU time, memory, debug information. Prints TAP.

import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "tools"))
import tap_out  # noqa: E402  (of tests/tools)
import tap  # noqa: E402  (of tests/tools)

HUTCH = '#include "hutch/hutch.h"\n', "struct t{i} {{ int a[{i} + 1]; }};\nHUTCH_POOL{shared}(p{i}, struct t{i}, 8 + {i});\n", """
int sum{i}(void) {{ int s = 0; HUTCH_FOREACH (struct t{i}, p, p{i}) {{ s += p->a[0]; if (s == 7) {{ p{i}_release(p); }} }} return s; }}
unsigned count{i}(void) {{ return p{i}_live(); }}"""
HAND = "#include <stdbool.h>\n#include <stddef.h>\n", """struct t{i} {{ int a[{i} + 1]; }};
{shared} struct t{i} slots{i}[8 + {i}];
{shared} bool used{i}[8 + {i}];
static inline struct t{i} *p{i}_acquire(void) {{
    for (unsigned k = 0; k < 8 + {i}; k++) {{ if (!used{i}[k]) {{ used{i}[k] = true; return &slots{i}[k]; }} }} return NULL; }}
static inline bool p{i}_release(struct t{i} *p) {{
    const size_t k = (size_t)(p - slots{i}); if (k >= 8 + {i} || !used{i}[k]) {{ return false; }} used{i}[k] = false; return true; }}
""", """
int sum{i}(void) {{ int s = 0; for (unsigned k = 0; k < 8 + {i}; k++) {{ if (used{i}[k]) {{ s += slots{i}[k].a[0];
    if (s == 7) {{ p{i}_release(&slots{i}[k]); }} }} }} return s; }}
unsigned count{i}(void) {{ unsigned n = 0; for (unsigned k = 0; k < 8 + {i}; k++) {{ n += used{i}[k]; }} return n; }}"""
BOTH = """
struct t{i} *make{i}(int x) {{ struct t{i} *p = p{i}_acquire(); if (p != NULL) {{ p->a[0] = x; }} return p; }}
"""
GCC = ["gcc", "-std=c99", "-Os", "-g", "-Iinclude", "-Iport/host"]
SDCC = ["sdcc", "-msm83", "-Iinclude", "-Iport/sm83"]


def cost(command, text, path):
    """(the least CPU time of three runs, in seconds; the most memory, in MB) of a compiler."""
    with open(path + ".c", "w", encoding="utf-8") as file:
        file.write(text)
    times = []
    for _ in range(3):
        before = tap.cpu_seconds()
        subprocess.run([*command, "-c", path + ".c", "-o", path + ".o"], cwd=ROOT, check=True)
        times.append(tap.cpu_seconds() - before)
    return min(times), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024


def program(parts, count, shared, used):
    """A file that sees `count` pools, and uses those of the numbers `used`."""
    head, pool, use = parts
    return head + "".join(pool.format(i=i, shared=shared) for i in range(count)) + "".join((use + BOTH).format(i=i) for i in used)


def instructions(text, path):
    """Those of gcc's compiler proper, which do not depend on the machine's load."""
    with open(path + ".c", "w", encoding="utf-8") as file:
        file.write(text)
    compiler = subprocess.run(["gcc", "-print-prog-name=cc1"], text=True, capture_output=True, check=True).stdout.strip()
    said = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", compiler, "-quiet", *GCC[1:], path + ".c", "-o", path + ".s"],
                          cwd=ROOT, text=True, capture_output=True, check=True).stderr
    return int(re.search(r"I +refs:\s*([\d,]+)", said).group(1).replace(",", ""))


def debug_bytes(path):
    sizes = subprocess.run(["size", "-A", path], text=True, capture_output=True, check=True).stdout
    return sum(int(line.split()[1]) for line in sizes.split("\n") if line.startswith(".debug"))


def cases(folder):
    path = os.path.join(folder, "file")
    seconds, memory = cost(SDCC, HUTCH[0], path)  # first: the memory is the most of all so far
    yield "SDCC reads the header in 0.05 s and 30 MB", "" if seconds <= 0.05 and memory <= 30 else f"{seconds:.3f} s, {memory} MB"
    seconds = 30 * cost(SDCC, program(HUTCH, 5, "_DECLARE", [3]), path)[0]
    yield "SDCC compiles 30 files that share 5 pools in 5 s", "" if seconds <= 5 else f"{seconds:.1f} s"
    for what, count, shared, used, most in (("20 pools", 20, ("", "static"), range(20), 2.7),
                                            ("a file that sees 5 pools of a shared header, and uses one", 5, ("_DECLARE", "extern"), [3], 4.7)):
        by_hand = instructions(program(HAND, count, shared[1], used), path)
        steps = instructions(program(HUTCH, count, shared[0], used), path)
        cost(GCC, program(HUTCH, count, shared[0], used), path)
        size = debug_bytes(path + ".o")
        print(f"# {steps // 10**6} million instructions, by hand {by_hand // 10**6}; debug information: {size} bytes")
        yield f"gcc -Os -g takes at most {most} times the instructions of pools by hand: {what}", "" if steps <= most * by_hand else f"{steps / by_hand:.2f}"
        yield f"debug information has at most 6,000 bytes a pool that is used, and 11,000: {what}", \
            "" if size <= 11000 + 6000 * len(used) else f"{size} bytes"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        sys.exit(tap_out.every(cases(made)))
