# SPDX-License-Identifier: MIT
# twins.py - what belongs to a function over a pool is there: its typed forms, a test that calls it, a call in the program that
# uses everything, a line in CHANGELOG.md.
#
# Which functions a macro makes for a pool is read from the headers: `name##_verb(` behind a type, in a macro that a HUTCH_POOL
# macro reaches (objects), a HUTCH_POOL_IDS macro (numbers) or a HUTCH_POOL_COUNTED macro (objects with holders). Its contract is checked by docs.py. The classes of hutch.hpp have a
# member for each function, too.

import re

import docs
import tree

GENERIC = "include/hutch/core/generic.h"
ADD_ONS = tuple(f"include/hutch/{name}.h" for name in ("policy", "runs", "spawn", "stats"))
NO_VERBS = {"evict_oldest", "sizing"}  # of these headers: functions that no pool has a form of
TESTED_IN = ("tests/unit/", "tests/debug/", "tests/systems/")
CHANGELOG = "CHANGELOG.md"
NUMBER_FORM = re.compile(r"_(index|at)$")  # acquire_index is what ids_acquire calls
DEFINED = re.compile(r"(?<!\w)(\w+)[ *]+name##_(\w+?)\(")
NO_TYPE = {"return", "else", "case", "goto", "sizeof"}

# {verb: why a pool of objects has no form of its own}
NOT_OF_OBJECTS = {
    "check": "a tool for tests and debuggers, which have the descriptor at hand",
    "acquire_index": "acquire returns the object, and index its number",
    "acquire_urgent_index": "acquire_urgent returns the object, and index its number",
    "acquire_run_index": "acquire_run returns the first object, and index its number",
    "claim_index": "claim takes the number already",
    "next_index": "next returns the object, and index its number",
    "release_run_at": "release_run takes the first object",
    "last_index": "last returns the object, and index its number",
    "lock": "rarely needed: the descriptor's address says which pool",
    "unlock": "rarely needed: the descriptor's address says which pool",
}
# {verb: why a pool of numbers has no form of its own}
NOT_OF_NUMBERS = {
    "check": "a tool for tests and debuggers, which have the descriptor at hand",
    "index": "the number is the slot's",
    "at": "there is no object to point to",
    "object_bytes": "there are no objects",
    "containing": "there are no objects",
    "ref": "a number has no generation",
    "deref": "a number has no generation",
    "expect": "a number has no generation",
    "release_ref": "a number has no generation",
    "spawn": "hooks take an object",
    "spawn_urgent": "hooks take an object",
    "despawn": "hooks take an object",
    "prespawn": "hooks take an object",
    "persist": "a scene spares objects",
    "lock": "rarely needed: the descriptor's address says which pool",
    "unlock": "rarely needed: the descriptor's address says which pool",
}


# {verb: why a pool of counted objects has no form of its own}
OVER_ONE = "one holder: a run has several objects"
NO_REFS = "who holds an object needs no ref; the bitmap is all that such a pool has besides the counts"
NO_HOOKS = "a counted pool has no hooks"
BY_NUMBER = "who calls by number is no holder"
NOT_OF_COUNTED = {
    "acquire_urgent_index": "acquire_urgent returns the object", "acquire_index": "acquire returns the object",
    "release_at": BY_NUMBER, "claim": BY_NUMBER, "claim_index": BY_NUMBER, "release_if": BY_NUMBER,
    "acquire_run": OVER_ONE, "release_run": OVER_ONE, "acquire_run_index": OVER_ONE, "release_run_at": OVER_ONE,
    "ref": NO_REFS, "deref": NO_REFS, "expect": NO_REFS, "release_ref": NO_REFS,
    "spawn": NO_HOOKS, "spawn_urgent": NO_HOOKS, "despawn": NO_HOOKS, "prespawn": NO_HOOKS, "persist": NO_HOOKS,
    "is_live_at": "is_live(at(index))", "next_index": "index(next(object))", "last": "rarely needed",
    "last_index": "rarely needed", "object_bytes": "sizeof its type",
    "check": "a tool for tests and debuggers, which have the descriptor at hand",
    "lock": "rarely needed: the descriptor's address says which pool", "unlock": "rarely needed: the descriptor's address says which pool",
}


EVERYTHING = "tests/compile/everything.c"  # what compilers, MISRA's rules and coverage look at
CPP = "include/hutch/hutch.hpp"
# {verb: why the classes of hutch.hpp have no member of that name}
DESCRIBED = "rarely needed; those with a descriptor in hand: hutch_{verb}(pool::descriptor())"
NOT_OF_CLASSES = {
    "acquire": "create constructs", "spawn": "create constructs", "release": "destroy destructs", "despawn": "destroy destructs",
    "release_at": "destroy(at(index)) destructs", "release_ref": "destroy(deref(ref)) destructs",
    "acquire_index": "create returns the object, and index its number", "claim": "a pool of slots, without a constructor",
    "claim_index": "as claim", "acquire_urgent": "a C++ pool has no policy", "acquire_urgent_index": "a C++ pool has no policy",
    "spawn_urgent": "a C++ pool has no policy", "acquire_run": "objects are constructed one by one",
    "acquire_run_index": "as acquire_run", "release_run": "as acquire_run",
    "release_run_at": "as acquire_run", "prespawn": "no constructor runs before create", "object_bytes": "sizeof its type",
    "first": "begin() of a range-for", "next": "++ of a range-for", "next_index": "++ of a range-for",
    "expect": DESCRIBED, "persist": DESCRIBED, "last": DESCRIBED, "last_index": DESCRIBED, "check": DESCRIBED, "peak": DESCRIBED,
    "refused": DESCRIBED, "stats_reset": DESCRIBED, "is_live_at": DESCRIBED, "lock": DESCRIBED, "unlock": DESCRIBED,
}


