# SPDX-License-Identifier: MIT
# verb_sets.py - acquire, claim, release, show, hide, clear and the look-ups of pools whose bookkeeping is right: result, frame, invariant, lock.

import z3
from loops import LOOPS
from pool import BOOKKEEPING, LEVELS, REF_CAPACITY_MAX, Pool, nothing, ones
from sets import TARGETS, add, with_options
from values import FALSE, TRUE, Int, cut


def locked_pool(target, level, kind):
    p = Pool(target, level, kind)
    p.locked_reads = BOOKKEEPING
    return p


def is_shown(p, is_done, mode, index):
    """A slot that was acquired is visible unless the mode is HIDDEN; no other mark and no counter changes."""
    if p.kind != "spawned":
        return []
    x, marks, slot = p.any_leaf, p.m.arrays["marks"], p.any_slot
    return [("the other marks and the counters are as before", z3.And(z3.Implies(z3.UGE(x, p.leaves), marks[x] == p.marks[x]),
                                                                      p.m.arrays["generations"][slot] == p.generations[slot])),
            ("visible unless HIDDEN, and no other slot's mark changes",
             p.of_leaves(marks[x] == z3.If(z3.And(is_done, mode & 1 == 0), p.marks[x] | p.mask(index, x), p.marks[x])))]


def acquired(p, index, is_done):
    """The lowest free slot is live now, and nothing else is changed."""
    live, k, x = p.m.arrays["live"], p.leaf_of(index), p.any_leaf
    return [("NONE only if every word is full", z3.Implies(z3.And(z3.Not(is_done), z3.ULT(x, p.leaves)), p.live[x] == p.full(x))),
            ("a slot of this pool", z3.Implies(is_done, z3.ULT(index, p.capacity))),
            ("it was free", z3.Implies(is_done, z3.Not(p.is_live(p.live, index)))),
            ("its bit is set, and no other slot changes", p.of_leaves(live[x] == z3.If(is_done, p.live[x] | p.mask(index, x), p.live[x]))),
            ("the words below are full", z3.Implies(z3.And(is_done, z3.ULT(x, k)), p.live[x] == p.all)),
            ("the bits below are set", z3.Implies(is_done, (p.mask(index, k) - 1) & ~p.live[k] == 0))]


def acquire_set(target, level, kind):
    p = locked_pool(target, level, kind)
    mode = p.unknown("mode")
    index = p.index_of("hutch_locked_acquire", mode)
    is_done = index != p.none
    return p.proof(acquired(p, index, is_done) + is_shown(p, is_done, mode, index) + p.keeps() + p.lock_goals())


def claim_set(target, level, kind):
    p = locked_pool(target, level, kind)
    index, mode, x = p.unknown("index"), p.unknown("mode"), p.any_leaf
    p.m.hypotheses.append(z3.ULT(index, p.capacity))
    is_done = p.m.truth(p.call("hutch_locked_claim", index, mode))
    goals = [("true if and only if it was free", is_done == z3.Not(p.is_live(p.live, index))),
             ("its bit is set, and no other slot changes", p.of_leaves(p.m.arrays["live"][x] == p.live[x] | p.mask(index, x)))]
    return p.proof(goals + is_shown(p, is_done, mode, index) + p.keeps() + p.lock_goals())


def show_hide_set(target, level, is_shown_):
    p = locked_pool(target, level, "spawned")
    index, x = p.unknown("index"), p.any_leaf
    p.m.hypotheses += [z3.ULT(index, p.capacity)] + ([p.is_live(p.live, index)] if is_shown_ else [])
    result = p.call("hutch_locked_show" if is_shown_ else "hutch_locked_hide", index)
    marks, mask = p.m.arrays["marks"], p.mask(index, x)
    goals = [("the visible bit of that slot only", p.of_leaves(marks[x] == (p.marks[x] | mask if is_shown_ else p.marks[x] & ~mask))),
             ("the other marks are as before", z3.Implies(z3.UGE(x, p.leaves), marks[x] == p.marks[x])),
             ("live bits are as before", p.m.arrays["live"][x] == p.live[x])]
    if not is_shown_:
        goals.append(("true if and only if it was visible", p.m.truth(result) == p.is_live(p.marks, index)))
    return p.proof(goals + p.keeps() + p.lock_goals())


