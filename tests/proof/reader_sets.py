# SPDX-License-Identifier: MIT
# reader_sets.py - refs that are made and followed while other contexts release and acquire between any two reads.
#
# The objects of a slot are counted: number `now` is its counter, or the value that is not issued, while the slot is theirs. Others may
# move it on at any time, never back; that readers do not see an object when they do is proved of each store ("a counter moves on when
# readers no longer see its object"). So a visible bit that is read as set is that of object number `now`, at that moment.
# Left out is a counter that comes round to the same value.

import z3
from pool import Pool
from sets import TARGETS, add, with_options
from small_sets import SMALL, small_pool
from values import FALSE, Int, cut
from verb_sets import index_in


class Read:
    """What a pool's reads outside the critical section give. `slot`: whose bit and counter it is about."""

    def __init__(self, p, slot):
        self.p, self.slot, self.first = p, slot, z3.BitVec("now", p.target.ref)
        self.now, self.is_seen, self.seen = self.first, FALSE, self.first  # `seen`: the number of the object whose bit was read
        self.is_kept = z3.Bool("kept")  # nobody releases the object, which is visible
        p.m.hypotheses.append(z3.ULT(self.now, p.unissued()))
        p.m.on_volatile = self.read

    def read(self, pointer, term, path):
        p, found = self.p, z3.FreshConst(term.sort(), "read")
        later = z3.FreshConst(self.now.sort(), "now")
        p.m.hypotheses += [z3.UGE(later, self.now), z3.ULT(later, p.unissued())]
        self.now = later
        is_same = later == self.first
        if pointer.array == "generations":
            is_ending = z3.And(found == p.unissued(), p.target.options.get("LOCK_FREE", 0) == 1)
            p.m.hypotheses.append(z3.Implies(pointer.at == self.slot, z3.Or(found == later, is_ending)))
            is_same = z3.And(is_same, z3.Implies(pointer.at == self.slot, found == later))
        else:
            is_here = z3.And(path, pointer.at == p.leaf_of(self.slot))
            self.is_seen = z3.If(is_here, p.bit(found, self.slot) == 1, self.is_seen)
            self.seen = z3.If(is_here, later, self.seen)
            is_same = z3.And(is_same, z3.Implies(pointer.at == p.leaf_of(self.slot), p.bit(found, self.slot) == 1))
        p.m.hypotheses.append(z3.Implies(self.is_kept, is_same))
        return found

    def number_of(self, ref):
        """The number of the object that a ref is of."""
        return z3.LShR(ref, cut(self.p.low_bits, ref.size())) - 1

    def made(self, ref):
        number = self.number_of(ref)
        return [("a ref is made only of an object that was seen", z3.Implies(ref != 0, self.is_seen)),
                ("and is of that object, or of none that will ever be seen again",
                 z3.Implies(ref != 0, z3.Or(z3.ULE(number, self.seen), z3.UGE(number, self.p.unissued()))))]

    def given(self, ref):
        """A ref that was made before the call."""
        number = self.number_of(ref)
        self.p.m.hypotheses.append(z3.Or(z3.ULE(number, self.first), z3.UGE(number, self.p.unissued())))

    def found(self, is_found, ref):
        number = self.number_of(ref)
        is_kept = z3.And(self.is_kept, z3.ULT(self.slot, self.p.capacity), self.first == number)
        return [("what a ref leads to was seen, and is the ref's object", z3.Implies(is_found, z3.And(self.is_seen, self.seen == number))),
                ("the ref of an object that nobody releases leads to it", z3.Implies(is_kept, is_found))]


def slot_of(target):
    """Any slot number: what slot_index returns, which is proved in address_sets.py and small_sets.py."""
    return cut(z3.BitVec("index", target.int_bits), 32)


def ref_set(target, kind):
    index = slot_of(target)
    p = Pool(target, "A", kind, contracts={"hutch_slot_index": lambda m, _arguments, _path: p.argument(z3.If(z3.ULT(index, p.capacity), index, p.none))})
    read = Read(p, index)
    ref = p.call("hutch_core_ref", Int(z3.BitVec("object", target.address), target.address)).term
    return p.proof(read.made(ref))


def find_set(target, kind):
    p, ref = Pool(target, "A", kind), z3.BitVec("ref", target.ref)
    read = Read(p, index_in(p, ref))
    read.given(ref)
    found = p.index_of("hutch_core_find", Int(ref, target.ref))
    return p.proof(read.found(found != p.none, ref))


def is_live_at_set(target, kind):
    index = slot_of(target)
    p = Pool(target, "A", kind)
    read = Read(p, index)
    return p.proof([("true if and only if it was seen", p.m.truth(p.call("hutch_core_is_live_at", index)) == z3.And(z3.ULT(index, p.capacity), read.is_seen))])


def small_ref_set(target, kind):
    index = z3.BitVec("index", 8)
    p = small_pool(target, "A", {"slot_index": lambda _m, _arguments, _path: Int(index, 8)}, kind=kind)
    read = Read(p, cut(index, 32))
    ref = p.m.call("hutch_small_ref", [Int(z3.BitVec("object", target.address), target.address), Int(p.base, target.address), p.fields["visible"],
                                       p.shape, p.fields["generations"]]).term
    return p.proof(read.made(ref))


def small_deref_set(target, kind):
    p, ref = small_pool(target, "A", kind=kind), z3.BitVec("ref", target.ref)
    read = Read(p, index_in(p, ref))
    read.given(ref)
    address = p.m.call("hutch_small_deref", [Int(ref, target.ref), Int(p.base, target.address), p.fields["visible"], p.shape, p.fields["generations"]]).term
    return p.proof(read.found(address != 0, ref))


for label, one in TARGETS.items():
    quick = label in ("w8 int16", "w32")
    for ref_ in (16, 32):
        with_ref = with_options(one, ref=ref_)
        quick_ref = quick and ref_ == one.ref
        for kind_, lock_free in (("tracked", 0), ("spawned", 0), ("marked", 1), ("spawned", 1)):
            name_ = f"{kind_}{' lock-free' if lock_free else ''} ref {ref_} {label}"
            of = with_options(with_ref, LOCK_FREE=lock_free)
            add(f"read ref {name_}", ref_set, of, kind_, is_quick=quick_ref)
            add(f"read find {name_}", find_set, of, kind_, is_quick=quick_ref)
            add(f"read is_live_at {name_}", is_live_at_set, of, kind_, is_quick=quick_ref and kind_ != "tracked")
        for kind_ in ("tracked", "spawned"):
            small = with_options(with_ref, source=SMALL, NAMES=0)
            add(f"read small ref {kind_} ref {ref_} {label}", small_ref_set, small, kind_, is_quick=quick_ref)
            add(f"read small deref {kind_} ref {ref_} {label}", small_deref_set, small, kind_, is_quick=quick_ref)
