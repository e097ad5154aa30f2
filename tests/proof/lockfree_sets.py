# SPDX-License-Identifier: MIT
# lockfree_sets.py - the lock-free engine, while other contexts change the pool between any two of its atomic accesses.
#
# Each access is one step. Before it, others may have done any number of steps that the protocol allows them (`others_step`); each
# own step is proved to be one that the protocol allows (`note`), so what is assumed of others is what is proved of all.
#
#   a leaf word    a bit is set by who finds it clear, and is its slot's owner then; only the owner clears it
#   marks          only the owner of a slot changes its bits
#   a counter      is changed by who has read it, from a value that is issued to that which is not, and then on by the same context.
#                  While it stands, a live slot stays live; it does not come back to a value within one call
#   the releases   are counted, in pools of several words: each after its bit is cleared, and before the call returns. The count
#                  does not come back to a value within one round
#
# So of a slot that nobody chose, `any_slot`, is known whether it has room (`is_room`): it is free, and its release was counted. It gets
# room only by a step that counts; what takes it away is a swap. NONE is right because at the last read of the count it has none.
#
# A loop that retries has no number that falls by itself: it ends when others stop. `changes` counts what makes an access fail, and
# that falls with each turn: a turn is repeated only if another context has changed the word, or the CPU's instruction has failed.

import z3
from loops import CLEAR, LOCK_FREE, LOCK_FREE_DAMAGED, LOOKS, ROUND, SWAP, leaf
from pool import Pool, asserted
from sets import TARGETS, add, with_options
from values import FALSE, TRUE, Int, Place, Pointer, convert, cut


def place_of(pointer):
    """Where an access is: the counter of releases is a variable of the library."""
    return Pointer("releases") if isinstance(pointer, Place) and pointer.name == "hutch_lockfree_releases" else pointer


class Bits:
    """Bits of words, as steps have added them."""

    def __init__(self, width):
        self.steps, self.none = [], z3.BitVecVal(0, width)

    def add(self, path, at, bits):
        self.steps.append((path, at, bits))

    def only(self, path, at, bits):
        """Bits of one word, instead of those before."""
        self.steps = [(z3.And(before, z3.Not(path)), *step) for before, *step in self.steps] + [(path, at, bits)]

    def __getitem__(self, at):
        word = self.none
        for path, where, bits in self.steps:
            word = word | z3.If(z3.And(path, where == at), bits, self.none)
        return word


