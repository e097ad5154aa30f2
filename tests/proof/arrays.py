# SPDX-License-Identifier: MIT
# arrays.py - terms without arrays, of which Z3 needs no theory of arrays: bits alone are left, and its solver of bits is faster.

import z3


class Flat:
    """A read of a store is the stored value, or a read of what was before; a read of an array that nothing was stored to is a function
    of the index."""

    def __init__(self):
        self.terms, self.reads = {}, {}  # by the number of the term, which is kept so that no other gets its number
        self.has_reads = False

    def read(self, array, at):
        key = array.get_id(), at.get_id()
        if key not in self.reads:
            kind, parts = array.decl().kind(), array.children()
            if kind == z3.Z3_OP_STORE:
                is_same = z3.simplify(self.term(parts[1]) == at)
                value = self.term(parts[2]) if z3.is_true(is_same) else self.read(parts[0], at) if z3.is_false(is_same) \
                    else z3.If(is_same, self.term(parts[2]), self.read(parts[0], at))
            elif kind == z3.Z3_OP_ITE:
                value = z3.If(self.term(parts[0]), self.read(parts[1], at), self.read(parts[2], at))
            else:
                value = z3.Function("read of " + array.decl().name(), array.domain(), array.range())(at)
            self.reads[key] = value, array, at
        self.has_reads = True
        return self.reads[key][0]

    def term(self, term):
        waiting = [term]
        while waiting:
            one = waiting.pop()
            if one.get_id() in self.terms:
                continue
            parts = [one.arg(1)] if z3.is_select(one) else one.children()
            missing = [part for part in parts if part.get_id() not in self.terms]
            if missing:
                waiting += [one, *missing]
                continue
            flat = [self.terms[part.get_id()][0] for part in parts]
            self.terms[one.get_id()] = (self.read(one.arg(0), z3.simplify(flat[0])) if z3.is_select(one) else rebuilt(one, flat)), one
        return self.terms[term.get_id()][0]


def rebuilt(term, parts):
    if all(z3.eq(old, new) for old, new in zip(term.children(), parts)):
        return term
    return z3.z3._to_expr_ref(z3.Z3_mk_app(term.ctx_ref(), term.decl().ast, len(parts), (z3.Ast * len(parts))(*(part.as_ast() for part in parts))), term.ctx)
