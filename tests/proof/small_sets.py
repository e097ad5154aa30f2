# SPDX-License-Identifier: MIT
# small_sets.py - the small engine (src/hutch_small.c), and the path of src/hutch_generic.c for plain pools.

import c_text
import z3
from loops import DAMAGED, LOOPS
from machine import Machine
from pool import ALWAYS, BOOKKEEPING, Pool
from sets import TARGETS, add, with_options
from values import Int, Pointer, Struct, cut
from verb_sets import acquired, index_in, released

SMALL, GENERIC = "hutch_small.c", "hutch_generic.c"


def small_pool(target, level, contracts=None, is_damaged=False, kind="plain"):
    """A pool that HUTCH_IS_SMALL accepts, somewhere in memory but not at address 0."""
    p = Pool(target, level, kind, stride=16, loops=DAMAGED if is_damaged else LOOPS, contracts=contracts, is_damaged=is_damaged)
    end = z3.ZeroExt(1, p.base) + cut(p.capacity, target.address + 1) * p.stride
    p.m.hypotheses += [z3.ULE(p.capacity, 255), p.base != 0, z3.ULE(end, 2 ** target.address)]
    p.shape = Int(cut(p.capacity << 8 | p.stride, 16), 16)
    return p


def acquire_set(target, level, is_locked, is_damaged):
    p = small_pool(target, level, is_damaged=is_damaged)
    verb = "hutch_small_acquire_" + "_".join((["summed"] if level != "S" else []) + (["locked"] if is_locked else [])) if level != "S" or is_locked \
        else "hutch_small_acquire_unlocked"
    p.m.hypotheses.append(p.lock == int(is_locked))
    address = p.m.call(verb, [Pointer("live"), Int(p.base, target.address), p.shape]).term
    index, is_done = cut(z3.UDiv(address - p.base, z3.BitVecVal(p.stride, target.address)), 32), address != 0
    is_start = z3.And(z3.ULT(index, p.capacity), address == p.base + cut(index, target.address) * p.stride)
    goals = [("NULL, or the address of a slot of this pool", z3.Implies(is_done, is_start))] + p.lock_goals()
    return p.proof(goals + ([] if is_damaged else acquired(p, index, is_done) + p.keeps()))


def release_set(target, level, is_damaged):
    p = small_pool(target, level, {"slot_index": lambda m, arguments, _path: divided(p, m, arguments)}, is_damaged)
    x, slot = p.any_leaf, p.any_slot
    given = z3.BitVec("object", target.address)
    verb = "hutch_small_release_" + ("scanned" if level == "S" else "summed")
    is_done = p.m.truth(p.m.call(verb, [Int(given, target.address), Int(p.base, target.address), Pointer("live"), p.shape]))
    index = p.divided
    is_its = z3.And(z3.ULT(slot, p.capacity), given == p.base + cut(slot, target.address) * p.stride, p.is_live(p.live, slot))
    was_live = z3.And(z3.ULT(index, p.capacity), given == p.base + cut(index, target.address) * p.stride, p.is_live(p.live, index))
    after = z3.If(z3.ULT(index, p.capacity), p.live[x] & ~p.mask(index, x), p.live[x])
    goals = [("true only for the address of a live slot", z3.Implies(is_done, was_live)), ("true for each of these", z3.Implies(is_its, is_done)),
             ("its bit is cleared, and no other slot changes", p.of_leaves(p.m.arrays["live"][x] == after))]
    return p.proof([p.section_goal()] + ([] if is_damaged else goals + p.keeps()), extra=[p.leaf_of(index), p.leaf_of(slot)])