class Shared(Pool):
    """A lock-free pool. `owned`: the slots of the caller before the call, by words; `taken` and `given`: what it has set and cleared.
    `frees_any`: the caller may free the slots of others, as clear does. `is_damaged`: others may do anything to the bookkeeping."""

    def __init__(self, target, kind, frees_any=False, is_damaged=False):
        atomics = {"__atomic_load_n": self.load, "__atomic_store_n": self.store, "__atomic_fetch_or": self.fetch_or, "__atomic_fetch_and": self.fetch_and,
                   "__atomic_fetch_add": self.fetch_add, "__atomic_compare_exchange_n": self.swap}
        super().__init__(with_options(target, LOCK_FREE=1), "A", kind, loops=LOCK_FREE_DAMAGED if is_damaged else LOCK_FREE, contracts=atomics,
                         is_damaged=is_damaged)
        m, self.frees_any = self.m, frees_any
        m.contracts["hutch_assert"], m.on_turn = asserted, self.turn
        self.owned = z3.Array("owned", z3.BitVecSort(32), z3.BitVecSort(target.word))
        self.taken, self.given, self.shown, self.hidden = Bits(target.word), Bits(target.word), Bits(target.word), Bits(target.word)
        self.changes = z3.BitVec("changes", 32)
        m.arrays["releases"], m.lengths["releases"] = z3.Array("releases", z3.BitVecSort(32), z3.BitVecSort(target.int_bits)), z3.BitVecVal(1, 32)
        m.lengths["live"] = self.leaves + self.hint_words()
        self.counted, self.is_uncounted = z3.BitVecVal(0, 32), FALSE  # what this context has counted; has it freed since?
        # Have others counted a release since this context last read the count, which was `count_read`? How often will it find that?
        self.is_counted, self.count_read, self.counts = FALSE, z3.BitVec("count_read", target.int_bits), z3.BitVec("counts", 32)
        self.is_room, self.had_room = z3.Bool("is_room"), FALSE  # now, and at the last read of the count
        self.looks, self.found = z3.BitVecVal(0, 32), z3.BitVec("found", target.word)  # at word `any_leaf`: in this round, what the last access found
        m.hypotheses.append(self.any_leaf == self.leaf_of(self.any_slot))
        self.over, self.won = Bits(target.word), FALSE  # slots whose counter this context has won
        self.counter = self.seen = self.swapped = None  # what was last read of a counter, of a visible word after it; a swap's result
        self.nobody = Bits(target.word)  # slots that nobody acquires meanwhile

    def hint_words(self):
        """The word of the hint stands where a locked pool has its top word."""
        word, more = self.word, z3.BitVecVal(1, 32)
        mids = z3.If(z3.UGT(self.leaves, word), z3.LShR(self.leaves + word - 1, self.log), z3.BitVecVal(0, 32))
        return z3.If(z3.UGT(self.leaves, 3), mids + more, z3.BitVecVal(0, 32))

    # ---- Steps.

    def mine(self, at):
        return (self.owned[at] | self.taken[at] | self.over[at]) & ~self.given[at]

    def others_count(self):
        """They count releases, and slots get room by that alone."""
        is_counted, is_room = (z3.FreshConst(z3.BoolSort(), name) for name in ("is_counted", "is_room"))
        self.m.hypotheses.append(z3.Implies(is_room, z3.Or(self.is_room, is_counted)))
        self.is_counted, self.is_room = z3.Or(self.is_counted, is_counted), is_room

    def others_step(self, pointer):
        """What a word is after any number of steps of others."""
        m, at = self.m, pointer.at
        before = m.arrays[pointer.array][at]
        after = z3.FreshConst(before.sort(), "others")
        self.others_count()
        if self.is_damaged:
            pass
        elif pointer.array == "live":
            is_leaf = z3.ULT(at, self.leaves)
            m.hypotheses.append(z3.Implies(is_leaf, z3.And(self.owned[at] & ~self.live[at] == 0, after & ~self.full(at) == 0, (after ^ before) & self.mine(at) == 0,
                                                           after & self.nobody[at] == 0)))
            m.hypotheses.append(z3.Implies(z3.And(at == self.any_leaf, self.is_room), self.bit(after, self.any_slot) == 0))
        elif pointer.array == "marks":
            leaf = z3.If(z3.UGE(at, 2 * self.leaves), at - 2 * self.leaves, at)
            m.hypotheses.append((after ^ before) & self.mine(leaf) == 0)
        elif pointer.array == "generations":
            others = z3.Or(after == before, z3.BoolVal(True) if self.counter is None else after != self.counter)
            m.hypotheses += [z3.ULE(after, self.unissued()), z3.If(self.won, after == before, others)]
        m.arrays[pointer.array] = z3.Store(m.arrays[pointer.array], at, after)
        return after

    def read(self, pointer, path):
        self.m.access(pointer, path, False)
        found = self.others_step(pointer)
        if pointer.array == "live":
            self.found = z3.If(z3.And(path, pointer.at == self.any_leaf), found, self.found)
        return found

    def write(self, pointer, before, after, path):
        """A step of this context, which must be one that the protocol allows."""
        m, at, array = self.m, pointer.at, pointer.array
        set_, cleared = after & ~before, before & ~after
        goal = (lambda *_: None) if self.is_damaged else m.goal
        if array == "live":
            is_leaf = z3.ULT(at, self.leaves)
            goal("past the leaf words only the hint is written", path, z3.Or(is_leaf, at == self.m.lengths["live"] - 1))
            goal("a bit past the capacity is never set", z3.And(path, is_leaf), set_ & ~self.full(at) == 0)
            if not self.frees_any:
                goal("only a slot of this context is freed", z3.And(path, is_leaf), cleared & ~self.mine(at) == 0)
            self.taken.add(z3.And(path, is_leaf), at, set_)
            self.given.add(z3.And(path, is_leaf), at, cleared)
            self.is_room = z3.And(self.is_room, z3.Not(z3.And(path, at == self.any_leaf, self.bit(after, self.any_slot) == 1)))
            self.is_uncounted = z3.Or(self.is_uncounted, z3.And(path, is_leaf, cleared != 0))
        elif array == "marks":
            leaf = z3.If(z3.UGE(at, 2 * self.leaves), at - 2 * self.leaves, at)
            goal("only marks of a slot of this context are changed", path, (set_ | cleared) & ~self.mine(leaf) == 0)
            self.shown.add(path, at, set_)
            self.hidden.add(path, at, cleared)
        elif array == "releases":
            m.goal("releases are counted one by one", path, after == before + 1)
            self.counted, self.is_uncounted = z3.If(path, self.counted + 1, self.counted), z3.And(self.is_uncounted, z3.Not(path))
        m.arrays[array] = z3.If(path, z3.Store(m.arrays[array], at, after), m.arrays[array])

    def load(self, _m, arguments, path):
        pointer = place_of(arguments[0])
        word = self.read(pointer, path)
        if pointer.array == "generations":
            self.counter = word
        elif pointer.array == "releases":
            is_other = word != self.count_read
            self.m.hypotheses += [z3.Implies(path, is_other == self.is_counted), z3.Implies(z3.And(path, is_other), self.counts != 0)]
            self.counts = z3.If(z3.And(path, is_other), self.counts - 1, self.counts)
            self.count_read, self.had_room = z3.If(path, word, self.count_read), z3.If(path, self.is_room, self.had_room)
            self.is_counted = z3.And(self.is_counted, z3.Not(path))
        elif self.counter is not None:
            self.seen = word
        elif pointer.array == "live":
            self.looks = z3.If(z3.And(path, pointer.at == self.any_leaf), self.looks + 1, self.looks)
        return Int(word, word.size())

    def store(self, m, arguments, path):
        before = self.read(arguments[0], path)
        if arguments[0].array == "generations":
            m.goal("a counter is stored only by who has won it", path, self.won)
            m.goal("a counter moves on when readers no longer see its object", path, z3.Not(self.is_seen(arguments[0].at)))
        self.write(arguments[0], before, convert(arguments[1], before.size(), False).term, path)
        return m.int(0)

    def fetch(self, m, arguments, path, after):
        pointer = place_of(arguments[0])
        before = self.read(pointer, path)
        self.write(pointer, before, after(before, convert(arguments[1], before.size(), False).term), path)
        return Int(before, before.size())

    def fetch_or(self, m, arguments, path):
        return self.fetch(m, arguments, path, lambda before, mask: before | mask)

    def fetch_and(self, m, arguments, path):
        return self.fetch(m, arguments, path, lambda before, mask: before & mask)

    def fetch_add(self, m, arguments, path):
        return self.fetch(m, arguments, path, lambda before, more: before + more)

    def swap(self, m, arguments, path):
        """A weak one may fail without a reason. A failure is one of the changes of others, or of the CPU, that are left."""
        pointer, expected, value = arguments[:3]
        found, wanted = self.read(pointer, path), m.load(expected, path).term
        may_fail = z3.FreshConst(z3.BoolSort(), "fails") if z3.is_true(z3.simplify(m.truth(arguments[3]))) else z3.BoolVal(False)
        is_done = z3.And(found == wanted, z3.Not(may_fail))
        if pointer.array == "generations":
            self.win(pointer.at, found, convert(value, found.size(), False).term, z3.And(path, is_done))
        self.swapped = is_done
        self.write(pointer, found, convert(value, found.size(), False).term, z3.And(path, is_done))
        m.hypotheses.append(z3.Implies(z3.And(path, z3.Not(is_done)), self.changes != 0))
        self.changes = z3.If(z3.And(path, z3.Not(is_done)), self.changes - 1, self.changes)
        m.store(expected, Int(found, found.size()), z3.And(path, z3.Not(is_done)))
        return Int(z3.If(is_done, z3.BitVecVal(1, 8), z3.BitVecVal(0, 8)), 8)

    def win(self, index, found, value, path):
        """The slot was seen visible after its counter was read, and the counter still stands: it is live, and now this context's."""
        m, k = self.m, self.leaf_of(index)
        m.goal("a counter that is issued is swapped for that which is not", path, z3.And(found != self.unissued(), value == self.unissued()))
        is_live = z3.And(path, FALSE if self.seen is None else self.bit(self.seen, index) == 1)
        for array in ("live", "marks") if self.has_marks else ("live",):
            m.arrays[array] = z3.If(is_live, z3.Store(m.arrays[array], k, m.arrays[array][k] | self.mask(index, k)), m.arrays[array])
        self.over.add(is_live, k, self.mask(index, k))
        self.won = z3.Or(self.won, path)

    # ---- Loops.

    def turn(self, name, f, path):
        """What is known of others and of words at the start of a turn is what the loop's invariant says."""
        m, at, k, fresh = self.m, self.any_leaf, leaf(f), lambda like: z3.FreshConst(like.sort(), "turn")
        self.others_count()
        self.changes = fresh(self.changes)
        if name == ROUND:
            self.looks = z3.If(path, z3.BitVecVal(0, 32), self.looks)
        for ghost in {ROUND: ("counts", "count_read", "is_counted", "is_room"), LOOKS: ("looks", "found", "is_room")}.get(name, ()):
            setattr(self, ghost, z3.If(path, fresh(getattr(self, ghost)), getattr(self, ghost)))
        if name == LOOKS:
            self.taken.only(path, k, f["mask"].term)
            m.arrays["live"] = z3.If(path, z3.Store(m.arrays["live"], k, m.arrays["live"][k] | f["mask"].term), m.arrays["live"])
        if name in (SWAP, CLEAR):
            self.found = z3.If(z3.And(path, at == k), fresh(self.found), self.found)
        if name == CLEAR:
            is_done = m.truth(f["is_done"])
            self.is_uncounted = z3.If(path, is_done, self.is_uncounted)
            self.given.only(path, k, z3.If(is_done, fresh(self.found), z3.BitVecVal(0, self.word)))