def release_set(target, level):
    p = locked_pool(target, level, "plain")
    index, x = p.unknown("index"), p.any_leaf
    p.m.hypotheses.append(z3.ULT(index, p.capacity))
    is_done = p.m.truth(p.call("hutch_locked_release", index, Int(0, 8)))
    goals = [("true if and only if it was live", is_done == z3.Or(p.is_live(p.live, index), not p.is_checked)),
             ("its bit is cleared, and no other slot changes", p.of_leaves(p.m.arrays["live"][x] == p.live[x] & ~p.mask(index, x)))]
    return p.proof(goals + p.keeps() + p.lock_goals())


def release_at_set(target, level, kind="plain"):
    p = Pool(target, level, kind)
    index = p.unknown("index")
    p.m.hypotheses.append(z3.Implies(z3.ULT(index, p.capacity), z3.ULT(p.generations[index], p.unissued())))
    is_done = p.m.truth(p.call("hutch_core_release_at", index))
    return p.proof(released_or_reported(p, index, is_done), extra=[p.leaf_of(index)])


def release_object_set(target, level, kind="plain"):
    """Of the start of any slot, or of none: slot_index is proved in address_sets.py."""
    index = cut(z3.BitVec("index", target.int_bits), 32)
    p = Pool(target, level, kind, contracts={"hutch_slot_index": lambda _m, _arguments, _path: p.argument(z3.If(z3.ULT(index, p.capacity), index, p.none))})
    p.m.hypotheses.append(z3.Implies(z3.ULT(index, p.capacity), z3.ULT(p.generations[index], p.unissued())))
    is_done = p.m.truth(p.call("hutch_core_release", Int(z3.BitVec("object", target.address), target.address)))
    return p.proof(released_or_reported(p, index, is_done), extra=[p.leaf_of(index)])


def released_or_reported(p, index, is_done):
    """Of any number: HUTCH_CFG_CHECK 0 takes a free slot for a live one."""
    x = p.any_leaf
    was_live = z3.And(z3.ULT(index, p.capacity), p.is_live(p.marks if p.has_marks else p.live, index))
    return [("true if and only if it is a live slot", is_done == z3.Or(was_live, z3.And(z3.ULT(index, p.capacity), not p.is_checked))),
            p.fault_goal(z3.Not(was_live)),
            ("its bit is cleared, and no other slot changes", p.of_leaves(p.m.arrays["live"][x] == z3.If(was_live, p.live[x] & ~p.mask(index, x), p.live[x]))),
            p.section_goal(), *p.keeps()]


def clear_word_set(target, level):
    p = locked_pool(target, level, "plain")
    k, x = p.unknown("k"), p.any_leaf
    p.m.hypotheses.append(z3.ULT(k, p.leaves))
    p.call("hutch_locked_clear_word", k)
    after = z3.If(x == k, z3.BitVecVal(0, p.word), p.live[x])
    return p.proof([("that word is 0, the others are as before", p.of_leaves(p.m.arrays["live"][x] == after))] + p.keeps() + p.lock_goals())


def is_live_at_set(target, level):
    p = Pool(target, level)
    index = p.unknown("index")
    result = p.m.truth(p.call("hutch_core_is_live_at", index))
    return p.proof([("any number: true if and only if it is a live slot", result == z3.And(z3.ULT(index, p.capacity), p.is_live(p.live, index)))])


