#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# agree.py - compares the prover's idea of C with gcc's: on random concrete pools both must give the same results and words. Prints TAP.
#
# usage: agree.py [--full]     The prover's terms are printed as C (straight lines of 64-bit arithmetic) and compiled beside the library.

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import c_text  # noqa: E402
import tap_out  # noqa: E402
import z3  # noqa: E402
from bits_sets import table  # noqa: E402
from c_text import Target  # noqa: E402
from pool import Pool, nothing  # noqa: E402
from values import Int, cut  # noqa: E402

ROUNDS, ROUNDS_FULL = 8000, 40000
CAPACITIES = {8: (1, 7, 24, 25, 65), 16: (1, 16, 49), 32: (5, 97), 64: (65,)}
CALLS = [  # function, kind of pool, its arguments
    ("hutch_locked_acquire", "spawned", "mode"), ("hutch_locked_claim", "spawned", "inside mode"), ("hutch_core_release_at", "plain", "index"),
    ("hutch_core_release_at", "spawned", "index"), ("hutch_core_release_ref", "spawned", "ref"), ("hutch_core_next_index", "plain", "index"),
    ("hutch_core_last_index", "spawned", ""), ("hutch_core_live", "plain", ""), ("hutch_core_is_live_at", "spawned", "index"),
    ("hutch_core_find", "spawned", "ref"), ("hutch_slot_index", "plain", "address"), ("hutch_locked_hide", "spawned", "inside"),
    ("hutch_core_release", "tracked", "address")]
BINARY = {z3.Z3_OP_BADD: "+", z3.Z3_OP_BSUB: "-", z3.Z3_OP_BMUL: "*", z3.Z3_OP_BAND: "&", z3.Z3_OP_BOR: "|", z3.Z3_OP_BXOR: "^", z3.Z3_OP_EQ: "==",
          z3.Z3_OP_ULEQ: "<=", z3.Z3_OP_ULT: "<", z3.Z3_OP_UGEQ: ">=", z3.Z3_OP_UGT: ">", z3.Z3_OP_AND: "&", z3.Z3_OP_OR: "|", z3.Z3_OP_XOR: "!=",
          z3.Z3_OP_IMPLIES: "<="}
SIGNED = {z3.Z3_OP_SLEQ: "<=", z3.Z3_OP_SLT: "<", z3.Z3_OP_SGEQ: ">=", z3.Z3_OP_SGT: ">"}
DIVIDE = {z3.Z3_OP_BUDIV: "/", z3.Z3_OP_BUREM: "%", z3.Z3_OP_BUDIV_I: "/", z3.Z3_OP_BUREM_I: "%"}
SHIFT = {z3.Z3_OP_BSHL: "shift_left", z3.Z3_OP_BLSHR: "shift_right", z3.Z3_OP_BASHR: "shift_signed"}


def no(_m, _arguments, _path):
    """Nothing folds here."""
    return Int(0, 8)


class Printer:
    """Prints a term as C, each part of it once."""

    def __init__(self):
        self.lines, self.names, self.kept = [], {}, []  # kept: Z3 gives the number of a dropped term to another

    def name(self, text, term, key=None):
        self.kept.append(term)
        width = term.size() if z3.is_bv(term) else 64
        mask = f" & {2 ** width - 1:#x}ull" if width < 64 else ""
        name = self.names[key or term.get_id()] = f"t{len(self.names)}"
        self.lines.append(f"    const uint64_t {name} = (uint64_t)({text}){mask};")
        return name

    def term(self, term):
        if term.get_id() in self.names:
            return self.names[term.get_id()]
        if z3.is_bv_value(term):
            return f"{term.as_long():#x}ull"
        kind, children = term.decl().kind(), term.children()
        if kind == z3.Z3_OP_SELECT:
            return self.select(*children)
        if kind == z3.Z3_OP_UNINTERPRETED:
            return self.name("in_" + term.decl().name(), term)
        return self.name(self.text(kind, term, [self.term(one) for one in children]), term)

    def text(self, kind, term, parts):
        if kind in (z3.Z3_OP_TRUE, z3.Z3_OP_FALSE):
            return str(int(kind == z3.Z3_OP_TRUE))
        if kind in BINARY:
            return f" {BINARY[kind]} ".join(parts)
        if kind in SIGNED or kind in SHIFT or kind == z3.Z3_OP_SIGN_EXT:
            width = term.arg(0).size()
            if kind == z3.Z3_OP_SIGN_EXT:
                return f"extended({parts[0]}, {width})"
            return f"{SHIFT[kind]}({parts[0]}, {parts[1]}, {width})" if kind in SHIFT \
                else f"(int64_t)extended({parts[0]}, {width}) {SIGNED[kind]} (int64_t)extended({parts[1]}, {width})"
        if kind in DIVIDE:
            return f"{parts[1]} == 0 ? 0 : {parts[0]} {DIVIDE[kind]} ({parts[1]} + ({parts[1]} == 0))"
        if kind == z3.Z3_OP_ITE:
            return "{} ? {} : {}".format(*parts)
        if kind == z3.Z3_OP_CONCAT:
            text = parts[0]
            for at, part in enumerate(parts[1:], 1):
                text = f"(({text}) << {term.arg(at).size()} | {part})"
            return text
        if kind == z3.Z3_OP_EXTRACT:
            return f"{parts[0]} >> {term.params()[1]}"
        return {z3.Z3_OP_NOT: "!", z3.Z3_OP_BNOT: "~", z3.Z3_OP_BNEG: "0ull - ", z3.Z3_OP_ZERO_EXT: ""}[kind] + parts[0]

    def select(self, array, index):
        """What an array holds: that of the stores and choices which made it."""
        key = (array.get_id(), index.get_id())
        if key in self.names:
            return self.names[key]
        self.kept += [array, index]
        kind, at = array.decl().kind(), self.term(index)
        if kind == z3.Z3_OP_UNINTERPRETED:
            text = f"in_{array.decl().name()}[{at} & 4095]"  # also where no path leads
        elif kind == z3.Z3_OP_STORE:
            text = f"{at} == {self.term(array.arg(1))} ? {self.term(array.arg(2))} : {self.select(array.arg(0), index)}"
        elif kind == z3.Z3_OP_ITE:
            text = f"{self.term(array.arg(0))} ? {self.select(array.arg(1), index)} : {self.select(array.arg(2), index)}"
        else:
            text = self.term(array.arg(0))  # the same everywhere
        return self.name(text, z3.BitVec("width", array.range().size()), key)