def changed_goals(p, taken, given):
    """Of all words: what this context has set, and cleared."""
    x = p.any_leaf
    return [("it has set this bit, and no other", p.of_leaves(p.taken[x] == taken)), ("it has cleared this bit, and no other", p.of_leaves(p.given[x] == given))]


def counted_goal(p, is_freed, is_known=TRUE):
    counted = z3.If(z3.And(is_freed, z3.UGT(p.leaves, 1)), z3.BitVecVal(1, 32), z3.BitVecVal(0, 32))
    return "of several words it is counted once, after the bit is cleared", z3.Implies(is_known, z3.And(p.counted == counted, z3.Or(p.leaves == 1, z3.Not(p.is_uncounted))))


def find_set(target):
    """The lowest run of so many zeros, for each length."""
    p, goals, zero = Pool(with_options(target, LOCK_FREE=1), "A"), [], z3.BitVecVal(0, target.word)
    word, full, at = z3.BitVec("word", target.word), z3.BitVec("full", target.word), z3.BitVec("at", target.word)
    for length in range(1, target.word + 1):
        found = p.m.call("hutch_lockfree_find", [Int(word, target.word), Int(full, target.word), Int(length, target.int_bits)]).term
        run = z3.BitVecVal(2 ** length - 1, target.word)
        is_free = z3.And(z3.ULE(at, target.word - length), run << at & ~(full & ~word) == 0)
        goals += [(f"{length} zeros: free slots, or none", z3.Or(found == zero, z3.And(found & ~(full & ~word) == 0, found == run * (found & -found)))),
                  (f"{length} zeros: the lowest, and none only if there are none", z3.Implies(is_free, z3.And(found != zero, z3.ULE(found & -found, 1 << at))))]
    return p.m.hypotheses, p.m.goals + goals, []