def next_set(target, level):
    p = Pool(target, level, loops=LOOPS)
    start, slot = p.unknown("from"), p.any_slot
    index = p.index_of("hutch_core_next_index", start)
    is_live = z3.And(z3.UGE(index, start), z3.ULT(index, p.capacity), p.is_live(p.live, index))
    is_skipped = z3.And(z3.UGE(slot, start), z3.ULT(slot, p.capacity), p.is_live(p.live, slot), z3.ULT(slot, index))
    return p.proof([("a live slot at or after `from`, or NONE", z3.Or(index == p.none, is_live)), ("no live slot is skipped", z3.Not(is_skipped))],
                   extra=[p.leaf_of(index), p.leaf_of(slot)])


def last_set(target, level):
    p = Pool(target, level, loops=LOOPS)
    slot = p.any_slot
    index = p.index_of("hutch_core_last_index")
    is_skipped = z3.And(z3.ULT(slot, p.capacity), p.is_live(p.live, slot), z3.Or(index == p.none, z3.UGT(slot, index)))
    return p.proof([("a live slot, or NONE", z3.Or(index == p.none, z3.And(z3.ULT(index, p.capacity), p.is_live(p.live, index)))),
                    ("no live slot is above it", z3.Not(is_skipped))], extra=[p.leaf_of(index)])


def live_set(target, level, verb):
    """The sum of the ones of all words. Taken without proof: a word with no bit from n on has at most n ones."""
    p = Pool(target, level, loops=LOOPS)
    p.ones_of_leaf, p.ones_below = ones(p.word), z3.Function("ones_below", z3.BitVecSort(32), z3.BitVecSort(32))
    tail = p.capacity & (p.word - 1)
    p.bits_of = lambda k: z3.If(z3.And(k == p.leaves - 1, tail != 0), tail, z3.BitVecVal(p.word, 32))
    p.m.hypotheses.append(p.ones_below(z3.BitVecVal(0, 32)) == 0)
    sum_ = p.ones_below(p.leaves)
    return p.proof([("the sum of the ones of all words", p.index_of("hutch_core_" + verb) == (sum_ if verb == "live" else p.capacity - sum_))])


def released(p, index, was):
    """What a release of a slot with a counter must leave."""
    m, x, slot, ref = p.m, p.any_leaf, p.any_slot, p.target.ref
    unissued, after, before = p.unissued(), m.arrays["generations"], p.generations
    m.hypotheses += [z3.Implies(z3.ULT(one, p.capacity), z3.ULT(before[one], unissued)) for one in (index, slot)]
    stepped = z3.If(before[index] + 1 == unissued, z3.BitVecVal(0, ref), before[index] + 1)
    goals = [("its bit is cleared; no other slot changes",
              p.of_leaves(m.arrays["live"][x] == z3.If(was, p.live[x] & ~p.mask(index, x), p.live[x]))),
             ("its counter is stepped, and no other changes",
              z3.Implies(z3.ULT(slot, p.capacity), after[slot] == z3.If(z3.And(was, slot == index), stepped, before[slot]))),
             ("counters stay in range", z3.Implies(z3.ULT(slot, p.capacity), z3.ULT(after[slot], unissued))),
             ("the counter differs from before", z3.Implies(was, after[index] != before[index]))]
    if p.has_marks:
        cleared = p.marks[x] & ~p.mask(index, x) & ~p.mask(index, x - 2 * p.leaves)
        goals.append(("visible and persistent are cleared, and no other mark changes",
                      z3.Implies(z3.ULT(x, p.has_marks * p.leaves), m.arrays["marks"][x] == z3.If(was, cleared, p.marks[x]))))
    return goals


