# SPDX-License-Identifier: MIT
# calls.py - calls that change a pool: the C text of each beside what the model makes of it.

from model import FOREIGN, NULL_POINTER, STALE_USE, USE_AFTER_RELEASE
from operands import Operands, Statement, over


class Calls(Operands):
    # ------------------------------------------------------------------------------------------------ acquiring

    def got(self, pool, variable, m, found):
        """What follows a call that returns an object: it is traced, kept and filled."""
        pointer = None if found is None else ("slot", found[0], found[1])
        m.object(pointer)
        m.variables[variable] = pointer
        m.fill(*(found[:2] if found is not None else (None, None)))

    def acquire(self, pool):
        urgent = self.rng.random() < 0.3
        verb = "acquire_urgent" if urgent else "acquire"
        number = pool.number
        spills = pool.policy is not None and pool.policy.spill is not None
        if pool.kind == "IDS" or (self.rng.random() < 0.15 and not spills):
            return self.acquire_number(pool, urgent)
        v = self.variable(pool)
        call = self.call(pool, verb, verb, cast=f"{pool.type[0]} *")
        return Statement([f"{v} = {call};", f"rig_object({v});", f"rig_fill({v}, sizeof *{v});"],
                         lambda m: self.got(pool, v, m, m.pools[number].acquire(urgent)))

    def acquire_number(self, pool, urgent):
        number, v = pool.number, self.variable(pool)
        generic = "acquire_urgent_index" if urgent else "acquire_index"

        def run(m):
            got = m.pools[number].acquire(urgent, by_number=True)
            m.number(None if got is None else got[1])
            if pool.has_objects:
                m.variables[v] = None if got is None else ("slot", *got[:2])
                m.fill(*(got[:2] if got is not None else (None, None)))
            else:
                m.variables[v] = -1 if got is None else got[1]
        if pool.has_objects:
            return Statement([f"const unsigned index = {over(generic)}(&{pool.name}_pool);", "rig_number(index);",
                              f"{v} = {pool.name}_at(index);", f"rig_fill({v}, sizeof *{v});"], run)
        call = self.call(pool, "acquire_urgent" if urgent else "acquire", generic)
        return Statement([f"{v} = (int){call};", f"rig_id({v});"], run)

    def churn(self, pool):
        """Acquires and releases one object so often that generations are used up."""
        number, count = pool.number, self.rng.choice([40, 200, 700])
        n = f"n{self.program.fresh()}"
        lines = [f"for (unsigned {n} = 0; {n} < {count}u; {n}++) {{",
                 f"const {pool.type[0]} *const object = {self.call(pool, 'acquire', 'acquire', cast=pool.type[0] + ' *')};",
                 "if (object != NULL) {", f"(void){self.call(pool, 'release', 'release', 'object')};", "}", "}"]

        def run(m):
            p = m.pools[number]
            for _ in range(count):
                got = p.acquire()
                if got is not None:
                    p.free_slots([got[1]])
        return Statement(lines, run)

    def acquire_wait(self, pool):
        """Waits for a tick at most, in vain where there is no room."""
        number, v = pool.number, self.variable(pool)
        ticks = self.rng.choice("01")
        call = self.call(pool, "acquire_wait", "acquire_wait", f"{ticks}, NULL", cast=f"{pool.type[0]} *")
        return Statement([f"{v} = {call};", f"rig_object({v});", f"rig_fill({v}, sizeof *{v});"],
                         lambda m: self.got(pool, v, m, m.pools[number].acquire_wait(int(ticks))))

    def claim(self, pool):
        index, value = self.index(pool)
        number, v, by_number = pool.number, self.variable(pool), pool.kind == "IDS" or self.rng.random() < 0.2

        def run(m):
            at = value(m)
            ok = m.pools[number].claim(at)
            if pool.has_objects and not by_number:
                self.got(pool, v, m, (m.pools[number], at) if ok else None)
            elif pool.has_objects:
                m.bool(ok)
                m.fill(*((m.pools[number], at) if ok else (None, None)))
            elif as_id:
                m.number(at if ok else None)
            else:
                m.bool(ok)
        if pool.has_objects and not by_number:
            call = self.call(pool, "claim", "claim", index, cast=f"{pool.type[0]} *")
            return Statement([f"{v} = {call};", f"rig_object({v});", f"rig_fill({v}, sizeof *{v});"], run)
        as_id = not pool.has_objects and self.rng.random() < 0.6
        if as_id:
            return Statement([f"rig_id({pool.name}_claim((int){index}));"], run)
        lines = [f"const unsigned index = {index};", f"const bool ok = hutch_claim_index_(&{pool.name}_pool, index);",
                 "rig_passed = NULL;", "rig_bool(ok);"]
        if pool.has_objects:
            lines.append(f"rig_fill(ok ? {pool.name}_at(index) : NULL, sizeof *{pool.name}_at(0));")
        return Statement(lines, run)

    def acquire_run(self, pool):
        number, word = pool.number, self.config.word
        length = self.rng.choice([1, 2, 2, 3, 4, 7, 8, word - 1, word, word + 1, 2 * word, pool.capacity, pool.capacity + 1, 0])
        v, by_number = self.variable(pool), pool.kind == "IDS" or self.rng.random() < 0.2

        def run(m):
            p = m.pools[number]
            at = p.acquire_run(length)
            if by_number:
                m.number(at)
            else:
                m.object(None if at is None else ("slot", p, at))
            if pool.has_objects:
                for k in range(at, at + length) if at is not None else ():
                    m.fill(p, k)
            if not by_number:
                m.variables[v] = None if at is None else ("slot", p, at)
        fill = [f"for (unsigned i = 0; i < {length}u; i++) {{", f"rig_fill({pool.name}_at(first + i), sizeof *{pool.name}_at(0));",
                "}"] if pool.has_objects and length else []
        if by_number:
            call = self.call(pool, "acquire_run" if not pool.has_objects else None, "acquire_run_index", f"{length}u")
            return Statement([f"const unsigned first = (unsigned){call};", "rig_number(first);"] +
                             (["if (first != HUTCH_NONE) {", *fill, "}"] if fill else []), run)
        call = self.call(pool, "acquire_run", "acquire_run", f"{length}u", cast=f"{pool.type[0]} *")
        return Statement([f"{v} = {call};", f"rig_object({v});", f"if ({v} != NULL) {{",
                          f"const unsigned first = {pool.name}_index({v});", "(void)first;", *fill, "}"], run)

    def run_and_back(self, pool):
        """Acquires a run and releases all or most of it: words become full, and are not any more."""
        number, word = pool.number, self.config.word
        length = self.rng.choice([2, 3, word - 1, word, word + 1, 2 * word, 3 * word, pool.capacity])
        skip = self.rng.choice([0, 0, 1, length // 2])
        skip = min(skip, length - 1)
        acquire = self.call(pool, "acquire_run" if not pool.has_objects else None, "acquire_run_index", f"{length}u")
        if pool.has_objects and self.rng.random() < 0.6:
            release = self.call(pool, "release_run", "release_run", f"{pool.name}_at(first + {skip}u), {length - skip}u")
        else:
            release = f"hutch_release_run_at_(&{pool.name}_pool, first + {skip}u, {length - skip}u)"
        lines = [f"const unsigned first = (unsigned){acquire};", "rig_number(first);", "if (first != HUTCH_NONE) {",
                 f"rig_bool({release});", "}", f"rig_bool(hutch_check(&{pool.name}_pool));"]

        def run(m):
            p = m.pools[number]
            at = p.acquire_run(length)
            m.number(at)
            if at is not None:
                m.bool(p.release_run(at + skip, length - skip))
            m.bool(True)
        return Statement(lines, run)

    def spawn(self, pool):
        number, v, urgent = pool.number, self.variable(pool), self.rng.random() < 0.3
        verb = "spawn_urgent" if urgent else "spawn"
        has_args = self.rng.random() < 0.5
        call = self.call(pool, verb, verb, "&rig_steps" if has_args else "NULL", cast=f"{pool.type[0]} *")
        return Statement([f"{v} = {call};", f"rig_object({v});", f"rig_fill({v}, sizeof *{v});"],
                         lambda m: self.got(pool, v, m, m.pools[number].spawn(urgent, has_args)))

    def adopt(self, pool):
        number = pool.number
        count = self.rng.choice([0, 1, pool.capacity, pool.capacity // 2, pool.capacity + 1])
        return Statement([f"rig_number(hutch_adopt(&{pool.name}_pool, {count}u));"],
                         lambda m: m.number(m.pools[number].adopt(count)))

    def prespawn(self, pool):
        number = pool.number
        count = self.rng.choice([0, 1, pool.capacity, pool.capacity // 2, pool.capacity + 1])
        call = self.call(pool, "prespawn", "prespawn", f"{count}u")
        return Statement([f"rig_bool({call});"], lambda m: m.bool(m.pools[number].prespawn(count)))

    # ------------------------------------------------------------------------------------------------ releasing

    def release(self, pool):
        if pool.kind == "IDS" or self.rng.random() < 0.2:
            return self.release_at(pool)
        if pool.kind == "SPAWNED" and self.rng.random() < 0.75:
            if pool.is_listed and self.rng.random() < 0.15:
                return self.despawn_any(pool)
            verb = "despawn"
        else:
            verb = "release"

        def run(m, p, pointer):
            p = p.keeper(pointer)
            ok = not p.wrong_pointer(pointer) and getattr(p, verb if verb == "despawn" else "release_at")(pointer[2])
            m.bool(ok)
        return self.on_pointer(pool, [f"rig_bool({self.call(pool, verb, verb, 'object')});"], run)

    def despawn_any(self, pool):
        def run(m, p, pointer):
            if pointer is None:
                m.fault([NULL_POINTER], None, [None], "0")
                m.bool(False)
            elif pointer[0] != "slot" or not pointer[1].o.is_listed:
                m.fault([FOREIGN], None, [None], "=")
                m.bool(False)
            elif pointer[1].o.kind == "SPAWNED":
                m.bool(pointer[1].despawn(pointer[2]))
            else:
                m.bool(pointer[1].release_at(pointer[2]))
        return self.on_pointer(pool, ["rig_bool(hutch_despawn_any(object));"], run, True)

    def release_at(self, pool):
        index, value = self.index(pool)
        number, is_careful = pool.number, self.is_careful(pool)
        lines = [f"const unsigned index = {index};"]
        typed_id = pool.kind == "IDS" and self.rng.random() < 0.7
        call = f"{pool.name}_release((int)index)" if typed_id else self.call(pool, "release_at", "release_at", "index")
        guard = f"if (index >= {pool.capacity}u || hutch_is_live_at(&{pool.name}_pool, index)) {{"
        lines += [guard, f"rig_bool({call});", "}"] if is_careful else [f"rig_bool({call});"]

        def run(m):
            at = value(m)
            if not is_careful or m.pools[number].is_live(at) or at >= pool.capacity:
                m.bool(m.pools[number].release_at(at))
        return Statement(lines, run)

    def release_run(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        number, word = pool.number, self.config.word
        length = self.rng.choice([1, 1, 2, 3, word - 1, word, word + 1, pool.capacity, 0, 0xFFFFFFFF])
        if self.rng.random() < 0.3:
            index, value = "0u", lambda m: 0
        by_number = pool.kind == "IDS" or self.rng.random() < 0.3
        is_careful = self.is_careful(pool)
        if by_number:
            typed_id = pool.kind == "IDS" and self.rng.random() < 0.7
            call = f"{pool.name}_release_run((int)index, {length}u)" if typed_id else \
                f"hutch_release_run_at_(&{pool.name}_pool, index, {length}u)"
        else:
            call = self.call(pool, "release_run", "release_run", f"{pool.name}_at(index), {length}u")
        lines = [f"const unsigned index = {index};"]
        lines += [f"if (rig_is_run(&{pool.name}_pool, index, {length}u)) {{", f"rig_bool({call});", "}"] if is_careful else \
            [f"rig_bool({call});"]

        def run(m):
            p, at = m.pools[number], value(m)
            is_run = 0 < length <= pool.capacity - at and all(p.is_live(at + k) for k in range(length))
            if is_run or not is_careful:
                m.bool(p.release_run(at, length))
        return Statement(lines, run)

    def clear(self, pool):
        number = pool.number
        return Statement([self.call(pool, "clear", "clear") + ";"], lambda m: m.pools[number].clear())

    def persist(self, pool):
        stays = self.rng.random() < 0.6

        def run(m, p, pointer):
            if p.wrong_pointer(pointer):
                m.bool(False)
            elif not p.is_live(pointer[2]):
                m.fault(p.codes_of(pointer[2], USE_AFTER_RELEASE), p, [pointer[2], None], "=")
                m.bool(False)
            else:
                (p.persistent.add if stays else p.persistent.discard)(pointer[2])
                m.bool(True)
        text = "object, true" if stays else "object, false"
        return self.on_pointer(pool, [f"rig_bool({self.call(pool, 'persist', 'persist', text)});"], run)

    # ------------------------------------------------------------------------------------------------ refs

    def ref(self, pool):
        v = self.ref_variable(pool)

        def run(m, p, pointer):
            ref = p.make_ref(pointer)
            m.trace.expect(f"r{ref}")
            m.variables[v] = ref
        call = self.call(pool, "ref", None, "object") if self.rng.random() < 0.6 else None
        text = f"{v} = {call};" if call else f"{v}.value = hutch_ref(&{pool.name}_pool, object);"
        return self.on_pointer(pool, [text, f"rig_ref({v}.value);"], run)

    def use_ref(self, pool):
        number, v, rng = pool.number, self.ref_variable(pool), self.rng
        verb = rng.choice(["deref", "deref", "expect", "release_ref"])
        change, changed = self.changed_ref(pool, v)
        result = "rig_bool" if verb == "release_ref" else "rig_object"
        typed = rng.random() < 0.6
        call = f"{pool.name}_{verb}({v})" if typed else f"{over(verb)}(&{pool.name}_pool, {v}.value)"
        is_careful = verb == "release_ref" and self.is_careful(pool)
        lines = [*change, "rig_passed = NULL;"]
        lines += [f"if ({pool.name}_is_live({pool.name}_deref({v}))) {{", f"{result}({call});", "}"] if is_careful else \
            [f"{result}({call});"]

        def run(m):
            p = m.pools[number]
            ref = changed(m)
            if is_careful and p.deref(ref) is None:
                return
            if verb == "release_ref":
                m.bool(p.release_ref(ref))
            else:
                index = p.deref(ref) if verb == "deref" else p.must_deref(ref, STALE_USE)
                m.object(None if index is None else ("slot", p, index))
        return Statement(lines, run)

    def ghost(self, pool):
        """Asks for the object after one that is gone: nobody has it yet."""
        number, step = pool.number, self.rng.choice([0, 1, 1, 1, 2])
        v = self.ref_variable(pool)
        low_bits = f"(HUTCH_CFG_REF_BITS - HUTCH_GENERATION_BITS_({pool.capacity}))"
        release = f"rig_bool({self.call(pool, 'release', 'release', 'object')});"
        call = f"{pool.name}_deref({v})" if self.rng.random() < 0.6 else f"hutch_deref(&{pool.name}_pool, {v}.value)"
        lines = [f"{pool.type[0]} *const object = {self.call(pool, 'acquire', 'acquire', cast=pool.type[0] + ' *')};",
                 "rig_object(object);", "if (object != NULL) {", f"{v} = {pool.name}_ref(object);", f"rig_ref({v}.value);",
                 f"{v}.value = (hutch_ref_t)({v}.value + ((hutch_ref_t){step} << {low_bits}));", release, f"rig_object({call});", "}"]

        def run(m):
            p = m.pools[number]
            got = p.acquire()
            m.object(None if got is None else ("slot", *got[:2]))
            if got is not None:
                ref = p.make_ref(("slot", *got[:2]))
                m.trace.expect(f"r{ref}")
                ref = (ref + (step << (self.config.ref_bits - p.generation_bits))) & ((1 << self.config.ref_bits) - 1)
                m.variables[v] = ref
                p.free_slots([got[1]])
                m.bool(True)
                index = p.deref(ref)
                m.object(None if index is None else ("slot", p, index))
        return Statement(lines, run)

    def changed_ref(self, pool, v):
        """Forges a ref now and then."""
        rng, mask = self.rng, (1 << self.config.ref_bits) - 1
        kind = rng.random()
        if kind < 0.7:
            return [], lambda m: m.variables.get(v, 0)

        def keep(m, value):
            m.variables[v] = value
            return value
        if kind < 0.8:  # the next object's in that slot, or the one's after it
            step, number = rng.choice([1, 1, 2]), pool.number
            low_bits = f"(HUTCH_CFG_REF_BITS - HUTCH_GENERATION_BITS_({pool.capacity}))"
            return [f"{v}.value = (hutch_ref_t)({v}.value + ((hutch_ref_t){step} << {low_bits}));"], lambda m: \
                keep(m, (m.variables.get(v, 0) + (step << (self.config.ref_bits - m.pools[number].generation_bits))) & mask)
        if kind < 0.87:
            bit = rng.randrange(self.config.ref_bits)
            return [f"{v}.value = (hutch_ref_t)({v}.value ^ {1 << bit}u);"], \
                lambda m: keep(m, m.variables.get(v, 0) ^ (1 << bit))
        if kind < 0.92:
            return [f"{v}.value = 0;"], lambda m: keep(m, 0)
        past = 1 << (pool.capacity - 1).bit_length() | pool.capacity  # generation 1 of the slot after the last
        value = rng.choice([1, mask, mask - 1, mask >> 1, rng.randrange(mask), rng.randrange(4096), past, past])
        return [f"{v}.value = {value}u;"], lambda m: keep(m, value)
