# SPDX-License-Identifier: MIT
# looks.py - calls that look at a pool and change nothing.

from operands import Operands, Statement
from record import Mismatch


class Looks(Operands):
    def look(self, pool):
        kinds = ["is_live_at", "next_index", "count", "count", "check"]
        if pool.has_objects:
            kinds += ["is_live", "is_live", "index", "at", "first", "next", "bytes", "bytes", "owner"]
        else:
            kinds += ["id_is_live", "id_next"]
        if self.config.stats and not self.in_callback:
            kinds += ["peak", "refused"] + ["peak"] * 3 * pool.is_modest
        if self.config.stats == 2 and not self.in_callback:
            kinds.append("sizing")
        return getattr(self, "look_" + self.rng.choice(kinds))(pool)

    @staticmethod
    def whether_live(pool, call, value):
        def run(m):
            at = value(m)
            m[pool].note_asked(at)
            m.bool(m[pool].is_live(at))
        return Statement([f"rig_bool({call});"], run)

    def look_is_live_at(self, pool):
        index, value = self.index(pool)
        return self.whether_live(pool, self.call(pool, "is_live_at", "is_live_at", index), value)

    def look_next_index(self, pool):
        index, value = self.index(pool)
        return self.says(pool, "number", "next_index", index, lambda m, p: p.next(value(m)))

    def look_id_is_live(self, pool):
        index, value = self.index(pool)
        return self.whether_live(pool, f"{pool.name}_is_live((int){index})", value)

    def look_id_next(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        if self.rng.random() < 0.3:
            return Statement([f"rig_id({pool.name}_first());"], lambda m: m.number(m[pool].next(0)))
        return Statement([f"rig_id({pool.name}_next((int){index}));"], lambda m: m.number(m[pool].next(value(m) + 1)))

    def look_all(self, pool):
        """Each slot."""
        call = self.call(pool, "is_live_at", "is_live_at", "index")

        def run(m):
            for index in range(pool.capacity):
                m.bool(m[pool].is_live(index))
        return Statement([f"for (unsigned index = 0; index < {pool.capacity}u; index++) {{", f"rig_bool({call});", "}"], run)

    def look_count(self, pool, verb=None):
        verb = verb or self.rng.choice(["live", "available", "live", "available", "capacity"])

        def run(m):
            p = m[pool]
            if verb == "capacity":
                m.number(p.capacity)
            else:
                least, taken = (p.live(), p.free()) if verb == "live" else (p.free(), p.live())
                m.number_between(least, p.capacity - taken, verb)
        return Statement([f"rig_number({self.call(pool, verb, verb)});"], run)

    def look_check(self, pool):
        return Statement([f"rig_bool(hutch_check(&{pool.name}_pool));"], lambda m: m.bool(True))

    def look_counter(self, pool, verb):
        """A counter of which the model knows a range, which is one number from then on."""
        def run(m):
            least, most = (f"{verb}_{end}" for end in ("least", "most"))
            found = m.number_between(getattr(m[pool], least), getattr(m[pool], most), verb)
            setattr(m[pool], least, found)
            setattr(m[pool], most, found)
        return Statement([f"rig_number({self.call(pool, verb, verb)});"], run)

    def look_peak(self, pool):
        return self.look_counter(pool, "peak")

    def look_refused(self, pool):
        return self.look_counter(pool, "refused")

    def look_sizing(self, pool):
        def run(m):
            p = m[pool]
            suggested = m.number_between(0, 1 << 31, "suggested")
            peak = m.number_between(p.peak_least, p.peak_most, "peak")
            shortage = m.number_between(p.shortage_least, p.shortage_most, "shortage")
            m.number(p.capacity - len(p.used))
            is_cut = suggested == 512 and m.config.word == 8  # the largest capacity there is
            if p.used and suggested != peak + shortage and not (is_cut and suggested < peak + shortage):
                raise Mismatch(f"suggested {suggested}, with a peak of {peak} and a shortage of {shortage}")
        return Statement(["struct hutch_advice advice;", f"rig_number(hutch_sizing(&{pool.name}_pool, &advice));",
                          "rig_number(advice.peak);", "rig_number(advice.shortage);", "rig_number(advice.never_used);"], run)

    def any_pointer(self, pool, is_asked_of_all=False):
        return (self.pointer if self.rng.random() < 0.7 else self.wrong_pointer)(pool, is_asked_of_all)

    def look_is_live(self, pool):
        operand, value = self.any_pointer(pool)

        def run(m, p):
            pointer = value(m)
            p = p.keeper(pointer)
            at = p.index_of(pointer)
            return at is not None and p.is_live(at)
        return self.says(pool, "bool", "is_live", operand, run)

    def look_index(self, pool):
        operand, value = self.any_pointer(pool)
        return self.says(pool, "number", "index", operand, lambda m, p: p.index_of(value(m)))

    def look_at(self, pool):
        index, value = self.index(pool)

        def run(m, p):
            at = value(m)
            p.note_asked(at)
            return ("slot", p, at) if at < pool.capacity else None
        return self.says(pool, "object", "at", index, run)

    def look_first(self, pool):
        return Statement([f"rig_object({self.call(pool, 'first', 'first')});"], lambda m: m.slot(m[pool], m[pool].next(0)))

    def look_next(self, pool):
        operand, value = self.any_pointer(pool)

        def run(m):
            at = m[pool].index_of(value(m))
            m.slot(m[pool], None if at is None else m[pool].next(at + 1))
        return Statement([f"rig_object({self.call(pool, 'next', 'next', operand)});"], run)

    def look_bytes(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        is_debug = self.config.check == 2  # which may forbid to read free slots

        def run(m):
            at, p = value(m), m[pool]
            if is_debug and not p.is_live(at):
                return
            known, word = p.bytes[at], m.trace.next()
            if (known is not None and word != f"~{known}") or word[0] != "~":
                raise Mismatch(f"expected bytes {known} in slot {at} of {p.name}, the program says {word}")
        look = [f"rig_look({pool.name}_at(index), sizeof *{pool.name}_at(0));"]
        return Statement([f"const unsigned index = {index};", *self.guarded(is_debug, f"{pool.name}_is_live_at(index)", look)], run)

    def look_owner(self, pool):
        operand, value = self.any_pointer(pool, True)

        def run(m):
            pointer = value(m)
            is_slot = pointer is not None and pointer[0] == "slot" and pointer[1].o.is_listed
            m.number(pointer[1].number if is_slot else None)
        return Statement([f"rig_number(rig_number_of(hutch_owner({operand})));"], run)
