#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# api.py - the public names in api.txt, with their types and the version that each came with: none is lost unless the version says so.
#
# usage: api.py           the tests
#        api.py --write   renews api.txt, if the version allows it: make api
#
# The versions are semantic ones: what an earlier version had may go with the next major version, or, until 1.0.0, with the
# next minor one; what is new needs a new minor version. A release candidate promises what its release does, and may gain names.
# What only the unreleased version has may come and go. Clang says which types functions, fields and members have.
#
# The list has entries, each with its names: a verb with its forms (generic, by number, typed for objects and for numbers), a struct
# with its fields, a class with its members; any other name is an entry. What the version allows is tested name by name.

import functools
import json
import os
import re
import shutil
import sys

import ways
from ways import tree  # of tests/check, as the two below

import docs
import generated

LIST = "tests/ways/api.txt"
HEAD = """# The public names of hutch, and the version that each came with in this form: written by `make api`.
# {} entries with {} names: a verb with its forms, a struct with its fields and a class with its members are one entry.
"""
# Functions by number: the rest of their names is the verb. Others, whose verb is not what follows `hutch_`.
BY_NUMBER = re.compile(r"(acquire|acquire_urgent|acquire_wait|claim|last|acquire_run|release_run)(_index|_at)")
VERBS = {"acquire_index_wait": "acquire_wait", "prefab_of": "prefab"}
# Headers whose macros are inner workings, macros that are so in other headers, and public ones in such headers.
INNER_HEADERS = ("atomic.h", "bitmap.h", "bits.h", "compiler.h", "config.h", "core.h", "cores.h", "counters.h", "debug.h", "engine.h",
                 "hooks.h", "lockfree.h", "locked.h", "misuse.h", "needs.h", "pool.h", "small.h", "stride.h", "waiting.h", "walk.h")
INNER = {"HUTCH_FAULT_LIST", "HUTCH_REF_IS_WIDE"}
PUBLIC = {"HUTCH_NONE", "HUTCH_TICK", "HUTCH_TRACE"}
# A pool of each kind that has all functions of its kind.
PROGRAM = """#include "hutch/hutch.hpp"
#include "hutch/all.h"
struct rabbit {
    int x;
};
HUTCH_POOL_PREFABS(rabbits, rabbit, 4);
HUTCH_POOL_IDS(voices, 4);
"""
CLANG = ["clang", "-x", "c++", "-std=c++17", "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-DHUTCH_CFG_WAIT=1", "-DHUTCH_CFG_STATS=2",
         "-DHUTCH_CFG_LOCK_FREE=1", "-Iinclude", "-Iport/host"]
ENUMS = ("hutch_lock_kind", "hutch_wait_end")
# Structs that a program writes or reads, and which of their fields only hutch does.
STRUCTS = ("hutch_advice", "hutch_component", "hutch_fault", "hutch_hooks", "hutch_note", "hutch_options", "hutch_policy")
INNER_FIELDS = {"hutch_options.capacity", "hutch_policy.calls", "hutch_policy.state", "hutch_policy.stamps", "hutch_policy.stamps_length",
                "hutch_note.next", "hutch_note.previous"}
# What hutch.hpp defines, by the name that a program writes.
TEMPLATES = {"basic_pool": "hutch::pool", "pool": "hutch::pool", "tracked_pool": "hutch::tracked_pool"}
INNER_MEMBERS = {"hutch::tracked_pool::storage"}


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


# ---- What clang says.

def declarations(node):
    """The declarations of a file, those in extern "C" and in namespaces too."""
    for child in node.get("inner", ()):
        if child["kind"] in ("LinkageSpecDecl", "NamespaceDecl"):
            yield from declarations(child)
        else:
            yield child


def of_kind(node, *kinds):
    return [child for child in node.get("inner", ()) if child["kind"] in kinds]


def type_of(node):
    return re.sub(r"hutch::(basic|tracked)_pool::", "", node["type"]["qualType"])


def template_head(template):
    parameters = [("class" if node["kind"] == "TemplateTypeParmDecl" else type_of(node)) + " " + node["name"] + " ="[:2 * ("inner" in node)]
                  for node in of_kind(template, "TemplateTypeParmDecl", "NonTypeTemplateParmDecl")]
    return f"template: {', '.join(parameters)}"


def members(record, prefix):
    """(name, what it is) of the public members of a class. A function's name has its parameters, as there may be several."""
    is_public = record["tagUsed"] == "struct"
    for node in record.get("inner", ()):
        if node["kind"] == "AccessSpecDecl":
            is_public = node["access"] == "public"
        if not is_public or node.get("isImplicit") or node.get("name", "").endswith("_"):
            continue
        if node["kind"] in ("FunctionTemplateDecl", "FriendDecl"):
            node = of_kind(node, "CXXMethodDecl", "FunctionDecl")[0]
        name = f"{prefix}::{node.get('name')}"
        if node["kind"] == "CXXRecordDecl":
            yield name, "class"
            if node["name"] != "iterator": # its members are those of a forward iterator, as ways-cpp asks the standard library
                yield from members(node, name)
        elif node["kind"] == "FieldDecl":
            yield name, f"field: {type_of(node)}"
        elif node["kind"] == "TypedefDecl":
            yield name, "type"
        elif "type" in node:
            result, parameters, after = re.fullmatch(r"([^(]*)\((.*)\)([^)]*)", type_of(node)).groups()
            is_static = "static " if node.get("storageClass") == "static" else ""
            yield f"{name}({parameters})", f"member: {is_static}{result.strip()}{after}"