def by_object(target, level, kind, verb, words, is_damaged, *more):
    """A pool, and a call of a verb that is given an object: any address, which is that of slot `index` or of none."""
    p = small_pool(target, level, {"slot_index": lambda m, arguments, _path: divided(p, m, arguments)}, is_damaged, kind)
    p.m.hypotheses += [z3.ULT(cut(p.low_bits, target.ref), target.ref)]
    given = z3.BitVec("object", target.address)
    result = p.m.call("hutch_small_" + verb, [Int(given, target.address), Int(p.base, target.address), p.fields[words], p.shape,
                                              *(p.fields[one] for one in more)])
    index = p.divided
    is_slot = z3.And(z3.ULT(index, p.capacity), given == p.base + cut(index, target.address) * p.stride)
    return p, result, index, is_slot, p.section_goal()


def tracked_release_set(target, level, is_damaged):
    verb = "release_tracked" + ("" if level == "S" else "_summed")
    p, result, index, is_slot, section = by_object(target, level, "tracked", verb, "live", is_damaged, "generations")
    if is_damaged:
        return p.proof([section])
    was = z3.And(is_slot, p.is_live(p.live, index))
    goals = [("true if and only if it is a live object", p.m.truth(result) == was),
             ("a fault is reported if and only if false", (p.cpu["faults"].term == 1) == z3.Not(was)), section]
    return p.proof(goals + released(p, index, was) + p.keeps(), extra=[p.leaf_of(index)])


def ref_set(target, is_damaged):
    p, result, index, is_slot, section = by_object(target, "A", "spawned", "ref", "visible", is_damaged, "generations")
    if is_damaged:
        return p.proof([section])
    was, bits = z3.And(is_slot, p.is_live(p.marks, index)), cut(p.index_bits, target.ref)
    ref = (p.generations[index] + 1) << bits | cut(index, target.ref)
    return p.proof([("the ref of a visible object, and 0 of all else", result.term == z3.If(was, ref, z3.BitVecVal(0, target.ref))),
                    ("a fault is reported if and only if it is none", (p.cpu["faults"].term == 1) == z3.Not(was)), section], extra=[p.leaf_of(index)])


def deref_set(target, is_damaged):
    p = small_pool(target, "A", is_damaged=is_damaged, kind="spawned")
    given = z3.BitVec("ref", target.ref)
    address = p.m.call("hutch_small_deref", [Int(given, target.ref), Int(p.base, target.address), p.fields["visible"], p.shape, p.fields["generations"]]).term
    index = index_in(p, given)
    start = p.base + cut(index, target.address) * p.stride
    if is_damaged:
        return p.proof([("NULL, or the address of a slot of this pool", z3.Or(address == 0, z3.And(z3.ULT(index, p.capacity), address == start))),
                        p.section_goal()])
    is_its = z3.And(z3.ULT(index, p.capacity), p.is_live(p.marks, index), p.generations[index] + 1 == z3.LShR(given, cut(p.low_bits, target.ref)))
    return p.proof([("any ref: the address of its object if that is visible and of its generation, else NULL",
                     address == z3.If(is_its, start, z3.BitVecVal(0, target.address))), p.section_goal()], extra=[p.leaf_of(index)])


def show_hide_set(target, is_show, is_damaged):
    p, result, index, is_slot, section = by_object(target, "A", "spawned", "show" if is_show else "hide", "visible", is_damaged)
    x, marks = p.any_leaf, p.m.arrays["marks"]
    if is_show:
        p.m.hypotheses += [is_slot] + ([] if is_damaged else [p.is_live(p.live, index)])
    if is_damaged:
        return p.proof([section])
    mask = p.mask(index, x) if is_show else p.mask(index, x) | p.mask(index, x - 2 * p.leaves)
    after = p.marks[x] | mask if is_show else z3.If(is_slot, p.marks[x] & ~mask, p.marks[x])
    goals = [("its visible bit is set, and no other mark changes" if is_show else "visible and persistent are cleared, and no other mark changes",
              z3.Implies(z3.ULT(x, 3 * p.leaves), marks[x] == after)), section]
    if not is_show:
        was = z3.And(is_slot, p.is_live(p.marks, index))
        goals += [("true if and only if it was visible", p.m.truth(result) == was),
                  ("a fault is reported if and only if false", (p.cpu["faults"].term == 1) == z3.Not(was))]
    return p.proof(goals + p.keeps(), extra=[p.leaf_of(index)])


