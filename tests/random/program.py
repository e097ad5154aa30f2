# SPDX-License-Identifier: MIT
# program.py - a random program: made from a seed, written in C, cut down when it fails.

import random

from blocks import BlockMaker
from operands import VARIABLES
from shapes import TYPES, random_pools

ACTS = 36
STEPS = 400


class Program:
    def __init__(self, seed, config, shared=False):
        self.rng = random.Random(seed)
        self.seed, self.config, self.cut = seed, config, set()
        self.sites = self.names = 0
        self.steps_of_loops = 4000
        self.pools = random_pools(self.rng, config, shared)
        self.by_number = {}
        self.callbacks = {}
        self.make_callbacks()
        self.acts = [self.make_act() for _ in range(ACTS)]
        self.steps = [(self.rng.randrange(ACTS), self.rng.randrange(1 << 32)) for _ in range(STEPS)]
        self.acts.append(self.last_act())
        self.steps.append((ACTS, 1))

    def number(self, statement):
        self.sites += 1
        statement.site = self.sites
        self.by_number[self.sites] = statement

    def is_open(self, pool):
        """Whether an acquire may take another slot than the lowest free one."""
        return (self.config.check == 2 and self.config.late_reuse) or (pool.lock == "FREE" and pool.capacity > self.config.word)

    def fresh(self):
        self.names += 1
        return self.names

    # ------------------------------------------------------------------------------------------------ making

    def make_callbacks(self):
        """What hooks and policies do besides being traced. They use pools that come before their own, and their own where
        that is clear: no two outcomes are right."""
        for pool in self.pools:
            whats = [what for what, has in (("c", pool.hooks.construct), ("s", pool.hooks.spawn), ("d", pool.hooks.despawn)) if has]
            if pool.policy:
                whats += ["L"] * pool.policy.on_low + ["R"] * pool.policy.on_room
                whats += ["E"] * (pool.policy.evict in ("first", "random"))
            uses = [p for p in self.pools[:pool.number] if not p.is_in_scene]
            is_clear = not pool.is_in_scene and not (pool.policy and pool.policy.evict)
            for what in whats:
                mine = uses + ([pool] if is_clear and what in ("sdL" if pool.kind == "SPAWNED" else "LR") else [])
                if mine and self.rng.random() < 0.5:
                    maker = BlockMaker(self.rng, self, in_callback=True, owner=(pool.number, what))
                    self.callbacks[what, pool.number] = maker.statements(mine, self.rng.choice([1, 1, 2]), 1)

    def make_act(self):
        favourites = self.rng.sample(self.pools, 2)
        return BlockMaker(self.rng, self).statements(favourites + favourites + self.pools, self.rng.choice([1, 2, 3, 4]))

    def last_act(self):
        """Looks at all there is to see of each pool."""
        maker, looks = BlockMaker(self.rng, self), []
        for pool in self.pools:
            looks += [maker.look_count(pool, "live"), maker.look_count(pool, "available"), maker.look_check(pool)]
            looks += [maker.look_peak(pool), maker.look_refused(pool)] if self.config.stats else []
            looks += [maker.look_sizing(pool)] if self.config.stats == 2 else []
            looks.append(maker.look_all(pool))
        for look in looks:
            self.number(look)
        return looks

    def begin(self, m):
        """The model's part of rig_begin."""
        for pool, p in zip(self.pools, m.pools):
            m.bool(True)
            is_dense = self.config.check < 2 or pool.kind in ("RUNS", "IDS") or pool.is_over or pool.capacity == 1
            m.trace.expect("t") if is_dense else m.trace.next()
            if pool.has_refs or self.config.check == 2:
                index_bits = (pool.capacity - 1).bit_length()
                most = self.config.ref_bits - index_bits
                tag = 6 if self.config.check == 2 else 0
                p.generation_bits = m.number_between(max(1, most - tag), most, "generation bits")

    # ------------------------------------------------------------------------------------------------ writing

    def block(self, statements):
        for statement in statements:
            if statement.site not in self.cut:
                yield "{"
                if statement.is_traced:
                    yield f"rig_site({statement.site});"
                yield from self.lines(statement, statement.lines)
                yield "}"

    def lines(self, statement, lines):
        for line in lines:
            if isinstance(line, int):
                yield from self.block(statement.blocks[line])
            else:
                yield line

    def helpers(self, statements):
        for statement in statements:
            if statement.site in self.cut:
                continue
            for block in statement.blocks:
                yield from self.helpers(block)
            if hasattr(statement, "helper"):
                yield from self.lines(statement, statement.helper)

    def callback(self, what, pool, head, mark, tail=()):
        yield head
        yield "{"
        yield mark
        body = list(self.block(self.callbacks.get((what, pool.number), [])))
        if body:
            yield from ["rig_depth++;", "if (rig_depth <= 2) {", *body, "}", "rig_depth--;"]
        yield "rig_close();"
        yield from tail
        yield "}"

    def heads(self, pool):
        """The callbacks' heads of a pool: {letter: declaration without semicolon}."""
        name, linkage = pool.name, "" if pool.is_shared else "static "
        heads = {}
        if pool.hooks.construct:
            heads["c"] = f"{linkage}void {name}_on_construct(void *object)"
        if pool.hooks.spawn:
            heads["s"] = f"{linkage}void {name}_on_spawn(void *object, const void *args)"
        if pool.hooks.despawn:
            heads["d"] = f"{linkage}void {name}_on_despawn(void *object)"
        if pool.policy and pool.policy.on_low:
            heads["L"] = f"static void {name}_on_low(const struct hutch_pool *pool)"
        if pool.policy and pool.policy.on_room:
            heads["R"] = f"static void {name}_on_room(const struct hutch_pool *pool)"
        if pool.policy and pool.policy.evict in ("first", "random"):
            heads["E"] = f"static unsigned {name}_evict(const struct hutch_pool *pool)"
        return heads

    def pool_functions(self, pool):
        heads, size = self.heads(pool), f"sizeof({pool.type[0]})"
        for what, head in heads.items():
            if what in "csd":
                mark = f"rig_open_at('{what}', object);"
                mark += " rig_bool(args != NULL);" if what == "s" else ""
                mark += f" rig_fill(object, {size});" if what in "cs" else ""
                yield from self.callback(what, pool, head, mark)
            elif what == "E":
                first = "0" if pool.policy.evict == "first" else f"rig_random({pool.capacity})"
                mark = f"const unsigned victim = hutch_next_index_(pool, {first}); rig_open('E', pool, victim);"
                yield from self.callback(what, pool, head, mark, ["return victim;"])
            else:
                yield from self.callback(what, pool, head, f"rig_open('{what}', pool, HUTCH_NONE);")

    def policy_fields(self, pool):
        policy, name = pool.policy, pool.name
        fields = [f".reserve = {policy.reserve}"]
        if policy.evict:
            fields.append(f".evict = {name}_evict")
        if policy.spill is not None:
            fields.append(f".spill = &p{policy.spill}_pool")
        if policy.on_room:
            fields.append(f".on_room = {name}_on_room")
        if policy.on_low:
            fields += [f".low = {policy.low}", f".on_low = {name}_on_low"]
        return ", ".join(fields)

    def pool_lines(self, pool, form):
        """A pool's declaration, with what it needs before it. `form`: "local", "header" or "source"."""
        name, policy, options = pool.name, pool.policy, [str(pool.capacity)]
        if form != "source":
            yield from (head + ";" for head in self.heads(pool).values() if form == "local" or "static" not in head)
        if form == "source":
            yield from (head + ";" for head in self.heads(pool).values() if "static" in head)
        if policy and form == "header":
            yield f"HUTCH_POLICY_DECLARE({name}_policy);"
        elif policy and policy.evict == "oldest":
            yield f"HUTCH_POLICY_OLDEST({name}_policy, {pool.capacity});"
        elif policy:
            if policy.evict == "lowest":
                yield f"HUTCH_EVICT_LOWEST({name}_evict, {pool.type[0]}, tag);"
            yield f"HUTCH_POLICY{'_DEFINE' if form == 'source' else ''}({name}_policy, {self.policy_fields(pool)});"
        if pool.lock != "NONE":
            options.append(f".lock = {'RIG' if pool.lock == 'CORES' else 'HUTCH'}_LOCK_{pool.lock}")
        if policy:
            options.append(f".policy = &{name}_policy")
        if pool.kind == "SPAWNED" and form == "header":
            yield f"extern const struct hutch_hooks {name}_hooks;"
        elif pool.kind == "SPAWNED":
            hooks = [f"{name}_on_{hook}" if getattr(pool.hooks, hook) else "NULL" for hook in ("construct", "spawn", "despawn")]
            yield f"{'static ' if form == 'local' else ''}const struct hutch_hooks {name}_hooks = {{{', '.join(hooks)}}};"
        if pool.kind == "SPAWNED":
            options.append(f".hooks = &{name}_hooks")
        if pool.waits:
            yield f"HUTCH_WAITERS({name}_waiters);"
            options.append(f".wait = &{name}_waiters")
        kind = "" if pool.kind == "PLAIN" else "_" + pool.kind
        arguments = [name] + ([pool.type[0]] if pool.has_objects else [])
        if form == "source":
            yield f"HUTCH_POOL{kind}_DEFINE({name});"
            return
        if pool.is_over:
            yield f"static {pool.type[0]} {name}_array[{pool.capacity}];"
            arguments.append(f"{name}_array")
            kind += "_OVER"
        yield f"HUTCH_POOL{kind}{'_DECLARE' if form == 'header' else ''}({', '.join(arguments + options)});"

    def variables(self, pool, linkage):
        name = pool.name
        yield f"{linkage} {pool.type[0] + ' *' if pool.has_objects else 'int '}{name}_v[{VARIABLES}];"
        if pool.has_refs:
            yield f"{linkage} {name}_ref_t {name}_r[{VARIABLES}];"

    def header(self):
        yield '#include "rig.h"'
        for _, text, _, _ in TYPES:
            yield text
        for pool in self.pools:
            if pool.is_shared:
                yield from self.pool_lines(pool, "header")
                yield from self.variables(pool, "extern")
        yield from (f"void act{k}(void);" for k in range(len(self.acts)))

    def is_elsewhere(self, k):
        """Whether an act stands in the second file: where it uses shared pools only."""
        text = " ".join(self.block(self.acts[k])) + " ".join(self.helpers(self.acts[k]))
        others = [pool for pool in self.pools if not pool.is_shared]
        shared = len(others) < len(self.pools)
        return shared and k % 2 == 1 and "level" not in text and not any(f"{p.name}_" in text for p in others)

    def main_file(self):
        yield '#include "program.h"'
        for pool in self.pools:
            if pool.is_shared:
                yield from self.pool_lines(pool, "source")
                yield from self.variables(pool, "")
            else:
                yield from self.pool_lines(pool, "local")
                yield from self.variables(pool, "static")
        if self.config.register == 0:
            yield f"HUTCH_POOL_LIST({', '.join(f'&{p.name}_pool' for p in self.pools if p.is_listed)});"
        scene = [p for p in self.pools if p.is_in_scene]
        if scene:
            yield f"HUTCH_SCENE(level, {', '.join(f'&{p.name}_pool' for p in scene)});"
        for statements in self.callbacks.values():
            yield from self.helpers(statements)
        for pool in self.pools:
            yield from self.pool_functions(pool)
        yield from self.act_lines(lambda k: not self.is_elsewhere(k))
        yield "void rig_begin(void)"
        yield "{"
        yield f"rig_left = {self.steps_of_loops};"
        for pool in self.pools:
            name, k, capacity = pool.name, pool.number, pool.capacity
            if pool.has_objects:
                second = f"{name}_at(1)" if capacity > 1 else "NULL"
                yield (f"rig_pool({k}, &{name}_pool, {name}_at(0), {second}, sizeof({pool.type[0]}), "
                       f"__alignof__({pool.type[0]}), {capacity});")
            else:
                yield f"rig_pool({k}, &{name}_pool, NULL, NULL, 1, 1, {capacity});"
            if pool.has_refs or self.config.check == 2:
                yield f"rig_number(HUTCH_GENERATION_BITS_({capacity}));"
            yield f"(void){name}_v;"
            if pool.has_refs:
                yield f"(void){name}_r;"
        yield "}"
        yield "const struct rig_step rig_steps[] = {"
        yield from (f"{{act{act}, {seed}u}}," for act, seed in self.steps)
        yield "{0, 0}};"
        yield f"const unsigned rig_steps_length = {len(self.steps)};"

    def act_lines(self, wanted):
        used = {act for act, _ in self.steps}
        for k, act in enumerate(self.acts):
            if k in used and wanted(k):
                yield from self.helpers(act)
                yield from [f"void act{k}(void)", "{", *self.block(act), "}"]

    def files(self):
        """{name: text}"""
        elsewhere = list(self.act_lines(self.is_elsewhere))
        files = {"program.h": self.header(), "program.c": self.main_file()}
        if any(p.is_shared for p in self.pools):
            files["more.c"] = ['#include "program.h"', *elsewhere]
        return {name: indented(lines) for name, lines in files.items()}


def indented(lines):
    text, depth = [], 0
    for line in lines:
        if line.startswith("}"):
            depth -= 1
        text.append("    " * depth + line)
        if line.endswith("{"):
            depth += 1
    return "\n".join(text) + "\n"
