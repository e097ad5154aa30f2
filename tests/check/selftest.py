#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# selftest.py - shows that each checker can fail: damages a copy of the project, once for each, and prints TAP.

import functools
import os
import re
import sys

import compilers
import costs
import docs
import example
import generated
import install
import layers
import links
import makefiles
import limits
import style
import tree
import twins
import tap_out  # of tests/tools, by install
from check import ROOT

COPY = os.path.join(ROOT, "build", "check", "damaged")


def measured(root):
    return generated.problems(root, costs.MAKERS, "make numbers")


def host_library(root):
    return install.libraries(root, "lib.ports=host")


@functools.lru_cache(maxsize=None)
def undamaged(checker):
    """What a checker says before any damage: each damage is undone."""
    return checker(COPY)


class Damage:
    """One thing broken in one file: a pattern that is replaced once, or text that is added at the end; or a new file."""

    def __init__(self, claim, checker, path, pattern, text, expected, is_new=False):
        self.claim, self.checker, self.path, self.pattern = claim, checker, path, pattern
        self.instead, self.expected, self.is_new = text, expected, is_new

    def text(self):
        """What the file holds then; None if there is nothing to damage."""
        before = "" if self.is_new else tree.read(COPY, self.path)
        after = before + self.instead if self.pattern is None else re.sub(self.pattern, self.instead, before, count=1, flags=re.M)
        return None if after == before else after


NULL_READ = "\nint broken(int n);\n\nint broken(int n)\n{\n    const int *p = 0;\n    return n != 0 ? *p : 0;\n}\n"

