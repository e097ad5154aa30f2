#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# editors.py - compile_flags.txt lets clangd read every file of the library; .editorconfig agrees with every file.

import glob
import os
import re
import subprocess

import ways

FILES = ("include/hutch/*.h", "include/hutch/*/*.h", "include/hutch/*.hpp", "src/*.c", "src/*.h")
TEXT = (".c", ".h", ".hpp", ".S", ".s", ".ld", ".py", ".sh", ".mk", ".md", ".txt", ".yml", ".json", ".build", "Makefile")


def errors_of(folder, path):
    """What clangd finds wrong with a file. --check-lines: it need not also try its commands at every word."""
    done = subprocess.run(["clangd", "--check=" + path, "--check-lines=1-1"], cwd=os.path.join(folder, "hutch"),
                          capture_output=True, text=True, timeout=120, check=False)
    found = re.findall(r"^E\[[\d.:]+\] (\[\w.*)", done.stderr, re.M)
    if "All checks completed" not in done.stderr:
        raise ways.Failure(f"clangd --check={path} does not end:\n{done.stderr[-2000:]}")
    return found


def library(folder):
    hutch = os.path.join(folder, "hutch")
    paths = sorted(os.path.relpath(path, hutch) for pattern in FILES for path in glob.glob(os.path.join(hutch, pattern)))
    found = [f"{path}: {error}" for path in paths for error in errors_of(folder, path)]
    if found or not paths:
        raise ways.Failure("\n".join(found) or "there are no files")


def flags_are_needed(folder):
    """The same without the include paths, so that silence above means something."""
    flags = os.path.join(folder, "hutch/compile_flags.txt")
    text = ways.tree.read("", flags)
    ways.write(flags, text.replace("-Iport/auto\n", ""))
    found = errors_of(folder, "include/hutch/hutch.h")
    ways.write(flags, text)
    if not any("hutch_port.h" in error for error in found):
        raise ways.Failure(f"without -Iport/auto clangd says {found}")


def settings(hutch, paths):
    """{path: {setting: value}}, as the editorconfig program reads them."""
    text = ways.run(["editorconfig", *(os.path.join(hutch, path) for path in paths)], hutch)
    found = {}
    for part in re.split(r"^\[", text, flags=re.M)[1:]:
        path, lines = part.split("]\n", 1)
        found[os.path.relpath(path, hutch)] = dict(line.split("=", 1) for line in lines.strip().split("\n"))
    return found


def disagreements(path, data, wanted):
    if wanted.get("charset") != "utf-8" or wanted.get("end_of_line") != "lf":
        yield f"{path}: .editorconfig says neither utf-8 nor lf"
    text = data.decode("utf-8", errors="replace")
    if "\ufffd" in text or "\r" in text:
        yield f"{path}: is not UTF-8 with lines that end by LF"
    if wanted.get("insert_final_newline") == "true" and text and not text.endswith("\n"):
        yield f"{path}: the last line has no end"
    if wanted.get("indent_style") == "space" and re.search(r"^\t", text, re.M):
        yield f"{path}: begins a line with a tab"


def editorconfig(folder):
    hutch = os.path.join(folder, "hutch")
    paths = sorted(os.path.relpath(os.path.join(where, name), hutch) for where, _, names in os.walk(hutch)
                   for name in names if name.endswith(TEXT))
    found = []
    for path, wanted in settings(hutch, paths).items():
        with open(os.path.join(hutch, path), "rb") as file:
            found += disagreements(path, file.read(), wanted)
    if found or len(paths) < 100:
        raise ways.Failure("\n".join(found) or f"only {len(paths)} files")


ways.main([("clangd, with compile_flags.txt, finds no error in any header or source of the library", library),
           ("without the path of the port it does", flags_are_needed),
           ("every text file is as .editorconfig says", editorconfig)])
