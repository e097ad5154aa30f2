# SPDX-License-Identifier: MIT
# hooks.py - what the core expects of each hook of a port, and how it is shown that the ports do that.
#
# Where the core's proof meets a hook it takes the contract that stands here, never a body. hook_sets.py proves the bodies in C;
# hooks_avr.c and hooks_arm.c run those in assembler on an emulated CPU.

import re
from collections import namedtuple

import c_text
import z3
from values import TRUE, Int, Pointer, cut, like

Hook = namedtuple("Hook", "promise function contract shown")


def first_set(m, arguments, path):
    word, width = arguments[0].term, arguments[0].width
    result = z3.FreshConst(z3.BitVecSort(m.int_bits), "first")
    m.goal("first_set: the word is not 0", path, word != 0)
    at = cut(result, width)
    below = (z3.BitVecVal(1, width) << at) - 1
    m.hypotheses.append(z3.Implies(word != 0, z3.And(z3.ULT(result, width), z3.LShR(word, at) & 1 == 1, word & below == 0)))
    return Int(result, m.int_bits)


def bit(m, arguments, _path):
    width, _, _ = m.type_of(m.types["hutch_word_t"])
    return Int(z3.BitVecVal(1, width) << cut(arguments[0].term & (width - 1), width), width)


def divides(m, _arguments, _path):
    return m.boolean(TRUE)


def divide(m, arguments, _path, times=None):
    """Said of the number that it returns, and of a slot that nobody chose, `slot`; `times` multiplies by the stride."""
    pool, offset = arguments
    times = times if times is not None else lambda number: number * stride
    width, capacity, stride = offset.width, cut(arguments[0]["capacity"].term, 32), pool["stride_bytes"].term
    result, slot = z3.FreshConst(z3.BitVecSort(m.int_bits), "quotient"), z3.BitVec("slot", width)
    m.hypotheses += [z3.Implies(z3.ULT(cut(result, 32), capacity), offset.term == times(cut(result, width))),
                     z3.Implies(z3.And(z3.ULT(cut(slot, 64), cut(capacity, 64)), offset.term == times(slot)), result == cut(slot, m.int_bits))]
    return Int(result, m.int_bits)


def divide_steps(m, arguments, path):
    """Said of the quotient that it leaves, and of one that nobody chose, `index`."""
    low, high = arguments[:2]
    divisor, before = arguments[2].term, z3.Concat(m.load(high, path).term, m.load(low, path).term)
    quotient, rest = (z3.FreshConst(z3.BitVecSort(8), name) for name in ("quotient", "rest"))
    m.goal("divide_steps: the quotient fits", path, z3.ULT(m.load(high, path).term, divisor))
    is_even = before == cut(z3.BitVec("index", 8), 16) * cut(divisor, 16)
    m.hypotheses.append(z3.Implies(path, z3.And(z3.ULT(rest, divisor), cut(quotient, 16) * cut(divisor, 16) + cut(rest, 16) == before,
                                                z3.Implies(is_even, z3.And(quotient == z3.BitVec("index", 8), rest == 0)))))
    m.store(low, Int(quotient, 8), path)
    m.store(high, Int(rest, 8), path)
    return m.int(0)


def shift_out(m, arguments, path):
    """Said of the words and counts that walks give, which are all that arm.h is run on."""
    before, count = m.load(arguments[0], path), m.promote(arguments[1])
    word, width = before.term, before.width
    places = cut(count.term, width)
    m.goal("shift_out: the count is 1, or ends with the lowest set bit", path, z3.Or(count.term == 1, z3.And(z3.ULE(count.term, width), word & -word == 1 << (places - 1), word != 0)))
    m.store(arguments[0], Int(z3.LShR(z3.LShR(word, places - 1), 1), width), path)
    m.store(arguments[2], Int(z3.If(z3.LShR(word, places - 1) & 1 == 1, z3.BitVecVal(1, 8), z3.BitVecVal(0, 8)), 8), path)
    return m.int(0)


