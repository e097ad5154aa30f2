# SPDX-License-Identifier: MIT
# kernels.py - pools of kernels beside hutch in tests/recipes/README.md, heaps in src/site/without_malloc.md, from what was measured and read elsewhere.
#
# Nothing is measured here. tests/ports/rtos/cost.csv has the kernels that were run, peers.txt of tests/bench those whose pool alone was, both with
# sources or archives that are not in the repository; results.csv of tests/bench and the table of tests/size have hutch; tests/systems has
# who finds which misuse. What is in none of them is a dash.

import csv
import re

import tree

HEADS = ["pool", "code", "RAM", "a pair", "masked", "second release", "foreign pointer", "use after release", "leak at the end", "counted"]
HERE, NO_WAIT = "tests/recipes", "hutch, no waiting"
# Each pool, its letter in tests/systems, its rows of cost.csv or of peers.txt.
POOLS = [("FreeRTOS, a queue of pointers", None, ("FreeRTOS", "queue of pointers"), None),
         ("ThreadX `tx_block_pool`", "T", ("ThreadX", "block pool"), None),
         ("ChibiOS `chPool`", "C", ("ChibiOS", "memory pool, no waiting"), None),
         ("Zephyr `k_mem_slab`", "Z", None, "Zephyr k_mem_slab"),
         ("CMSIS-RTOS2 `osMemoryPool`", "O", ("RTX5", "osMemoryPool"), None),
         ("lwIP `memp`", "L", None, "lwIP memp")]
# What hutch finds, if moved.h shows this fault; and the row of tests/systems that has the others.
FOUND = [("DOUBLE_RELEASE", "found", "double release, in every build"), ("FOREIGN", "found", "foreign, misaligned, NULL"),
         ("WRITE_AFTER_RELEASE", "debug builds; by refs", "use after release"),
         ("LEAK", "by `hutch_scene_check`", "what was forgotten, one by one")]
# The usual pool of results.csv.
USUAL = {"cpu": "m3", "level": "-O2", "subject": "hutch", "slots": "16", "lock": "irq", "check": "1", "form": "inline", "kind": "plain",
         "compiler": "gcc", "stats": "0"}
SIZE, OTHERS = "16 slots, HUTCH_LOCK_IRQ", "hutch, called"  # rows of tests/size, and of peers.txt, in which the others are called, too


def said_of(cell, letter):
    """What a cell of tests/systems says of one of the others: words after its letter; in brackets it is partly so."""
    for brackets, plain in re.findall(r"\(([^()]*)\)|([^();]+)", cell):
        match = re.match(r"((?:[A-Z] )*[A-Z])(?: (.*))?$", (brackets or plain).strip())
        if match and letter in match.group(1).split():
            words = match.group(2) or "found"
            return f"partly: {words}" if brackets else words
    return "no"


def rows_of(text):
    """{first cell: the others} of all tables of a page; of rows with the same first cell the first."""
    found = {}
    for line in re.findall(r"^\| (.*) \|$", text, re.M):
        cells = line.split(" | ")
        found.setdefault(cells[0].replace("*", ""), cells[1:])
    return found


def found_by(root, letter):
    systems = rows_of(tree.read(root, "tests/systems/README.md"))
    return [said_of(systems[row][1], letter) for _, _, row in FOUND]


def table_of(root, path, **about):
    """The rows of a CSV file whose cells are these. A line has several of them if it goes on with other cells for the columns from `operation`."""
    found = []
    for row in csv.DictReader(tree.read(root, path).splitlines(), restkey="more"):
        more = row.pop("more", [])
        later = list(row)[-7:]
        found += [row, *({**row, **dict(zip(later, more[at:at + 7]))} for at in range(0, len(more), 7))]
    return [row for row in found if all(row[name] == value for name, value in about.items())]


def costs(root):
    """{(kernel, pool): row of cost.csv}"""
    return {(row["kernel"], row["pool"]): row for row in table_of(root, "tests/ports/rtos/cost.csv", compiled="-O2", slots="16")}


def pair(row):
    return int(row["acquire"]) + int(row["release"])