def divided(p, m, arguments):
    """slot_index of src/hutch_small.c, as divide_set proves it."""
    offset, result = arguments[0].term - arguments[1].term, z3.FreshConst(z3.BitVecSort(8), "index")

    def starts(index):
        return offset == cut(index, offset.size()) * p.stride
    m.hypotheses += [z3.Implies(result != 255, starts(result)),
                     z3.Implies(z3.And(z3.ULT(p.any_slot, 255), starts(p.any_slot)), cut(result, 32) == p.any_slot)]
    p.divided = cut(result, 32)
    return Int(result, 8)


def divide_set(target):
    """Over HUTCH_PORT_DIVIDE_STEPS."""
    m = Machine(c_text.parse(target), target, ALWAYS)
    offset, stride, index = z3.BitVec("offset", target.address), z3.BitVec("stride", 8), z3.BitVec("index", 8)
    slots = z3.BitVec("slots", target.address)
    result = m.call("slot_index", [Int(slots + offset, target.address), Int(slots, target.address), Int(stride, 8)]).term
    wide = [cut(one, target.address) for one in (result, index, stride)]
    return [*m.hypotheses, stride != 0], m.goals + [("the number of the slot that starts there", z3.Implies(result != 255, wide[0] * wide[2] == offset)),
                                     ("that of every slot that starts there",
                                      z3.Implies(z3.And(index != 255, wide[1] * wide[2] == offset), result == index))], []


def steps_divide_set(target):
    """With the text's own steps, for every stride and offset. `times` is the product with the stride. All that is used of it is what
    product_goals proves: how it doubles, its range, and that two products differ by 0 or by a stride at least."""
    number, address = z3.BitVecSort(8), target.address
    offset, stride, slot, slots = z3.BitVec("offset", address), z3.BitVec("stride", 8), z3.BitVec("slot", 8), z3.BitVec("slots", address)
    wide, times = cut(stride, 16), z3.Function("times_stride", number, z3.BitVecSort(16))

    def facts(of, rest):
        return z3.And(times(z3.BitVecVal(0, 8)) == 0, z3.ULT(times(of), wide << 8),
                      z3.Implies(z3.ULT(of, 128), z3.And(times(of << 1) == times(of) << 1, times((of << 1) + 1) == (times(of) << 1) + wide)),
                      *(z3.Implies(z3.And(times(a) + rest == times(b), z3.ULT(rest, wide)), z3.And(rest == 0, a == b)) for a, b in ((of, slot), (slot, of))))

    def keeps(m, f):
        index, rest, steps = (f[name].term for name in ("index", "rest", "steps"))
        quotient = index & ~(z3.BitVecVal(255, 8) << (8 - steps))
        m.hypotheses += [facts(quotient, cut(rest, 16)), z3.ULT(times(slot), wide << 8)]
        left = cut(rest, 16) << cut(steps, 16) | cut(z3.LShR(index, 8 - steps), 16)
        return z3.And(z3.ULE(steps, 8), z3.ULT(rest, stride), (times(quotient) << cut(steps, 16)) + left == cut(offset, 16))

    m = Machine(c_text.parse(target), target, ALWAYS, {("slot_index", 1): (keeps, lambda _m, f: f["steps"].term)})
    result = m.call("slot_index", [Int(slots + offset, address), Int(slots, address), Int(stride, 8)]).term
    is_its = z3.And(slot != 255, cut(times(slot), address) == offset)
    return [*m.hypotheses, stride != 0], m.goals + [(what, m.after_loops(term)) for what, term in (
        ("the number of the slot that starts there", z3.Implies(result != 255, cut(times(result), address) == offset)),
        ("that of every slot that starts there", z3.Implies(is_its, result == slot)))] + list(product_goals(wide)), []