def typed_names(root):
    """(name, what it is) of functions, constants, fields, and of what hutch.hpp defines"""
    program = os.path.join(root, "api.cpp")
    ways.write(program, PROGRAM)
    file = json.loads(ways.run([*CLANG, "api.cpp"], root))
    os.remove(program)
    public = {"hutch_on_fault", *(function.name for function in generated.public_functions(root) if function.is_public)}
    for node in declarations(file):
        kind, name = node["kind"], node.get("name", "")
        if kind == "FunctionDecl" and name in public:
            yield name, f"function: {type_of(node)}"
        elif kind == "FunctionDecl" and re.match(r"(rabbits|voices)_.*[^_]$", name):
            yield name, f"typed function: {type_of(node)}"
        elif kind == "EnumDecl" and name in ENUMS:
            yield from ((constant["name"], "constant") for constant in of_kind(node, "EnumConstantDecl"))
        elif kind == "CXXRecordDecl" and name in STRUCTS:
            yield from ((f"{name}.{field['name']}", f"field {at}: {type_of(field)}") for at, field in enumerate(of_kind(node, "FieldDecl")))
        elif kind == "ClassTemplateDecl" and name in TEMPLATES:
            yield TEMPLATES[name], template_head(node)
            yield from members(of_kind(node, "CXXRecordDecl")[0], TEMPLATES[name])


@functools.cache
def names(root):
    """{public name: what it is}"""
    template = tree.read(root, "port/template/hutch_port.h")
    found = {name: what for name, what in typed_names(root) if name not in INNER_FIELDS and name not in INNER_MEMBERS}
    found.update((name, "macro") for name in macros(root))
    found.update((name, "option" if "_CFG_" in name else "hook of ports") for name in options(root))
    found.update((f"HUTCH_FAULT_{name}", f"fault {number}") for name, number, _, _ in docs.fault_codes(root))
    found.update((name, "hook of ports") for name in re.findall(r"^//\s*#\s*define (HUTCH_PORT_\w+)", template, re.M))
    return found


def listed(root):
    """{public name: (what it is, its version)} of api.txt"""
    rows = re.findall(r"^ *([^#\n]+?) +(\d+\.\d+\.\d+) +(.*)$", tree.read(root, LIST), re.M)
    return {name: (what, version) for name, version, what in rows}


def version(root):
    """The version's numbers: a release candidate has those of its release."""
    return tree.version(root).split("-")[0]


def released(root):
    """(the newest version in CHANGELOG.md that is not called unreleased, whether it is a release candidate)"""
    number, label = re.findall(r"^## \[([\d.]+)(-[\w.]+)?\](?! - unreleased)", tree.read(root, "CHANGELOG.md"), re.M)[0]
    return number, bool(label)


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
    now, before, here = names(root), listed(root), version(root)
    last, is_candidate = released(root)
    for name, (what, since) in before.items():
        if now.get(name) == what or numbers_of(since) > numbers_of(last) or numbers_of(here) >= numbers_of(next_breaking(last)):
            continue
        change = f"is now {now[name]}" if name in now else "is gone"
        yield f"{name} ({what}, since {since}) {change}: restore it, or make the version {next_breaking(last)}; it is {here}"
    for name in now:
        if name not in before and not is_candidate and numbers_of(here) < numbers_of(next_minor(last)):
            yield f"{name} is new since {last}: make the version at least {next_minor(last)}; it is {here}"


def entry_of(name, what):
    """What a name is listed under."""
    if name.startswith("hutch::"):
        return re.match(r"hutch::\w+(::\w+(?=::))?", name if what != "class" else name + "::").group()
    if what.startswith("field "):
        return "struct " + name.split(".")[0]
    if "function: " not in what or name == "hutch_on_fault":
        return name
    verb = re.sub("^(hutch|rabbits|voices)_", "", name)
    by_number = BY_NUMBER.fullmatch(verb)
    return by_number.group(1) if by_number else VERBS.get(verb, verb)


def text_of(root):
    before, here, entries = listed(root), version(root), {}
    for name, what in sorted(names(root).items()):
        since = before[name][1] if before.get(name, ("",))[0] == what else here
        entries.setdefault(entry_of(name, what), []).append(f"{name:36} {since:7} {what}\n")
    text = HEAD.format(len(entries), len(names(root)))
    for _, rows in sorted(entries.items(), key=lambda item: item[1][0] if len(item[1]) == 1 else item[0]):
        text += "".join(rows)
    return text


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
    hutch = os.path.join(folder, "hutch")
    must_find_nothing(stale(hutch))
    if tree.read(hutch, LIST) != text_of(hutch):
        raise ways.Failure(f"{LIST} is not as `make api` writes it")


