# SPDX-License-Identifier: MIT
# hook_sets.py - the core over the contracts of a port's hooks (hooks.py), and the ports' own bodies, where they are C, against these.

import functools

import c_text
import z3
from address_sets import fields, slot_index
from hooks import divide, first_set
from machine import Machine
from pool import ALWAYS, BITS, Pool, asserted, nothing
from sets import TARGETS, add, with_options
from small_sets import SMALL, divide_set
from values import TRUE, Int, Struct, cut
from verb_sets import acquire_set, claim_set, release_set
from walk_sets import walk_set


# ---- The core over contracts.

def bits_set(target):
    m = Machine(c_text.parse(target), target, {**ALWAYS, "hutch_assert": asserted})
    word, at, index = z3.BitVec("word", target.word), z3.BitVec("at", target.word), z3.BitVec("index", target.int_bits)
    m.hypotheses += [word != 0, z3.ULT(at, target.word)]
    first = cut(m.call("hutch_bits_first_set", [Int(word, target.word)]).term, target.word)
    number = m.call("hutch_bits_number", [Int(1 << at, target.word)]).term
    mask = m.call("hutch_bits_mask", [Int(index, target.int_bits)]).term
    below = (z3.BitVecVal(1, target.word) << first) - 1
    return m.hypotheses, m.goals + [("the lowest set bit", z3.And(z3.LShR(word, first) & 1 == 1, word & below == 0)), ("the number of a bit", cut(number, target.word) == at),
                                    ("the mask of a slot", mask == 1 << cut(index & (target.word - 1), target.word))], []


def slot_index_set(target):
    """For every stride and capacity. All that is used of the product with the stride is that it is one: `times` is any function."""
    address, none = target.address, 2 ** target.int_bits - 1
    times = z3.Function("times_stride", z3.BitVecSort(address), z3.BitVecSort(address))
    m = Machine(c_text.parse(target), target, {**ALWAYS, "hook_divide": functools.partial(divide, times=times)})
    capacity, slot, stride, offset = z3.BitVec("capacity", 16), z3.BitVec("slot", address), z3.BitVec("stride", address), z3.BitVec("offset", address)
    pool = fields(capacity, z3.BitVec("inverse", address), z3.BitVec("shift", 8), stride, address)
    m.hypotheses += [z3.UGE(capacity, 2), z3.ULE(capacity, 32768)]
    index = slot_index(m, target, pool, offset)
    is_start = z3.And(z3.ULT(index, cut(capacity, 32)), offset == times(cut(index, address)))
    return m.hypotheses, m.goals + [
        ("the start of slot i gives i", z3.Implies(z3.And(z3.ULT(cut(slot, 64), cut(capacity, 64)), offset == times(slot)), index == cut(slot, 32))),
        ("any other address gives NONE", z3.Or(index == none, is_start))], []


# ---- Bodies.

def builtin(m, arguments, path):
    """What gcc says of __builtin_ctz: the number of zeros below the lowest set bit, if there is one."""
    return Int(first_set(m, arguments, path).term, m.int_bits, True)


BUILTINS = {**ALWAYS, "hutch_assert": nothing, "__builtin_ctz": builtin, "__builtin_ctzll": builtin}


def first_set_body_set(target):
    m = Machine(c_text.parse(target), target, BUILTINS)
    word = z3.BitVec("word", target.word)
    m.hypotheses.append(word != 0)
    result = m.call("prove_port_first_set", [Int(word, target.word)]).term
    at = cut(result, target.word)
    return m.hypotheses, m.goals + [("HUTCH_PORT_FIRST_SET", z3.And(z3.ULT(result, target.word), z3.LShR(word, at) & 1 == 1,
                                                                    word & ((z3.BitVecVal(1, target.word) << at) - 1) == 0))], []


def constant_bit_set(target):
    """Of avr.h what is C; hutch_port_bit is run on every number."""
    def of_assembler(m, arguments, _path):
        return Int(z3.BitVecVal(1, 8) << (arguments[0].term & 7), 8)
    m = Machine(c_text.parse(target), target, {**ALWAYS, "hutch_port_bit": of_assembler})
    number = z3.BitVec("number", target.int_bits)
    return m.hypotheses, m.goals + [("HUTCH_PORT_BIT", m.call("prove_port_bit", [Int(number, target.int_bits)]).term == 1 << cut(number & 7, 8))], []


def byte_divide_set(target):
    """avr.h: for every stride, offset and capacity of which HUTCH_PORT_DIVIDES is true. `inverse` is right as pool.h says."""
    m = Machine(c_text.parse(target), target, ALWAYS)
    capacity, odd, shift, inverse = z3.BitVec("capacity", 16), z3.BitVec("odd", 16), z3.BitVec("shift", 8), z3.BitVec("inverse", 16)
    offset, slot = z3.BitVec("offset", 16), z3.BitVec("slot", 8)
    stride = odd << cut(shift, 16)
    pool = fields(capacity, inverse, shift, stride, 16)
    m.hypotheses += [z3.ULT(shift, 16), z3.LShR(stride, cut(shift, 16)) == odd, odd & 1 == 1, cut(odd, 8) * cut(inverse, 8) == 1, z3.UGE(capacity, 1),
                     z3.ULE(cut(capacity, 32) * cut(stride, 32), 65535), m.truth(m.call("prove_port_divides", [pool]))]
    index = m.call("prove_port_divide", [pool, Int(offset, 16)]).term
    is_slot = z3.ULT(cut(slot, 16), capacity)
    return m.hypotheses, m.goals + [
        ("the start of slot i gives i", z3.Implies(z3.And(is_slot, offset == cut(slot, 16) * stride), index == cut(slot, 16))),
        ("any other offset gives a number above every slot's", z3.Implies(z3.ULT(index, capacity), offset == index * stride))], []


