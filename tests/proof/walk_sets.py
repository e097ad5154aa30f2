# SPDX-License-Identifier: MIT
# walk_sets.py - one turn of HUTCH_FOREACH, from any state in which a walk may be; the body may do anything to the bitmap.

import z3
from loops import DAMAGED, HOOKED, HOOKED_DAMAGED, LOOPS
from pool import BITS, Pool, nothing
from sets import TARGETS, add, with_options
from values import TRUE, Int, Pointer, Struct, cut


class Walk:
    """A walk at slot `walk_slot`, which is in word `walk_word`, or the first after it."""

    def __init__(self, target, is_locked, stride, is_damaged):
        self.target, self.is_locked, self.is_damaged, self.stride = target, is_locked, is_damaged, stride
        self.is_short = target.options.get("SMALL") == 1
        self.is_past = int("PROVE_CARRY" in target.defines)  # while a body runs, `rest` begins after its slot
        self.places = []  # in a word, where bits.h found its first bit
        contracts = {**{name: self.noted(contract) for name, contract in BITS.items()}, "hutch_slot_index": self.slot_index}
        loops = (HOOKED, HOOKED_DAMAGED) if "PROVE_HOOKS" in target.defines else (LOOPS, DAMAGED)
        p = self.p = Pool(target, "A", stride=stride, lock=int(is_locked), loops=loops[is_damaged], contracts=contracts, is_damaged=is_damaged)
        p.m.turns_max = target.word + 1
        p.m.contracts["hutch_assert"] = nothing  # 30 to 32, 36; the goals here say as much
        p.walk_word, p.walk_slot = z3.BitVec("word", 32), z3.BitVec("position", 32)
        self.slot = self.at = p.walk_slot  # where slot_index is asked
        word = target.word
        p.m.hypotheses += [z3.ULT(p.walk_word, p.leaves), z3.UGE(p.walk_slot, p.walk_word * word), z3.ULE(p.walk_slot - p.walk_word * word, word),
                           z3.ULE(p.walk_slot, p.capacity)]
        rest = z3.BitVec("rest", word) if is_damaged else self.rest(p.live, p.walk_word, p.walk_slot)
        if is_damaged:
            p.m.hypotheses.append(rest & ~self.shifted(p.full(p.walk_word), p.walk_word, p.walk_slot) == 0)
        self.fields = Struct(word=Pointer("live", p.walk_word), at=self.address(p.walk_slot), slots=self.first_of(p.walk_word),
                             bit=Int(self.bit(p.walk_word, p.walk_slot), word), rest=Int(rest, word), seen=Int(z3.BitVec("seen", word), word),
                             is_between_bodies=Int(1, 8))

    def noted(self, contract):
        """The contract, whose result is kept: it names the slot that the walk has found, so that Z3 need not try each."""
        def call(m, arguments, path):
            result = contract(m, arguments, path)
            self.places.append(cut(result.term, 32))
            return result
        return call

    def address(self, slot):
        return Int(self.p.base + cut(slot, self.target.address) * self.stride, self.target.address)

    def first_of(self, word):
        return self.address(word * self.target.word)

    def shifted(self, word, k, slot):
        place, width = slot - k * self.target.word, self.target.word
        return z3.If(place == width, z3.BitVecVal(0, width), z3.LShR(word, cut(place, width)))

    def rest(self, live, k, slot):
        """A leaf word without what lies before the slot and past the capacity."""
        return self.shifted(live[k] & self.p.full(k), k, slot)

    def bit(self, k, slot):
        """The slot's bit; 0 past the word, and past the capacity."""
        place, width = slot - k * self.target.word, self.target.word
        is_past = z3.Or(place == width, slot == self.p.capacity)
        return z3.If(is_past, z3.BitVecVal(0, width), z3.BitVecVal(1, width) << cut(place, width))

    def slot_index(self, m, arguments, _path):
        """What address_sets.py proves, for the slot where the walk is."""
        index = z3.FreshConst(z3.BitVecSort(self.target.int_bits), "index")
        is_its = z3.And(arguments[1].term == self.address(self.at).term, z3.ULT(self.at, self.p.capacity))
        m.hypotheses.append(z3.Implies(is_its, cut(index, 32) == self.at))
        return Int(index, self.target.int_bits)

    def is_at(self, live, k, slot, is_in_body=False):
        """The walk's fields are those of a walk at this slot."""
        fields, next_slot = self.fields, slot + (self.is_past if is_in_body else 0)
        same = z3.And(fields["at"].term == self.address(slot).term, fields["word"].at == k)
        if self.is_locked:
            return z3.And(same, fields["bit"].term == self.bit(k, slot), fields["slots"].term == self.first_of(k).term)
        if self.is_short:
            same = z3.And(same, fields["slots"].term == self.first_of(k).term)
        if self.is_damaged:  # some reading of the word
            return z3.And(same, fields["rest"].term & ~self.shifted(self.p.full(k), k, next_slot) == 0)
        return z3.And(same, fields["rest"].term == self.rest(live, k, next_slot))


