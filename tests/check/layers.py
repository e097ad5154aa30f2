# SPDX-License-Identifier: MIT
# layers.py - the arrows of includes never run back up.

import posixpath

import tree

# Each may include those before it, never one behind it, directly or through others.
LAYERS = ("compiler.h", "config.h", "cores.h", "atomic.h", "bits.h", "fault.h", "stats.h", "wait.h", "policy.h", "generic.h", "debug.h",
          "bitmap.h", "pool.h", "checked.h", "locked.h", "lockfree.h", "engine.h", "policed.h", "core.h", "ref.h", "spawn.h", "walk.h", "storage.h", "typed.h", "typed_wait.h", "hutch.h")
FREESTANDING = {"<stdbool.h>", "<stddef.h>", "<stdint.h>", "<limits.h>", "<stdarg.h>"}


def header_graph(root):
    """{header of include/hutch, without its folder: [(line, what it includes, likewise)]}"""
    return {posixpath.basename(path): [(line, posixpath.basename(name)) for line, name in tree.includes(tree.read(root, path))]
            for path in tree.files(root, ".h") if path.startswith("include/hutch/")}


def reachable(graph, start):
    seen, waiting = set(), [start]
    while waiting:
        for _, name in graph.get(waiting.pop(), []):
            if name in graph and name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


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


def folder_problems(root):
    own = tree.files(root, ".h")
    for path in tree.files(root, ".c", ".h"):
        top = path.split("/")[0]
        for line, name in tree.includes(tree.read(root, path)):
            where = f"{path}:{line}: includes {name}"
            if top == "src" and not (name in FREESTANDING or
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
    return list(header_problems(graph)) + list(folder_problems(root))
