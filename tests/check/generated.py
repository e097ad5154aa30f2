#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# generated.py - the blocks of the documents that are written by a command: makes them, and finds stale ones.
#
# usage: generated.py [--tables]   brings all up to date; --tables: only those that need no compiler
#
# A block stands between `<!-- begin NAME -->` and `<!-- end NAME -->`; NAME is a function below, or one of
# costs.py for what is measured. Blocks of other names belong to other commands and are left alone. The tables of calls, contexts,
# bounds, faults and options are in no document: the site makes them.

import csv
import os
import posixpath
import re
import sys

import docs
import kernels
import tree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)

BLOCK = re.compile(r"<!-- begin ([\w-]+) -->\n(.*?)<!-- end \1 -->", re.S)


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def escape(text):
    return text.replace("|", "\\|")


def option_rows(text):
    """[(name, default, what it does)] of the options that a header declares."""
    rows = []
    for match in re.finditer(r"^// (HUTCH_(?:CFG|PORT)_\w+): ", text, re.M):
        name = match.group(1)
        block = re.match(r"(//.*\n)+", text[match.start():]).group(0)
        words = " ".join(line[2:].strip() for line in block.strip().split("\n"))
        values = list(dict.fromkeys(re.findall(rf"^#\s*define {name}\s+(\S+)", text, re.M)))
        values = ["the port's" if value.startswith("HUTCH_PORT") else f"`{value}`" for value in values]
        rows.append((name, " or ".join(values) or "none", words[len(name) + 2:]))
    return rows


def options(root):
    rows = option_rows(tree.read(root, "include/hutch/config.h"))
    return table(["option", "default", "what it does"], [(f"`{name}`", value, escape(text))
                                                          for name, value, text in rows])


def port_headers(root):
    return [path for path in tree.files(root, "hutch_port.h") if re.fullmatch(r"port/\w+/hutch_port\.h", path)]


def port_head(text):
    """(sentence, {label: text}) of the comment at the top of a port's header."""
    head = re.match(r"(//.*\n)+", text).group(0).split("\n")[1:]
    words = " ".join(line[2:].strip() for line in head)
    sentence, *parts = re.split(r"\s*\b(Masks|Not stopped|Needs|Cost): ", words)
    labels = dict(zip(parts[::2], parts[1::2]))
    return re.sub(r"^\S+ - ", "", sentence).strip(), labels


def first_sentence(text):
    return re.match(r"(.*?\.)( |$)|.*", text).group(0).strip()


def ports(root):
    rows = []
    for path in port_headers(root):
        if "/template/" in path:
            continue
        sentence, labels = port_head(tree.read(root, path))
        rows.append((f"`{posixpath.basename(posixpath.dirname(path))}`", escape(first_sentence(sentence)),
                     escape(labels.get("Not stopped", "-")), escape(first_sentence(labels.get("Cost", "-")))))
    return table(["port", "what it is", "what it does not stop", "cost of enter and exit"], rows)


def port_options(root):
    seen = {}
    shared = [path for path in tree.files(root, ".h") if re.fullmatch(r"port/cpu/\w+\.h", path)]
    for path in shared + port_headers(root):
        for name, value, text in option_rows(tree.read(root, path)):
            who = posixpath.relpath(path, "port") if path in shared else posixpath.basename(posixpath.dirname(path))
            seen.setdefault((name, value, text), []).append(who)
    return table(["option", "default", "ports", "what it does"],
                 [(f"`{name}`", value, ", ".join(f"`{port}`" for port in who), escape(text))
                  for (name, value, text), who in seen.items()])


FAULT_TOOLS = ("hutch_fault_count", "hutch_fault_print", "hutch_fault_text")  # the others are the cold halves of typed functions


def public_functions(root):
    """Those that a program calls: they have a contract."""
    return [function for function in docs.functions(root) if function.tag("@return")
            and (not function.name.startswith("hutch_fault_") or function.name in FAULT_TOOLS)]


def typed_names(root):
    """The names that the macros make for a pool, from both kinds of pools."""
    texts = [tree.read(root, path) for path in tree.files(root, ".h") if path.startswith("include/hutch/") and not path.endswith(("/counted.h", "/prefab.h"))]
    return set(re.findall(r"\bname##_(\w+[a-z])\(", "\n".join(texts)))


def twin_of(function, typed):
    """The call of a function's typed form: of a pool of objects, or of the pool of numbers that has it under its twin's name."""
    pool, verb = ("rabbits", function.verb) if function.verb in typed else ("voices", re.sub("_(index|at)(?=_wait|$)", "", function.verb))
    return f"`{pool}_{verb}({', '.join(function.parameters[1:])})`" if verb in typed else None


def api(root):
    typed = typed_names(root)
    rows = []
    for function in sorted(public_functions(root), key=lambda function: not function.path.endswith("/generic.h")):
        fault = re.sub(r", (?=[A-Z])", "<br>", function.tag("@fault"))
        twin = twin_of(function, typed)
        name = function.name if twin else f"{function.name}({', '.join(function.parameters)})"
        rows.append((f"`{name}`" if function.is_public else "-", twin or "-", escape(first_sentence(function.tag(""))),
                     escape(function.tag("@return")), "-" if fault == "none" else fault))
    return table(["function", "typed function", "what it does", "returns", "faults"], rows)