def steps_divide_set(target):
    """slow_multiply.h, for every stride and offset. One turn doubles the quotient; `times` is the product with the stride. All that is
    used of it are two equations, and that a multiple of the stride leaves no rest below it."""
    address, width = target.address, target.int_bits
    offset, stride, bits = z3.BitVec("offset", address), z3.BitVec("stride", address), z3.BitVec("bits", width)
    slot = z3.BitVec("slot", width)
    times = z3.Function("times_stride", z3.BitVecSort(width), z3.BitVecSort(address))

    def fits_in(number):
        return z3.LShR(number, bits) == 0

    def keeps(m, f):
        quotient, left, count, part = (f[name].term for name in ("quotient", "offset", "bits", "part"))
        m.hypotheses += [times(quotient << 1) == times(quotient) << 1, times((quotient << 1) + 1) == (times(quotient) << 1) + stride,
                         z3.Implies(z3.And(times(quotient) + left == times(slot), z3.ULT(left, stride), fits_in(quotient), fits_in(slot)), left == 0)]
        return z3.And((times(quotient) << cut(count, address)) + left == offset, part == stride << cut(count, address), z3.ULE(count, bits),
                      z3.LShR(quotient, bits - count) == 0, z3.ULT(left, part) == z3.ULT(offset, stride << cut(bits, address)))
    m = Machine(c_text.parse(target), target, ALWAYS, {("hutch_port_divide", 1): (keeps, lambda _m, f: f["bits"].term)})
    m.hypotheses += [stride != 0, z3.ULE(bits, 15), z3.LShR(stride << cut(bits, address), cut(bits, address)) == stride, times(z3.BitVecVal(0, width)) == 0]
    pool = Struct(stride_bytes=Int(stride, address), index_bits=Int(cut(bits, 8), 8), inverse=Int(1, address))
    index = m.call("prove_port_divide", [pool, Int(offset, address)]).term
    fits, past = fits_in(index), z3.UGE(offset, stride << cut(bits, address))
    none = index == 2 ** width - 1
    return m.hypotheses, m.goals + [(what, m.after_loops(term)) for what, term in (
        ("a number below 2^bits is the quotient, without a rest", z3.Implies(fits, z3.And(times(index) == offset, z3.Not(past)))),
        ("else it is above every slot's number", z3.Or(fits, none)),
        ("that is so only if there is a rest, or past the last slot", z3.Or(fits, past, z3.Not(z3.And(times(slot) == offset, fits_in(slot))))))], []


def hooked(target, **more):
    return with_options(target, defines=("PROVE_HOOKS",), **more)


BYTES, WORDS = "w8 int16", "w32"
for label in (BYTES, WORDS):
    add(f"hooks: bits {label}", bits_set, hooked(TARGETS[label]))
    add(f"hooks: slot_index {label}", slot_index_set, hooked(TARGETS[label]))
add(f"hooks: small slot_index {BYTES}", divide_set, hooked(TARGETS[BYTES], source=SMALL, NAMES=0), is_quick=False)
for locked in (False, True):
    for damaged in (False, True):
        add(f"hooks: walk {'locked' if locked else 'unlocked'}{', damaged' if damaged else ''}, stride 12 {BYTES}", walk_set,
            hooked(TARGETS[BYTES]), locked, 12, damaged, is_quick=not locked and not damaged)
        add(f"hooks: small walk {'locked' if locked else 'unlocked'}{', damaged' if damaged else ''} {BYTES}", walk_set,
            hooked(TARGETS[BYTES], SMALL=1), locked, 12, damaged, is_quick=not locked and not damaged)
for damaged in (False, True):  # of 8-bit words: with 32 Z3 does not end in eight minutes
    add(f"hooks: walk by the carry{', damaged' if damaged else ''} {BYTES}", walk_set, with_options(TARGETS[BYTES], defines=("PROVE_CARRY",)), False, 12, damaged)
for damaged in (False, True):
    add(f"hooks: walk by the lowest bit{', damaged' if damaged else ''} {BYTES}", walk_set, with_options(TARGETS[BYTES], defines=("PROVE_LOWEST",)), True, 12, damaged)
scans = with_options(TARGETS[BYTES], defines=("PROVE_SCANS",))
for verb, function in (("acquire", acquire_set), ("claim", claim_set)):
    add(f"hooks: {verb} without summaries {BYTES}", function, scans, "A", "plain")
add(f"hooks: release without summaries {BYTES}", release_set, scans, "A")
for port, defines in (("cortex_m", ("__ARM_FEATURE_CLZ",)), ("riscv", ("__riscv", "__riscv_zbb")), ("wasm", ()), ("host", ()),
                      ("riscv", ("__riscv",))):
    for label in ("w8", "w16", "w32", "w64"):
        about = "slow_multiply.h" if defines == ("__riscv",) else port
        add(f"hooks: FIRST_SET of {about} {label}", first_set_body_set, with_options(TARGETS[label], port=port, defines=defines), is_quick=label in ("w32", "w64"))
AVR = with_options(TARGETS[BYTES], port="avr")
add("hooks: BIT of avr.h", constant_bit_set, AVR)
add("hooks: DIVIDE of avr.h", byte_divide_set, AVR, is_quick=False)
add("hooks: DIVIDE of slow_multiply.h", steps_divide_set, with_options(TARGETS[WORDS], port="riscv", defines=("__riscv",)))
