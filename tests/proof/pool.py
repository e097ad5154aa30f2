# SPDX-License-Identifier: MIT
# pool.py - a pool of any capacity as terms, what its bookkeeping keeps, and what stands for the functions that others call.
#
# A function touches a few words. What a bitmap keeps (its invariant) is assumed of those, of the last words, and of one word that
# nobody chose, `any_leaf`, and proved of that one again. So a proof does not grow with the capacity, which is a variable.

import c_text
import hooks
import z3
from machine import Machine
from values import NULL, TRUE, Int, Pointer, Struct, cut

CAPACITY_MAX = {8: 512, 16: 4096, 32: 32768, 64: 32768}
REF_CAPACITY_MAX = {16: 256, 32: 32768}  # 8 bits of a ref must be left for the generation
BOOKKEEPING = ("live", "marks", "generations")  # its arrays
LEVELS = "S12"  # up to 3 words; a top word; mid words and a top word. A: any of these, for readers of leaf words


def index_sort():
    return z3.BitVecSort(32)


# ---- Contracts: bits_sets.py proves them of the text; everywhere else they stand for it.

def number(m, arguments, path):
    word, width = arguments[0].term, arguments[0].width
    result = z3.FreshConst(z3.BitVecSort(m.int_bits), "number")
    is_one = z3.And(word != 0, word & (word - 1) == 0)
    m.goal("number: one bit is set", path, is_one)
    m.hypotheses.append(z3.Implies(is_one, z3.And(z3.ULT(result, width), word == z3.BitVecVal(1, width) << cut(result, width))))
    return Int(result, m.int_bits)


def ones(width):
    """How many bits of a word are set, as a name."""
    return z3.Function("ones", z3.BitVecSort(width), index_sort())


def count(m, arguments, _path):
    return Int(cut(ones(arguments[0].width)(arguments[0].term), m.int_bits), m.int_bits)


def asserted(m, arguments, path):
    m.goal(f"HUTCH_ASSERT({z3.simplify(arguments[0].term).as_long()})", path, m.truth(arguments[1]))
    return m.int(0)


def asserted_address(m, arguments, path):
    """Of a damaged pool only HUTCH_ASSERT(24) is claimed: an address is made of a slot in range only."""
    return asserted(m, arguments, path) if z3.simplify(arguments[0].term).as_long() == 24 else m.int(0)


def nothing(m, _arguments, _path):
    return m.int(0)


def anything(_m, _arguments, _path):
    return Int(z3.FreshConst(z3.BitVecSort(8)), 8)


def not_here(m, _arguments, path):
    """The engine of pools that are known only at run time: typed pools have constants, so they do not call it."""
    m.hypotheses.append(z3.Not(path))
    return m.int(0)


STATISTICS = {f"hutch_stats_note_{what}": nothing for what in ("acquired", "claimed", "released")}  # they count, and touch no word of a pool
BITS = {"hutch_bits_first_set": hooks.first_set, "hutch_bits_number": number, "hutch_bits_count": count}
ALWAYS = {**hooks.CONTRACTS, "__atomic_signal_fence": nothing, "prove_any_bool": anything, "hutch_assert": asserted, **STATISTICS}


