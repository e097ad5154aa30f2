# SPDX-License-Identifier: MIT
# operands.py - what the calls of random programs are given: pointers, indexes, variables; right ones and wrong ones.

VARIABLES = 4  # pointers, refs and numbers that a program keeps for each pool


class Statement:
    is_traced = True

    def __init__(self, lines, run, *blocks):
        self.lines, self.run = lines, run
        self.site = None
        self.blocks = blocks  # nested statements, which the writer puts where a line is a number

    def all(self):
        yield self
        for block in self.blocks:
            for statement in block:
                yield from statement.all()

PUBLIC = {"acquire", "acquire_wait", "at", "available", "capacity", "check", "clear", "deref", "first", "index", "is_live", "is_live_at", "live",
          "next", "object_bytes", "peak", "ref", "refused", "release", "release_ref"}


def over(generic):
    """The function over a descriptor; the name of one that only typed functions call ends with `_`."""
    return f"hutch_{generic}" + "_" * (generic not in PUBLIC)


class Operands:
    """Makes statements about one pool, for one place of a program."""

    def __init__(self, rng, program, in_callback=False, owner=None):
        self.rng, self.program, self.config = rng, program, program.config
        self.in_callback, self.owner = in_callback, owner
        self.loops = []  # (pool, variable) of the loops around
        self.can_return = not in_callback

    # ------------------------------------------------------------------------------------------------ operands

    def call(self, pool, typed, generic, arguments="", cast=""):
        """Text of a call, typed or generic."""
        if typed == "next_index" or (typed in ("is_live_at", "release_at") and not pool.has_objects):
            typed = None
        if generic is None or (typed is not None and self.rng.random() < 0.65):
            return f"{pool.name}_{typed}({arguments})"
        text = f"{over(generic)}(&{pool.name}_pool{', ' if arguments else ''}{arguments})"
        return f"({cast}){text}" if cast else text

    def says(self, pool, how, verb, operands, run):
        """A call whose result is traced; `run` gets the machine and the model's pool and returns what that is."""
        return Statement([f"rig_{how}({self.call(pool, verb, verb, operands)});"], lambda m: getattr(m, how)(run(m, m[pool])))

    def variable(self, pool):
        return f"{pool.name}_v[{self.rng.randrange(VARIABLES)}]"

    def ref_variable(self, pool):
        return f"{pool.name}_r[{self.rng.randrange(VARIABLES)}]"

    def index(self, pool, is_wrong_allowed=True):
        """(C text, model's value) of a slot's number."""
        capacity, word, rng = pool.capacity, self.config.word, self.rng
        kind = rng.random()
        if kind < 0.5:
            return f"rig_random({capacity})", lambda m: m.random(capacity)
        near = [0, 1, capacity - 1, capacity // 2, word - 1, word, 2 * word - 1, 3 * word, word * word - 1, word * word]
        if is_wrong_allowed and rng.random() < 0.15:
            wrong = rng.choice([capacity, capacity + 1, capacity + word, 65535, 65536, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE,
                                0xFFFFFFFF])
            return (f"{wrong}u", lambda m: wrong) if wrong >= capacity else ("0u", lambda m: 0)
        value = rng.choice([k for k in near if 0 <= k < capacity])
        return f"{value}u", lambda m: value

    def pointer(self, pool, is_asked_of_all=False):
        """(C text, model's value) of a pointer that somebody hands in: most are slots, live or free."""
        rng, name = self.rng, pool.name
        inside = [it for of, it in self.loops if of is pool]
        kind = rng.random()
        if inside and kind < 0.5:
            it = rng.choice(inside)
            return it, lambda m: m.variables[it]
        if kind < 0.6:
            index, value = self.index(pool, is_wrong_allowed=False)
            if rng.random() < 0.6:  # most likely live
                def live(m):
                    found = m[pool].next(value(m))
                    return None if found is None else ("slot", m[pool], found)
                return f"{name}_at({self.call(pool, 'next_index', 'next_index', index)})", live
            return f"{name}_at({index})", lambda m: ("slot", m[pool], value(m))
        if kind < 0.9 or pool.type[0] == "t8":
            variable = self.variable(pool)
            return variable, lambda m: m.variables.get(variable)
        return self.wrong_pointer(pool, is_asked_of_all)

    def wrong_pointer(self, pool, is_asked_of_all=False):
        """`is_asked_of_all`: not one just beside the slots, which may be another pool's."""
        rng, name, number, capacity = self.rng, pool.name, pool.number, pool.capacity
        kind = rng.choice([0, 1, 4]) if is_asked_of_all else rng.randrange(5)
        cast = f"({pool.type[0]} *)"
        if kind == 0:
            return f"{cast}NULL", lambda m: None
        if kind == 1 and pool.type[2]:
            index, value = self.index(pool, is_wrong_allowed=False)
            return f"{cast}rig_away({name}_at({index}), {pool.type[2]})", lambda m: ("away", m[pool], value(m))
        if kind == 2:
            return f"{cast}rig_away({name}_at({capacity - 1}u), rig_stride({number}))", lambda m: ("beside", m[pool])
        if kind == 3:
            return f"{cast}rig_away({name}_at(0u), -rig_stride({number}))", lambda m: ("beside", m[pool])
        others = [p for p in self.program.pools if p.has_objects and p is not pool]
        if others and rng.random() < 0.6:
            other = rng.choice(others)
            return f"{cast}rig_away({other.name}_at(0u), 0)", lambda m: ("slot", m[other], 0)
        return f"{cast}rig_away(rig_steps, 0)", lambda m: ("other",)

    def is_careful(self, pool):
        """Whether a release must be right: bare programs are not checked, and a hook's own object is its spawner's."""
        return self.config.check == 0 or (self.in_callback and pool.kind == "SPAWNED")

    def on_pointer(self, pool, text, run, is_asked_of_all=False):
        """A call with a pointer `object`: `text` are lines, `run` gets the machine, the pool and the pointer."""
        operand, value = self.pointer(pool, is_asked_of_all)
        is_careful = self.is_careful(pool)
        lines = [f"{pool.type[0]} *const object = {operand};", "rig_passed = object;"]

        def go(m):
            p, pointer = m[pool], value(m)
            keeper = p.keeper(pointer)
            at = keeper.index_of(pointer)
            if not is_careful or (at is not None and keeper.is_live(at)):
                run(m, p, pointer)
        return Statement(lines + self.guarded(is_careful, f"{pool.name}_is_live(object)", text), go)

    @staticmethod
    def guarded(is_careful, condition, text):
        """Lines under a condition, if the program is careful."""
        return [f"if ({condition}) {{", *text, "}"] if is_careful else text