def start_set(target, is_locked, is_damaged):
    """A walk begins at the first slot, before any body."""
    walk = Walk(target, is_locked, 12, is_damaged)
    zero = z3.BitVecVal(0, 32)
    walk.fields["is_between_bodies"] = Int(z3.BitVec("any", 8), 8)
    walk.p.call("hutch_core_walk_start", walk.fields)
    return walk.p.proof([("it begins at slot 0", walk.is_at(walk.p.live, zero, zero)), ("between bodies", walk.fields["is_between_bodies"].term == 1)], extra=[zero])


def step_goals(walk, state, n, k):
    """The step goes one slot on, whatever the body did to the bitmap."""
    p, m = walk.p, walk.p.m
    seen_goals, walk.at = len(m.goals), n
    after = m.arrays["live"] = z3.Array("live_after_body", z3.BitVecSort(32), z3.BitVecSort(walk.target.word))
    m.call("hutch_core_walk_step", [p.fields, walk.fields])
    end = ("the step goes one slot on, whatever the body did", z3.And(walk.is_at(after, k, n + 1), walk.fields["is_between_bodies"].term == 1))
    goals = m.goals[seen_goals:] + [end]
    del m.goals[seen_goals:]
    return [(what, z3.Implies(state, term)) for what, term in goals]


def ends_after_break(*configuration):
    """A body that leaves by `break` makes no step."""
    walk = Walk(*configuration)
    walk.fields["is_between_bodies"] = Int(0, 8)
    return [("it ends after a break", z3.Not(walk.p.m.truth(walk.p.m.call("hutch_core_walk_find", [walk.p.fields, walk.fields]))))]


def walk_set(target, is_locked, stride, is_damaged):
    walk = Walk(target, is_locked, stride, is_damaged)
    p, m, fields, slot, n = walk.p, walk.p.m, walk.fields, walk.p.any_slot, z3.BitVec("slot", 32)
    found = m.truth(m.call("hutch_core_walk_find", [p.fields, fields]))
    k = fields["word"].at
    in_word = z3.And(z3.ULT(n, p.capacity), p.leaf_of(n) == k, z3.UGE(n, p.walk_slot))
    state = z3.And(found, in_word, walk.is_at(p.live, k, n, True), TRUE if is_locked or is_damaged else fields["seen"].term == p.live[k])
    if is_damaged:
        starts = (p.walk_slot + walk.is_past, k * target.word)
        slots = [p.walk_slot, *(start + place for start in starts for place in walk.places)] if walk.places else \
            [k * target.word + bit for bit in range(target.word)]
        position = z3.Or([z3.And(z3.ULT(one, p.capacity), fields["at"].term == walk.address(one).term) for one in slots])
        goals = [("an object that is found is a slot of this pool", z3.Implies(found, position)), ("its word is a leaf", z3.ULT(k, p.leaves))]
        return p.proof(goals + step_goals(walk, state, n, k))
    goals = ends_after_break(target, is_locked, stride, is_damaged)
    ahead = p.live[k] & z3.If(k == p.walk_word, -walk.bit(k, p.walk_slot), p.all)
    one = walk.bit(k, n)
    first = z3.And(in_word, ahead & one != 0, ahead & (one - 1) == 0)
    is_live = z3.And(z3.ULT(slot, p.capacity), z3.UGE(slot, p.walk_slot), p.is_live(p.live, slot))
    goals += [("it ends only if no live slot is left", z3.Implies(z3.Not(found), z3.Not(is_live))),
             ("the words before have none", z3.Implies(z3.And(found, z3.ULT(p.leaf_of(slot), k)), z3.Not(is_live))),
             ("this word has one", z3.Implies(found, z3.And(ahead != 0, z3.UGE(k, p.walk_word)))),
             ("the first of them is handed out, by its address", z3.Implies(z3.And(found, first), walk.is_at(p.live, k, n, True))),
             ("while the body runs the walk is not between bodies, so that a break is noticed",
              z3.Implies(found, fields["is_between_bodies"].term == 0)),
             ("the word is noted", z3.Implies(found, TRUE if is_locked else fields["seen"].term == p.live[k]))]
    return p.proof(goals + step_goals(walk, z3.And(state, first), n, k), extra=[p.walk_word, k, p.leaf_of(slot)])


QUICK = (("w8 int16", 12), ("w32", 1), ("w32", 12))
for label, one_ in TARGETS.items():
    for locked in (False, True):
        for damaged in (False, True):
            add(f"walk start, {'locked' if locked else 'unlocked'}{', damaged,' if damaged else ''} {label}", start_set, one_, locked, damaged)
        for stride_ in (1, 12):
            for damaged in (False, True):
                name_ = f"walk {'locked' if locked else 'unlocked'}{', damaged' if damaged else ''}, stride {stride_} {label}"
                add(name_, walk_set, one_, locked, stride_, damaged, is_quick=(label, stride_) in QUICK)
for label, one_ in TARGETS.items():
    if one_.word == 8:
        for locked in (False, True):
            for damaged in (False, True):
                add(f"small walk {'locked' if locked else 'unlocked'}{', damaged' if damaged else ''} {label}", walk_set, with_options(one_, SMALL=1), locked, 12, damaged,
                    is_quick=label == "w8 int16")
