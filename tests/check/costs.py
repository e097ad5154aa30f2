# SPDX-License-Identifier: MIT
# costs.py - the blocks of the documents that are measured: what tests/size counts, in words and tables.

import os
import re
import subprocess
import sys

import generated

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "size"))
import linked  # noqa: E402  (of tests/size)
import measure  # noqa: E402  (of tests/size)
import tree  # noqa: E402

CAPACITIES = (16, 32, 64, 96, 128, 256, 512, 1000, 4096, 32768)
SHOWN = ("acquire_16 pair_16 pair_64 pair_128 pair_1000 locked_16 ids_16 stats_16 bare_16 tracked_16 spawned_16 debug_16 foreach release_if run refs "
         "descriptor faults handler find_first").split()
COLUMNS = [("Cortex-M0", "-Os"), ("Cortex-M3", "-Os"), ("Cortex-M3", "-O2")]


def cannot():
    """Why the figures of this machine are not those of the documents; None when they are."""
    compiler = compiler_here()
    return None if f"({compiler}) another pool" in tree.read(measure.ROOT, "README.md") else f"the figures are not for {compiler}, which is here"


def compiler_here():
    return (measure.measure()["versions"]["Cortex-M3"] or "no compiler").replace("arm-none-eabi ", "")


def folder_of(name):
    return next("_".join(row.options) or "default" for row in measure.read_rows() if row.name == name)


def disassembly(target, optimisation, row, function):
    """[(mnemonic, operands)] of a function of a row's program, without the filling behind its end."""
    program = os.path.join(measure.BUILD, target, optimisation, folder_of(row), row + ".elf")
    listing = measure.call(["arm-none-eabi-objdump", "-d", "--disassemble=" + function, program])
    lines = re.findall(r"^\s+[0-9a-f]+:\t[0-9a-f ]+\t(\S+)(?:\t(.*))?$", listing, re.M)
    while lines and lines[-1][0] in ("nop", ".word", ".short"):
        lines.pop()
    return lines


def instructions(target, optimisation, row, function):
    """How many instructions a function of a row's program has, on all paths."""
    return len(disassembly(target, optimisation, row, function))


def listing(_root):
    lines = [f"{mnemonic:8}{re.sub(r' *[@;<].*', '', operands)}" for mnemonic, operands in
             disassembly("Cortex-M3", "-Os", "acquire_locked", "probe_acquire")]
    lines = [re.sub(r"^(cb\S+ +\w+,) [0-9a-f]+$", r"\1 end", line) for line in lines]  # its only branch leads to the end
    return "```text\n" + "\n".join(line.rstrip() for line in lines) + "\n```\n"


def figure(target, optimisation, row):
    return measure.measure()["figures"][target][optimisation][row]


# The linked programs of the README: of three pools, at -Os. Its column: that of tests/size/README.md; its row: that row there.
LINKED_MACHINES = {"ATmega32U4 (Arduboy)": "ATmega32U4", "Game Boy": "Game Boy", "Cortex-M3": "Cortex-M3"}
LINKED_ROWS = {"`acquire` and checked `release`": "and release", "and a walk over the live objects": "and `HUTCH_FOREACH`",
               "the same, with numeric fault codes only": "with `HUTCH_CFG_NAMES=0`: faults have no texts",
               "the same by hand: `active` flags, no checks": "active flags by hand: acquire, release, walk"}


def headline(root):
    kept = linked.read()
    table = generated.table(["bytes of a program with three pools", *LINKED_MACHINES], [
        [text, *(str(kept[machine, "-Os", 3][row]) for machine in LINKED_MACHINES.values())] for text, row in LINKED_ROWS.items()])
    lto = {machine: kept[machine, "-Os", 3]["with `-flto`, program and library"] for machine in ("ATmega32U4", "Cortex-M3")}
    acquire = figure("Cortex-M3", "-Os", "acquire_locked")[0]
    count = instructions("Cortex-M3", "-Os", "acquire_locked", "probe_acquire")
    pair, memory = figure("Cortex-M3", "-Os", "pair_16")
    return table + (
        "\nThree pools of 16 objects, no lock, `-Os`, with what they link: [how small can it get](tests/size/README.md). On Cortex-M3\n"
        f"({compiler_here()}) another pool takes {pair} bytes, and an `acquire` that is safe against interrupts is **{count} instructions, "
        f"{acquire} bytes**.\nRAM besides the objects: {memory} bytes for 16 ({bitmap_bytes(root, 8)[16]} on AVR and Game Boy), "
        f"{figure('Cortex-M3', '-Os', 'pair_1000')[1]} for 1000.\n"
        f"Link-time optimisation works (gcc; clang with lld; a static library by `gcc-ar`): the second row then takes {lto['ATmega32U4']}, and on "
        f"Cortex-M3 {lto['Cortex-M3']}.\n")


