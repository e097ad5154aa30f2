# SPDX-License-Identifier: MIT
# expressions.py - expressions of C as terms of Z3, for one target. All paths are one state: each store happens under its path's condition.

import z3
from pycparser import c_ast as C
from values import FALSE, NULL, TRUE, Int, NullAccess, Place, Pointer, Struct, Unsupported, common, constant, convert, is_null, like, merge

COMPARE = {"==": (lambda x, y: x == y,) * 2, "!=": (lambda x, y: x != y,) * 2, "<": (lambda x, y: x < y, z3.ULT),
           "<=": (lambda x, y: x <= y, z3.ULE), ">": (lambda x, y: x > y, z3.UGT), ">=": (lambda x, y: x >= y, z3.UGE)}
COMPUTE = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "&": lambda x, y: x & y,
           "|": lambda x, y: x | y, "^": lambda x, y: x ^ y, "/": z3.UDiv, "%": z3.URem}
UNARY = {"~": lambda x: ~x, "-": lambda x: -x, "+": lambda x: x}
STEPS = ("p++", "++", "p--", "--")


class Expressions:
    """The state of a run: arrays, goals on the way, hypotheses. `path` is the condition under which an expression is reached."""

    def __init__(self, tree, target):
        self.int_bits, self.address = target.int_bits, target.address
        self.functions, self.types, self.enums = {}, {}, {}
        self.arrays, self.lengths = {}, {}
        self.goals, self.hypotheses, self.touched, self.turns_end = [], [], [], []
        self.may_write = 1  # below 1 in a loop with an invariant, which says nothing of arrays
        self.on_access = self.decided = None  # called with (pointer, is it a store, path); a solver with facts about the capacity
        self.on_volatile = None  # called with (pointer, what is there, path): what a read outside the lock gives, or None
        for node in tree.ext:
            if isinstance(node, C.FuncDef):
                self.functions[node.decl.name] = node
            elif isinstance(node, C.Typedef):
                self.types[node.name] = node.type
            if not isinstance(node, C.FuncDef):
                self.read_enums(node)

    def read_enums(self, node):
        if isinstance(node, C.Enum) and node.values:
            last = -1
            for name in node.values.enumerators:
                last = last + 1 if name.value is None else constant(self.value(name.value, {}, TRUE))
                self.enums[name.name] = self.int(last)
        for _, child in node.children():
            self.read_enums(child)

    # ---- Types, and conversions to them.

    def type_of(self, node):
        """'void', 'pointer', 'struct', or (width, is signed, is bool)"""
        while isinstance(node, (C.Typename, C.TypeDecl)):
            node = node.type
        if isinstance(node, C.PtrDecl):
            return "pointer"
        if isinstance(node, C.Enum):
            return self.int_bits, False, False
        if isinstance(node, C.Struct):
            return "struct"
        names = node.names
        if names[-1] in self.types:
            return self.type_of(self.types[names[-1]])
        if names == ["void"]:
            return "void"
        is_bool = names == ["_Bool"]
        is_long = 64 if names.count("long") == 2 else max(32, self.address) if "long" in names else 0
        width = is_long or (8 if "char" in names or is_bool else 16 if "short" in names else self.int_bits)
        return width, "unsigned" not in names and not is_bool, is_bool

    def int(self, number):
        return Int(number, self.int_bits, True)

    def boolean(self, condition):
        return Int(z3.If(condition, z3.BitVecVal(1, self.int_bits), z3.BitVecVal(0, self.int_bits)), self.int_bits, True)

    def cast(self, value, node):
        kind = self.type_of(node)
        if kind == "pointer":
            return NULL if constant(value) == 0 else value
        if isinstance(kind, str):
            return value
        if kind[2]:
            return Int(z3.If(self.truth(value), z3.BitVecVal(1, 8), z3.BitVecVal(0, 8)), 8)
        if isinstance(value, Pointer) and self.arrays[value.array].range().size() != 8:
            raise Unsupported("the address of an element of more than a byte as a number")  # of bytes: number and pointer count alike
        return convert(value, kind[0], kind[1])

    def promote(self, value):
        return convert(value, self.int_bits, True) if value.width < self.int_bits else value

    def truth(self, value):
        if isinstance(value, Pointer):
            return z3.BoolVal(value.array is not None)
        if isinstance(value, (Struct, Place)):
            return TRUE
        return self.decide(z3.simplify(value.term != 0))

    def decide(self, condition):
        """True or false if the facts about the capacity decide it, such as `there is a top word`: halves the goals."""
        if self.decided is None or z3.is_true(condition) or z3.is_false(condition) or not only_capacity(condition):
            return condition
        for answer, other in ((TRUE, z3.Not(condition)), (FALSE, condition)):
            self.decided.push()
            self.decided.add(other)
            verdict = self.decided.check()
            self.decided.pop()
            if verdict == z3.unsat:
                return answer
        return condition

    # ---- Memory: arrays with an index of 32 bits.

    def goal(self, what, path, term):
        self.goals.append((what, self.after_loops(z3.Implies(path, term))))

    def after_loops(self, term):
        return z3.Implies(z3.And(self.turns_end), term) if self.turns_end else term

    def access(self, pointer, path, is_store):
        if not isinstance(pointer, Pointer):
            raise Unsupported("an access through an address")
        if pointer.array is None:
            raise NullAccess([*self.hypotheses, *self.turns_end, path])
        self.goal(f"{'write' if is_store else 'read'} inside {pointer.array}", path, z3.ULT(pointer.at, self.lengths[pointer.array]))
        self.touched.append((pointer.array, z3.simplify(pointer.at)))
        if self.on_access:
            self.on_access(pointer, is_store, path)

    def load(self, pointer, path, is_volatile=False):
        if isinstance(pointer, Place):
            return pointer.frame[pointer.name]
        self.access(pointer, path, False)
        term = z3.Select(self.arrays[pointer.array], pointer.at)
        if is_volatile and self.on_volatile:
            term = self.on_volatile(pointer, term, path)
        return Int(term, term.size())

    def store(self, pointer, value, path):
        """Returns the value of the assignment: the converted one."""
        if isinstance(pointer, Place):
            old = pointer.frame[pointer.name]
            pointer.frame[pointer.name] = merge(path, like(value, old), old)
            return like(value, old)
        if self.may_write < 1:
            raise Unsupported("a write to an array in a loop with an invariant")
        self.access(pointer, path, True)
        array = self.arrays[pointer.array]
        value = convert(value, array.range().size(), False)
        self.arrays[pointer.array] = z3.If(path, z3.Store(array, pointer.at, value.term), array)
        return value

    def place(self, node, frame, path):
        if isinstance(node, C.ID):
            return Place(frame, node.name)
        if isinstance(node, C.StructRef):
            return Place(self.value(node.name, frame, path), node.field.name)
        if isinstance(node, C.ArrayRef):
            base = self.value(node.name, frame, path)
            return Pointer(base.array, base.at + convert(self.value(node.subscript, frame, path), 32, False).term)
        if isinstance(node, C.UnaryOp) and node.op == "*":
            return self.value(node.expr, frame, path)
        raise Unsupported(type(node).__name__ + " on the left")

    # ---- Expressions.

    def value(self, node, frame, path):
        method = getattr(self, "value_of_" + type(node).__name__, None)
        if method is None:
            raise Unsupported(type(node).__name__)
        return method(node, frame, path)

    def value_of_Constant(self, node, _frame, _path):
        if node.type == "string":
            return NULL
        text = node.value.lower()
        number = int(text.rstrip("ul"), 0)
        widths = [width for width in (self.int_bits, 32, max(32, self.address), 64) if width >= (0 if "l" not in text else 64 if "ll" in text else 32)]
        for width in widths:
            if "u" not in text and number < 2 ** (width - 1):
                return Int(number, width, True)
            if ("u" in text or text.startswith("0")) and number < 2 ** width:
                return Int(number, width)
        raise Unsupported("the constant " + node.value)

    def value_of_ID(self, node, frame, _path):
        return frame[node.name] if node.name in frame else self.enums[node.name]

    def value_of_Cast(self, node, frame, path):
        return self.cast(self.value(node.expr, frame, path), node.to_type)

    def value_of_StructRef(self, node, frame, path):
        return self.load(self.place(node, frame, path), path)

    value_of_ArrayRef = value_of_StructRef

    def value_of_FuncCall(self, node, frame, path):
        return self.call(node.name.name, [self.value(one, frame, path) for one in (node.args.exprs if node.args else [])], path)

    def value_of_TernaryOp(self, node, frame, path):
        condition = self.truth(self.value(node.cond, frame, path))
        if z3.is_true(condition):
            return self.value(node.iftrue, frame, path)
        if z3.is_false(condition):
            return self.value(node.iffalse, frame, path)
        return merge(condition, *self.usual(self.value(node.iftrue, frame, z3.And(path, condition)),
                                            self.value(node.iffalse, frame, z3.And(path, z3.Not(condition)))))

    def usual(self, a, b):
        return (self.promote(a), self.promote(b)) if isinstance(a, Int) and isinstance(b, Int) else (a, b)

    def value_of_Assignment(self, node, frame, path):
        value, place = self.value(node.rvalue, frame, path), self.place(node.lvalue, frame, path)
        if node.op != "=":
            value = self.binary(node.op[:-1], self.load(place, path), value, path)
        return self.store(place, value, path)

    def value_of_UnaryOp(self, node, frame, path):
        if node.op == "*":
            is_volatile = isinstance(node.expr, C.Cast) and "volatile" in node.expr.to_type.type.type.quals
            return self.load(self.value(node.expr, frame, path), path, is_volatile)
        if node.op == "&":
            return self.place(node.expr, frame, path)
        if node.op == "sizeof":
            width = self.type_of(node.expr)[0] if isinstance(node.expr, C.Typename) else self.value(node.expr, frame, path).width
            return Int(width // 8, self.address)
        if node.op in STEPS:
            place = self.place(node.expr, frame, path)
            old = self.load(place, path)
            new = self.store(place, self.binary(node.op[-1], old, self.int(1), path), path)
            return old if node.op[0] == "p" else new
        value = self.value(node.expr, frame, path)
        if node.op == "!":
            return self.boolean(z3.Not(self.truth(value)))
        value = self.promote(value)
        if node.op == "-" and value.is_signed:
            self.goal("no signed overflow", path, value.term != 1 << (value.width - 1))
        return Int(UNARY[node.op](value.term), value.width, value.is_signed)

    def value_of_BinaryOp(self, node, frame, path):
        if node.op not in ("&&", "||"):
            return self.binary(node.op, self.value(node.left, frame, path), self.value(node.right, frame, path), path)
        is_and, left = node.op == "&&", self.truth(self.value(node.left, frame, path))
        if z3.is_false(left) if is_and else z3.is_true(left):
            return self.boolean(left)
        right = self.truth(self.value(node.right, frame, z3.simplify(z3.And(path, left if is_and else z3.Not(left)))))
        return self.boolean(z3.And(left, right) if is_and else z3.Or(left, right))

    def binary(self, operator, a, b, path):
        if not isinstance(a, Int) or not isinstance(b, Int):
            return self.binary_of_pointers(operator, a, b)
        a, b = self.promote(a), self.promote(b)
        if operator in ("<<", ">>"):
            return self.shift(operator, a, b, path)
        width, is_signed = common(a, b)
        x, y = convert(a, width, is_signed).term, convert(b, width, is_signed).term
        if operator in COMPARE:
            return self.boolean(COMPARE[operator][0 if is_signed else 1](x, y))
        if is_signed and operator in "+-*":
            wide = COMPUTE[operator](z3.SignExt(width, x), z3.SignExt(width, y))
            self.goal("no signed overflow", path, wide == z3.SignExt(width, z3.Extract(width - 1, 0, wide)))
        if operator in "/%":
            self.goal("no division by 0", path, y != 0)
            if is_signed:
                self.goal("only numbers from 0 on are divided", path, z3.And(x >= 0, y > 0))
            power = constant(Int(y, width))
            if power and power & (power - 1) == 0:
                return Int(z3.LShR(x, power.bit_length() - 1) if operator == "/" else x & (power - 1), width, is_signed)
        return Int(COMPUTE[operator](x, y), width, is_signed)

    def shift(self, operator, a, b, path):
        count = convert(b, a.width, False).term
        self.goal("shift below the width", path, z3.ULT(convert(b, 64, False).term, a.width))
        if operator == "<<":
            shifted = a.term << count
            if a.is_signed:
                self.goal("a signed shift does not overflow", path, z3.And(a.term >= 0, shifted >> count == a.term))
            return Int(shifted, a.width, a.is_signed)
        return Int(a.term >> count if a.is_signed else z3.LShR(a.term, count), a.width, a.is_signed)

    def binary_of_pointers(self, operator, a, b):
        if operator in ("==", "!="):
            is_one_array = isinstance(a, Pointer) and isinstance(b, Pointer) and a.array is not None and a.array == b.array
            same = a.at == b.at if is_one_array else z3.BoolVal(a is b or (is_null(a) and is_null(b)))
            return self.boolean(same if operator == "==" else z3.Not(same))
        if isinstance(a, Pointer) and isinstance(b, Int) and operator in "+-":
            return Pointer(a.array, COMPUTE[operator](a.at, convert(b, 32, False).term))
        if isinstance(a, Pointer) and isinstance(b, Pointer) and operator == "-" and a.array == b.array:
            return convert(Int(a.at - b.at, 32, True), self.address, True)
        raise Unsupported("pointers with " + operator)


def only_capacity(term):
    """True if nothing but the capacity is unknown in a term."""
    waiting, seen = [term], set()
    while waiting:
        one = waiting.pop()
        if one.get_id() not in seen:
            seen.add(one.get_id())
            waiting += one.children()
            is_variable = z3.is_const(one) and one.decl().kind() == z3.Z3_OP_UNINTERPRETED
            if (is_variable and one.decl().name() != "capacity") or z3.is_select(one):
                return False
    return True