def members(root):
    """The static member functions of the classes of hutch.hpp."""
    text = re.sub(r"//[^\n]*", "", tree.read(root, CPP))
    return set(re.findall(r"(?:HUTCH_MEMBER_|^    static|> static)\s[^(;{}=]*?(\w+)\(", text[text.index("struct basic_pool"):], re.M))


def macros(root):
    """{macro: its text}; of several definitions under conditions, all of them."""
    found = {}
    for path in tree.files(root, ".h"):
        if path.startswith("include/hutch/"):
            text = re.sub(r"//[^\n]*", "", tree.read(root, path)).replace("\\\n", " ")
            for name, body in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)$", text, re.M):
                found[name] = found.get(name, "") + body
    return found


def reached(defined, starts):
    """The macros that some macros expand to; a name that is pasted together stands for all that begin so."""
    return tree.closure(starts, lambda macro: [other for word, is_pasted in re.findall(r"\b(HUTCH_\w+)(##)?", defined[macro]) for other in (
        [name for name in defined if name.startswith(word)] if is_pasted else [word] if word in defined else [])])


def typed_forms(root):
    """(the verbs that pools of objects have, those of pools of numbers, those of counted objects)"""
    defined = macros(root)
    numbers = [name for name in defined if re.match(r"HUTCH_POOL\w*_IDS", name)]
    counted = [name for name in defined if name.startswith("HUTCH_POOL_COUNTED")]
    objects = [name for name in defined if name.startswith("HUTCH_POOL") and name not in numbers + counted]

    def verbs(starts):
        return {verb for name in reached(defined, starts) for word, verb in DEFINED.findall(defined[name])
                if word not in NO_TYPE and not verb.endswith("_")}
    return verbs(objects), verbs(numbers), verbs(counted)


def verbs_named(text, verbs, ending):
    """The verbs in a text, as in rabbits_release_at: the longest one that a name ends with."""
    by_length = sorted(verbs, key=len, reverse=True)
    found = set()
    for name in set(re.findall(r"\b(\w+)" + ending, text)):
        found.update([verb for verb in by_length if ("_" + name.rstrip("_")).endswith("_" + verb)][:1])
    return found


def tested(root, verbs):
    text = "\n".join(tree.read(root, path) for path in tree.files(root, ".c", ".h") if path.startswith(TESTED_IN))
    text = re.sub(r"//[^\n]*|\"[^\"\n]*\"", "", text)
    return verbs_named("\n".join(re.findall(r"\b[a-zA-Z]\w*_\w+\s*\(", text)), verbs, r"\s*\(")


def in_changelog(root, verbs):
    """Those in a code span, with or without the pool's name before it."""
    spans = [re.sub(r"\([^)]*\)", "", span) for span in re.findall(r"`([^`]*)`", tree.read(root, CHANGELOG))]
    return verbs_named("\n".join(spans), verbs, r"\b")


def problems(root):
    functions = [function for function in docs.functions(root) if function.path in (GENERIC, *ADD_ONS)
                 and function.verb not in NO_VERBS]
    objects, numbers, counted = typed_forms(root)
    verbs = [function.verb for function in functions]
    if not verbs or not objects or not numbers or not counted or "create" not in members(root):
        return ["no function of generic.h or no typed function was found: the check cannot read the headers"]
    of_classes = members(root)
    in_tests, in_log = tested(root, verbs), in_changelog(root, verbs)
    in_everything = set(verbs_named(tree.read(root, EVERYTHING), verbs, r"\s*\("))
    found = []
    for function, verb in zip(functions, verbs):
        where, base = f"{function.path}:{function.line}: {function.name} ", NUMBER_FORM.sub("", verb)
        if verb not in objects and verb not in NOT_OF_OBJECTS:
            found.append(where + f"has no typed form name##_{verb} for pools of objects")
        if verb not in numbers and base not in numbers and verb not in NOT_OF_NUMBERS:
            found.append(where + f"has no form name##_{base} for pools of numbers")
        if verb not in counted and verb not in NOT_OF_COUNTED:
            found.append(where + f"has no typed form name##_{verb} for pools of counted objects")
        if verb not in in_everything:
            found.append(where + f"is not called by {EVERYTHING}")
        if verb not in in_tests:
            found.append(where + "is called by no test in " + ", ".join(TESTED_IN))
        if verb not in in_log:
            found.append(where + f"is not named in {CHANGELOG}")
        if verb not in of_classes and verb not in NOT_OF_CLASSES:
            found.append(where + f"has no member {verb} in {CPP}")
    for table, kind, there in ((NOT_OF_OBJECTS, "objects", objects), (NOT_OF_NUMBERS, "numbers", numbers),
                               (NOT_OF_COUNTED, "counted objects", counted), (NOT_OF_CLASSES, "C++ objects", of_classes)):
        found += [f"twins.py: {verb} has a form for pools of {kind}, and is excused from one" for verb in table if verb in there]
        found += [f"twins.py: {verb} is excused from a form for pools of {kind}, and is no function of {GENERIC} or an add-on"
                  for verb in table if verb not in verbs]
    return found
