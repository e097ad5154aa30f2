# SPDX-License-Identifier: MIT
# layers.py - the arrows of includes never run back up, and the core knows no add-on.

import posixpath
import re

import tree

# Each may include those before it, never one behind it, directly or through others.
LAYERS = ("compiler.h", "needs.h", "stride.h", "config.h", "cores.h", "atomic.h", "bits.h", "fault.h", "policy_fields.h", "counters.h", "generic.h", "debug.h", "bitmap.h", "pool.h",
          "guarded.h", "waiting.h", "misuse.h", "checked.h", "locked.h", "lockfree.h", "small.h", "engine.h", "policed.h", "core.h", "hooks.h", "ref.h", "walk.h",
          "storage.h", "typed.h", "numbers.h", "tracked.h", "over.h", "hutch.h", "all.h")
MAIN, ALL = "hutch.h", "all.h"
NO_ADD_ONS = {MAIN, ALL, "config.h"}  # of the headers that stand directly in include/hutch
NEEDS = "needs.h"  # what a program is told that forgot the header of an add-on
RECORD = "src/tools/hutch_record.h"  # of a PC, unless the program says where its lines go
FREESTANDING = {"<stdbool.h>", "<stddef.h>", "<stdint.h>", "<limits.h>", "<stdarg.h>"}


def header_graph(root):
    """{header of include/hutch, without its folder: [(line, what it includes, likewise)]}"""
    return {posixpath.basename(path): [(line, posixpath.basename(name)) for line, name in tree.includes(tree.read(root, path))]
            for path in tree.files(root, ".h") if path.startswith("include/hutch/")}


def reachable(graph, *starts):
    """The headers that some include, directly or through others."""
    included = [name for start in starts for _, name in graph.get(start, []) if name in graph]
    return tree.closure(included, lambda header: [name for _, name in graph[header] if name in graph])


def header_problems(graph):
    for header, lines in graph.items():
        for line, name in lines:
            if name not in graph and name not in FREESTANDING and name not in ("hutch_port.h", "HUTCH_CONFIG_HEADER"):
                yield f"include/hutch/{header}:{line}: includes {name}, which is neither a header of hutch nor freestanding"
        reached = reachable(graph, header)
        if header in reached:
            yield f"include/hutch/{header}: includes itself through others"
        if header in LAYERS:
            for above in LAYERS[LAYERS.index(header) + 1:]:
                if above in reached:
                    yield f"include/hutch/{header}: includes {above}, which stands above it"


def add_ons(root):
    """{an add-on's header: what a program can name of it}: the functions and macros that it declares, but for those that end in _"""
    found = {}
    for path in tree.files(root, ".h"):
        if posixpath.dirname(path) == "include/hutch" and posixpath.basename(path) not in NO_ADD_ONS:
            text = tree.read(root, path)
            names = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(HUTCH_\w*[A-Z\d])\b(?!_)", text, re.M) + re.findall(r"^[A-Za-z][\w *]*[ *](hutch_\w+)\(", text, re.M)
            found[posixpath.basename(path)] = {name for name in names if not name.endswith("_H")}
    return found


def core_problems(root, graph):
    """The core is what hutch.h includes. An add-on includes it, and not the other way round; all.h includes each."""
    core = reachable(graph, MAIN) | {MAIN}
    others = add_ons(root)
    for header in others:
        if MAIN not in reachable(graph, header):
            yield f"include/hutch/{header}: an add-on includes hutch.h, the core"
        if ALL in graph and header not in reachable(graph, ALL):
            yield f"include/hutch/all.h: does not include {header}"
        if header in core:
            yield f"include/hutch/{header}: an add-on, which the core includes"
    for path in tree.files(root, ".h"):
        if path.startswith("include/hutch/") and posixpath.basename(path) in core - set(others) - {NEEDS}:
            text = re.sub(r'//[^\n]*|"[^"\n]*"', "", tree.read(root, path))  # a comment and a fault's text may name what helps
            for header, names in others.items():
                for name in sorted(names & set(re.findall(r"\b[Hh]\w+", text))):
                    yield f"{path}: names {name}, which is of the add-on {header}"


def folder_problems(root):
    own = tree.files(root, ".h")
    for path in tree.files(root, ".c", ".h"):
        top = path.split("/")[0]
        for line, name in tree.includes(tree.read(root, path)):
            where = f"{path}:{line}: includes {name}"
            if top == "src" and path != RECORD and not (name in FREESTANDING or
                                     posixpath.join("include", name) in own or posixpath.join("src", name) in own):
                yield where + ", which is no header of include/hutch"
            if top in ("src", "include", "port") and (name == "board.h" or name.startswith("boards/")):
                yield where + ": boards know hutch, not the other way round"
            if top != "tests" and (name.startswith("tests/") or "/tests/" in name):
                yield where + ": nothing may depend on the tests"


def problems(root):
    graph = header_graph(root)
    if not graph:
        return ["no header was found"]
    return list(header_problems(graph)) + list(core_problems(root, graph)) + list(folder_problems(root))