class Pool:
    """`kind`: plain, tracked (with refs), marked (and visible words) or spawned (and hooks). `is_damaged`: nothing is assumed of its bookkeeping, and what
    is read outside the lock may have changed since: each such read gives any word. With a `capacity` the pool has that one, and the
    functions of one word are run on their text."""

    def __init__(self, target, level, kind="plain", stride=12, lock=None, loops=None, contracts=None, is_damaged=False, capacity=None):
        fault = self.fault
        every = {**ALWAYS, **(BITS if capacity is None else {}), "hutch_port_enter": self.enter, "hutch_port_exit": self.exit, "hutch_fault_index": fault,
                 "hutch_fault_pointer": fault, "hutch_fault_bare": fault, **(contracts or {})}
        if target.source != "hutch_generic.c":
            every.update(hutch_any_acquire=not_here, hutch_any_release=not_here)
        if is_damaged:
            every["hutch_assert"] = asserted_address
        self.is_damaged, self.is_checked = is_damaged, target.options.get("CHECK", 1) != 0
        self.m = Machine(c_text.parse(target), target, every, {name: (self.bound(kept), self.bound(falls)) for name, (kept, falls) in (loops or {}).items()})
        self.target, self.level, self.kind, self.stride, self.word = target, level, kind, stride, target.word
        self.log, self.none = target.word.bit_length() - 1, z3.BitVecVal(2 ** target.int_bits - 1, 32)
        self.all = z3.BitVecVal(2 ** target.word - 1, target.word)
        self.any_leaf, self.any_mid, self.any_slot = (z3.BitVec(name, 32) for name in ("any_leaf", "any_mid", "any_slot"))
        self.has_marks = {"marked": 1, "spawned": 3}.get(kind, 0)
        self.choose_capacity(capacity)
        self.make_arrays()
        self.make_descriptor(lock)
        self.m.on_access = self.access
        self.m.on_volatile = self.any_word if is_damaged else None

    def bound(self, function):
        return lambda _m, frame: function(self, frame)

    def choose_capacity(self, capacity):
        m, word = self.m, self.word
        self.capacity16 = z3.BitVec("capacity", 16) if capacity is None else z3.BitVecVal(capacity, 16)
        self.capacity = cut(self.capacity16, 32)
        self.leaves = z3.LShR(self.capacity + word - 1, self.log)
        self.mids = z3.LShR(self.leaves + word - 1, self.log) if self.level == "2" else z3.BitVecVal(0, 32)
        is_level = {"S": z3.ULE(self.leaves, 3), "1": z3.And(z3.UGT(self.leaves, 3), z3.ULE(self.leaves, word)), "2": z3.UGT(self.leaves, word), "A": TRUE}
        m.hypotheses += [z3.UGE(self.capacity, 1), z3.ULE(self.capacity, CAPACITY_MAX[word]), is_level[self.level]]
        if self.target.address < 64:
            m.hypotheses.append(z3.ULT(cut(self.capacity, 64) * self.stride, 2 ** self.target.address))
        m.decided = z3.Solver()
        m.decided.add(m.hypotheses)

    def make_arrays(self):
        m = self.m
        leaf = z3.BitVecSort(self.word)
        self.live, self.marks = z3.Array("live", index_sort(), leaf), z3.Array("marks", index_sort(), leaf)
        self.generations = z3.Array("generations", index_sort(), z3.BitVecSort(self.target.ref))
        m.arrays.update(live=self.live, marks=self.marks, generations=self.generations)
        m.lengths.update(live=self.leaves + self.mids + (0 if self.level in "SA" else 1), marks=self.has_marks * self.leaves, generations=self.capacity)

    def make_descriptor(self, lock):
        m, address, stride = self.m, self.target.address, self.stride
        bits = [m.cast(m.call(name, [self.argument(self.capacity)]), m.types["uint8_t"]) for name in ("prove_index_bits", "prove_low_bits")]
        self.index_bits, self.low_bits = bits[0].term, bits[1].term
        self.base = z3.BitVec("slots", address)
        self.lock = z3.BitVec("lock", 8) if lock is None else z3.BitVecVal(lock, 8)
        m.hypotheses.append(z3.ULE(self.lock, 1))  # HUTCH_LOCK_NONE, HUTCH_LOCK_IRQ
        even = stride & -stride
        self.fields = Struct(
            live=Pointer("live"), visible=Pointer("marks" if self.has_marks else "live"), has_marks=Int(self.has_marks, 16), calls=NULL,
            generations=NULL if self.kind == "plain" else Pointer("generations"), capacity=Int(self.capacity16, 16), identity=Struct(),
            options=Struct(lock=Int(self.lock, 8), policy=NULL, hooks=NULL),
            slots=Int(self.base, address), index_bits=bits[0], ref_low_bits=bits[1], stride_bytes=Int(stride, address),
            inverse=Int(pow(stride // even, -1, 2 ** address), address), stride_shift=Int(even.bit_length() - 1, 8))
        self.fields["self"], self.fields["stats"] = self.fields, Struct(top=Int(z3.BitVec("top", 16), 16))
        self.cpu = Struct(mask=Int(z3.BitVec("mask", 8), 8), before=Int(0, 8), depth=Int(0, 32), enters=Int(0, 32), faults=Int(0, 32))
        self.locked_reads = ()  # arrays that are read inside the critical section only

    # ---- Numbers of C. Terms here have 32 bits, whatever the width of int.

    def unknown(self, name):
        """Any unsigned int."""
        return cut(z3.BitVec(name, self.target.int_bits), 32)

    def argument(self, term):
        return Int(cut(term, self.target.int_bits), self.target.int_bits)

    def call(self, name, *arguments):
        return self.m.call(name, [self.fields, *(self.argument(one) if z3.is_bv(one) else one for one in arguments)])

    def index_of(self, name, *arguments):
        """The slot number that a function returns."""
        return cut(self.call(name, *arguments).term, 32)

    # ---- The lock: what the port's two functions do, and that every access of an operation is between them.

    def put(self, field, term, path):
        old = self.cpu[field]
        self.cpu[field] = Int(z3.If(path, term, old.term), old.width)

    def enter(self, _m, _arguments, path):
        mask = self.cpu["mask"]
        self.put("before", mask.term, path)
        self.put("mask", z3.BitVecVal(0xFF, 8), path)
        for field in ("depth", "enters"):
            self.put(field, self.cpu[field].term + 1, path)
        return mask

    def exit(self, m, arguments, path):
        is_right = z3.And(self.cpu["depth"].term == 1, arguments[0].term == self.cpu["before"].term)
        m.goal("exit restores what enter returned", path, is_right)
        self.put("mask", arguments[0].term, path)
        self.put("depth", self.cpu["depth"].term - 1, path)
        return m.int(0)

    def fault(self, m, _arguments, path):
        self.put("faults", self.cpu["faults"].term + 1, path)
        return m.int(0)

    def any_word(self, _pointer, term, _path):
        return z3.FreshConst(term.sort(), "read")

    def access(self, pointer, is_store, path):
        if is_store or pointer.array in self.locked_reads:
            inside = z3.Implies(self.lock == 1, self.cpu["depth"].term == 1)
            self.m.goal(f"{'store to' if is_store else 'load from'} {pointer.array} inside the critical section", path, inside)
        if is_store and pointer.array == "generations":
            self.m.goal("a counter moves on when readers no longer see its object", path, z3.Not(self.is_seen(pointer.at)))

    def is_seen(self, index):
        """Do readers see an object in this slot?"""
        return self.is_live(self.m.arrays["marks" if self.has_marks else "live"], index)

    def lock_goals(self):
        once, zero = z3.BitVecVal(1, 32), z3.BitVecVal(0, 32)
        enters = z3.If(self.lock == 1, once, zero)
        return [("one critical section if there is a lock, left on every path, and the interrupt mask is as before",
                 z3.And(self.cpu["enters"].term == enters, self.is_left()))]

    def section_goal(self):
        return ("one critical section at most, and the interrupt mask is as before", z3.And(z3.ULE(self.cpu["enters"].term, 1), self.is_left()))

    def fault_goal(self, is_wrong):
        """HUTCH_CFG_CHECK 0 reports nothing."""
        count = self.cpu["faults"].term
        return ("a fault is reported if and only if it is wrong", z3.And(z3.ULE(count, 1), (count == 1) == z3.And(is_wrong, self.is_checked)))

    def is_left(self):
        return z3.And(self.cpu["depth"].term == 0, self.cpu["mask"].term == z3.BitVec("mask", 8))

    # ---- What a bitmap keeps, at one leaf word and one mid word.

    def bit(self, word, at):
        return z3.LShR(word, cut(at & (self.word - 1), self.word)) & 1

    def full(self, leaf):
        """A leaf word with every slot live."""
        tail = self.capacity & (self.word - 1)
        return z3.If(z3.And(leaf == self.leaves - 1, tail != 0), (z3.BitVecVal(1, self.word) << cut(tail, self.word)) - 1, self.all)

    def kept_at_leaf(self, live, leaf):
        """No bit is past the capacity; a summary bit is set if its leaf, not the last, is full."""
        inside = z3.Implies(z3.ULT(leaf, self.leaves), live[leaf] & ~self.full(leaf) == 0)
        if self.level not in "12":
            return inside
        above = live[self.leaves + (z3.LShR(leaf, self.log) if self.level == "2" else 0)]
        summary = (self.bit(above, leaf) == 1) == z3.And(z3.ULT(leaf, self.leaves - 1), live[leaf] == self.all)
        return z3.And(inside, z3.Implies(z3.ULT(leaf, self.word if self.level == "1" else self.mids * self.word), summary))

    def kept_at_mid(self, live, mid):
        if self.level != "2":
            return TRUE
        top = live[self.leaves + self.mids]
        return z3.Implies(z3.ULT(mid, self.word),
                          (self.bit(top, mid) == 1) == z3.And(z3.ULT(mid, self.mids - 1), live[self.leaves + mid] == self.all))

    def kept_marks(self, live, marks, leaf):
        """What is visible is live; no mark is past the capacity."""
        persistent = TRUE if self.kind == "marked" else marks[2 * self.leaves + leaf] & ~self.full(leaf) == 0
        return z3.Implies(z3.ULT(leaf, self.leaves), z3.And(marks[leaf] & ~live[leaf] == 0, persistent))

    def keeps(self):
        """The goals that the bookkeeping is right afterwards."""
        live, marks = self.m.arrays["live"], self.m.arrays["marks"]
        goals = [("the invariant of the bitmap is kept", z3.And(self.kept_at_leaf(live, self.any_leaf), self.kept_at_mid(live, self.any_mid)))]
        return goals + ([("the invariant of the marks is kept", self.kept_marks(live, marks, self.any_leaf))] if self.has_marks else [])

    def assumed(self, extra=()):
        """The invariant at the words that were touched, the last ones, and those that nobody chose."""
        if self.is_damaged:
            return []
        at = [self.any_leaf, self.any_mid, self.leaves - 1, self.mids - 1, *extra]
        at += [index for array, index in self.m.touched if array != "generations"]
        hypotheses = []
        at = [z3.simplify(one) for one in at]
        for term in {one.get_id(): one for one in at}.values():
            hypotheses.append(self.kept_at_leaf(self.live, term))
            if self.level == "2":
                hypotheses += [self.kept_at_mid(self.live, mid) for mid in (z3.LShR(term, self.log), term - self.leaves)]
                if z3.eq(term, self.any_mid) or z3.eq(term, z3.simplify(self.mids - 1)):
                    hypotheses.append(self.kept_at_mid(self.live, term))
            if self.has_marks:
                hypotheses.append(self.kept_marks(self.live, self.marks, term))
        return hypotheses

    # ---- Slots.

    def leaf_of(self, index):
        return z3.LShR(index, self.log)

    def is_live(self, live, index):
        return self.bit(live[self.leaf_of(index)], index) == 1

    def mask(self, index, leaf):
        """The bit of a slot in a leaf word; 0 if it is in another."""
        one = z3.BitVecVal(1, self.word) << cut(index & (self.word - 1), self.word)
        return z3.If(self.leaf_of(index) == leaf, one, z3.BitVecVal(0, self.word))

    def of_leaves(self, term):
        return z3.Implies(z3.ULT(self.any_leaf, self.leaves), term)

    def unissued(self):
        """The counter that no ref carries."""
        ref = self.target.ref
        last = z3.LShR(z3.BitVecVal(2 ** ref - 1, ref), cut(self.low_bits, ref))
        return last - z3.If(self.low_bits == 0, z3.BitVecVal(1, ref), z3.BitVecVal(0, ref))

    def proof(self, goals, extra=()):
        """(hypotheses, goals, what a counterexample shows)"""
        words = [(f"live[{k}]", self.live[k]) for k in range(4)] + [("last leaf", self.live[self.leaves - 1]), ("any leaf", self.live[self.any_leaf])]
        return self.m.hypotheses + self.assumed(extra), self.m.goals + [(what, self.m.after_loops(term)) for what, term in goals], words
