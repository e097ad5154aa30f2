# SPDX-License-Identifier: MIT
# style.py - what every source file has: a licence line, its job in a sentence, a bearable length, no left-overs.

import posixpath
import re

import tree

SOURCES = (".c", ".h", ".S", ".py", ".sh", ".mk", ".ld", ".mjs", ".css", "Makefile")
CODE_LINES_MAX = 350
TEST_LINES_MAX = 490  # a file of tests is a list: splitting one does not make it easier to read
PORT_LINES_MAX = 59  # of a port's header, comments and all; of its .c, code: a port is to be read at one sitting
COLUMNS_MAX = 110  # of C; clang-format does not look into comments
LEFT_OVER = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(work|home|root|Users|tmp)/\w")


def head_problems(path, text):
    lines = text.split("\n")
    at = 1 if lines[0].startswith("#!") else 0
    mark = r"(//|#|/\*|@|;)"
    if len(lines) <= at or not re.match(mark + r" SPDX-License-Identifier: MIT\b", lines[at]):
        yield f"{path}: the first line is not the licence line"
        return
    name = re.escape(posixpath.basename(path))
    if not re.match(r"(//|#|/\*|@|;|\"\"\")( \*)? ?([\w./-]+/)?" + name + r" - \S", lines[at + 1] if len(lines) > at + 1 else ""):
        yield f"{path}: the second line is not `{posixpath.basename(path)} - its job`"


def code_lines(path, text):
    comment = ("//", "/*", "*") if path.endswith((".c", ".h", ".S", ".ld", ".mjs", ".css")) else ("#",)
    return sum(1 for line in text.split("\n") if line.strip() and
               (not line.strip().startswith(comment) or line.startswith("#include")))


def long_lines(text):
    """The numbers of the lines that are too long. Not: what stands between `clang-format off` and `on`, and what a
    compiler is to say, which a test reads."""
    is_free = False
    for number, line in enumerate(text.split("\n"), 1):
        is_free = "clang-format off" in line or (is_free and "clang-format on" not in line)
        if not is_free and len(line) > COLUMNS_MAX and not line.startswith("// says: "):
            yield number


def problems(root):
    found = []
    for path in tree.files(root, *SOURCES):
        text = tree.read(root, path)
        found += head_problems(path, text)
        count = code_lines(path, text)
        if path.endswith((".c", ".h")):
            found += [f"{path}:{number}: longer than {COLUMNS_MAX} columns" for number in long_lines(text)]
        most = TEST_LINES_MAX if path.startswith("tests/") else CODE_LINES_MAX
        if re.fullmatch(r"port/\w+/hutch_port\.[ch]", path):
            lines = text.count("\n") if path.endswith(".h") else count
            if lines > PORT_LINES_MAX:
                found.append(f"{path}: {lines} lines, a port has under {PORT_LINES_MAX + 1}")
        if count > most:
            found.append(f"{path}: {count} lines of code, more than {most}")
    for path in tree.files(root, *SOURCES, ".md", ".txt", ".in", ".script"):
        for number, line in enumerate(tree.read(root, path).split("\n"), 1):
            if LEFT_OVER.search(line):
                found.append(f"{path}:{number}: a left-over note: {line.strip()}")
            if MACHINE_PATH.search(line):
                found.append(f"{path}:{number}: a path of one machine: {line.strip()}")
    return found
