#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# prove.py - proves hutch's core on its own text, for all capacities at once; prints TAP.
#
# usage: prove.py [--full] [part of a goal set's name ...]

import multiprocessing
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import bits_sets  # noqa: E402,F401
import tap_out  # noqa: E402
import damaged_sets  # noqa: E402,F401
import hook_sets  # noqa: E402,F401
import hooks  # noqa: E402
import lockfree_sets  # noqa: E402,F401
import reader_sets  # noqa: E402,F401
import small_sets  # noqa: E402,F401
import address_sets  # noqa: E402,F401
import verb_sets  # noqa: E402,F401
import walk_sets  # noqa: E402,F401
import z3  # noqa: E402
from arrays import Flat  # noqa: E402
from sets import ONLY_FULL, SETS  # noqa: E402
from values import NullAccess  # noqa: E402

RESOURCES = 400_000_000  # of Z3, counted in its own steps: a busy machine proves as much as a quiet one
FLAT_TACTICS = "simplify propagate-values solve-eqs elim-uncnstr simplify ackermannize_bv qfbv".split()
WITHOUT_ARRAYS = re.compile(r"^(acquire (plain|spawned) level|claim spawned level|release_(at level|ref ref)|small acquire|walk locked, damaged(?!, stride 12 w64)|lock-free acquire)")  # sets that gain by arrays.py; walks lose
REPORTED_MAX = 3
JOBS = min(2, os.cpu_count() or 1)


def solver_for(is_flat):
    """Of terms without arrays the functions are replaced by their values, and the rest is bits."""
    return z3.Then(*FLAT_TACTICS).solver() if is_flat else z3.SolverFor("QF_AUFBV")


def checked(hypotheses, extra, is_flat=False):
    solver = solver_for(is_flat)
    solver.set("rlimit", RESOURCES)
    solver.add(hypotheses)
    solver.add(extra)
    verdict = solver.check()
    return checked(hypotheses, extra) if is_flat and verdict == z3.unknown else (verdict, solver)


def counterexample(solver, words):
    """The capacity, the slots and the words for which a goal is false."""
    model = solver.model()
    values = {one.name(): model[one] for one in model.decls() if one.arity() == 0 and z3.is_bv_value(model[one]) and "!" not in one.name()}
    shown = [f"{name}={values[name]}" for name in sorted(values, key=lambda name: (name != "capacity", name))]
    for name, term in words:
        value = model.eval(term)
        shown += [f"{name}={value.as_long():#x}"] if z3.is_bv_value(value) else []
    return " ".join(shown)


def parted(goals):
    """The goals, the invariant's in parts: these are the hard ones."""
    for what, term in goals:
        yield from ((what, part) for part in (term.children() if what.startswith("the invariant") and z3.is_and(term) else [term]))


def refuted(hypotheses, goals, words, most, is_flat=False):
    """[what is wrong], at most so many"""
    wrong, flat = [], Flat()
    if is_flat:
        hypotheses, goals = [flat.term(z3.simplify(one)) for one in hypotheses], [(what, flat.term(z3.simplify(term))) for what, term in goals]
        words, is_flat = [(what, flat.term(term)) for what, term in words], flat.has_reads
    if most > 1 and checked(hypotheses, [], is_flat)[0] == z3.unsat:
        wrong.append("the hypotheses contradict each other, which proves anything")
    easy = [(what, term) for what, term in goals if not what.startswith("the invariant")]
    hard = list(parted(goal for goal in goals if goal[0].startswith("the invariant")))
    verdict, solver = checked(hypotheses, [z3.Not(z3.And([term for _, term in easy]))], is_flat)  # all at once
    if verdict == z3.sat and most == 1:
        what = next((what for what, term in easy if z3.is_false(solver.model().eval(term, True))), "one of the goals")
        return [f"FALSE: {what}: {counterexample(solver, words)}"]
    easy = [] if verdict == z3.unsat else easy
    for what, term in easy + hard:
        verdict, solver = checked(hypotheses, [z3.Not(term)], is_flat)
        if verdict != z3.unsat:
            wrong.append(f"FALSE: {what}: {counterexample(solver, words)}" if verdict == z3.sat else f"UNKNOWN: {what}")
            if len(wrong) >= most:
                break
    return wrong


def prove(name, most=REPORTED_MAX):
    """(name, number of goals, [what is wrong], seconds)"""
    began = time.process_time()
    try:
        hypotheses, goals, words = SETS[name]()
    except NullAccess as error:
        verdict, solver = checked(error.conditions, [])
        wrong = f"FALSE: no access through a null pointer: {counterexample(solver, [])}" if verdict == z3.sat else f"Unsupported: {error}"
        return name, 1, [wrong], time.process_time() - began
    except Exception as error:  # C that the prover does not know
        return name, 0, [f"{type(error).__name__}: {error}"], time.process_time() - began
    return name, len(goals), refuted(hypotheses, goals, words, most, bool(WITHOUT_ARRAYS.match(name))), time.process_time() - began


def promised():
    """What tests/requirements says is proved: the words with which names of goal sets begin."""
    text = (Path(__file__).resolve().parents[1] / "requirements/requirements.txt").read_text(encoding="utf-8")
    return sorted(set(re.findall(r"prove: ([^;\n]+)", re.sub(r"^#.*", "", text, flags=re.M))))


def main(words):
    parts = [word for word in words if word != "--full"]
    names = [name for name in SETS if (any(part in name for part in parts) if parts else "--full" in words or name not in ONLY_FULL)]
    with multiprocessing.get_context("fork").Pool(JOBS) as workers:
        for name, count, wrong, seconds in workers.imap(prove, names):
            tap_out.result(not wrong and count > 0, f"{name}: {count} goals, {seconds:.1f} s", "\n".join(wrong))
    missing = [] if parts else [begin for begin in promised() if not any((name + " ").startswith((begin + " ", begin + ",")) for name in names)]
    tap_out.result(not missing, "there is a goal set for each promise that is said to be proved", "\n".join(missing))
    tap_out.result(not hooks.unknown(), "each hook of ports in the core stands in hooks.py", "\n".join(hooks.unknown()))
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