def scan(m, arguments, path):
    """Said of the word that it returns, and of a word that nobody chose, `any_leaf`."""
    words, leaves, word = arguments[0], cut(arguments[1].term, 32), z3.FreshConst(z3.BitVecSort(32), "room")
    other, array = z3.BitVec("any_leaf", 32), m.arrays[arguments[0].array]
    m.goal("scan: there is a word", path, leaves != 0)
    m.hypotheses += [z3.ULT(word, leaves), z3.Or(word == leaves - 1, array[words.at + word] != -1), z3.Implies(z3.ULT(other, word), array[words.at + other] == -1)]
    m.load(Pointer(words.array, words.at + word), path)
    return Int(cut(word, m.int_bits), m.int_bits)


HOOKS = {
    "HUTCH_PORT_FIRST_SET": Hook("the number of the lowest set bit of a word that is not 0", "hook_first_set", first_set,
                                 "proved: arm.h, riscv.h, wasm, host (what gcc says of __builtin_ctz is taken), slow_multiply.h. avr.h: run on all 255 words"),
    "HUTCH_PORT_BIT": Hook("1 << number % WORD_BITS, for any number", "hook_bit", bit,
                           "avr.h: proved for a constant, run on all 256 numbers that reach its assembler"),
    "HUTCH_PORT_IN_X": Hook("the address stays as it is", None, None, "avr.h: an empty statement of assembler"),
    "HUTCH_PORT_DIVIDES": Hook("true or false; if true, HUTCH_PORT_DIVIDE is right for this pool", "hook_divides", divides, "nothing is to show"),
    "HUTCH_PORT_DIVIDE": Hook("the slot that starts at this offset; if none does, a number that is no slot's", "hook_divide", divide,
                              "proved: slow_multiply.h, for every stride; avr.h, for every stride and pool that its HUTCH_PORT_DIVIDES takes"),
    "HUTCH_PORT_DIVIDE_STEPS": Hook("(high, low) / divisor in `low`, the rest in `high`, if high is below the divisor", "hook_divide_steps", divide_steps,
                                    "avr.h: run on every dividend of 16 of the 255 divisors; with --full, of all"),
    "HUTCH_PORT_SHIFT_OUT": Hook("`word` shifted by `count`, and in `bit` the last bit dropped; if the count is 1, or ends with the lowest set bit", "hook_shift_out", shift_out,
                                 "arm.h: run on every 251st such word; with --full, on all"),
    "HUTCH_PORT_SCAN": Hook("the first of so many words that is not full; the last if all before it are", "hook_scan", scan,
                            "sm83: tested, by the unit tests on the emulated Game Boy"),
}
# Hooks that compute nothing for the core's proofs. Choices between texts:
CHOICES = "QUEUE_MARKS EXIT_ENABLES TABLE_IN_RAM WORD_BITS MASKS SMALL HIDE_INVERSE SCANS SLOW_MULTIPLY"
# Data of the port's assembler, and what it does in the core's place; tested, not proved:
BY_HAND = "FIELDS SET_FIELDS FILL_FIELDS BY_HAND POOL OR AT"
# Of builds that are not proved: several cores, debug builds, waiting.
OTHER_BUILDS = "CORE_NUMBER SPIN_TRY SPIN_RELEASE STOPS_CORES IN_INTERRUPT CONTEXT_IS_ALLOWED TRAP TRAP_HEADER WHO THREAD_LOCAL ANNOTATE WAIT WAIT_INIT SINK"
CONTRACTS = {hook.function: hook.contract for hook in HOOKS.values() if hook.function}


def unknown():
    """Hooks in the text that stand nowhere above."""
    known = set(HOOKS) | {f"HUTCH_PORT_{name}" for name in f"{CHOICES} {BY_HAND} {OTHER_BUILDS}".split()}
    found = set()
    for path in [*(c_text.root / "include").rglob("*.h"), *(c_text.root / "src").glob("*.c")]:
        found |= set(re.findall(r"\bHUTCH_PORT_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    return sorted(found - known)
