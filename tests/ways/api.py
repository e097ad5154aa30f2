#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# api.py - the public names in api.txt, each with the version that it came with: none is lost unless the version says so.
#
# usage: api.py           the tests
#        api.py --write   renews api.txt, if the version allows it: make api
#
# The versions are semantic ones: what an earlier version had may go with the next major version, or, until 1.0.0, with the
# next minor one; what is new needs a new minor version. What only the unreleased version has may come and go. Names are
# compared, not parameters. The members of the C++ templates are not listed.

import os
import re
import shutil
import sys

import ways

sys.path.insert(0, os.path.join(ways.ROOT, "tests", "check"))
import docs  # noqa: E402  (of tests/check)
import generated  # noqa: E402
import tree  # noqa: E402
import twins  # noqa: E402

LIST = "tests/ways/api.txt"
HEAD = "# The public names of hutch, and the version that each came with: written by `make api`.\n"
# Headers whose macros are inner workings, macros that are so in other headers, and public ones in such headers.
INNER_HEADERS = ("atomic.h", "bitmap.h", "bits.h", "compiler.h", "config.h", "core.h", "cores.h", "debug.h", "lockfree.h", "locked.h",
                 "pool.h", "walk.h")
INNER = {"HUTCH_LOAD_WAITING", "HUTCH_STORE_WAITING", "HUTCH_WAIT_IS_MADE", "HUTCH_WAKE"}
PUBLIC = {"HUTCH_NONE", "HUTCH_CAPACITY_MAX"}


def macros(root):
    for path in tree.files(root, ".h"):
        if path.startswith("include/hutch/"):
            for name in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(HUTCH_\w*[A-Z\d])\b(?!_)", tree.read(root, path), re.M):
                is_inner = os.path.basename(path) in INNER_HEADERS or name in INNER or name.startswith(("HUTCH_CFG_", "HUTCH_PORT_"))
                if not name.endswith("_H") and (name in PUBLIC or not is_inner):
                    yield name


def options(root):
    shared = [path for path in tree.files(root, ".h") if path.startswith("port/cpu/")]
    for path in ["include/hutch/config.h", *shared, *generated.port_headers(root)]:
        yield from (name for name, _, _ in generated.option_rows(tree.read(root, path)))


def names(root):
    """{public name: what it is}"""
    objects, numbers = twins.typed_forms(root)
    template = tree.read(root, "port/template/hutch_port.h")
    found = {"hutch_on_fault": "function"}
    found.update((function.name, "function") for function in generated.public_functions(root))
    found.update((f"rabbits_{verb}", "typed function") for verb in objects)
    found.update((f"voices_{verb}", "typed function of numbers") for verb in numbers)
    found.update((name, "macro") for name in macros(root))
    found.update((name, "macro") for name in re.findall(r"^\s+(HUTCH_LOCK_\w+) =", tree.read(root, "include/hutch/pool.h"), re.M))
    found.update((name, "option") for name in options(root))
    found.update((f"HUTCH_FAULT_{name}", f"fault {number}") for name, number, _, _ in docs.fault_codes(root))
    found.update((name, "hook of ports") for name in re.findall(r"^//\s*#\s*define (HUTCH_PORT_\w+)", template, re.M))
    return found


def listed(root):
    """{public name: (what it is, its version)} of api.txt"""
    rows = re.findall(r"^(\w+) +([\d.]+) +(.*)$", tree.read(root, LIST), re.M)
    return {name: (what, version) for name, version, what in rows}


def version(root):
    return ".".join(re.findall(r"#define HUTCH_VERSION_\w+ (\d+)", tree.read(root, "include/hutch/hutch.h")))


def released(root):
    """The newest version in CHANGELOG.md that is not called unreleased."""
    return re.findall(r"^## \[([\d.]+)\](?! - unreleased)", tree.read(root, "CHANGELOG.md"), re.M)[0]


def numbers_of(text):
    return [int(number) for number in text.split(".")]


def next_breaking(text):
    major, minor, _ = numbers_of(text)
    return f"{major + 1}.0.0" if major else f"0.{minor + 1}.0"


def next_minor(text):
    major, minor, _ = numbers_of(text)
    return f"{major}.{minor + 1}.0"


