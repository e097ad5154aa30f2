# SPDX-License-Identifier: MIT
# loops.py - what each loop of the core keeps, beside its function and its number there, and the number that falls with each turn.
#
# LOOPS holds for a pool whose bookkeeping is right, DAMAGED for any contents; LOCK_FREE and LOCK_FREE_DAMAGED hold while others change
# the pool. `p` is the pool (pool.py, lockfree_sets.py), `f` the variables of the function. Loops that are not here are run turn by turn.

import z3
from values import TRUE, Place, cut


def wide(value):
    return cut(value.term, 32)


def next_keeps(p, f):
    """No slot from `from` on is live in the words before `k`; `rest` is what is left of word `k`."""
    k, start, slot = wide(f["k"]), wide(f["from"]), p.any_slot
    ahead = z3.If(k == p.leaf_of(start), p.all << cut(start & (p.word - 1), p.word), p.all)
    return z3.And(z3.UGE(k, p.leaf_of(start)), z3.ULT(k, p.leaves), f["rest"].term == p.live[k] & ahead,
                  z3.Implies(z3.And(z3.UGE(slot, start), z3.ULT(p.leaf_of(slot), k)), z3.Not(p.is_live(p.live, slot))))


def below_end(p, f):
    """Word `k` of hutch_bitmap_last, without the slots from `end` on."""
    k, end = wide(f["k"]), wide(f["end"])
    tail = end & (p.word - 1)
    return p.live[k] & z3.If(z3.And(tail != 0, k == z3.LShR(end, p.log)), (z3.BitVecVal(1, p.word) << cut(tail, p.word)) - 1, p.all)


def last_keeps(p, f):
    """No slot below `end` is live in word `k` or above."""
    k, end, slot = wide(f["k"]), wide(f["end"]), p.any_slot
    return z3.And(z3.ULE(k, z3.LShR(end + p.word - 1, p.log)),
                  z3.Implies(z3.And(z3.UGE(p.leaf_of(slot), k), z3.ULT(slot, end)), z3.Not(p.is_live(p.live, slot))))


def last_in_range(p, f):
    return z3.ULE(wide(f["k"]), z3.LShR(wide(f["end"]) + p.word - 1, p.log))


def highest_keeps(p, f):
    """`word` has lost only bits that are below all that are left."""
    word, whole = f["word"].term, below_end(p, f)
    return z3.And(word & ~whole == 0, z3.Implies(whole != 0, z3.And(word != 0, z3.ULT(whole & ~word, word & -word))))


def highest_in_range(p, f):
    k, end = wide(f["k"]), wide(f["end"])
    tail = end & (p.word - 1)
    past = z3.If(z3.And(tail != 0, k == z3.LShR(end, p.log)), p.all << cut(tail, p.word), z3.BitVecVal(0, p.word))
    return f["word"].term & past == 0


def count_keeps(p, f):
    """`count` is the sum of the ones of the words below `k`, and no more than there are slots."""
    k, one = wide(f["k"]), p.ones_of_leaf
    p.m.hypotheses.append(z3.And(p.ones_below(k + 1) == p.ones_below(k) + one(p.live[k]), z3.ULE(one(p.live[k]), p.bits_of(k))))
    p.m.hypotheses.append(p.kept_at_leaf(p.live, k))
    return z3.And(z3.ULE(k, p.leaves), wide(f["count"]) == p.ones_below(k), z3.ULE(p.ones_below(k), z3.If(k == p.leaves, p.capacity, k * p.word)))


def count_in_range(p, f):
    return z3.ULE(wide(f["k"]), p.leaves)


def leave_keeps(p, f):
    """No slot at or after where the walk was is live up to the walk's word."""
    word, slot = f["walk"]["word"].at, p.any_slot
    return z3.And(z3.UGE(word, p.walk_word), z3.ULT(word, p.leaves),
                  z3.Implies(z3.And(z3.UGE(slot, p.walk_slot), z3.ULT(p.leaf_of(slot), word + 1)), z3.Not(p.is_live(p.live, slot))))


def leave_in_range(p, f):
    return z3.ULT(f["walk"]["word"].at, p.leaves)


def leave_by_number_keeps(p, f):
    """The same where a port's hook has the address in a register: `k` is the number of the word `next`."""
    return z3.And(wide(f["k"]) == f["next"].at, leave_keeps(p, {"walk": {"word": f["next"]}}))


def leave_by_number_in_range(p, f):
    return z3.And(wide(f["k"]) == f["next"].at, z3.ULT(f["next"].at, p.leaves))


