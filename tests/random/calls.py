# SPDX-License-Identifier: MIT
# calls.py - calls that change a pool: the C text of each beside what the model makes of it.

from model import FOREIGN, NULL_POINTER, STALE_USE, USE_AFTER_RELEASE
from operands import Operands, Statement, over


class Calls(Operands):
    # ------------------------------------------------------------------------------------------------ acquiring

    def keeps(self, pool, v, verb, operands, find):
        """A call that returns an object: it is traced, kept in a variable and filled. `find` gives (pool, slot) or None."""
        call = self.call(pool, verb, verb, operands, cast=f"{pool.type[0]} *")

        def run(m):
            found = find(m, m[pool])
            m.variables[v] = None if found is None else ("slot", *found[:2])
            m.object(m.variables[v])
            m.fill(*(found[:2] if found is not None else (None, None)))
        return Statement([f"{v} = {call};", f"rig_object({v});", f"rig_fill({v}, sizeof *{v});"], run)

    def acquire(self, pool):
        urgent = self.rng.random() < 0.3
        spills = pool.policy is not None and pool.policy.spill is not None
        if pool.kind == "IDS" or (self.rng.random() < 0.15 and not spills):
            return self.acquire_number(pool, urgent)
        return self.keeps(pool, self.variable(pool), "acquire_urgent" if urgent else "acquire", "", lambda m, p: p.acquire(urgent))

    def acquire_number(self, pool, urgent):
        v = self.variable(pool)
        generic = "acquire_urgent_index" if urgent else "acquire_index"

        def run(m):
            got = m[pool].acquire(urgent, by_number=True)
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
        count = self.rng.choice([40, 200, 700])
        n = f"n{self.program.fresh()}"
        lines = [f"for (unsigned {n} = 0; {n} < {count}u; {n}++) {{",
                 f"const {pool.type[0]} *const object = {self.call(pool, 'acquire', 'acquire', cast=pool.type[0] + ' *')};",
                 "if (object != NULL) {", f"(void){self.call(pool, 'release', 'release', 'object')};", "}", "}"]

        def run(m):
            for _ in range(count):
                got = m[pool].acquire()
                if got is not None:
                    m[pool].free_slots([got[1]])
        return Statement(lines, run)

    def acquire_wait(self, pool):
        """Waits for a tick at most, in vain where there is no room."""
        v, ticks = self.variable(pool), self.rng.choice("01")
        return self.keeps(pool, v, "acquire_wait", f"{ticks}, NULL", lambda m, p: p.acquire_wait(int(ticks)))

    def claim(self, pool):
        index, value = self.index(pool)
        v = self.variable(pool)
        if pool.has_objects and not self.rng.random() < 0.2:
            def find(m, p):
                at = value(m)
                return (p, at) if p.claim(at) else None
            return self.keeps(pool, v, "claim", index, find)
        as_id = not pool.has_objects and self.rng.random() < 0.6

        def run(m):
            at = value(m)
            ok = m[pool].claim(at)
            if as_id:
                m.number(at if ok else None)
            else:
                m.bool(ok)
            if pool.has_objects:
                m.fill(*((m[pool], at) if ok else (None, None)))
        if as_id:
            return Statement([f"rig_id({pool.name}_claim((int){index}));"], run)
        lines = [f"const unsigned index = {index};", f"const bool ok = hutch_claim_index_(&{pool.name}_pool, index);",
                 "rig_passed = NULL;", "rig_bool(ok);"]
        if pool.has_objects:
            lines.append(f"rig_fill(ok ? {pool.name}_at(index) : NULL, sizeof *{pool.name}_at(0));")
        return Statement(lines, run)

    def acquire_run(self, pool):
        word = self.config.word
        length = self.rng.choice([1, 2, 2, 3, 4, 7, 8, word - 1, word, word + 1, 2 * word, pool.capacity, pool.capacity + 1, 0])
        v, by_number = self.variable(pool), pool.kind == "IDS" or self.rng.random() < 0.2

        def run(m):
            p = m[pool]
            at = p.acquire_run(length)
            if by_number:
                m.number(at)
            else:
                m.slot(p, at)
                m.variables[v] = None if at is None else ("slot", p, at)
            if pool.has_objects:
                for k in range(at, at + length) if at is not None else ():
                    m.fill(p, k)
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
        word = self.config.word
        length = self.rng.choice([2, 3, word - 1, word, word + 1, 2 * word, 3 * word, pool.capacity])
        skip = min(self.rng.choice([0, 0, 1, length // 2]), length - 1)
        acquire = self.call(pool, "acquire_run" if not pool.has_objects else None, "acquire_run_index", f"{length}u")
        if pool.has_objects and self.rng.random() < 0.6:
            release = self.call(pool, "release_run", "release_run", f"{pool.name}_at(first + {skip}u), {length - skip}u")
        else:
            release = f"hutch_release_run_at_(&{pool.name}_pool, first + {skip}u, {length - skip}u)"
        lines = [f"const unsigned first = (unsigned){acquire};", "rig_number(first);", "if (first != HUTCH_NONE) {",
                 f"rig_bool({release});", "}", f"rig_bool(hutch_check(&{pool.name}_pool));"]

        def run(m):
            at = m[pool].acquire_run(length)
            m.number(at)
            if at is not None:
                m.bool(m[pool].release_run(at + skip, length - skip))
            m.bool(True)
        return Statement(lines, run)

    def spawn(self, pool):
        v, urgent = self.variable(pool), self.rng.random() < 0.3
        has_args = self.rng.random() < 0.5
        return self.keeps(pool, v, "spawn_urgent" if urgent else "spawn", "&rig_steps" if has_args else "NULL",
                          lambda m, p: p.spawn(urgent, has_args))

    def some(self, pool):
        return self.rng.choice([0, 1, pool.capacity, pool.capacity // 2, pool.capacity + 1])

    def adopt(self, pool):
        count = self.some(pool)
        return Statement([f"rig_number(hutch_adopt(&{pool.name}_pool, {count}u));"], lambda m: m.number(m[pool].adopt(count)))

    def prespawn(self, pool):
        count = self.some(pool)
        return self.says(pool, "bool", "prespawn", f"{count}u", lambda m, p: p.prespawn(count))

    # ------------------------------------------------------------------------------------------------ releasing

    def release(self, pool):
        if pool.kind == "IDS" or self.rng.random() < 0.2:
            return self.release_at(pool)
        if pool.kind == "SPAWNED" and self.rng.random() < 0.75:
            if pool.is_listed and self.rng.random() < 0.15:
                return self.despawn_any(pool)
            verb, done = "despawn", "despawn"
        else:
            verb, done = "release", "release_at"

        def run(m, p, pointer):
            p = p.keeper(pointer)
            m.bool(not p.wrong_pointer(pointer) and getattr(p, done)(pointer[2]))
        return self.on_pointer(pool, [f"rig_bool({self.call(pool, verb, verb, 'object')});"], run)

    def despawn_any(self, pool):
        def run(m, p, pointer):
            if pointer is None:
                m.fault([NULL_POINTER], None, [None], "0")
                m.bool(False)
            elif pointer[0] != "slot" or not pointer[1].o.is_listed:
                m.fault([FOREIGN], None, [None], "=")
                m.bool(False)
            else:
                p = pointer[1]
                m.bool((p.despawn if p.o.kind == "SPAWNED" else p.release_at)(pointer[2]))
        return self.on_pointer(pool, ["rig_bool(hutch_despawn_any(object));"], run, True)

    def release_at(self, pool):
        index, value = self.index(pool)
        is_careful = self.is_careful(pool)
        typed_id = pool.kind == "IDS" and self.rng.random() < 0.7
        call = f"{pool.name}_release((int)index)" if typed_id else self.call(pool, "release_at", "release_at", "index")
        guard = f"index >= {pool.capacity}u || hutch_is_live_at(&{pool.name}_pool, index)"

        def run(m):
            at = value(m)
            if not is_careful or m[pool].is_live(at) or at >= pool.capacity:
                m.bool(m[pool].release_at(at))
        return Statement([f"const unsigned index = {index};", *self.guarded(is_careful, guard, [f"rig_bool({call});"])], run)

    def release_run(self, pool):
        index, value = self.index(pool, is_wrong_allowed=False)
        word = self.config.word
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
        guard = f"rig_is_run(&{pool.name}_pool, index, {length}u)"

        def run(m):
            p, at = m[pool], value(m)
            is_run = 0 < length <= pool.capacity - at and all(p.is_live(at + k) for k in range(length))
            if is_run or not is_careful:
                m.bool(p.release_run(at, length))
        return Statement([f"const unsigned index = {index};", *self.guarded(is_careful, guard, [f"rig_bool({call});"])], run)

    def clear(self, pool):
        return Statement([self.call(pool, "clear", "clear") + ";"], lambda m: m[pool].clear())

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
        typed = self.rng.random() < 0.6
        text = f"{v} = {pool.name}_ref(object);" if typed else f"{v}.value = hutch_ref(&{pool.name}_pool, object);"
        return self.on_pointer(pool, [text, f"rig_ref({v}.value);"], run)

    def use_ref(self, pool):
        v, rng = self.ref_variable(pool), self.rng
        verb = rng.choice(["deref", "deref", "expect", "release_ref"])
        change, changed = self.changed_ref(pool, v)
        result = "rig_bool" if verb == "release_ref" else "rig_object"
        typed = rng.random() < 0.6
        call = f"{pool.name}_{verb}({v})" if typed else f"{over(verb)}(&{pool.name}_pool, {v}.value)"
        is_careful = verb == "release_ref" and self.is_careful(pool)

        def run(m):
            p, ref = m[pool], changed(m)
            if is_careful and p.deref(ref) is None:
                return
            if verb == "release_ref":
                m.bool(p.release_ref(ref))
            else:
                m.slot(p, p.deref(ref) if verb == "deref" else p.must_deref(ref, STALE_USE))
        guard = f"{pool.name}_is_live({pool.name}_deref({v}))"
        return Statement([*change, "rig_passed = NULL;", *self.guarded(is_careful, guard, [f"{result}({call});"])], run)

    @staticmethod
    def later(pool, v, step):
        """Makes a ref that of an object which comes later in its slot: the C line, and the ref in the model."""
        low_bits = f"(HUTCH_CFG_REF_BITS - HUTCH_GENERATION_BITS_({pool.capacity}))"

        def after(m, ref):
            bits = m.config.ref_bits
            return (ref + (step << (bits - m[pool].generation_bits))) & ((1 << bits) - 1)
        return f"{v}.value = (hutch_ref_t)({v}.value + ((hutch_ref_t){step} << {low_bits}));", after

    def ghost(self, pool):
        """Asks for the object after one that is gone: nobody has it yet."""
        step = self.rng.choice([0, 1, 1, 1, 2])
        v = self.ref_variable(pool)
        line, after = self.later(pool, v, step)
        release = f"rig_bool({self.call(pool, 'release', 'release', 'object')});"
        call = f"{pool.name}_deref({v})" if self.rng.random() < 0.6 else f"hutch_deref(&{pool.name}_pool, {v}.value)"
        lines = [f"{pool.type[0]} *const object = {self.call(pool, 'acquire', 'acquire', cast=pool.type[0] + ' *')};",
                 "rig_object(object);", "if (object != NULL) {", f"{v} = {pool.name}_ref(object);", f"rig_ref({v}.value);",
                 line, release, f"rig_object({call});", "}"]

        def run(m):
            p = m[pool]
            got = p.acquire()
            m.slot(*(got[:2] if got is not None else (p, None)))
            if got is not None:
                ref = p.make_ref(("slot", *got[:2]))
                m.trace.expect(f"r{ref}")
                m.variables[v] = ref = after(m, ref)
                p.free_slots([got[1]])
                m.bool(True)
                m.slot(p, p.deref(ref))
        return Statement(lines, run)

    def changed_ref(self, pool, v):
        """Forges a ref now and then."""
        rng, mask = self.rng, (1 << self.config.ref_bits) - 1
        kind = rng.random()
        if kind < 0.7:
            return [], lambda m: m.variables.get(v, 0)
        if kind < 0.8:  # the next object's in that slot, or the one's after it
            line, change = self.later(pool, v, rng.choice([1, 1, 2]))
        elif kind < 0.87:
            bit = 1 << rng.randrange(self.config.ref_bits)
            line, change = f"{v}.value = (hutch_ref_t)({v}.value ^ {bit}u);", lambda m, ref: ref ^ bit
        elif kind < 0.92:
            line, change = f"{v}.value = 0;", lambda m, ref: 0
        else:
            past = 1 << (pool.capacity - 1).bit_length() | pool.capacity  # generation 1 of the slot after the last
            value = rng.choice([1, mask, mask - 1, mask >> 1, rng.randrange(mask), rng.randrange(4096), past, past])
            line, change = f"{v}.value = {value}u;", lambda m, ref: value

        def changed(m):
            m.variables[v] = change(m, m.variables.get(v, 0))
            return m.variables[v]
        return [line], changed