def refused(root):
    """Sentences for what the version does not allow."""
    now, before, last, here = names(root), listed(root), released(root), version(root)
    for name, (what, since) in before.items():
        if now.get(name) == what or numbers_of(since) > numbers_of(last) or numbers_of(here) >= numbers_of(next_breaking(last)):
            continue
        change = f"is now {now[name]}" if name in now else "is gone"
        yield f"{name} ({what}, since {since}) {change}: restore it, or make the version {next_breaking(last)}; it is {here}"
    for name in now:
        if name not in before and numbers_of(here) < numbers_of(next_minor(last)):
            yield f"{name} is new since {last}: make the version at least {next_minor(last)}; it is {here}"


def text_of(root):
    before, here = listed(root), version(root)
    rows = [(name, before[name][1] if before.get(name, ("",))[0] == what else here, what) for name, what in names(root).items()]
    return HEAD + "".join(f"{name:36} {since:7} {what}\n" for name, since, what in sorted(rows))


def stale(root):
    """Sentences for what api.txt does not have, or has and is gone."""
    now, before = names(root), listed(root)
    yield from (f"{name} ({now[name]}) is not in {LIST}: make api" for name in now if now[name] != before.get(name, ("",))[0])
    yield from (f"{name} is gone, as version {version(root)} allows: make api" for name in before if name not in now)


def must_find_nothing(sentences):
    found = list(sentences)
    if found:
        raise ways.Failure("\n".join(found))


# ---- The tests: the project as it is, and copies that break each rule.

def allowed(folder):
    must_find_nothing(refused(os.path.join(folder, "hutch")))


def complete(folder):
    must_find_nothing(stale(os.path.join(folder, "hutch")))


def one_version(folder):
    """Version numbers that others than hutch.h have: what tools cannot read from a C header."""
    hutch = os.path.join(folder, "hutch")
    first = re.search(r"^## \[([\d.]+)\]", tree.read(hutch, "CHANGELOG.md"), re.M).group(1)
    ways.must_be(first, version(hutch), "the first version in CHANGELOG.md")


def copy(folder, name, *changes):
    """A copy of what the names are read from, with a list that is up to date, and changes: (path, text, its replacement)."""
    there = os.path.join(folder, name)
    for part in ("include", "port", "tests/ways"):
        shutil.copytree(os.path.join(folder, "hutch", part), os.path.join(there, part))
    shutil.copy(os.path.join(folder, "hutch/CHANGELOG.md"), there)
    ways.write(os.path.join(there, LIST), text_of(there))  # so that only the changes below differ
    for path, text, replacement in changes:
        before = tree.read(there, path)
        if text not in before:
            raise ways.Failure(f"there is no {text!r} in {path}")
        ways.write(os.path.join(there, path), before.replace(text, replacement))
    return there


def set_version(old, new):
    parts = zip(("MAJOR", "MINOR", "PATCH"), old.split("."), new.split("."))
    return [("include/hutch/hutch.h", f"VERSION_{part} {before}\n", f"VERSION_{part} {after}\n") for part, before, after in parts]


RELEASED = ("CHANGELOG.md", "- unreleased", "- 2000-01-01")
REMOVED = ("include/hutch/scene.h", "HUTCH_SCENE(", "HUTCH_STAGE(")


def breaks(folder):
    """After a release: a patch version with a macro renamed."""
    here = version(ways.ROOT)
    major, minor, patch = numbers_of(here)
    there = copy(folder, "patched", RELEASED, REMOVED, *set_version(here, f"{major}.{minor}.{patch + 1}"))
    ways.must_be([sentence.split()[0] for sentence in refused(there)], ["HUTCH_SCENE", "HUTCH_STAGE"], "what a patch may not change")
    ways.must_be(sorted(sentence.split()[0] for sentence in stale(there)), ["HUTCH_SCENE", "HUTCH_STAGE"], "what is not in the list")


def may_break(folder):
    here = version(ways.ROOT)
    there = copy(folder, "broken", RELEASED, REMOVED, *set_version(here, next_breaking(here)))
    must_find_nothing(refused(there))
    ways.write(os.path.join(there, LIST), text_of(there))
    must_find_nothing(stale(there))
    ways.must_be(listed(there)["HUTCH_STAGE"], ("macro", next_breaking(here)), "what the list says of the new macro")


def main():
    if "--write" in sys.argv:
        problems = list(refused(ways.ROOT))
        if problems:
            sys.exit("\n".join(problems))
        ways.write(os.path.join(ways.ROOT, LIST), text_of(ways.ROOT))
        return
    ways.main([("no public name is lost or new against semantic versioning", allowed),
               ("api.txt lists every public name", complete),
               ("CHANGELOG.md begins with the version of hutch.h", one_version),
               ("a patch version that renames a macro is refused", breaks),
               ("the next breaking version may rename it", may_break)])


main()
