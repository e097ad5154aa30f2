# SPDX-License-Identifier: MIT
# address_sets.py - address to slot: for every stride by a lemma, and for some strides with the text's own inverse.
#
# The lemma rests on one line of algebra that Z3 does not see: odd * inverse = 1, so that offset -> offset * inverse is one to one,
# and takes i * odd * 2^shift to i * 2^shift. What is left are the rotate, the compare, the inverse and the shift.

import c_text
import z3
from machine import Machine
from pool import ALWAYS, nothing
from sets import TARGETS, add
from values import Int, Struct, cut

STRIDES = (1, 2, 3, 7, 8, 12, 20, 24, 40, 48, 56, 100, 4096)


def fields(capacity, inverse, shift, stride, address):
    return Struct(slots=Int(z3.BitVec("slots", address), address), capacity=Int(capacity, 16), inverse=Int(inverse, address),
                  stride_shift=Int(shift, 8), stride_bytes=Int(stride, address))


def slot_index(m, target, pool, offset):
    return cut(m.call("hutch_slot_index", [pool, Int(pool["slots"].term + offset, target.address)]).term, 32)


def set_of_strides(target, strides):
    """Every offset is some q * odd, because odd has an inverse."""
    goals, address, none = [], target.address, 2 ** target.int_bits - 1
    capacity, slot, q = z3.BitVec("capacity", 16), z3.BitVec("slot", address), z3.BitVec("q", address)
    for stride in strides:
        m = Machine(c_text.parse(target), target, {**ALWAYS, "hutch_assert": nothing})
        even = stride & -stride
        odd, shift = stride // even, even.bit_length() - 1
        inverse = z3.simplify(m.call("prove_inverse", [Int(stride, address)]).term)
        text_shift = z3.simplify(cut(m.call("prove_shift", [Int(stride, address)]).term, 8))
        pool = fields(capacity, inverse, text_shift, stride, address)
        fits = z3.And(z3.ULE(cut(capacity, 64) * stride, 2 ** address - 1), z3.UGE(capacity, 1), z3.ULE(capacity, 32768))
        index = slot_index(m, target, pool, z3.simplify(q * odd))
        is_start = z3.And(z3.ULT(index, cut(capacity, 32)), cut(index, address) << shift == q)
        start = m.call("hutch_slot_address", [pool, Int(cut(slot, target.int_bits), target.int_bits)]).term
        goals += [(f"stride {stride}: the address of slot i",
                   z3.Implies(z3.And(fits, z3.ULT(slot, cut(capacity, address))), start == pool["slots"].term + slot * stride)),
                  (f"stride {stride}: inverse and shift", z3.And(z3.simplify(inverse * odd == 1), text_shift == shift)),
                  (f"stride {stride}: the start of slot i gives i",
                   z3.Implies(z3.And(fits, z3.ULT(slot, cut(capacity, address))), slot_index(m, target, pool, z3.simplify(slot * stride)) == cut(slot, 32))),
                  (f"stride {stride}: any other address gives NONE", z3.Implies(fits, z3.Or(index == none, is_start)))]
    return m.hypotheses, goals, []


def set_of_all(target):
    address, none = target.address, 2 ** target.int_bits - 1
    m = Machine(c_text.parse(target), target, ALWAYS)
    capacity, shift = z3.BitVec("capacity", 16), z3.BitVec("shift", 8)
    product, slot = z3.BitVec("product", address), z3.BitVec("slot", address)
    m.hypotheses.append(z3.ULT(shift, address))
    pool, wide_shift = fields(capacity, 1, shift, 1, address), cut(shift, address)
    last = cut(capacity - 1, address)
    fits = z3.And(z3.UGE(capacity, 2), z3.ULE(capacity, 32768), z3.ULE(last, z3.LShR(z3.BitVecVal(2 ** address - 1, address), wide_shift)))
    index = slot_index(m, target, pool, product)
    is_start = z3.And(z3.ULT(index, cut(capacity, 32)), cut(index, address) << wide_shift == product)
    goals = [("the product of the start of slot i gives i",
              z3.Implies(z3.And(fits, z3.ULT(slot, cut(capacity, address))), slot_index(m, target, pool, slot << wide_shift) == cut(slot, 32))),
             ("any other product gives NONE", z3.Implies(fits, z3.Or(index == none, is_start)))]
    more = [*newton_goals(m, address), *shift_goals(m, address)]
    return m.hypotheses, m.goals + goals + more, []


def newton_goals(m, address):
    """The first step is right to 5 bits; each step is p * (2 - p) for p = odd * x, which doubles them."""
    odd, x, e = (z3.BitVec(name, address) for name in ("odd", "x", "e"))
    begin = m.call("prove_inverse_5", [Int(odd, address)]).term
    step = m.call("prove_newton", [Int(odd, address), Int(x, address)]).term
    yield "HUTCH_INVERSE begins with 5 right bits", z3.Implies(odd & 1 == 1, z3.Extract(4, 0, odd * begin) == 1)
    yield "a step of Newton is p * (2 - p) for p = odd * x", z3.simplify(odd * step - odd * x * (2 - odd * x), som=True) == 0
    for bits in (5, 10, 20, 40):
        if bits < address:
            p = 1 + (e << bits)
            yield f"it doubles {bits} right bits", z3.Extract(min(2 * bits, address) - 1, 0, z3.simplify(p * (2 - p), som=True)) == 1


def shift_goals(m, address):
    stride = z3.BitVec("stride", address)
    shift = cut(m.call("prove_shift", [Int(stride, address)]).term, address)
    is_a_stride = z3.And(stride != 0, z3.ULE(cut(stride, 64), 0xFFFFFFFF))
    yield "HUTCH_SHIFT", z3.Implies(is_a_stride, z3.And(z3.ULT(shift, address), z3.BitVecVal(1, address) << shift == stride & -stride))


for label in ("w8 int16", "w32", "w64"):
    add(f"slot_index, every stride, {label}", set_of_all, TARGETS[label])
    add(f"slot_index, some strides, {label}", set_of_strides, TARGETS[label], STRIDES)
for first in range(1, 4097, 256):
    for label in ("w8 int16", "w32"):
        add(f"slot_index, strides {first} to {first + 255}, {label}", set_of_strides, TARGETS[label], range(first, first + 256), is_quick=False)
