# SPDX-License-Identifier: MIT
# values.py - what an expression of C has as its value, and C's conversions between them.

import z3

TRUE, FALSE = z3.BoolVal(True), z3.BoolVal(False)


class Unsupported(Exception):
    """C that the prover does not know. It guesses nothing."""


class NullAccess(Unsupported):
    """An access through a null pointer, and the conditions under which it happens."""

    def __init__(self, conditions):
        super().__init__("an access through a null pointer")
        self.conditions = conditions


class Int:
    """An integer, or the address of a slot: a term, its width in bits, whether it is signed."""

    def __init__(self, term, width, is_signed=False):
        self.term = z3.BitVecVal(term, width) if isinstance(term, int) else term
        self.width, self.is_signed = width, is_signed


class Pointer:
    """Element `at` of an array; the null pointer has no array."""

    def __init__(self, array, at=0):
        self.array, self.at = array, z3.BitVecVal(at, 32) if isinstance(at, int) else at


class Place:
    """A variable, or a field of a struct."""

    def __init__(self, frame, name):
        self.frame, self.name = frame, name


class Struct(dict):
    """A struct that a pointer points to: its fields."""


NULL = Pointer(None)


def cut(term, width):
    """A term, cut or filled with zeros."""
    size = term.size()
    return z3.Extract(width - 1, 0, term) if size > width else z3.ZeroExt(width - size, term) if size < width else term


def constant(value):
    """The number that an Int is; None if it depends on anything."""
    term = z3.simplify(value.term) if isinstance(value, Int) else None
    return term.as_long() if term is not None and z3.is_bv_value(term) else None


def is_null(value):
    return (isinstance(value, Pointer) and value.array is None) or constant(value) == 0


def convert(value, width, is_signed):
    if not isinstance(value, Int):
        return value
    term = value.term
    if width > value.width:
        term = z3.SignExt(width - value.width, term) if value.is_signed else z3.ZeroExt(width - value.width, term)
    return Int(cut(term, width), width, is_signed)


def like(value, other):
    """A value, converted to the type of another."""
    return convert(value, other.width, other.is_signed) if isinstance(other, Int) else value


def common(a, b):
    """The width and the sign of what two promoted integers give."""
    if a.width == b.width:
        return a.width, a.is_signed and b.is_signed
    wider = a if a.width > b.width else b
    return wider.width, wider.is_signed


def merge(condition, a, b):
    """`condition ? a : b`"""
    condition = z3.simplify(condition)
    if z3.is_true(condition) or z3.is_false(condition):
        return a if z3.is_true(condition) else b
    if isinstance(a, Pointer) and isinstance(b, Int):
        a, b, condition = b, a, z3.Not(condition)
    if isinstance(a, Int) and isinstance(b, Pointer):
        if b.array is not None:
            raise Unsupported("an address or an element of an array")
        b = Int(0, a.width)
    if isinstance(a, Pointer):
        if a.array != b.array:
            raise Unsupported(f"a pointer into {a.array} or {b.array}")
        return Pointer(a.array, z3.If(condition, a.at, b.at))
    if not isinstance(a, Int) or not isinstance(b, Int):
        raise Unsupported("one struct or another")
    width, is_signed = common(a, b)
    return Int(z3.If(condition, convert(a, width, is_signed).term, convert(b, width, is_signed).term), width, is_signed)