def arguments(p, kinds):
    """What the prover is given: the same variables that the C program fills."""
    for kind in kinds.split():
        width = {"ref": p.target.ref, "address": p.target.address}.get(kind, 32)
        yield Int(z3.BitVec({"inside": "index"}.get(kind, kind), width), width)


def case(target, number, capacity, name, kind, kinds):
    """A function in C that runs both on one random pool; which of its lines differ, as a number."""
    p = Pool(target, "A", kind, capacity=capacity, contracts={"hutch_assert": nothing, "prove_any_bool": no})
    for verb in ("acquire", "release"):  # as agree.h has them
        p.m.contracts["hutch_any_" + verb] = lambda m, given, path, verb=verb: m.call("hutch_locked_" + verb, given, path)
    table(p.m)
    p.m.turns_max = max(target.word, capacity // target.word) + 2  # of any loop here
    result = p.call(name, *arguments(p, kinds))
    words = (capacity + target.word - 1) // target.word
    summary = (words + target.word - 1) // target.word + 1
    out = [("result", cut(result.term, 64)), ("enters", p.cpu["enters"].term), ("faults", p.cpu["faults"].term)]
    for array, length in (("live", words + summary), ("marks", 3 * words), ("generations", capacity)):
        out += [(f"in_{array}[{at}]", z3.Select(p.m.arrays[array], at)) for at in range(length)]
    printer = Printer()
    out = [(place, z3.simplify(term)) for place, term in out]
    expected = [(place, printer.term(term)) for place, term in out]
    passed = {"index": "(unsigned)in_index", "inside": "(unsigned)in_index", "mode": "(unsigned)in_mode", "ref": "(hutch_ref_t)in_ref",
              "address": "(const void *)(uintptr_t)in_address"}
    lines = [f"static unsigned case_{number}(void)", "{", f"    make_pool({capacity}u, {kind == 'spawned':d}, {kind != 'plain':d}, {'inside' in kinds:d});",
             *printer.lines, f"    const uint64_t result = (uint64_t)({name}(&pool{''.join(', ' + passed[one] for one in kinds.split())}));"]
    lines += [f"    if ({place} != {value}) {{ return {at}u; }}" for at, (place, value) in enumerate(expected, 1)]
    return "\n".join([*lines, "    return 0;", "}", ""])


def program(target, rounds):
    """(the program, the names of its cases)"""
    rows = [(capacity, *call) for capacity in CAPACITIES[target.word] for call in CALLS]
    cases = [case(target, number, *row) for number, row in enumerate(rows)]
    calls = "\n".join(f"    CASE({number})" for number in range(len(rows)))
    main = f"int main(void)\n{{\n    const unsigned long rounds = {rounds};\n{calls}\n    return 0;\n}}\n"
    return (HERE / "agree.h").read_text(encoding="utf-8") + "\n".join(cases) + main, rows


def main(words):
    rounds = ROUNDS_FULL if "--full" in words else ROUNDS
    folder = c_text.HERE.parents[1] / "build/prove"
    folder.mkdir(parents=True, exist_ok=True)
    for word, ref in ((8, 16), (16, 32), (32, 32), (64, 32)) if "--full" in words else ((8, 16), (16, 32), (32, 32)):
        target = Target(word, ref, 32, 64)
        text, rows = program(target, rounds)
        source, binary = folder / f"agree_{word}.c", folder / f"agree_{word}"
        source.write_text(text, encoding="utf-8")
        flags = [f"-DHUTCH_CFG_WORD_BITS={word}", f"-DHUTCH_CFG_REF_BITS={ref}", "-DHUTCH_CFG_LOCK_FREE=0", "-I", str(HERE / "std/port")]
        done = subprocess.run(["gcc", "-std=gnu99", "-O0", "-w", *flags, "-Iinclude", str(source), "src/hutch_bits.c", "-o", str(binary)],
                              cwd=c_text.root, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            done = subprocess.run([str(binary)], check=False, capture_output=True, text=True)
        wrong = [" ".join(map(str, rows[int(line.split()[0])])) + ": " + line for line in done.stdout.split("\n") if line]
        tap_out.result(done.returncode == 0 and not wrong, f"prover and gcc agree in {len(rows) * rounds} calls, words of {word} bits",
                       "\n".join(wrong[:9]) or done.stderr[-2000:])
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