def mark_is(p, index, is_set, persistent=False):
    """The slot's visible mark (or the persistent one) as this context leaves it: nobody else changes it while it has the slot."""
    if not p.has_marks:
        return z3.BoolVal(True)
    return (p.bit(p.m.arrays["marks"][p.leaf_of(index) + (2 * p.leaves if persistent else 0)], index) == 1) == is_set


def acquire_set(target, kind):
    p = Shared(target, kind)
    mode, zero = p.unknown("mode"), z3.BitVecVal(0, target.word)
    index = p.index_of("hutch_lockfree_acquire", mode)
    is_done, x = index != p.none, p.any_leaf
    shown = z3.If(z3.And(is_done, mode & 1 == 0), p.mask(index, x), zero) if p.has_marks else zero
    goals = [("a slot of this pool, or NONE", z3.Implies(is_done, z3.ULT(index, p.capacity))),
             *changed_goals(p, z3.If(is_done, p.mask(index, x), zero), zero),
             ("it was not the caller's before", z3.Implies(is_done, p.owned[p.leaf_of(index)] & p.mask(index, p.leaf_of(index)) == 0)),
             ("visible unless HIDDEN", z3.Implies(z3.And(is_done, mode & 1 == 0), mark_is(p, index, True))),
             ("no mark is set but that of the slot, unless HIDDEN", p.of_leaves(z3.And(p.shown[x] & ~shown == 0, p.hidden[x] == 0))),
             ("NONE only if each word was looked at once in the last round, and was full",
              p.of_leaves(z3.Implies(z3.Not(is_done), z3.And(p.looks == 1, p.found == p.full(x))))),
             ("and at its end no slot was free of which a release had been counted", p.of_leaves(z3.Implies(z3.And(z3.Not(is_done), z3.ULT(p.any_slot, p.capacity)), z3.Not(p.had_room))))]
    return p.proof(goals)