def tracked_set(target, level, kind, by_ref=False):
    p = locked_pool(target, level, kind)
    m, ref = p.m, target.ref
    low = cut(p.low_bits, ref)
    m.hypotheses += [z3.ULT(low, ref), z3.ULE(p.capacity, REF_CAPACITY_MAX[ref])]
    hidden = z3.BitVecVal(0, 8) if by_ref else z3.BitVec("is_hidden", 8)
    if by_ref:
        given = z3.BitVec("ref", ref)
        is_done = m.truth(p.call("hutch_core_release_ref", Int(given, ref)))
        index = index_in(p, given)
        is_right = z3.And(z3.ULT(index, p.capacity), p.generations[index] + 1 == z3.LShR(given, low))
    else:
        index, is_right = p.unknown("index"), TRUE
        m.hypotheses += [z3.ULT(index, p.capacity), z3.ULE(hidden, 1)]
        is_done = m.truth(p.call("hutch_locked_release", index, Int(hidden, 8)))
    is_visible = p.is_live(p.marks, index) == (hidden == 0) if p.has_marks else TRUE
    was = z3.And(is_right, z3.ULT(index, p.capacity), p.is_live(p.live, index), is_visible)
    goals = [("true if and only if it is live" + (", and the ref is to it" if by_ref else ""), is_done == z3.Or(was, not by_ref and not p.is_checked)),
             p.fault_goal(z3.And(z3.Not(was), by_ref)), *released(p, index, was)]
    return p.proof(goals + p.keeps() + p.lock_goals(), extra=[p.leaf_of(index)])


def without_refs_set(target):
    """release_ref of a pool without refs."""
    p = locked_pool(target, "A", "plain")
    is_done = p.m.truth(p.call("hutch_core_release_ref", Int(z3.BitVec("ref", target.ref), target.ref)))
    return p.proof([("false", z3.Not(is_done)), p.fault_goal(TRUE), p.section_goal(), ("nothing changes", p.m.arrays["live"][p.any_leaf] == p.live[p.any_leaf])])


def index_in(p, ref):
    """The slot number in a ref without a tag."""
    return cut(ref & ((z3.BitVecVal(1, ref.size()) << cut(p.index_bits, ref.size())) - 1), 32)


def find_set(target, kind):
    """A counter that several loads read is read inside the critical section."""
    p = Pool(target, "A", kind)
    p.locked_reads = ("generations",) if target.ref > target.word else ()
    ref = z3.BitVec("ref", target.ref)
    index = index_in(p, ref)
    found = p.index_of("hutch_core_find", Int(ref, target.ref))
    if kind == "plain":
        return p.proof([("a pool without refs: NONE", found == p.none), p.section_goal()])
    is_its = z3.And(z3.ULT(index, p.capacity), p.is_seen(index), p.generations[index] + 1 == z3.LShR(ref, cut(p.low_bits, target.ref)))
    return p.proof([("any ref: its slot if that is live and of its generation, else NONE", found == z3.If(is_its, index, p.none)), p.section_goal()],
                   extra=[p.leaf_of(index)])


def ref_set(target, kind):
    """Of the start of any slot, or of none: slot_index is proved in address_sets.py."""
    index = cut(z3.BitVec("index", target.int_bits), 32)
    p = Pool(target, "A", kind, contracts={"hutch_slot_index": lambda m, _arguments, _path: p.argument(z3.If(z3.ULT(index, p.capacity), index, p.none))})
    p.locked_reads = ("generations",) if target.ref > target.word else ()
    made = p.call("hutch_core_ref", Int(z3.BitVec("object", target.address), target.address)).term
    is_its = FALSE if kind == "plain" else z3.And(z3.ULT(index, p.capacity), p.is_seen(index))
    ref = (p.generations[index] + 1) << cut(p.low_bits, target.ref) | cut(index, target.ref)
    return p.proof([("the ref of an object, 0 of a slot without one, of no slot, or without refs", made == z3.If(is_its, ref, z3.BitVecVal(0, target.ref))),
                    p.fault_goal(z3.Not(is_its)), p.section_goal()], extra=[p.leaf_of(index)])


