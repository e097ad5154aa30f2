# SPDX-License-Identifier: MIT
# shapes.py - what a random program is made of: its options, its pools, their types, policies and hooks.


# Name, C definition, the step by which an address inside can be off and still be one of that type (0: none), whether
# it has a field `tag` first. Sizes: 1, 2, 3, 4, 6, 12, 24, 36, 100.
TYPES = [
    ("t1", "typedef unsigned char t1;", 0, False),
    ("t2", "typedef uint16_t t2;", 0, False),
    ("t3", "typedef struct { uint8_t tag, rest[2]; } t3;", 1, True),
    ("t4", "typedef uint32_t t4;", 0, False),
    ("t6", "typedef struct { uint16_t tag, rest[2]; } t6;", 2, True),
    ("t12", "typedef struct { uint32_t tag, rest[2]; } t12;", 4, True),
    ("t24", "typedef struct { uint32_t tag; uint8_t rest[20]; } t24;", 4, True),
    ("t36", "typedef struct { uint32_t tag, rest[8]; } t36;", 4, True),
    ("t100", "typedef struct { uint8_t tag, rest[99]; } t100;", 1, True),
]


class Config:
    """The options of the library, and the language."""

    def __init__(self, check=1, stats=1, word=32, ref_bits=32, late_reuse=1, register=0,
                 guard=8, small=0, language="c99", more=()):
        self.check, self.stats, self.word, self.ref_bits = check, stats, word, ref_bits
        self.late_reuse, self.register, self.guard = late_reuse, register, guard
        self.small, self.language, self.more = small, language, tuple(more)
        self.has_lock_free, self.wait = True, False

    def defines(self):
        values = {"CHECK": self.check, "STATS": self.stats, "WORD_BITS": self.word, "REF_BITS": self.ref_bits,
                  "LATE_REUSE": self.late_reuse, "REGISTER": self.register,
                  "GUARD_BYTES": self.guard, "WAIT": int(self.wait), "SMALL": self.small, "LOCK_FREE": int(self.has_lock_free),
                  "NAMES": 1}  # the trace has the pool and the slot of each fault
        return [f"-DHUTCH_CFG_{name}={value}" for name, value in values.items()] + list(self.more)

    def __str__(self):
        return f"{self.language}, " + " ".join(text.replace("-DHUTCH_CFG_", "").replace("-D", "") for text in self.defines())


def random_config(rng, widths):
    check = rng.choice([0, 1, 1, 2])
    word = rng.choice(widths)
    return Config(check=check, stats=rng.choice([1, 1, 2, 0]), word=word, ref_bits=rng.choice([16, 32]),
                  late_reuse=rng.choice([0, 1]), register=rng.choice([0, 0, 1]),
                  guard=rng.choice([8, 1, 3, 64]),
                  language=rng.choice(["c99", "c11", "c++20"]), small=rng.choice([0, 1]))


class Policy:
    def __init__(self, reserve=0, evict=None, spill=None, on_room=False, low=0, on_low=False):
        self.reserve, self.evict, self.spill, self.on_room, self.low, self.on_low = reserve, evict, spill, on_room, low, on_low


class Hooks:
    def __init__(self, construct, spawn, despawn):
        self.construct, self.spawn, self.despawn = construct, spawn, despawn


class Pool:
    def __init__(self, number, kind, capacity, type_, lock):
        self.number, self.kind, self.capacity, self.type, self.lock = number, kind, capacity, type_, lock
        self.name = f"p{number}"
        self.policy = None
        self.hooks = Hooks(False, False, False)
        self.is_over = self.is_shared = self.is_listed = self.is_in_scene = self.waits = False
        self.is_modest = False  # seldom full, so that its peak goes on rising
        self.has_refs = kind in ("TRACKED", "SPAWNED")
        self.has_objects = kind != "IDS"
        self.initial = 0