def claim_set(target, kind):
    p = Shared(target, kind)
    index, mode, zero, x = p.unknown("index"), p.unknown("mode"), z3.BitVecVal(0, target.word), p.any_leaf
    p.m.hypotheses.append(z3.ULT(index, p.capacity))
    is_done = p.m.truth(p.call("hutch_lockfree_claim", index, mode))
    shown = z3.If(z3.And(is_done, mode & 1 == 0), p.mask(index, x), zero) if p.has_marks else zero
    goals = [*changed_goals(p, z3.If(is_done, p.mask(index, x), zero), zero),
             ("visible unless HIDDEN", z3.Implies(z3.And(is_done, mode & 1 == 0), mark_is(p, index, True))),
             ("no mark is set but that of the slot, unless HIDDEN", p.of_leaves(z3.And(p.shown[x] & ~shown == 0, p.hidden[x] == 0)))]
    return p.proof(goals)


def release_set(target):
    """Of a slot that the caller has, or that nobody has and nobody acquires meanwhile: a double release."""
    p = Shared(target, "plain")
    index, zero, x = p.unknown("index"), z3.BitVecVal(0, target.word), p.any_leaf
    k = p.leaf_of(index)
    is_owner = p.owned[k] & p.mask(index, k) != 0
    p.nobody.add(z3.Not(is_owner), k, p.mask(index, k))
    p.m.hypotheses.append(z3.ULT(index, p.capacity))
    is_done = p.m.truth(p.call("hutch_lockfree_release", index, Int(0, 8)))
    return p.proof([("true if and only if it was the caller's", is_done == is_owner), *changed_goals(p, zero, z3.If(is_done, p.mask(index, x), zero)),
                    counted_goal(p, is_owner)])


def clear_word_set(target):
    """It frees the slots of that word whoever has them: hutch_clear is for programs in which nobody goes on using them."""
    p = Shared(target, "plain", frees_any=True)
    k, x = p.unknown("k"), p.any_leaf
    p.m.hypotheses.append(z3.ULT(k, p.leaves))
    p.call("hutch_lockfree_clear_word", k)
    return p.proof([("what its last access to that word has found is free after it, and no other slot changes; so it was 0 then, or one step made it 0",
                     p.of_leaves(z3.And(p.given[x] == z3.If(x == k, p.found, z3.BitVecVal(0, p.word)), p.taken[x] == 0))),
                    counted_goal(p, z3.And(x == k, p.found != 0), x == k)])


def show_set(target):
    """The end of spawn, by the owner."""
    p = Shared(target, "spawned")
    index, x = p.unknown("index"), p.any_leaf
    p.m.hypotheses += [z3.ULT(index, p.capacity), p.owned[p.leaf_of(index)] & p.mask(index, p.leaf_of(index)) != 0]
    p.call("hutch_lockfree_show", index)
    zero = z3.BitVecVal(0, target.word)
    return p.proof([("it is visible", mark_is(p, index, True)), *changed_goals(p, zero, zero),
                    ("no other mark changes", z3.Implies(z3.ULT(x, 3 * p.leaves), z3.And(p.shown[x] & ~p.mask(index, x) == 0, p.hidden[x] == 0)))])