def run(root, kernel, pool):
    """The cells of a pool that was run under its kernel, each beside hutch in the same program."""
    rows = costs(root)
    theirs, ours = rows[kernel, pool], rows[kernel, NO_WAIT]
    return [*(f"{figure(theirs)} / {figure(ours)}" for figure in
              (lambda row: row["code"], lambda row: row["RAM"], pair, lambda row: row["masked in a pair"])), f"{kernel} {theirs['version']}"]


def peers(root, name):
    """The same of one that was counted alone: what it was is in the last table of that page."""
    text = tree.read(root, "tests/bench/peers.txt")
    figures, about = rows_of(text), rows_of(text[text.index("## What was called"):])
    theirs, ours = figures[name], figures[OTHERS]
    longest = [max(cell.split(" / "), key=int) for cell in (theirs[2], ours[2])]
    return ["-", "-", f"{theirs[0].split(' / ')[0]} / {ours[0].split(' / ')[0]}", " / ".join(longest), f"alone, {about[name][2]}"]


def own(root):
    """hutch by itself."""
    *_, code, ram = rows_of(tree.read(root, "tests/size/README.md"))[SIZE]
    bench = [row for row in table_of(root, "tests/bench/results.csv", **USUAL) if row["operation"] in ("acquire", "release")]
    instructions = sum(float(row["mean"]) for row in bench if row["row"] == "pair")
    return [code, ram, f"{instructions:.0f}", str(max(int(row["masked"]) for row in bench)), "alone"]


def rows(root):
    shown = tree.read(root, f"{HERE}/moved.h")
    *figures, where = own(root)
    yield ["**hutch**, typed, `HUTCH_LOCK_IRQ`", *figures,
           *(words if f"== HUTCH_FAULT_{code})" in shown else "-" for code, words, _ in FOUND), where]
    for title, letter, under_kernel, alone in POOLS:
        *figures, where = run(root, *under_kernel) if under_kernel else peers(root, alone) if alone else ["-"] * 4 + ["never"]
        yield [title, *figures, *found_by(root, letter), where]


def sentence(root):
    """For a team that has FreeRTOS."""
    queue, ours = costs(root)["FreeRTOS", "queue of pointers"], costs(root)["FreeRTOS", NO_WAIT]
    return (f"This is the pool that FreeRTOS does not have. On a Cortex-M3 at `-O2` it takes **{pair(ours)} instructions a pair**, a queue of\n"
            f"pointers {pair(queue)}; besides 16 objects {ours['RAM']} bytes of RAM, the queue {queue['RAM']}; and {ours['code']} bytes of code, with its checks and\n"
            f"the reports of faults, the queue {queue['code']}, where the program has the kernel's queues anyway.\n")


HEAP_HEADS = ["requests of so many bytes, `-Os`, interrupts masked by both", "16", "48", "96", "1 to 96, at random", "the worst of it", "masked", "bytes linked"]


def heaps(root):
    """Memory of three sizes beside the heap of a C library."""
    linked = rows_of(tree.read(root, "tests/size/README.md").partition("as memory of three sizes")[2])
    sizes = {"hutch": "the same with `HUTCH_LOCK_IRQ`", "heap": "`malloc` and `free` of newlib-nano, avr-libc"}
    for cpu, title, unit, heap, column in (("m3", "Cortex-M3", "instructions", "newlib-nano", 4), ("avr", "AVR", "cycles", "avr-libc", 0)):
        for subject in ("hutch", heap):
            rows = table_of(root, "tests/bench/results.csv", cpu=cpu, subject=subject, slots="34", level="-Os")
            found = {name: [row for row in rows if row["row"] == f"sizes {name}"] for name in ("16", "48", "96", "churn")}
            yield [f"{title}, {unit}: " + ("**`HUTCH_SIZES`**" if subject == "hutch" else f"`malloc` of {heap}"), *(f"{sum(float(row['mean']) for row in pair):.0f}" for pair in found.values()),
                   " / ".join(row["worst"] for row in found["churn"]), str(max(int(row["masked"]) for row in found["churn"])), linked[sizes.get(subject, sizes["heap"])][column]]
