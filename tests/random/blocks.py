# SPDX-License-Identifier: MIT
# blocks.py - loops, conditions and what calls back: the statements that hold others.

from calls import Calls
from looks import Looks
from model import LEAK, LIVE
from operands import Statement
from record import Mismatch, Walk


class BlockMaker(Calls, Looks):
    def statements(self, pools, count, depth=0):
        return [self.statement(self.rng.choice(pools), pools, depth) for _ in range(count)]

    def statement(self, pool, pools, depth):
        """Any statement about a pool."""
        rng = self.rng
        kinds = ["acquire"] * (2 if pool.is_modest else 5) + ["claim"] * 2 + ["release"] * 6 + ["look"] * 6
        if depth < 2:
            kinds += ["loop"] * (4 if depth == 0 else 2) + ["when"] * 2
        if depth == 0:
            kinds += ["repeat"] * 3
        if self.loops:
            kinds += ["leave"] * 2
        if not self.is_restricted(pool):
            kinds += ["release_run", "acquire_run"] if pool.kind != "RUNS" else ["release_run", "acquire_run"] * 3
            if depth == 0 and not self.in_callback:
                kinds += ["release_if"] * 2 + ["clear", "run_and_back"] + ["fill"] * (not pool.is_modest)
        if pool.is_over and not self.in_callback:
            kinds.append("adopt")
        if pool.kind == "SPAWNED":
            kinds += ["spawn"] * 7
            if not self.in_callback:
                kinds += ["persist"] * 3 + ["prespawn"]
        if pool.has_refs:
            kinds += ["ref"] * 3 + ["use_ref"] * 4 + ["ghost"] * (not pool.policy and not self.in_callback)
        if not self.in_callback and depth == 0:
            kinds += ["scene"] * 2
            if pool.has_objects and not pool.policy and not self.program.is_open(pool):
                kinds += ["churn"] * (3 if self.config.ref_bits == 16 else 1)
        if pool.waits and pool.has_objects:
            kinds += ["acquire_wait"] * 2
        kind = rng.choice(kinds)
        if self.is_restricted(pool) and kind in ("release", "release_run", "clear", "use_ref"):
            kind = "look"
        more = (pools, depth) if kind in ("loop", "when", "repeat", "release_if", "fill") else ()
        return self.numbered(getattr(self, kind)(*(() if kind == "scene" else (pool, *more))))

    def numbered(self, statement):
        self.program.number(statement)
        return statement

    def is_restricted(self, pool):
        """In on_low the object is not yet its acquirer's: nobody releases there."""
        return self.in_callback and self.owner is not None and self.owner == (pool.number, "L")

    # ------------------------------------------------------------------------------------------------ conditions

    def when(self, pool, pools, depth):
        below = self.rng.choice([2, 3, 8])
        block = self.statements(pools, self.rng.choice([1, 2]), depth + 1)
        return Statement([f"if (rig_random({below}) == 0) {{", 0, "}"], lambda m: m.run(block) if m.random(below) == 0 else None, block)

    def leave(self, _):
        how = self.rng.choice(["break", "continue", "break", "return" if self.can_return else "continue"])
        below = self.rng.choice([3, 5, 9])
        made = Statement([f"if (rig_random({below}) == 0) {{", f"{how};", "}"], lambda m: how if m.random(below) == 0 else None)
        made.is_traced = False
        return made

    # ------------------------------------------------------------------------------------------------ loops

    def loop(self, pool, pools, depth):
        rng, number, name = self.rng, pool.number, pool.name
        it = f"it{self.program.fresh()}"
        spends = pool.capacity > 40 or depth > 0 or rng.random() < 0.3
        how = rng.choice(["foreach", "foreach", "foreach", "next", "index"])
        type_ = pool.type[0]
        if how == "index":
            next_ = lambda text: self.call(pool, "next_index", "next_index", text)  # noqa: E731
            n = f"n{it}"
            head = [f"for (unsigned {n} = {next_('0')}; {n} != HUTCH_NONE; {n} = {next_(n + ' + 1u')}) {{"]
            head += [f"{type_} *const {it} = {name}_at({n});", f"rig_visit({number}, {it});"] if pool.has_objects else \
                [f"const int {it} = (int){n};", f"rig_visit_id({it});"]
        elif pool.has_objects and how == "next":
            head = [f"for ({type_} *{it} = {self.call(pool, 'first', 'first', cast=type_ + ' *')}; {it} != NULL; "
                    f"{it} = {self.call(pool, 'next', 'next', it, cast=type_ + ' *')}) {{", f"rig_visit({number}, {it});"]
        elif pool.has_objects:
            head = [f"HUTCH_FOREACH ({type_}, {it}, {name}) {{", f"rig_visit({number}, {it});"]
        else:
            head = [f"HUTCH_FOREACH_ID ({it}, {name}) {{", f"rig_visit_id({it});"]
        self.loops.append((pool, it) if pool.has_objects else (None, it))
        block = self.body(pool, pools, it, depth)
        self.loops.pop()
        lines = head + (["if (!rig_spend()) {", "break;", "}"] if spends else []) + [0, "}", "rig_over();"]

        def steps(m):
            p = m[pool]
            walk = Walk(p)
            while (at := walk.step(m.trace)) is not None:
                m.variables[it] = ("slot", p, at) if pool.has_objects else at
                signal = "break" if spends and not m.spend() else m.run(block)
                if signal == "break":
                    m.trace.expect("<")
                    return None
                if signal == "return":
                    return "return"
            return None

        def run(m):
            # A callback may run this loop again from its own body; each has its variable.
            outer = m.variables.get(it)
            signal = steps(m)
            m.variables[it] = outer
            return signal
        return Statement(lines, run, block)

    def body(self, pool, pools, it, depth):
        rng = self.rng
        block = []
        if rng.random() < 0.6 and not self.is_restricted(pool):
            block.append(self.let_visited_go(pool, it, rng.choice([1, 2, 2, 3, 5])))
        if rng.random() < 0.3 and not self.is_restricted(pool):
            block.append(self.let_next_go(pool, it))
        mixed = [pool, pool, rng.choice(pools)]
        block += self.statements(mixed, rng.choice([0, 1, 1, 2]), depth + 1)
        rng.shuffle(block)
        return block

    def let_visited_go(self, pool, it, below):
        """Releases the object that a loop has come to, if it is still there."""
        verb = "despawn" if pool.kind == "SPAWNED" and self.rng.random() < 0.7 else "release"
        is_careful = self.is_careful(pool)
        lines = [f"if (rig_random({below}) == 0{f' && {pool.name}_is_live({it})' if is_careful else ''}) {{", f"rig_passed = {it};"
                 if pool.has_objects else "", f"rig_bool({pool.name}_{verb}({it}));", "}"]

        def run(m):
            p, at = m[pool], m.variables[it]
            at = at[2] if pool.has_objects else at
            if m.random(below) == 0 and not (is_careful and not p.is_live(at)):
                m.bool(p.despawn(at) if verb == "despawn" else p.release_at(at))
        return self.numbered(Statement([line for line in lines if line], run))

    def let_next_go(self, pool, it):
        """Releases the next object but one or two, which a loop has still to come to."""
        below, ahead = self.rng.choice([1, 2, 3]), self.rng.choice([1, 2, 3])
        at = f"{pool.name}_index({it})" if pool.has_objects else f"(unsigned){it}"
        lines = [f"const unsigned index = hutch_next_index_(&{pool.name}_pool, {at} + {ahead}u);",
                 f"if (index != HUTCH_NONE && rig_random({below}) == 0) {{",
                 f"rig_bool({self.call(pool, 'release_at', 'release_at', 'index')});", "}"]

        def run(m):
            p, at = m[pool], m.variables[it]
            index = p.next((at[2] if pool.has_objects else at) + ahead)
            if index is not None and m.random(below) == 0:
                m.bool(p.release_at(index))
        return self.numbered(Statement(lines, run))

    def repeat(self, pool, pools, depth):
        most = self.rng.choice([2, 4, 10, 40])
        n = f"n{self.program.fresh()}"
        block = self.statements([pool, pool, self.rng.choice(pools)], self.rng.choice([1, 2, 3]), depth + 1)
        lines = [f"for (unsigned {n} = rig_random({most}) + 1u; {n} != 0 && rig_spend(); {n}--) {{", 0, "}"]

        def run(m):
            count = m.random(most) + 1
            while count != 0 and m.spend():
                if (signal := m.run(block)) == "return":
                    return signal
                if signal == "break":
                    break
                count -= 1
            return None
        return Statement(lines, run, block)

    def fill(self, pool, pools, depth):
        """Acquires until nothing is free, and makes a hole or two where words end."""
        name, word, capacity = pool.name, self.config.word, pool.capacity
        n = f"n{self.program.fresh()}"
        block = [self.numbered(self.spawn(pool) if pool.kind == "SPAWNED" and self.rng.random() < 0.6 else self.acquire(pool))]
        borders = [0, word - 1, word, 2 * word - 1, 2 * word, 3 * word, word * word - 1, word * word, capacity - 1]
        holes = sorted({k for k in self.rng.sample(borders, 3) if k < capacity})
        lines = [f"for (unsigned {n} = 0; {n} < {capacity + 2}u && {name}_available() != 0; {n}++) {{", 0, "}"]
        for k in holes:
            lines += [f"if (hutch_is_live_at(&{name}_pool, {k}u)) {{", f"rig_bool({self.call(pool, 'release_at', 'release_at', f'{k}u')});", "}"]

        def run(m):
            p = m[pool]
            for _ in range(capacity + 2):
                if p.free() == 0:
                    break
                m.run(block)
            for k in holes:
                if p.is_live(k):
                    m.bool(p.release_at(k))
        return Statement(lines, run, block)

    # ------------------------------------------------------------------------------------------------ callers back

    def release_if(self, pool, pools, depth):
        rng, number, name = self.rng, pool.number, pool.name
        function = f"should{self.program.fresh()}"
        below = rng.choice([1, 2, 3])
        others = [p for p in self.program.pools[:number] if not p.is_in_scene]  # whose callbacks leave this pool alone
        inner = BlockMaker(rng, self.program, in_callback=True)
        block = inner.statements(others, rng.choice([0, 0, 1]), 2) if others else []
        if rng.random() < 0.3 and not pool.policy and ("d", number) not in self.program.callbacks:
            block.append(self.numbered(inner.release(pool) if rng.random() < 0.5 else inner.acquire(pool)))
        is_typed = not pool.has_objects or rng.random() < 0.6
        type_ = ("int " if not pool.has_objects else f"{pool.type[0]} const *" if is_typed else "const void *")
        mark = f"rig_open('i', &{name}_pool, (unsigned)object);" if not pool.has_objects else "rig_open_at('i', object);"
        head = [f"static bool {function}({type_}object, void *context)", "{", mark, "rig_bool(context == &rig_depth);",
                "rig_depth++;", f"if (rig_depth <= {2}) {{", 0, "}", "rig_depth--;",
                f"const bool goes = rig_random({below}) == 0;", "rig_bool(goes);", "rig_close();", "return goes;", "}"]
        call = f"{name}_release_if" if is_typed else "hutch_release_if_"
        first = "" if is_typed else f"&{name}_pool, "

        def run(m):
            p, gone = m[pool], 0
            walk = Walk(p)
            while m.trace.peek().startswith(f"(i{number}."):
                at = walk.step(m.trace, rf"\(i{number}\.(\d+)")
                born = p.born[at]
                m.bool(True)
                m.depth += 1
                if m.depth <= 2:
                    m.run(block)
                m.depth -= 1
                goes = m.random(below) == 0
                m.bool(goes)
                m.trace.expect(")")
                if goes and p.is_live(at):
                    if p.born[at] != born:
                        raise Mismatch("the generator let a predicate acquire the slot it was asked about")
                    p.let_go(at)
                    gone += 1
            walk.skipped(p.capacity)
            m.number(gone)
        made = Statement([f"rig_number({call}({first}{function}, &rig_depth));"], run, block)
        made.helper = head
        return made

    def scene(self):
        pools = [p for p in self.program.pools if p.is_in_scene]
        if not pools:
            return self.look(self.program.pools[0])
        if self.rng.random() < 0.5:
            return Statement(["rig_passed = NULL;", "rig_number(hutch_scene_check(&level));"], scene_check)
        return Statement(["rig_number(hutch_scene_reset(&level));"], scene_reset)


def scene_check(m):
    count = 0
    for p in (p for p in m.pools if p.o.is_in_scene):
        for k in range(p.capacity):
            if p.state[k] == LIVE and k not in p.persistent:
                m.fault([LEAK], p, [k])
                count += 1
    m.number(count)


def scene_reset(m):
    m.number(sum(p.let_all_go() for p in m.pools if p.o.is_in_scene))