def one_version(folder):
    hutch = os.path.join(folder, "hutch")
    text, header = tree.version(hutch), tree.read(hutch, "include/hutch/hutch.h")
    first = re.search(r"^## \[(\S+)\]", tree.read(hutch, "CHANGELOG.md"), re.M).group(1)
    ways.must_be(first, text, "the first version in CHANGELOG.md")
    major, minor, patch = map(int, version(hutch).split("."))
    ways.must_be(re.search(r"#define HUTCH_VERSION (\d+)L", header).group(1), str(major * 10000 + minor * 100 + patch), "HUTCH_VERSION")


def copy(folder, name, last, here, *changes):
    """A copy of what the names are read from, with a list that is up to date, as version `here` after the release of `last`, and
    with changes: (path, text, its replacement)."""
    there = os.path.join(folder, name)
    for part in ("include", "port", "tests/ways"):
        shutil.copytree(os.path.join(folder, "hutch", part), os.path.join(there, part))
    shutil.copy(os.path.join(folder, "hutch/CHANGELOG.md"), there)
    ways.write(os.path.join(there, LIST), text_of(os.path.join(folder, "hutch")))  # so that only the changes below differ
    for path, text, replacement in (("CHANGELOG.md", "# Changelog\n", f"# Changelog\n\n## [{last}] - 2000-01-01\n"),
                                    ("include/hutch/hutch.h", f'"{tree.version(there)}"', f'"{here}"'), *changes):
        before = tree.read(there, path)
        if text not in before:
            raise ways.Failure(f"there is no {text!r} in {path}")
        ways.write(os.path.join(there, path), before.replace(text, replacement))
    return there


HERE = version(ways.ROOT)
NEXT_PATCH = ".".join(map(str, [*numbers_of(HERE)[:2], numbers_of(HERE)[2] + 1]))
RENAMED = ("include/hutch/scene.h", "HUTCH_SCENE(", "HUTCH_STAGE(")
# A parameter of a function and of a member, a field's type, a member's name, and that of one form of a verb.
CHANGED = [("include/hutch/stats.h", "unsigned hutch_peak(const", "unsigned long hutch_peak(const"),
           ("include/hutch/hutch.hpp", "bool destroy(const type *object)", "bool destroy(type *object)"),
           ("include/hutch/stats.h", "unsigned suggested;", "unsigned long suggested;"),
           ("include/hutch/hutch.hpp", "unsigned available()", "unsigned free_slots()"),
           ("include/hutch/core/numbers.h", "int name##_last(", "int name##_highest(")]


def first_words(sentences):
    return sorted(re.split(r" \(| is ", sentence)[0] for sentence in sentences)


def breaks(folder):
    there = copy(folder, "patched", HERE, NEXT_PATCH, RENAMED)
    ways.must_be(first_words(refused(there)), ["HUTCH_SCENE", "HUTCH_STAGE"], "what a patch may not change")
    ways.must_be(first_words(stale(there)), ["HUTCH_SCENE", "HUTCH_STAGE"], "what is not in the list")


def changes_types(folder):
    there = copy(folder, "changed", HERE, next_minor(HERE), *CHANGED)
    wanted = ["hutch::pool::available()", "hutch::pool::destroy(const type *)", "hutch_advice.suggested", "hutch_peak", "voices_last"]
    ways.must_be(first_words(refused(there)), wanted, "what a minor version may not change")


def candidate(folder):
    there = copy(folder, "candidate", HERE + "-rc.1", HERE + "-rc.2", RENAMED)
    ways.must_be(first_words(refused(there)), ["HUTCH_SCENE"], "what the next release candidate may not change")


def may_break(folder):
    there = copy(folder, "broken", HERE, next_breaking(HERE), RENAMED, *CHANGED)
    must_find_nothing(refused(there))
    ways.write(os.path.join(there, LIST), text_of(there))
    must_find_nothing(stale(there))
    ways.must_be(listed(there)["HUTCH_STAGE"], ("macro", next_breaking(HERE)), "what the list says of the new macro")


def main():
    if "--write" in sys.argv:
        problems = list(refused(ways.ROOT))
        if problems:
            sys.exit("\n".join(problems))
        ways.write(os.path.join(ways.ROOT, LIST), text_of(ways.ROOT))
        return
    ways.main([("no public name is lost or new against semantic versioning", allowed),
               ("api.txt lists every public name", complete),
               ("hutch.h has one version, with which CHANGELOG.md begins", one_version),
               ("a patch version that renames a macro is refused", breaks),
               ("a minor version that changes a type, or renames a member of a C++ pool or one form of a verb, is refused", changes_types),
               ("a second release candidate may add a name, and rename none", candidate),
               ("the next breaking version may do all of that", may_break)])


main()