def product_goals(stride):
    """Of numbers and strides below 256. Of two numbers one is `number`, the other `number + more`."""
    number, more, rest = (z3.BitVec(name, 16) for name in ("number", "more", "rest"))
    is_given = z3.And(stride != 0, z3.ULT(stride, 256), z3.ULT(number, 256), z3.ULT(more, 256), z3.ULT(rest, stride))
    difference = z3.simplify((number + more) * stride - number * stride, som=True)
    for what, term in (("a product is below 256 strides", z3.ULT(number * stride, stride << 8)),
                       ("a product doubles", z3.simplify(2 * number * stride == number * stride << 1, som=True)),
                       ("a stride more", z3.simplify((2 * number + 1) * stride == 2 * number * stride + stride, som=True)),
                       ("a rest below the stride takes none to a greater one", z3.Implies(difference == rest, z3.And(rest == 0, more == 0))),
                       ("nor past the last to a smaller one", z3.Implies(difference + rest == 0, z3.And(rest == 0, more == 0)))):
        yield what, z3.Implies(is_given, term)


def generic_set(target, verb, is_damaged):
    p = Pool(target, "S", loops=DAMAGED if is_damaged else LOOPS, is_damaged=is_damaged)
    p.locked_reads = BOOKKEEPING
    if verb == "acquire_index":
        index = p.index_of("hutch_acquire_index_")
        in_range = [("a slot of this pool, or NONE", z3.Or(index == p.none, z3.ULT(index, p.capacity)))]
        return p.proof(p.lock_goals() + in_range + ([] if is_damaged else acquired(p, index, index != p.none) + p.keeps()))
    index, x = p.unknown("index"), p.any_leaf
    is_done = p.m.truth(p.call("hutch_release_at_", index))
    was_live = z3.And(z3.ULT(index, p.capacity), p.is_live(p.live, index))
    after = z3.If(was_live, p.live[x] & ~p.mask(index, x), p.live[x])
    goals = [("true if and only if it is a live slot", is_done == was_live),
             ("its bit is cleared, and no other slot changes", p.of_leaves(p.m.arrays["live"][x] == after)),
             ("a fault is reported if and only if false", (p.cpu["faults"].term == 1) == z3.Not(was_live))]
    return p.proof([p.section_goal()] + ([] if is_damaged else goals + p.keeps()), extra=[p.leaf_of(index)])


for label, one in TARGETS.items():
    quick = label in ("w8 int16", "w32")
    for damaged in (False, True):
        suffix = f"{', damaged,' if damaged else ''} {label}"
        small = with_options(one, source=SMALL, NAMES=0)
        for level_ in "S12" if one.word == 8 else "S1":
            for locked in (False, True):
                add(f"small acquire{' locked' if locked else ''} level {level_}{suffix}", acquire_set, small, level_, locked, damaged, is_quick=quick)
            add(f"small release level {level_}{suffix}", release_set, small, level_, damaged, is_quick=quick)
            add(f"small release tracked level {level_}{suffix}", tracked_release_set, small, level_, damaged, is_quick=quick)
        add(f"small ref{suffix}", ref_set, small, damaged, is_quick=quick)
        add(f"small deref{suffix}", deref_set, small, damaged, is_quick=quick)
        for is_show_ in (True, False):
            add(f"small {'show' if is_show_ else 'hide'}{suffix}", show_hide_set, small, is_show_, damaged, is_quick=quick)
        for verb_ in ("acquire_index", "release_at"):
            add(f"generic {verb_}, plain pool{suffix}", generic_set, with_options(one, source=GENERIC), verb_, damaged, is_quick=quick)
    add(f"small slot_index {label}", steps_divide_set, with_options(one, source=SMALL, NAMES=0), is_quick=quick)