def search_keeps(p, f):
    """The words before `word` are full, and `index` is its first slot."""
    at = f["word"].at
    return z3.And(z3.ULT(at, p.leaves), wide(f["index"]) == at * p.word, z3.Implies(z3.ULT(p.any_leaf, at), p.live[p.any_leaf] == p.all))


def lowest_keeps(p, f):
    """`bit` is that of `index`, in `before`, and the bits below are set."""
    bit, at = f["bit"].term, f["word"].at
    place = wide(f["index"]) - at * p.word
    return z3.And(z3.ULT(place, p.word), bit == z3.BitVecVal(1, p.word) << cut(place, p.word), (bit - 1) & ~f["before"].term == 0)


def masked_keeps(p, f):
    return z3.And(search_keeps(p, f), f["free"].term == ~p.live[f["word"].at])


def short_walk_at(p, f, rest):
    """The walk of HUTCH_CFG_SMALL is at one of its word's slots, or past them: `rest` says which by its place."""
    walk, k = f["walk"], f["walk"]["word"].at
    address = [p.base + cut(k * p.word + place, p.target.address) * p.stride for place in range(p.word + 1)]
    return z3.And(z3.ULT(k, p.leaves), walk["slots"].term == address[0],
                  z3.Or([z3.And(walk["at"].term == one, rest(walk["rest"].term, place)) for place, one in enumerate(address)]))


def dropped(word, place):
    return z3.LShR(word, place) if place < word.size() else z3.BitVecVal(0, word.size())


def short_walk_keeps(p, f):
    """No slot from where the walk was up to where it is is live; `rest` is what the word holds from there on."""
    k, slot = f["walk"]["word"].at, p.any_slot
    whole, first = p.live[k] & p.full(k), p.walk_slot - k * p.word

    def rest(term, place):
        from_there = z3.And(z3.Implies(k == p.walk_word, z3.ULE(first, place)),
                            *(z3.Implies(z3.Or(k != p.walk_word, z3.ULE(first, i)), z3.Extract(i, i, whole) == 0) for i in range(place)))
        return z3.And(term == dropped(whole, place), from_there)
    passed = z3.And(z3.UGE(slot, p.walk_slot), z3.ULT(p.leaf_of(slot), k))
    return z3.And(short_walk_at(p, f, rest), z3.UGE(k, p.walk_word), z3.Implies(passed, z3.Not(p.is_live(p.live, slot))))


def short_walk_in_range(p, f):
    full = p.full(f["walk"]["word"].at)
    return short_walk_at(p, f, lambda term, place: term & ~dropped(full, place) == 0)


def short_walk_falls(p, f):
    return z3.Concat(p.leaves - f["walk"]["word"].at, f["walk"]["rest"].term)


# ---- Lock-free, see lockfree_sets.py. A loop that retries has no number that falls by itself; what falls is how often others go on.

def variable(f, name):
    """A variable, or what a parameter points to."""
    return f[name].frame[f[name].name] if isinstance(f[name], Place) else f[name]


def leaf(f):
    return wide(variable(f, "k"))


def has_done_nothing(p):
    x = p.any_leaf
    return z3.And(p.taken[x] == 0, p.given[x] == 0, p.shown[x] == 0)


def has_no_room(p):
    """The slot that nobody chose had none since the round began, unless a release was counted meanwhile."""
    return z3.Implies(z3.And(z3.Not(p.is_counted), z3.ULT(p.any_slot, p.capacity)), z3.Not(p.is_room))


def round_keeps(p, f):
    return z3.And(z3.ULT(leaf(f), p.leaves), f["mask"].term == 0, has_done_nothing(p))


def looks_keeps(p, f):
    """The last `looked` words up to `k` were looked at once, the others not; they were full, or one bit of word `k` is set now."""
    k, x, mask, looked = leaf(f), p.any_leaf, f["mask"].term, wide(f["looked"])
    behind = z3.If(z3.ULE(x, k), k - x, k - x + p.leaves)
    is_passed, zero = z3.ULT(behind, looked), z3.BitVecVal(0, p.word)
    return z3.And(looks_in_range(p, f), p.taken[x] == z3.If(x == k, mask, zero), p.given[x] == 0, p.shown[x] == 0, p.owned[k] & mask == 0, mask & (mask - 1) == 0,
                  p.of_leaves(z3.Implies(mask == 0, z3.If(is_passed, z3.And(p.looks == 1, p.found == p.full(x), has_no_room(p)), p.looks == 0))))