QUICK = ("w8 int16", "w32")
for label, one in TARGETS.items():
    quick = label in QUICK
    for level_ in LEVELS:
        name_ = f"level {level_} {label}"
        for kind_ in ("plain", "spawned"):
            quick_kind = quick and (kind_ == "spawned" or level_ != "2" or one.word == 8)  # a spawned pool has the same bitmap, and marks
            add(f"acquire {kind_} {name_}", acquire_set, one, level_, kind_, is_quick=quick_kind)
            add(f"claim {kind_} {name_}", claim_set, one, level_, kind_, is_quick=quick_kind)
        for verb_, function in (("release", release_set), ("release_at", release_at_set), ("clear_word", clear_word_set), ("is_live_at", is_live_at_set),
                                ("next", next_set), ("last", last_set)):
            add(f"{verb_} {name_}", function, one, level_, is_quick=quick)
        counts = with_options(one, STATS=2)
        for verb_, function in (("acquire", acquire_set), ("claim", claim_set), ("release", release_set), ("release_at", release_at_set)):
            more = ("spawned",) if function in (acquire_set, claim_set) else ()
            add(f"{verb_} with statistics {name_}", function, counts, level_, *more, is_quick=quick and level_ == "S")
        for verb_, function in (("release", release_set), ("release_at", release_at_set), ("release of an object", release_object_set)):
            add(f"{verb_}, check 0, {name_}", function, with_options(one, CHECK=0), level_, is_quick=quick and level_ == "S")
        add(f"release of an object {name_}", release_object_set, one, level_, is_quick=quick)
        add(f"release of an object, spawned {name_}", release_object_set, one, level_, "spawned", is_quick=quick and level_ == "S")
        add(f"release_at spawned {name_}", release_at_set, one, level_, "spawned", is_quick=quick and level_ == "S")
        for verb_ in ("live", "available"):
            add(f"{verb_} {name_}", live_set, one, level_, verb_, is_quick=quick)
        for is_show in (True, False):
            add(f"{'show' if is_show else 'hide'} {name_}", show_hide_set, one, level_, is_show, is_quick=quick)
        for ref_ in (16, 32):
            if ref_ == 32 or level_ != "2" or one.word == 8:
                with_ref, name_, quick_ref = with_options(one, ref=ref_), f"ref {ref_} level {level_} {label}", quick and ref_ == one.ref
                add(f"release tracked {name_}", tracked_set, with_ref, level_, "tracked", is_quick=quick_ref)
                add(f"release_ref {name_}", tracked_set, with_ref, level_, "tracked", is_quick=quick_ref, by_ref=True)
                add(f"release_ref spawned {name_}", tracked_set, with_ref, level_, "spawned", is_quick=quick_ref and level_ == "S", by_ref=True)
                add(f"release spawned {name_}", tracked_set, with_ref, level_, "spawned", is_quick=quick_ref)
                add(f"release marked {name_}", tracked_set, with_ref, level_, "marked", is_quick=quick_ref and level_ == "S")
                add(f"release_ref marked {name_}", tracked_set, with_ref, level_, "marked", is_quick=quick_ref and level_ == "S", by_ref=True)
                unchecked = with_options(with_ref, CHECK=0)
                add(f"release spawned, check 0, {name_}", tracked_set, unchecked, level_, "spawned", is_quick=False)
                add(f"release_ref spawned, check 0, {name_}", tracked_set, unchecked, level_, "spawned", is_quick=False, by_ref=True)
    add(f"release_ref without refs {label}", without_refs_set, one, is_quick=quick)
    for ref_ in (16, 32):
        for kind_ in ("plain", "tracked", "spawned"):
            add(f"ref of an object, {kind_} ref {ref_} {label}", ref_set, with_options(one, ref=ref_), kind_, is_quick=quick and ref_ == one.ref)
        for kind_ in ("plain", "tracked", "spawned"):
            add(f"find {kind_} ref {ref_} {label}", find_set, with_options(one, ref=ref_), kind_, is_quick=quick and ref_ == one.ref)