def bounds(root):
    rows = [(f"`{function.verb}`", escape(function.tag("@time")), escape(function.tag("@isr")))
            for function in public_functions(root)]
    return table(["function", "bound", "who may call it"], rows)


# What "any context that the pool's lock covers" is, lock by lock.
COVERED = {"`NONE`": "one context a pool", "`IRQ`": "what the port's mask stops",
           "`CORES`": "what the port's mask stops, on every core", "`FREE`": "any, the most urgent too"}


def context_cells(words):
    """Who may call, for each lock, by the text of an @isr tag."""
    covered = re.match(r"any context that (?:the|each) pool's lock covers(?: and (the hooks? allows?))?(?:; of a lock-free pool: (.+))?", words)
    irq_only = re.match(r"with HUTCH_LOCK_IRQ only: (.+)", words)
    if irq_only:
        return ["-", escape(irq_only.group(1)), "-", "-"]
    if not covered:
        return [escape(words)] + ["the same"] * (len(COVERED) - 1)
    also = f", if {covered.group(1)}" if covered.group(1) else ""
    who = dict(COVERED, **{"`FREE`": covered.group(2) or COVERED["`FREE`"]})
    return [cell + also for cell in who.values()]


def contexts(root):
    groups = {}
    for function in public_functions(root):
        groups.setdefault(tuple(context_cells(function.tag("@isr"))), []).append(f"`{function.verb}`")
    return table(["functions", *COVERED], [[", ".join(names), *cells] for cells, names in groups.items()])


def faults(root):
    return table(["code", "number", "what it means", "what to do"],
                 [(f"`{name}`", number, text, cure) for name, number, text, cure in docs.fault_codes(root)])


def cost_of_waiting(root):
    rows = list(csv.reader(tree.read(root, "tests/ports/rtos/cost.csv").splitlines()))
    heads = [*rows[0][:10], "until the waiter runs", "masked by hutch"]
    return table([head for head in heads if head != "compiled"], [[*row[:2], *row[3:]] for row in rows[1:] if row[2] == "-O2"])


def boards(root):
    """What make prints: the makefiles of the boards are its own."""
    return cpu_time.call(["make", "-s", "-C", root, "boards-table-text"])


MAKERS = {"boards": boards, "options": options, "cost-of-waiting": cost_of_waiting, "ports": ports, "port-options": port_options, 
          "api": api, "contexts": contexts, "bounds": bounds, "faults": faults, "kernels": lambda root: table(kernels.HEADS, kernels.rows(root)), "queue": kernels.sentence,
          "heaps": lambda root: table(kernels.HEAP_HEADS, kernels.heaps(root))}


STAMPEDE = "boards/games/horde/golden/stampede"


def pictures(root):
    """Whether the README's film ends with the golden picture and its pools, which stand first in the file."""
    sys.path.insert(0, os.path.join(root, "boards", "tools"))
    import strip
    is_fresh = strip.png.read(f"{root}/{STAMPEDE}/front.png") == strip.joined(f"{root}/{STAMPEDE}/gba.png", f"{root}/{STAMPEDE}/gba.txt")
    return [] if is_fresh else [f"{STAMPEDE}/front.png is stale: make film"]


def blocks(root):
    """[(path, name, text)] of every block that a command here writes."""
    return [(path, match.group(1), match.group(2)) for path in tree.files(root, ".md")
            for match in BLOCK.finditer(tree.read(root, path))]


def problems(root, makers=None, command="make tables"):
    """The stale blocks of the given makers, and the command that renews them."""
    pages = pictures(root) if makers is None else []
    makers = MAKERS if makers is None else makers
    found = pages + [f"{path}: the block `{name}` is stale: {command}" for path, name, text in blocks(root)
             if name in makers and makers[name](root) != text]
    for path in tree.files(root, ".md"):
        text = tree.read(root, path)
        found += [f"{path}: the block `{name}` has no end" for name in re.findall(r"<!-- begin ([\w-]+) -->", text)
                  if f"<!-- end {name} -->" not in text]
    return found


def rewrite(root, makers):
    """Brings every block up to date; returns the files that changed."""
    changed = []
    for path in tree.files(root, ".md"):
        before = tree.read(root, path)
        after = BLOCK.sub(lambda match: match.group(0) if match.group(1) not in makers else
                          f"<!-- begin {match.group(1)} -->\n{makers[match.group(1)](root)}<!-- end {match.group(1)} -->",
                          before)
        if after != before:
            tree.write(f"{root}/{path}", after)
            changed.append(path)
    return changed


def kept(root, makers, command):
    """Blocks of other commands, {name: function that makes it}: brings them up to date with --write; what is stale or on no page."""
    if "--write" in sys.argv:
        rewrite(root, makers)
    there = {name for _, name, _ in blocks(root)}
    return problems(root, makers, command) + [f"no page has the block `{name}`" for name in makers if name not in there]


def main():
    makers = dict(MAKERS)
    if "--tables" not in sys.argv[1:]:
        import costs  # which needs the compilers, and this file
        reason = costs.cannot()
        makers.update({} if reason else costs.MAKERS)
        print(f"The measured figures stay as they are: {reason}." if reason else "", end="\n" if reason else "")
    for path in rewrite(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), makers):
        print(f"  rewrote  {path}")


if __name__ == "__main__":
    main()
