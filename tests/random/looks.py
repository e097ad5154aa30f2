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
    def whether_live(number, call, value):
        def run(m):
            at, p = value(m), m.pools[number]
            p.note_asked(at)
            m.bool(p.is_live(at))
        return Statement([f"rig_bool({call});"], run)

    def look_is_live_at(self, pool):
        index, value = self.index(pool)
        return self.whether_live(pool.number, self.call(pool, "is_live_at", "is_live_at", index), value)

    def look_next_index(self, pool):
        index, value = self.index(pool)
        number = pool.number
        return Statement([f"rig_number({self.call(pool, 'next_index', 'next_index', index)});"],
                         lambda m: m.number(m.pools[number].next(value(m))))

    def look_id_is_live(self, pool):
        index, value = self.index(pool)
        return self.whether_live(pool.number, f"{pool.name}_is_live((int){index})", value)

    def look_id_next(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        number = pool.number
        if self.rng.random() < 0.3:
            return Statement([f"rig_id({pool.name}_first());"], lambda m: m.number(m.pools[number].next(0)))
        return Statement([f"rig_id({pool.name}_next((int){index}));"], lambda m: m.number(m.pools[number].next(value(m) + 1)))

    def look_all(self, pool):
        """Each slot."""
        number = pool.number
        call = self.call(pool, "is_live_at", "is_live_at", "index")

        def run(m):
            for index in range(pool.capacity):
                m.bool(m.pools[number].is_live(index))
        return Statement([f"for (unsigned index = 0; index < {pool.capacity}u; index++) {{", f"rig_bool({call});", "}"], run)

    def look_count(self, pool, verb=None):
        number, verb = pool.number, verb or self.rng.choice(["live", "available", "live", "available", "capacity"])

        def run(m):
            p = m.pools[number]
            free, live = p.free(), p.live()
            if verb == "capacity":
                m.number(p.capacity)
            elif verb == "live":
                m.number_between(live, p.capacity - free, "live")
            else:
                m.number_between(free, p.capacity - live, "available")
        return Statement([f"rig_number({self.call(pool, verb, verb)});"], run)

    def look_check(self, pool):
        return Statement([f"rig_bool(hutch_check(&{pool.name}_pool));"], lambda m: m.bool(True))

    def look_peak(self, pool):
        number = pool.number

        def run(m):
            p = m.pools[number]
            p.peak_least = p.peak_most = m.number_between(p.peak_least, p.peak_most, "peak")
        return Statement([f"rig_number({self.call(pool, 'peak', 'peak')});"], run)

    def look_refused(self, pool):
        number = pool.number

        def run(m):
            p = m.pools[number]
            p.refused_least = p.refused_most = m.number_between(p.refused_least, p.refused_most, "refused")
        return Statement([f"rig_number({self.call(pool, 'refused', 'refused')});"], run)

    def look_sizing(self, pool):
        number = pool.number

        def run(m):
            p = m.pools[number]
            suggested = m.number_between(0, 1 << 31, "suggested")
            peak = m.number_between(p.peak_least, p.peak_most, "peak")
            shortage = m.number_between(p.shortage_least, p.shortage_most, "shortage")
            m.number(p.capacity - len(p.used))
            is_cut = suggested == 512 and m.config.word == 8  # the largest capacity there is
            if p.used and suggested != peak + shortage and not (is_cut and suggested < peak + shortage):
                raise Mismatch(f"suggested {suggested}, with a peak of {peak} and a shortage of {shortage}")
        return Statement(["struct hutch_advice advice;", f"rig_number(hutch_sizing(&{pool.name}_pool, &advice));",
                          "rig_number(advice.peak);", "rig_number(advice.shortage);", "rig_number(advice.never_used);"], run)

    def any_pointer(self, pool):
        return self.pointer(pool) if self.rng.random() < 0.7 else self.wrong_pointer(pool)

    def look_is_live(self, pool):
        operand, value = self.any_pointer(pool)
        number = pool.number

        def run(m):
            pointer = value(m)
            p = m.pools[number].keeper(pointer)
            at = p.index_of(pointer)
            m.bool(at is not None and p.is_live(at))
        return Statement([f"rig_bool({self.call(pool, 'is_live', 'is_live', operand)});"], run)

    def look_index(self, pool):
        operand, value = self.any_pointer(pool)
        number = pool.number
        return Statement([f"rig_number({self.call(pool, 'index', 'index', operand)});"],
                         lambda m: m.number(m.pools[number].index_of(value(m))))

    def look_at(self, pool):
        index, value = self.index(pool)
        number = pool.number

        def run(m):
            at = value(m)
            m.pools[number].note_asked(at)
            m.object(("slot", m.pools[number], at) if at < pool.capacity else None)
        return Statement([f"rig_object({self.call(pool, 'at', 'at', index)});"], run)

    def look_first(self, pool):
        number = pool.number

        def run(m):
            at = m.pools[number].next(0)
            m.object(None if at is None else ("slot", m.pools[number], at))
        return Statement([f"rig_object({self.call(pool, 'first', 'first')});"], run)

    def look_next(self, pool):
        operand, value = self.any_pointer(pool)
        number = pool.number

        def run(m):
            p = m.pools[number]
            at = p.index_of(value(m))
            after = None if at is None else p.next(at + 1)
            m.object(None if after is None else ("slot", p, after))
        return Statement([f"rig_object({self.call(pool, 'next', 'next', operand)});"], run)

    def look_bytes(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        number = pool.number

        def run(m):
            at, p = value(m), m.pools[number]
            if self.config.check == 2 and not p.is_live(at):
                return
            known, word = p.bytes[at], m.trace.next()
            if (known is not None and word != f"~{known}") or word[0] != "~":
                raise Mismatch(f"expected bytes {known} in slot {at} of {p.name}, the program says {word}")
        lines = [f"const unsigned index = {index};", f"rig_look({pool.name}_at(index), sizeof *{pool.name}_at(0));"]
        if self.config.check == 2:  # debug builds may forbid to read free slots
            lines[1:] = [f"if ({pool.name}_is_live_at(index)) {{", lines[1], "}"]
        return Statement(lines, run)

    def look_report(self, pool):
        return Statement(["hutch_report(rig_drop, NULL);"], lambda m: None)

    def look_owner(self, pool):
        operand, value = self.pointer(pool, True) if self.rng.random() < 0.7 else self.wrong_pointer(pool, True)

        def run(m):
            pointer = value(m)
            is_slot = pointer is not None and pointer[0] == "slot" and pointer[1].o.is_listed
            m.number(pointer[1].number if is_slot else None)
        return Statement([f"rig_number(rig_number_of(hutch_owner({operand})));"], run)
