# SPDX-License-Identifier: MIT
# tree.py - the project's own files, for the checkers: each takes a root folder and returns problems as sentences.

import contextlib
import os
import re
import shutil

SKIPPED = {"build", ".git", "__pycache__", "golden"}


def files(root, *suffixes):
    """Paths below root, with / and without root, of the files that end so; sorted."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED]
        for name in names:
            if name.endswith(suffixes):
                found.append(os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/"))
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def copy(root, where):
    """A copy of the project, without what was built."""
    shutil.rmtree(where, ignore_errors=True)
    shutil.copytree(root, where, ignore=shutil.ignore_patterns("build", ".git", "__pycache__"))


@contextlib.contextmanager
def changed(path, text):
    """For a while the file holds that text; one that was not there is removed afterwards."""
    before = read("", path) if os.path.exists(path) else None
    write(path, text)
    try:
        yield
    finally:
        os.remove(path) if before is None else write(path, before)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def closure(starts, leads):
    """All that some lead to, themselves included; leads(one) is what one leads to."""
    seen, waiting = set(), list(starts)
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += leads(one)
    return seen


def folders_with(root, name):
    """The folders of tests/ that hold a file of that name."""
    return sorted(folder for folder in os.listdir(os.path.join(root, "tests")) if os.path.exists(os.path.join(root, "tests", folder, name)))


def version(root):
    """hutch's version in full, as 1.0.0-rc.1."""
    return re.search(r'#define HUTCH_VERSION_TEXT "([^"]+)"', read(root, "include/hutch/hutch.h")).group(1)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def includes(text):
    """[(line number, file name as written)] of the #include lines."""
    return [(line_of(text, found.start()), found.group(1) or "<" + found.group(2) + ">")
            for found in re.finditer(r'^#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', text, re.M)]