DAMAGES = [
    Damage("a line out of format", compilers.formatted, "src/hutch_check.c", None, "int  broken ;\n", "hutch_check.c"),
    Damage("an unused variable", compilers.warnings, "src/hutch_check.c", None, "static int broken;\n", "broken"),
    Damage("a read through NULL, by gcc", compilers.analyzer, "src/hutch_check.c", None, NULL_READ, "null-dereference"),
    Damage("a read through NULL, by clang-tidy", compilers.tidy, "src/hutch_check.c", None, NULL_READ, "NullDereference"),
    Damage("a read through NULL, by cppcheck", compilers.cppcheck, "src/hutch_check.c", None, NULL_READ, "nullPointer"),
    Damage("a function without @isr", docs.problems, "include/hutch/core/generic.h", r"^/// @isr .*\n", "", "has no @isr"),
    Damage("a function without @time", docs.problems, "include/hutch/core/fault.h", r"^/// @time .*\n", "", "has no @time"),
    Damage("a parameter under another name", docs.problems, "include/hutch/report.h", r"@param  number", "@param  n", "@param for"),
    Damage("a fault that is none", docs.problems, "include/hutch/core/generic.h", r"@fault  NULL_POINTER", "@fault  NULL_PINTER",
           "NULL_PINTER"),
    Damage("a fault in free words", docs.problems, "include/hutch/core/generic.h", r"@fault  none", "@fault  maybe", "neither"),
    Damage("a table that was edited by hand", generated.problems, "port/README.md", r"\| `avr` \|", "| `avr8` |", "`ports` is stale"),
    Damage("a board that the table of boards does not know so", generated.problems, "boards/gba/board.mk", r"\.about := .*", ".about := no console",
           "`boards` is stale: make tables"),
    Damage("a kernel's figure that has changed since", generated.problems, "tests/ports/rtos/cost.csv", r"(-O2,queue of pointers,16,\d+),\d+", r"\1,7",
           "`queue` is stale: make tables"),
    Damage("a fault that the recipes no longer show", generated.problems, "tests/recipes/moved.h", r"== HUTCH_FAULT_LEAK", "!= HUTCH_FAULT_LEAK",
           "`kernels` is stale: make tables"),
    Damage("a front picture of other pools", generated.problems, "boards/games/horde/golden/stampede/gba.txt", r"#\.", "##",
           "front.png is stale: make film"),
    Damage("a block without an end", generated.problems, "port/README.md", r"<!-- end ports -->", "", "has no end"),
    Damage("a figure that is not measured", measured, "README.md", r"instructions, \d+ bytes", "instructions, 1 bytes", "is stale: make numbers"),
    Damage("an example with another output", example.problems, "README.md", r"^    printf\(.*\n", "", "instead of"),
    Damage("an example that does not compile", example.problems, "README.md", r"rabbits_release\(it\)", "rabbits_free(it)",
           "not compiled for host"),
    Damage("a page without an example", example.problems, "README.md", r"^```c$", "```", "no C block"),
    Damage("a bitmap that knows pools", layers.problems, "include/hutch/core/bitmap.h", r'#include "bits.h"', '#include "core.h"',
           "stands above"),
    Damage("a circle of includes", layers.problems, "include/hutch/config.h", r'#include "hutch_port.h"', '#include "core/pool.h"',
           "itself"),
    Damage("a core that needs the C library", layers.problems, "include/hutch/core/core.h", r'#include "waiting.h"',
           "#include <stdio.h>", "freestanding"),
    Damage("a core that includes an add-on", layers.problems, "include/hutch/core/core.h", r'#include "waiting.h"',
           '#include "../wait.h"', "which the core includes"),
    Damage("a core that names an add-on", layers.problems, "include/hutch/core/hooks.h", r"hutch_core_release_slot\(pool, index, true\)",
           "hutch_despawn_(pool, NULL)", "which is of the add-on spawn.h"),
    Damage("an add-on without the core", layers.problems, "include/hutch/scene.h", r'#include "hutch.h"', '#include "config.h"',
           "an add-on includes hutch.h"),
    Damage("an add-on that all.h forgets", layers.problems, "include/hutch/all.h", r'#include "runs.h"', "", "does not include runs.h"),
    Damage("a library that knows a board", layers.problems, "src/hutch_check.c", None, '#include "board.h"\n', "boards know hutch"),
    Damage("a file without its licence", style.problems, "src/hutch_check.c", r"^// SPDX.*\n", "", "licence line"),
    Damage("a file without its job", style.problems, "src/hutch_list.c", r"^// hutch_list.c - ", "// ", "src/hutch_list.c: the second line"),
    Damage("a note for later", style.problems, "src/hutch_check.c", None, "// TO" "DO: later\n", "left-over"),
    Damage("a path of one machine", style.problems, "README.md", None, "See /ho" "me/me/hutch.\n", "path of one machine"),
    Damage("a file that is too long", style.problems, "src/hutch_check.c", None, "int x;\n" * 400, "lines of code, more than 350"),
    Damage("a line that is too long", style.problems, "src/hutch_check.c", None, "// " + "long " * 22 + "\n", "src/hutch_check.c:"),
    Damage("a variable that is used too early", makefiles.problems, "tests/alone/suite.mk", r"\A", "early := $(web-page.parts)\n", "web-page.parts is defined further down"),
    Damage("a link to nowhere", links.problems, "README.md", None, "[x](src/nowhere.md)\n", "src/nowhere.md, which is not there"),
    Damage("a link to no heading", links.problems, "README.md", None, "[x](src/README.md#nowhere)\n", "no such heading"),
    Damage("a page that includes what is gone", links.problems, "README.md", r"each lit cell a live object", "lit cells are live",
           "src/site/index.md: ../../README.md has no `each strip"),
    Damage("lines below acquire", limits.problems, "include/hutch/core/core.h", r"(hutch_core_acquire_object\([^)]*\)\n\{\n)", r"\1" + "    ;\n" * 300,
           "lines that acquire reaches"),
    Damage("a long function", limits.problems, "src/hutch_check.c", None, "static int endless(int a)\n{\n" + "    a++;\n" * 40 + "    return a;\n}\n",
           "44: endless in src/hutch_check.c"),
    Damage("a debug branch in the core", limits.problems, "include/hutch/core/bits.h", None, "#if HUTCH_CFG_CHECK >= 2\n#endif\n", "at most 0 (bits.h)"),
    Damage("two asserts of one number", limits.problems, "src/hutch_check.c", None, "HUTCH_ASSERT(3, x);\nHUTCH_ASSERT(3, y);\n", "two HUTCH_ASSERT have"),
    Damage("a README of many lines", limits.problems, "README.md", None, "x\n" * 151, "lines of README.md"),
    Damage("a reading path with a file that is gone", limits.problems, "src/README.md", r"`bitmap.h`", "`gone.h`", "there is no gone.h"),
    Damage("a function without a typed form", twins.problems, "include/hutch/core/typed.h", r"name##_index\(", "name##_number(", "has no typed form name##_index"),
    Damage("a function without a member", twins.problems, "include/hutch/hutch.hpp", r"unsigned index\(", "unsigned number(", "has no member index"),
    Damage("a function that no test calls", twins.problems, "include/hutch/core/generic.h", r"hutch_index\(", "hutch_peek(", "hutch_peek is called by no test"),
    Damage("a function that the changelog lacks", twins.problems, "include/hutch/core/generic.h", r"hutch_index\(", "hutch_peek(", "hutch_peek is not named in CHANGELOG.md"),
    Damage("headers that are not installed", install.problems, "src/lib.mk", r"^install\.parts := .*", "install.parts :=", "core/pool.h is not installed"),
    Damage("a header that nobody needs", install.problems, "src/lib.mk", r"^(install\.headers := .*)\)", r"\1 src/*.h)", "though nobody needs it"),
    Damage("a library with a warning", host_library, "src/hutch_check.c", None, "static int broken;\n", "broken"),
    Damage("an uninstall that forgets the library", install.problems, "src/lib.mk", 
           r"\$\(call install\.to,\$\(libdir\)/\$\(notdir .* \\$", "\\\\", "leaves opt/hutch/lib/libhutch.a"),
]


def one_file_only(_root):
    """What the compilers' checks look at, in place of the whole library: enough to be damaged, and quick."""
    return [("src/hutch_check.c", ["-DHUTCH_CFG_STATS=1"])]


def is_found(damage):
    """Whether the checker is silent before, and names the damage afterwards; a sentence when not."""
    if any(damage.expected in problem for problem in undamaged(damage.checker)):
        return "it is found before it is there"
    text = damage.text()
    if text is None:
        return "there was nothing to damage"
    with tree.changed(os.path.join(COPY, damage.path), text):
        found = damage.checker(COPY)
    return None if any(damage.expected in problem for problem in found) else f"not found; said: {found[:3]}"


def main():
    tree.copy(ROOT, COPY)
    compilers.library = one_file_only
    skipped = costs.cannot()
    for damage in DAMAGES:
        if damage.checker is measured and skipped:
            tap_out.skip(f"found: {damage.claim}", skipped)
        else:
            reason = is_found(damage)
            tap_out.result(not reason, f"found: {damage.claim}", reason)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
