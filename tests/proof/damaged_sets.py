# SPDX-License-Identifier: MIT
# damaged_sets.py - whatever the bookkeeping holds, each call stays inside the pool's own words and slots; likewise if interrupts
# change what is read outside the lock between any two reads.

import z3
from loops import DAMAGED
from pool import LEVELS, Pool
from sets import TARGETS, add, with_options
from values import Int, Place, cut


def damaged_pool(target, level, kind):
    return Pool(target, level, kind, loops=DAMAGED, is_damaged=True)


def in_range(p, index):
    return [("a slot of this pool, or NONE", z3.Or(index == p.none, z3.ULT(index, p.capacity)))]


def of_pool(target, level, kind, verb, *given):
    """A call with any arguments: the widths of them are given. The goals are those on the way: indexes, addresses, lock."""
    p = damaged_pool(target, level, kind)
    result = p.call(verb, *(Int(z3.BitVec(f"argument{at}", width), width) for at, width in enumerate(given)))
    is_index = verb.endswith(("_index", "_find", "locked_acquire"))
    goals = in_range(p, cut(result.term, 32)) if is_index else []
    if verb in ("hutch_core_live", "hutch_core_available"):
        goals = [("no more than there are slots", z3.ULE(cut(result.term, 32), p.capacity))]
    return p.proof([*goals, p.section_goal()])


def checked_first(target, level, kind, verb, *given):
    """A function whose caller has checked the slot number."""
    p = damaged_pool(target, level, kind)
    index = p.unknown("index")
    p.m.hypotheses.append(z3.ULT(index, p.leaves if verb.endswith("word") else p.capacity))
    p.call(verb, index, *(Int(z3.BitVec(f"argument{at}", width), width) for at, width in enumerate(given)))
    return p.proof(p.lock_goals())


def by_ref(target, level, kind):
    p = damaged_pool(target, level, kind)
    frame = {"index": p.argument(p.none)}
    p.call("hutch_locked_release_ref", Int(z3.BitVec("ref", target.ref), target.ref), Place(frame, "index"))
    return p.proof(p.lock_goals() + in_range(p, cut(frame["index"].term, 32)))


for label, one in TARGETS.items():
    quick = label in ("w8 int16", "w32")
    number, address = one.int_bits, one.address
    for level_ in LEVELS:
        name = f"damaged, level {level_} {label}"
        for kind_ in ("plain", "spawned"):
            add(f"acquire {kind_}, {name}", of_pool, one, level_, kind_, "hutch_locked_acquire", number, is_quick=quick)
            add(f"claim {kind_}, {name}", checked_first, one, level_, kind_, "hutch_locked_claim", number, is_quick=quick)
        add(f"acquire an object, {name}", of_pool, one, level_, "plain", "hutch_core_acquire_object", number, is_quick=quick)
        add(f"release, {name}", of_pool, one, level_, "plain", "hutch_core_release", address, is_quick=quick)
        add(f"release_at, {name}", of_pool, one, level_, "plain", "hutch_core_release_at", number, is_quick=quick)
        add(f"clear_word, {name}", checked_first, one, level_, "plain", "hutch_locked_clear_word", is_quick=quick)
        add(f"release tracked, {name}", checked_first, one, level_, "tracked", "hutch_locked_release", 8, is_quick=quick)
        add(f"release_ref, {name}", by_ref, one, level_, "tracked", is_quick=quick)
        add(f"release spawned, {name}", checked_first, one, level_, "spawned", "hutch_locked_release", 8, is_quick=quick)
    for verb_, *given_ in (("live",), ("available",), ("next_index", number), ("last_index",), ("first",), ("next", address), ("last",), ("at", number),
                           ("is_live_at", number), ("is_live", address), ("find", one.ref), ("deref", one.ref), ("ref", address)):
        add(f"{verb_}, damaged, {label}", of_pool, one, "A", "spawned", "hutch_core_" + verb_, *given_, is_quick=quick)
    for verb_ in ("show", "hide"):
        add(f"{verb_}, damaged, {label}", checked_first, one, "A", "spawned", "hutch_locked_" + verb_, is_quick=quick)