def capacities(word):
    """Where words end and levels begin, and some others."""
    near = [1, 2, 3, word - 1, word, word + 1, 2 * word, 3 * word, 3 * word + 1, 4 * word]
    far = [word * word - 1, word * word, word * word + 1, 100, 1000, 1024, 1025]
    most = 512 if word == 8 else 1025
    return [c for c in near if c <= most], [c for c in far if c <= most] + ([512] if word == 8 else [])


def may_be_spare(spare, pool, check):
    """Whether a pool may spill to another: it must not spill itself, and its slots must be of the same size."""
    is_dense = [p.kind == "RUNS" or p.is_over for p in (spare, pool)]
    return ((spare.kind == "SPAWNED") == (pool.kind == "SPAWNED") and not spare.is_shared and not spare.is_in_scene and
            (spare.policy is None or spare.policy.spill is None) and (check < 2 or is_dense[0] == is_dense[1]))


def random_policy(rng, pool, pools, check):
    policy = Policy()
    if rng.random() < (0.7 if pool.kind == "SPAWNED" else 0.5):
        lowest = "lowest" if pool.has_objects and pool.type[3] and not pool.is_over else "first"
        policy.evict = rng.choice(["first", "random", "oldest", lowest] if pool.has_objects else ["first", "random"])
    if rng.random() < 0.6:
        policy.reserve = min(rng.choice([1, 2, 3, pool.capacity - 1, 5]), pool.capacity - 1)
    if policy.evict == "oldest" and pool.is_shared:
        policy.evict = "first"
    if policy.evict == "oldest":  # a macro of its own, which takes nothing else
        return Policy(evict="oldest")
    spares = [p for p in pools if p.has_objects and p.type is pool.type and may_be_spare(p, pool, check)]
    if pool.kind != "IDS" and spares and rng.random() < 0.7:
        policy.spill = rng.choice(spares).number
    policy.on_room = rng.random() < 0.5
    policy.on_low = rng.random() < 0.6
    policy.low = min(rng.choice([0, 0, 1, 2, 4]), pool.capacity - 1) if policy.on_low else 0
    return policy


def random_pools(rng, config, shared):
    near, far = capacities(config.word)
    if config.ref_bits == 16:  # the pools whose generations are used up first
        near += [129, 255, 256] * 2
    few = rng.sample(TYPES, 3)
    kinds = ["PLAIN", "TRACKED", "SPAWNED"] + rng.choices(["PLAIN", "TRACKED", "SPAWNED", "IDS", "RUNS"], k=rng.choice([1, 2, 3]))
    rng.shuffle(kinds)
    large = rng.randrange(len(kinds))  # one at least has summaries
    pools = []
    for number, kind in enumerate(kinds):
        capacity = rng.choice(far if number == large or rng.random() < 0.2 else near)
        if config.ref_bits == 16:  # at least 8 bits of a ref count generations
            tag = 3 if config.check == 2 else 0
            capacity = min(capacity, 1 << (8 - tag)) if kind in ("TRACKED", "SPAWNED") or config.check == 2 else capacity
        lock = rng.choice(["NONE", "NONE", "IRQ", "FREE", "CORES"])
        pool = Pool(number, kind, capacity, rng.choice(few), "IRQ" if lock == "FREE" and not config.has_lock_free else lock)
        if config.wait and pool.lock == "NONE" and rng.random() < 0.7:
            pool.lock = "IRQ"
        pool.waits = config.wait and pool.lock == "IRQ" and not shared and rng.random() < 0.5
        pool.is_shared = shared and rng.random() < 0.5
        pool.is_over = kind in ("PLAIN", "SPAWNED") and not pool.is_shared and rng.random() < 0.25
        pool.is_listed = config.register == 1 or rng.random() < 0.7
        pool.is_in_scene = not pool.is_shared and rng.random() < (0.6 if kind == "SPAWNED" else 0.3)
        if kind == "SPAWNED":
            pool.hooks = Hooks(*(rng.random() < 0.8 for _ in range(3)))
        if rng.random() < 0.5:
            pool.policy = random_policy(rng, pool, pools, config.check)
        pool.is_modest = capacity >= 64 and rng.random() < 0.5
        pools.append(pool)
    pools[-1].is_listed = True
    return pools