# The rows of src/site/costs.md: as in tests/size/README.md, and what each finds or gives.
FINDS = (("a free list by hand: acquire, release", "a free list by hand", "nothing: after a second release one slot has two owners"),
         ("active flags by hand: acquire, release, walk", "`active` flags by hand, and a walk", "nothing: a second release ends another's object"),
         ("acquire", "`acquire`", "a full pool: `NULL`, counted if you like"),
         ("and release", "and `release`", "a second release, a foreign, misaligned or `NULL` pointer, before anything changes"),
         ("and `HUTCH_FOREACH`", "and a walk", "what a loop skips that removes as it goes: this one may release and acquire"),
         ("and weak refs", "and weak refs", "a target that is gone, though its slot has a new owner"),
         ("with spawn and despawn", "and spawn and despawn", "an object that an interrupt sees half made; an end without its hook"),
         ("and a scene of all", "and a scene of all three", "what is still live at the end of a level"),
         ("and a policy each", "and a policy for each", "no room: a reserve for the urgent, a victim, a second pool"),
         ("with `HUTCH_CFG_CHECK=2`: a debug build", "acquire, release and walk in a debug build",
          "use after release, overruns, a pool without a lock in an interrupt; who acquired, who released"))


def finds(_root):
    kept = linked.read()
    return generated.table(["three pools of 16 objects", *LINKED_MACHINES, "what it finds, or gives"], [
        [text, *(str(kept[machine, "-Os", 3][row]) for machine in LINKED_MACHINES.values()), found] for row, text, found in FINDS])


def rows_named(names):
    texts = {row.name: row.text for row in measure.read_rows()}
    return [(texts[name], name) for name in names]


def costs(_root):
    heads = [f"{target} `{level}`" for target, level in COLUMNS] + ["RAM"]
    return generated.table(["bytes"] + heads, [
        [text] + [str(figure(target, level, name)[0]) for target, level in COLUMNS] +
        [str(figure("Cortex-M3", "-Os", name)[1])] for text, name in rows_named(SHOWN)])


def bitmap_bytes(root, word_bits):
    """{capacity: bytes of the bitmap, all levels} with words of so many bits, as the compiler sees it"""
    program = "".join(f"char of_{n}[HUTCH_BITMAP_WORDS({n}) * sizeof(hutch_word_t)];\n" for n in CAPACITIES
                      if word_bits > 8 or n <= 512)
    folder = os.path.join(root, "build", "check")
    os.makedirs(folder, exist_ok=True)
    built = os.path.join(folder, f"bitmap{word_bits}.o")
    subprocess.run(["gcc", "-Iinclude", "-Iport/host", f"-DHUTCH_CFG_WORD_BITS={word_bits}", "-fno-common", "-x", "c", "-c",
                    "-", "-o", built], input='#include "hutch/core/bitmap.h"\n' + program, text=True, check=True, cwd=root)
    listing = subprocess.run(["nm", "-S", built], capture_output=True, text=True, check=True).stdout
    return {int(number): int(length, 16) for length, number in re.findall(r"^\S+ (\S+) B of_(\d+)$", listing, re.M)}


def ram(root):
    wide, narrow = bitmap_bytes(root, 32), bitmap_bytes(root, 8)
    return generated.table(["slots", "32-bit words", "8-bit words"],
                           [(str(n), f"{wide[n]} bytes", f"{narrow[n]} bytes" if n in narrow else "-") for n in CAPACITIES])


ROWS_OF_OTHERS = ("pair_16", "bare_16", "free_list_init", "free_list", "index_stack", "flags")
NAMES_OF_OURS = {"pair_16": "hutch, 16 slots, checked", "bare_16": "hutch, `HUTCH_CFG_CHECK 0`"}


def others(_root):
    """The pool beside what people write instead: instructions of both functions, all paths, and bytes."""
    heads = ["16 objects of 24 bytes, no lock", "acquire", "release", "bytes of code", "RAM"]
    return generated.table(heads, [
        [NAMES_OF_OURS.get(name, text)] +
        [str(instructions("Cortex-M3", "-O2", name, function)) for function in ("probe_acquire", "probe_release")] +
        [str(cell) for cell in figure("Cortex-M3", "-O2", name)] for text, name in rows_named(ROWS_OF_OTHERS)])


MAKERS = {"others": others, "listing": listing, "headline": headline, "finds": finds, "costs": costs, "ram": ram}