def damaged_set(target, kind, verb, *given):
    """Whatever the pool, its hint, the counters and others' steps: the call stays inside the words, and returns one of the slots."""
    p = Shared(target, kind, is_damaged=True)
    first = p.unknown("mode" if verb == "acquire" else "index")
    p.m.hypotheses += [] if verb == "acquire" else [z3.ULT(first, p.leaves if verb == "clear_word" else p.capacity)]
    result = cut(p.call("hutch_lockfree_" + verb, first, *(Int(z3.BitVec(f"argument{at}", width), width) for at, width in enumerate(given))).term, 32)
    goals = [("a slot of this pool, or NONE", z3.Or(result == p.none, z3.ULT(result, p.capacity)))] if verb == "acquire" else []
    return p.proof(goals)


def win_set(target, kind, verb):
    """release and hide by whoever has a ref: `hidden` if the caller has hidden the object before, and owns it so."""
    p = Shared(target, kind)
    index, zero, x, ref = p.unknown("index"), z3.BitVecVal(0, target.word), p.any_leaf, target.ref
    k, m = p.leaf_of(index), p.m
    hidden = z3.BitVec("is_hidden", 8) if verb == "release" and kind == "spawned" else z3.BitVecVal(0, 8)
    is_owner = p.owned[k] & p.mask(index, k) != 0
    m.hypotheses += [z3.ULT(index, p.capacity), z3.ULE(hidden, 1), is_owner == (hidden == 1), z3.ULT(cut(p.low_bits, ref), ref)]
    is_done = m.truth(p.call("hutch_lockfree_" + verb, index, *([Int(hidden, 8)] if verb == "release" else [])))
    won, stepped = FALSE, z3.BitVecVal(0, ref)
    if p.swapped is not None:
        won = z3.And(p.counter != p.unissued(), p.bit(p.seen, index) == 1, p.swapped)
        stepped = z3.If(p.counter + 1 == p.unissued(), z3.BitVecVal(0, ref), p.counter + 1)
    mask = p.mask(index, x)
    goals = [("true if and only if it has won the counter: it was issued, the object visible after, and the counter the same",
              is_done == (z3.Or(hidden == 1, won) if verb == "release" else won)),
             ("then the counter is the next", z3.Implies(won if verb == "hide" else z3.And(hidden == 0, won), m.arrays["generations"][index] == stepped)),
             *changed_goals(p, zero, z3.If(is_done, mask, zero) if verb == "release" else zero), counted_goal(p, z3.And(is_done, verb == "release"))]
    goals.append(("then it is not visible", z3.Implies(z3.And(is_done, hidden == 0), mark_is(p, index, False))))
    if verb == "release" and kind == "spawned":
        goals.append(("and not persistent", z3.Implies(is_done, mark_is(p, index, False, True))))
    cleared = mask if verb == "hide" else mask | p.mask(index, x - 2 * p.leaves)
    goals.append(("no mark changes but those of the slot", z3.Implies(z3.ULT(x, p.has_marks * p.leaves), z3.And(p.shown[x] == 0, p.hidden[x] & ~z3.If(is_done, cleared, zero) == 0))))
    return p.proof(goals)


QUICK = ("w8 int16", "w32")
for label, one in TARGETS.items():
    quick = label in QUICK
    for kind_ in ("plain", "spawned"):
        add(f"lock-free acquire {kind_} {label}", acquire_set, one, kind_, is_quick=quick and (kind_ == "plain" or one.word == 8))
        add(f"lock-free claim {kind_} {label}", claim_set, one, kind_, is_quick=quick)
        for verb_, *given_ in (("acquire",), ("claim", one.int_bits), ("release", 8)):
            add(f"lock-free {verb_} {kind_}, damaged, {label}", damaged_set, one, kind_, verb_, *given_, is_quick=quick)
    for kind_, verb_ in (("plain", "clear_word"), ("spawned", "show"), ("spawned", "hide")):
        add(f"lock-free {verb_}, damaged, {label}", damaged_set, one, kind_, verb_, is_quick=quick)
    add(f"lock-free clear_word {label}", clear_word_set, one, is_quick=quick)
    add(f"lock-free show {label}", show_set, one, is_quick=quick)
    add(f"lock-free find {label}", find_set, one, is_quick=one.word == 8 and quick)
    add(f"lock-free release {label}", release_set, one, is_quick=quick)
    for kind_ in ("marked", "spawned"):
        add(f"lock-free release {kind_} {label}", win_set, one, kind_, "release", is_quick=quick)
    add(f"lock-free hide {label}", win_set, one, "spawned", "hide", is_quick=quick)