def looks_in_range(p, f):
    k, mask = leaf(f), f["mask"].term
    return z3.And(z3.ULT(k, p.leaves), z3.ULE(wide(f["looked"]), p.leaves), mask & ~p.full(k) == 0)


def swap_keeps(p, f):
    """Nothing has been done yet, and `before` is what the last access has found."""
    k, before = leaf(f), f["before"].term
    is_room = z3.And(p.any_leaf == k, p.bit(before, p.any_slot) == 1)
    return z3.And(swap_in_range(p, f), has_done_nothing(p), before & ~p.full(k) == 0, z3.Implies(p.any_leaf == k, p.found == before),
                  z3.Implies(is_room, has_no_room(p)))


def swap_in_range(p, f):
    return z3.ULT(leaf(f), p.leaves)


def clear_keeps(p, f):
    """Nothing has been done yet, and `live` is what the last access has found; or that was the swap, which has freed what it found."""
    k, x, is_done, zero = leaf(f), p.any_leaf, p.m.truth(f["is_done"]), z3.BitVecVal(0, p.word)
    return z3.And(p.given[x] == z3.If(z3.And(is_done, x == k), p.found, zero), p.taken[x] == 0, p.is_uncounted == is_done,
                  z3.Implies(x == k, z3.If(is_done, p.found != 0, p.found == f["live"].term)))


def others_count_less(p, _f):
    return p.counts


def others_change_less(p, _f):
    return p.changes


def clear_falls(p, f):
    return z3.If(p.m.truth(f["is_done"]), z3.BitVecVal(0, 64), cut(p.changes, 64) + 1)


def k_rises(p, f):
    return p.leaves - wide(f["k"])


def word_rises(p, f):
    return p.leaves - f["word"].at


LOOPS = {
    ("hutch_bitmap_next", 1): (next_keeps, k_rises),
    ("hutch_bitmap_last", 1): (last_keeps, lambda _p, f: wide(f["k"])),
    ("hutch_bitmap_last", 2): (highest_keeps, lambda _p, f: f["word"].term),
    ("hutch_bitmap_count", 1): (count_keeps, k_rises),
    ("hutch_walk_leave_word", 1): (leave_keeps, lambda p, f: p.leaves - f["walk"]["word"].at),
    ("hutch_walk_rest_find", 1): (short_walk_keeps, short_walk_falls),
    ("acquire_lowest", 1): (search_keeps, word_rises),  # src/hutch_small.c
    ("acquire_lowest", 2): (lowest_keeps, lambda p, f: (f["word"].at + 1) * p.word - wide(f["index"])),
    ("acquire_masked", 1): (masked_keeps, word_rises),  # src/hutch_generic.c
}
DAMAGED = {
    **LOOPS,
    ("hutch_bitmap_next", 1): (lambda p, f: z3.ULT(wide(f["k"]), p.leaves), k_rises),
    ("hutch_bitmap_last", 1): (last_in_range, lambda _p, f: wide(f["k"])),
    ("hutch_bitmap_last", 2): (highest_in_range, lambda _p, f: f["word"].term),
    ("hutch_bitmap_count", 1): (count_in_range, k_rises),
    ("hutch_walk_leave_word", 1): (leave_in_range, lambda p, f: p.leaves - f["walk"]["word"].at),
    ("hutch_walk_rest_find", 1): (short_walk_in_range, short_walk_falls),
}
# In the text that a port's hooks choose.
HOOKED = {**LOOPS, ("hutch_walk_leave_word", 1): (leave_by_number_keeps, lambda p, f: p.leaves - f["next"].at)}
HOOKED_DAMAGED = {**DAMAGED, ("hutch_walk_leave_word", 1): (leave_by_number_in_range, lambda p, f: p.leaves - f["next"].at)}
# Of lock-free pools.
ROUND, LOOKS, SWAP, CLEAR = *(("hutch_lockfree_acquire_from", number) for number in (1, 2, 3)), ("hutch_lockfree_clear_word", 1)
LOCK_FREE = {
    ROUND: (round_keeps, others_count_less),
    LOOKS: (looks_keeps, lambda p, f: p.leaves - wide(f["looked"])),
    SWAP: (swap_keeps, others_change_less),
    CLEAR: (clear_keeps, clear_falls),
}
LOCK_FREE_DAMAGED = {
    ROUND: (lambda p, f: z3.And(z3.ULT(leaf(f), p.leaves), f["mask"].term == 0), others_count_less),
    LOOKS: (looks_in_range, LOCK_FREE[LOOKS][1]),
    SWAP: (swap_in_range, others_change_less),
    CLEAR: (lambda _p, _f: TRUE, clear_falls),
}
