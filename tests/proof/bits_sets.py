# SPDX-License-Identifier: MIT
# bits_sets.py - the arithmetic of one word, of refs and of generations: what the contracts of pool.py promise.

import re

import c_text
import z3
from machine import Machine
from pool import LEVELS, REF_CAPACITY_MAX, Pool, asserted, number
from pycparser import c_ast as C
from sets import TARGETS, add, with_options
from values import TRUE, Int, Place, Pointer, cut


def table(m):
    """The table as src/hutch_bits.c has it."""
    text = (c_text.root / "src/hutch_bits.c").read_text(encoding="utf-8")
    array = z3.K(z3.BitVecSort(32), z3.BitVecVal(0, 8))
    for at, value in enumerate(re.findall(r"\d+", re.search(r"hutch_bits_table\[32\] = \{([^}]*)\}", text).group(1))):
        array = z3.Store(array, at, int(value))
    m.arrays["table"], m.lengths["table"], m.enums["hutch_bits_table"] = array, z3.BitVecVal(32, 32), Pointer("table")


def number_set(target):
    m = Machine(c_text.parse(target), target, {"hutch_assert": asserted})
    table(m)
    goals = [(f"number of bit {at}", m.call("hutch_bits_number", [Int(1 << at, target.word)]).term == at) for at in range(target.word)]
    return m.hypotheses, m.goals + goals, []


def first_set_set(target):
    m = Machine(c_text.parse(target), target, {"hutch_assert": asserted, "hutch_bits_number_portable": number})
    word = z3.BitVec("word", target.word)
    m.hypotheses.append(word != 0)
    result = m.call("hutch_bits_first_set", [Int(word, target.word)]).term
    at = cut(result, target.word)
    lowest = z3.And(z3.ULT(result, target.word), z3.LShR(word, at) & 1 == 1, word & ((z3.BitVecVal(1, target.word) << at) - 1) == 0)
    return m.hypotheses, m.goals + [("the lowest set bit", lowest)], []


def lowest_zero_set(target):
    m = Machine(c_text.parse(target), target)
    word, frame = z3.BitVec("word", target.word), {}
    frame["word"] = Int(word, target.word)
    m.call("hutch_bits_set_lowest_zero", [Place(frame, "word")])
    after = frame["word"].term
    bit = after & ~word
    is_lowest = z3.And(after == word | bit, bit != 0, bit & (bit - 1) == 0, (bit - 1) & ~word == 0)
    return [word != 2 ** target.word - 1], m.goals + [("one bit more, the lowest zero", is_lowest)], []


def masks_set(target):
    m = Machine(c_text.parse(target), target)
    index, k = z3.BitVec("index", target.int_bits), z3.BitVec("k", target.int_bits)
    one = m.call("hutch_bits_mask", [Int(index, target.int_bits)]).term
    full = m.call("hutch_bits_full", [Int(k, target.int_bits), Int(index, target.int_bits)]).term
    tail, ones = index & (target.word - 1), z3.BitVecVal(2 ** target.word - 1, target.word)
    of_tail = z3.And(tail != 0, k == z3.LShR(index, target.word.bit_length() - 1))
    return [], m.goals + [("the mask is that of the bit", one == z3.BitVecVal(1, target.word) << cut(tail, target.word)),
                          ("the last word of a level has as many ones as bits are left",
                           full == z3.If(of_tail, (z3.BitVecVal(1, target.word) << cut(tail, target.word)) - 1, ones))], []


