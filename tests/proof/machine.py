# SPDX-License-Identifier: MIT
# machine.py - statements, loops and calls of C on top of expressions.py. C that it does not know ends the proof; it guesses nothing.

import z3
from expressions import STEPS, Expressions
from pycparser import c_ast as C
from values import FALSE, TRUE, Int, Place, Pointer, Unsupported, merge

TURNS_MAX = 66  # of a loop that has no invariant: that of 64 bits, and two


class Machine(Expressions):
    """`contracts`: {function: what stands for its text}. `loops`: {(function, number of the loop): (invariant, what falls)}."""

    def __init__(self, tree, target, contracts=None, loops=None):
        self.contracts, self.loops = contracts or {}, loops or {}
        self.turns_max = TURNS_MAX
        self.on_turn = None  # called with (name of a loop that has an invariant, frame, path) when its variables may be anything: what else may be?
        self.inside = [["", 0]]  # the functions that are being run, each with the number of its last loop
        super().__init__(tree, target)

    # ---- Statements. The result is the condition under which the function goes on; `returned` collects (condition, value).

    def run(self, node, frame, path, returned):
        if node is None or z3.is_false(z3.simplify(path)) or isinstance(node, (C.EmptyStatement, C.Pragma)):
            return path
        if isinstance(node, C.Compound):
            return self.run_all(node.block_items or [], frame, path, returned)
        if isinstance(node, C.DeclList):
            return self.run_all(node.decls, frame, path, returned)
        if isinstance(node, C.Decl):
            return self.declare(node, frame, path)
        if isinstance(node, C.Return):
            returned.append((path, self.value(node.expr, frame, path) if node.expr is not None else self.int(0)))
            return FALSE
        if isinstance(node, C.If):
            condition = self.truth(self.value(node.cond, frame, path))
            after = self.run(node.iftrue, frame, z3.simplify(z3.And(path, condition)), returned)
            return z3.simplify(z3.Or(after, self.run(node.iffalse, frame, z3.simplify(z3.And(path, z3.Not(condition))), returned)))
        if isinstance(node, (C.While, C.For, C.DoWhile)):
            return self.loop(node, frame, path, returned)
        self.value(node, frame, path)
        return path

    def run_all(self, nodes, frame, path, returned):
        for node in nodes:
            path = self.run(node, frame, path, returned)
        return path

    def declare(self, node, frame, path):
        if node.init is not None:
            frame[node.name] = self.cast(self.value(node.init, frame, path), node.type)
        else:
            width, is_signed, _ = self.type_of(node.type)
            frame[node.name] = Int(z3.FreshConst(z3.BitVecSort(width), node.name), width, is_signed)
        return path

    # ---- Loops.

    def loop(self, node, frame, path, returned):
        if isinstance(node, C.For):
            path = self.run(node.init, frame, path, returned)
        self.inside[-1][1] += 1
        name = tuple(self.inside[-1])
        body = [node.stmt] + ([node.next] if isinstance(node, C.For) else [])
        if name not in self.loops:
            return self.unrolled(node, body, frame, path, returned)
        try:
            return self.by_invariant(node, body, name, frame, path, returned)
        except KeyError as missing:
            raise Unsupported(f"loop {name[1]} of {name[0]} has no variable {missing}, of which its invariant in loops.py speaks") from missing

    def unrolled(self, node, body, frame, path, returned):
        out = FALSE
        for turn in range(self.turns_max):
            if turn > 0 or not isinstance(node, C.DoWhile):
                condition = self.truth(self.value(node.cond, frame, path))
                out = z3.Or(out, z3.And(path, z3.Not(condition)))
                path = z3.simplify(z3.And(path, condition))
            if z3.is_false(path):
                return z3.simplify(out)
            path = self.run_all(body, frame, path, returned)
        self.goal("loop %d of %s ends, and needs no invariant" % tuple(self.inside[-1][::-1]), path, FALSE)
        return z3.simplify(out)

    def by_invariant(self, node, body, name, frame, path, returned):
        """The invariant is true at the start and kept by each turn from ANY state in which it holds; a number falls each turn."""
        invariant, falling = self.loops[name]
        label = f"loop {name[1]} of {name[0]}: "
        self.goal(label + "the invariant holds at the start", path, invariant(self, frame))
        for place in self.assigned(node, frame, path):
            old = place.frame[place.name]
            place.frame[place.name] = merge(path, any_like(old, place.name), old)
        if self.on_turn:
            self.on_turn(name, frame, path)
        # Only later goals assume it: as a hypothesis of all it would hide inputs for which it fails at the start.
        self.turns_end.append(z3.Implies(path, invariant(self, frame)))
        before = falling(self, frame)
        self.may_write -= 1
        if isinstance(node, C.DoWhile):
            path = self.run(node.stmt, frame, path, returned)
            condition = self.truth(self.value(node.cond, frame, path))
            self.turn_ends(label, z3.And(path, condition), invariant, falling, before, frame)
            return path  # that the condition is false is what later goals assume, see turn_ends
        condition = self.truth(self.value(node.cond, frame, path))
        saved = [(place, place.frame[place.name]) for place in self.assigned(node, frame, path)]
        again = self.run_all(body, frame, z3.simplify(z3.And(path, condition)), returned)
        self.turn_ends(label, again, invariant, falling, before, frame)
        for place, value in saved:
            place.frame[place.name] = value
        return z3.simplify(z3.And(path, z3.Not(condition)))

    def turn_ends(self, label, again, invariant, falling, before, frame):
        self.may_write += 1
        self.goal(label + "the invariant is kept", again, invariant(self, frame))
        self.goal(label + "it ends", again, z3.ULT(falling(self, frame), before))
        self.turns_end.append(z3.Not(again))  # what comes after is about states in which the turn did not go round again

    def assigned(self, node, frame, path):
        """The places that a loop may change."""
        found, local = [], set()

        def visit(one):
            if isinstance(one, C.Decl):
                local.add(one.name)
            changed = one.lvalue if isinstance(one, C.Assignment) else one.expr if isinstance(one, C.UnaryOp) and one.op in STEPS else None
            if isinstance(one, C.UnaryOp) and one.op == "&" and isinstance(one.expr, C.ID):
                changed = one.expr  # given to a function that may change it
            if isinstance(changed, C.UnaryOp) and changed.op == "*" and isinstance(self.value(changed.expr, frame, path), Place):
                found.append(self.value(changed.expr, frame, path))
                changed = None
            if isinstance(changed, C.StructRef):
                found.append(self.place(changed, frame, path))
            elif isinstance(changed, C.ID) and changed.name in frame and changed.name not in local:  # else a variable of the library
                found.append(Place(frame, changed.name))
            elif changed is not None and not isinstance(changed, C.ID):
                raise Unsupported("a store in a loop with an invariant")
            for _, child in one.children():
                visit(child)
        for part in (node.cond, node.stmt, getattr(node, "next", None)):
            if part is not None:
                visit(part)
        return list({(id(place.frame), place.name): place for place in found}.values())

    # ---- Calls.

    def call(self, name, arguments, path=TRUE):
        if name in self.contracts:
            return self.contracts[name](self, arguments, path)
        if name not in self.functions:
            raise Unsupported("a call of " + name)
        node, frame, returned = self.functions[name], {}, []
        parameters = node.decl.type.args.params if node.decl.type.args else []
        for parameter, value in zip(parameters, arguments):
            frame[parameter.name] = self.cast(value, parameter.type)
        self.inside.append([name, 0])
        self.run(node.body, frame, path, returned)
        self.inside.pop()
        if not returned:
            if self.type_of(node.decl.type.type) != "void":
                raise Unsupported(f"{name} returns nothing")
            return self.int(0)
        value = returned[-1][1]
        for condition, other in reversed(returned[:-1]):
            value = merge(condition, other, value)
        return self.cast(value, node.decl.type.type)


def any_like(value, name):
    """Anything of the type of a value."""
    if isinstance(value, Pointer):
        return Pointer(value.array, z3.FreshConst(z3.BitVecSort(32), name))
    return Int(z3.FreshConst(z3.BitVecSort(value.width), name), value.width, value.is_signed)