def fields_are_added(before, after, size, word):
    """Each field of `size` bits is the sum of its halves."""
    for at in range(0, word, size):
        low, high = (z3.ZeroExt(16 - size // 2, z3.Extract(start + size // 2 - 1, start, before)) for start in (at, at + size // 2))
        yield f"a field of {size} bits at bit {at} is the sum of its halves", z3.ZeroExt(16 - size, z3.Extract(at + size - 1, at, after)) == low + high


def count_set(target):
    """Line by line of the text: fields of 2, 4, 8 bits, then a product that adds bytes. Each line is proved from what the one before left."""
    m, width = Machine(c_text.parse(target), target), target.word
    body = m.functions["hutch_bits_count"].body.block_items
    lines = [node for node in body if isinstance(node, C.Assignment)]
    before, hypotheses, goals = z3.BitVec("word", width), [], []
    frame = {"word": Int(before, width)}
    m.run_all(body[:body.index(lines[0])], frame, TRUE, [])
    for number_of_line, line in enumerate(lines, 1):
        size = 2 ** number_of_line
        m.run(line, frame, TRUE, [])
        goals += fields_are_added(before, frame["word"].term, size, width)
        before = z3.BitVec(f"word{number_of_line}", width)
        frame["word"] = Int(before, width)
        hypotheses += [z3.ULE(z3.Extract(at + size - 1, at, before), size) for at in range(0, width, size)]
    returned = []
    m.run(body[-1], frame, TRUE, returned)
    total = sum((z3.ZeroExt(24, z3.Extract(at + 7, at, before)) for at in range(8, width, 8)), z3.ZeroExt(24, z3.Extract(7, 0, before)))
    goals.append(("three lines make bytes", z3.BoolVal(len(lines) == 3)))
    return hypotheses, m.goals + goals + [("the product adds the bytes", cut(returned[0][1].term, 32) == total)], []


def words_set(target, level):
    p = Pool(target, level)
    zeros = z3.K(z3.BitVecSort(32), z3.BitVecVal(0, target.word))
    words = cut(p.m.call("prove_words", [p.argument(p.capacity)]).term, 32)
    return p.m.hypotheses, [("HUTCH_BITMAP_WORDS is the words of the levels", words == p.m.lengths["live"]),
                            ("zeroed memory has the invariant", z3.And(p.kept_at_leaf(zeros, p.any_leaf), p.kept_at_mid(zeros, p.any_mid)))], []


def generation_set(target):
    p = Pool(target, "A", "tracked")
    m, ref = p.m, target.ref
    counter, low = z3.BitVec("counter", ref), z3.BitVec("low_bits", target.int_bits)
    m.hypotheses.append(z3.ULT(low, ref - 7))
    unissued = m.call("hutch_generation_unissued", [Int(low, target.int_bits)]).term
    m.hypotheses.append(z3.ULT(counter, unissued))
    after = m.call("hutch_generation_next", [Int(counter, ref), Int(low, target.int_bits)]).term
    low_ref = cut(low, ref)
    most = z3.LShR(z3.BitVecVal(2 ** ref - 1, ref), low_ref)
    return m.hypotheses, m.goals + [
        ("counter + 1, or 0 after the last", after == z3.If(counter + 1 == unissued, z3.BitVecVal(0, ref), counter + 1)), ("never back to itself", after != counter),
        ("never the value that is not issued", after != unissued),
        ("that value is the largest; one less if the generation fills the ref", unissued == most - z3.If(low == 0, z3.BitVecVal(1, ref), z3.BitVecVal(0, ref))),
        ("no ref of a counter in use is 0", (counter + 1) << low_ref != 0),
        ("no ref that is ever made matches that value, and ref 0 matches no counter",
         z3.And(unissued + 1 != 0, z3.Or(low == 0, (unissued + 1) & most != unissued + 1)))], []


def round_trip_set(target):
    p = Pool(target, "A", "tracked")
    m, ref, index, tag = p.m, target.ref, p.unknown("index"), p.unknown("tag")
    low, bits = cut(p.low_bits, 32), cut(p.index_bits, 32)
    m.hypotheses += [z3.ULE(p.capacity, REF_CAPACITY_MAX[ref]), z3.ULT(index, p.capacity), z3.ULT(p.generations[index], p.unissued()),
                     z3.ULT(tag, z3.BitVecVal(1, 32) << (low - bits)), z3.ULE(bits, low)]
    made = p.call("hutch_ref_make", index, tag)
    back = p.index_of("hutch_ref_find", made)
    return m.hypotheses, m.goals + [("find returns the slot of the ref", back == index), ("a ref is never 0", made.term != 0),
                                    ("the index fits", z3.ULT(index, z3.BitVecVal(1, 32) << bits)),
                                    ("8 bits at least are left for the generation", z3.ULE(low, ref - 8))], []


for label, one in TARGETS.items():
    add(f"bits number {label}", number_set, one)
    add(f"bits first_set {label}", first_set_set, one)
    add(f"bits set_lowest_zero {label}", lowest_zero_set, one)
    add(f"bits mask and full {label}", masks_set, one)
    add(f"bits count {label}", count_set, one)
    for level_ in LEVELS:
        add(f"bits words level {level_} {label}", words_set, one, level_)
for label in ("w8 int16", "w32"):
    for ref_ in (16, 32):
        add(f"generation ref {ref_} {label}", generation_set, with_options(TARGETS[label], ref=ref_))
        for check in (1, 2):
            add(f"ref make and find, ref {ref_} check {check} {label}", round_trip_set, with_options(TARGETS[label], ref=ref_, CHECK=check, NAMES=1))
