# SPDX-License-Identifier: MIT
# model.py - what a pool must do, in Python, beside the trace of a program that did it.
#
# Each operation reads from the trace what the contract leaves open, checks that it is allowed, and demands the rest. Where
# the contract names one outcome the model knows it beforehand. Nothing here is taken from hutch's code: the sources are the
# README, the comments of generic.h, config.h and fault.h, and the head comments of the headers of the features.

import re

from record import Mismatch

FREE, LIVE, HIDDEN = range(3)
NULL_POINTER, FOREIGN, MISALIGNED, BAD_INDEX, OTHER_POOL, NULL_REF, OTHER_POOL_REF = 10, 11, 12, 13, 14, 16, 17
DOUBLE_RELEASE, BAD_RUN, STALE_RELEASE, STALE_USE, USE_AFTER_RELEASE, RELEASE_IN_DESPAWN = 20, 21, 22, 23, 24, 25
LEAK, PRESPAWN = 26, 27


class Pool:
    """One pool: `o` has its options as the generator chose them, see shapes.py."""

    def __init__(self, machine, o):
        self.m, self.o, self.number, self.name, self.capacity = machine, o, o.number, o.name, o.capacity
        config = machine.config
        self.state = bytearray(self.capacity)
        self.born = [0] * self.capacity
        self.released_at = [0] * self.capacity
        self.used, self.constructed, self.persistent = set(), set(), set()
        # Debug builds poison free slots, but for pools whose construct hook runs once for all objects of a slot.
        self.is_poisoned = config.check == 2 and not o.hooks.construct
        self.bytes = [None if self.is_poisoned or o.initial is None else o.initial] * self.capacity
        self.counts_generations = o.has_refs or config.check == 2
        self.generation = [1] * self.capacity
        self.generation_bits = self.tag = None
        self.refused_least = self.refused_most = 0
        self.peak_least = self.peak_most = 0
        self.row_least = self.row_most = self.shortage_least = self.shortage_most = 0
        self.policy = o.policy
        self.reserve = o.policy.reserve if o.policy else 0
        self.is_open = machine.program.is_open(o)

    # ------------------------------------------------------------------------------------------------ looking

    def free(self):
        return self.state.count(FREE)

    def live(self):
        return self.state.count(LIVE)

    def is_live(self, index):
        return 0 <= index < self.capacity and self.state[index] == LIVE

    def note_asked(self, index):
        """Debug builds report a number past the end, but for HUTCH_NONE, which others return for no slot."""
        if self.m.config.check == 2 and self.capacity <= index < 0xFFFFFFFF:
            self.m.fault([BAD_INDEX], self, [index])

    def next(self, index):
        found = self.state.find(LIVE, index) if index < self.capacity else -1
        return None if found < 0 else found

    def has_room(self, urgent):
        return self.free() > (0 if urgent else self.reserve)

    def note_level(self):
        live = self.live()
        self.peak_least = max(self.peak_least, live)
        taken = self.capacity - self.free()
        self.peak_most = max(self.peak_most, taken)

    # ------------------------------------------------------------------------------------------------ acquiring

    def refuse(self, is_sure=True, is_acquire=True):
        self.refused_least += is_sure
        self.refused_most += 1
        self.row_least = min(self.row_least + (is_sure and is_acquire), self.capacity)
        self.row_most = min(self.row_most + 1, self.capacity)
        self.shortage_least = max(self.shortage_least, self.row_least)
        self.shortage_most = max(self.shortage_most, self.row_most)

    def choose(self):
        """The slot that an acquire takes."""
        lowest = self.state.find(FREE)
        if not self.is_open:
            return lowest
        word = self.m.trace.result()
        found = re.fullmatch(r"=(\d+)\.(\d+)|#(\d+)", word)
        if not found or (found[1] and int(found[1]) != self.number):
            raise Mismatch(f"expected a slot of {self.name}, the program says {word}")
        index = int(found[2] or found[3])
        if index >= self.capacity or self.state[index] != FREE:
            raise Mismatch(f"slot {index} of {self.name} was not free")
        if self.m.config.check == 2 and self.m.config.late_reuse:
            oldest = min(at for at, state in zip(self.released_at, self.state) if state == FREE)
            if self.released_at[index] > oldest:
                raise Mismatch(f"slot {index} of {self.name} was not the one that was free for longest")
        return index

    def take(self, index, state=LIVE):
        self.state[index] = state
        self.row_least = 0  # whether an acquire that succeeds ends a row of refused ones is open
        self.born[index] = next(self.m.clock)
        self.used.add(index)
        self.persistent.discard(index)
        self.note_level()
        if self.is_poisoned:
            self.bytes[index] = None

    def wants_low(self):
        return bool(self.policy and self.policy.on_low and self.free() == self.policy.low)

    def evict(self):
        """Whether a victim's slot is free now for the one who acquires, also if that leaves less than the reserve."""
        victim = self.m.victim(self) if self.policy and self.policy.evict else None
        if victim is None:
            return False
        if not self.is_live(victim):
            raise Mismatch(f"the model's victim {victim} is not live")
        self.let_go(victim, is_eviction=True)
        return True

    def acquire_wait(self, ticks):
        """Tries once; with time to wait once more when it is counted, and again after its sleep. Counts one refusal."""
        before = self.refused_least, self.refused_most, self.row_least, self.row_most, self.shortage_least, self.shortage_most
        got = self.acquire(by_number=True)
        for _ in range(2 if ticks else 0):
            if got is None:
                (self.refused_least, self.refused_most, self.row_least, self.row_most, self.shortage_least, self.shortage_most) = before
                got = self.acquire(by_number=True)
        return got

    def acquire(self, urgent=False, hidden=False, by_number=False, args=None):
        """(pool, slot, whether on_low is still to hear of it), or None: the pool may be the one that it spills to."""
        if self.has_room(urgent) or self.evict() or self.has_room(urgent):
            index = self.choose()
            self.take(index, HIDDEN if hidden else LIVE)
            if self.wants_low() and not (hidden and not self.m.trace.peek().startswith("(L")):
                self.m.callback("L", self, None)
                return self, index, False
            return self, index, self.wants_low()
        spill = self.policy.spill if self.policy and not by_number else None
        if spill is not None:
            before = spill.refused_least, spill.row_least, spill.shortage_least
            got = spill.spilled(urgent, hidden, args)
            if got is not None:
                return got
            # Whether the spare pool's refusal counts there is open.
            spill.refused_least, spill.row_least, spill.shortage_least = before
        self.refuse()
        return None

    def spilled(self, urgent, hidden, args):
        if not hidden:
            return self.acquire(urgent)
        got = self.spawn(urgent, args)
        return None if got is None else (*got, False)

    def construct(self, index):
        if index not in self.constructed:
            if self.o.hooks.construct:
                self.m.callback("c", self, index)
            self.constructed.add(index)

    def spawn(self, urgent, args):
        """(pool, slot), or None"""
        got = self.acquire(urgent, hidden=True, args=args)
        if got is None:
            return None
        pool, index, owes_low = got
        if pool is not self:
            return pool, index
        self.construct(index)
        if self.o.hooks.spawn:
            self.m.callback("s", self, index, args)
        self.state[index] = LIVE
        self.note_level()
        if owes_low:
            self.m.callback("L", self, None)
        return self, index

    def claim(self, index):
        if not 0 <= index < self.capacity:
            self.m.fault([BAD_INDEX], self, [index, None])
            return False
        if self.state[index] != FREE:
            self.refuse(is_acquire=False)
            return False
        self.take(index)
        self.low_after_claim()
        return True

    def low_after_claim(self):
        """Whether on_low hears of claims and runs is open: they ask nobody."""
        if self.wants_low() and self.m.trace.peek().startswith("(L"):
            self.m.callback("L", self, None)

    def acquire_run(self, length):
        index = self.state.find(bytes([FREE]) * length) if 0 < length <= self.capacity else -1
        if self.o.lock == "FREE" and self.capacity > self.m.config.word and index >= 0:
            index = self.choose_run(index, length)
        if index < 0:
            self.refuse(is_sure=length != 0, is_acquire=False)
            return None
        for k in range(index, index + length):
            self.take(k)
        self.low_after_claim()
        return index

    def choose_run(self, first, length):
        """Lock-free pools of several words search from anywhere, and may leave out runs that cross a border of words."""
        found = re.fullmatch(r"=(\d+)\.(\d+)|#(\d+)", self.m.trace.result())
        at = int(found[2] or found[3]) if found else None
        if at is not None and at + length <= self.capacity and not any(self.state[at:at + length]):
            return at
        word = self.m.config.word
        has_place = any(k // word == (k + length - 1) // word and not any(self.state[k:k + length])
                        for k in range(first, self.capacity - length + 1))
        return first if at is not None or has_place else -1

    def adopt(self, count):
        if count > self.capacity:
            self.m.fault([BAD_INDEX], self, [count, None])
            return 0
        fresh = [k for k in range(count) if self.state[k] == FREE]
        for k in fresh:
            kept = self.bytes[k]
            self.take(k)
            self.bytes[k] = None if self.is_poisoned else kept
        self.low_after_claim()
        return len(fresh)

    # ------------------------------------------------------------------------------------------------ releasing

    def free_slots(self, indexes, is_eviction=False):
        """The slots become free; then whoever waits for room hears of it."""
        had_room = self.has_room(False)
        now = next(self.m.clock)
        for k in indexes:
            self.state[k] = FREE
            self.released_at[k] = now
            self.persistent.discard(k)
            if self.is_poisoned:
                self.bytes[k] = None
            self.step(k)
        self.row_least = self.row_most = 0
        if self.policy and self.policy.on_room and not had_room and self.has_room(False):
            # Whether the acquire that evicts makes its own room known is open.
            if not is_eviction or self.m.trace.peek().startswith("(R"):
                self.m.callback("R", self, None)

    def step(self, k):
        if not self.counts_generations:
            return
        self.generation[k] += 1
        if self.generation_bits is not None and self.generation[k] == 1 << self.generation_bits:
            self.generation[k] = 1

    def let_go(self, index, is_eviction=False):
        if self.o.kind == "SPAWNED":
            self.despawn_at(index, is_eviction)
        else:
            self.free_slots([index], is_eviction)

    def despawn_at(self, index, is_eviction=False):
        self.state[index] = HIDDEN
        if self.o.hooks.despawn:
            self.m.callback("d", self, index)
        self.free_slots([index], is_eviction)

    def not_live(self, index):
        self.m.fault(self.codes_of(index, DOUBLE_RELEASE), self, [index, None])
        return False

    def codes_of(self, index, code):
        """What an object that is not live may be reported as."""
        in_hook = self.m.config.check == 2 and self.state[index] == HIDDEN
        return [code, RELEASE_IN_DESPAWN] if in_hook else [code]

    def release_at(self, index):
        if not 0 <= index < self.capacity:
            self.m.fault([BAD_INDEX], self, [index, None])
            return False
        if self.state[index] != LIVE:
            return self.not_live(index)
        self.free_slots([index])
        return True

    def despawn(self, index):
        if self.state[index] != LIVE:
            return self.not_live(index)
        self.despawn_at(index)
        return True

    def release_run(self, index, length):
        indexes = range(index, index + length)
        if length == 0 or index < 0 or index + length > self.capacity or any(self.state[k] != LIVE for k in indexes):
            return self.bad_run(index, length)
        word = self.m.config.word  # lock-free pools may leave out runs that cross a border between words
        is_across = self.o.lock == "FREE" and index // word != (index + length - 1) // word
        if is_across and self.m.trace.peek()[0] in "!f":  # bare builds report nothing
            return self.bad_run(index, length)
        self.free_slots(indexes)
        return True

    def bad_run(self, index, length):
        self.m.fault([BAD_RUN], self, [*range(index, min(index + length, self.capacity)), index, None])
        return False

    def clear(self):
        """One word after another. With hooks or a policy, in debug builds and without a lock one slot after another, so
        on_room comes when the first of them is free."""
        if self.o.kind == "SPAWNED":
            self.persistent.clear()
            self.let_all_go()
            return
        word = 1 if self.policy or self.m.config.check == 2 or self.o.lock == "FREE" else self.m.config.word
        for first in range(0, self.capacity, word):
            live = [k for k in range(first, min(first + word, self.capacity)) if self.state[k] == LIVE]
            if live:
                self.free_slots(live)

    def let_all_go(self):
        """Every object goes that was live before; one that a hook has made since may. Returns how many went."""
        must = {k: self.born[k] for k in range(self.capacity) if self.state[k] == LIVE and k not in self.persistent}
        gone = 0
        for k in range(self.capacity):
            is_old = k in must and must[k] == self.born[k]
            if self.state[k] == LIVE and (is_old or self.m.trace.peek() == f"(d{self.number}.{k}"):
                self.let_go(k)
                gone += 1
        return gone

    def prespawn(self, count):
        if count > self.capacity:
            self.m.fault([PRESPAWN], self, [count, None])
            return False
        for k in range(count):
            if self.state[k] == FREE:
                self.construct(k)
        return True

    # ------------------------------------------------------------------------------------------------ pointers and refs

    def wrong_pointer(self, pointer):
        """Reports what is wrong with a pointer, if it is; see machine.py for what one is."""
        if pointer is None:
            self.m.fault([NULL_POINTER], self, [None], "0")
        elif pointer[0] == "away" and pointer[1] is self:
            codes = [MISALIGNED, FOREIGN] if self.m.config.check == 2 else [MISALIGNED]
            self.m.fault(codes, self, [pointer[2], None], "=")
        elif pointer[0] != "slot" or pointer[1] is not self:
            codes = [FOREIGN, OTHER_POOL] if self.m.config.check == 2 else [FOREIGN]
            codes += [MISALIGNED] if self.m.config.check == 2 and pointer[0] == "beside" else []
            self.m.fault(codes, self, None if self.m.config.check == 2 else [None], "=")
        else:
            return False
        return True

    def keeper(self, pointer):
        """The pool that a release or a question about a live object is about: what spilled goes by either name."""
        spill = self.policy.spill if self.policy else None
        return spill if pointer is not None and pointer[0] == "slot" and pointer[1] is spill else self

    def index_of(self, pointer):
        return pointer[2] if pointer is not None and pointer[0] == "slot" and pointer[1] is self else None

    def make_ref(self, pointer):
        if self.wrong_pointer(pointer):
            return 0
        index = self.index_of(pointer)
        if self.state[index] != LIVE:
            self.m.fault(self.codes_of(index, USE_AFTER_RELEASE), self, [index, None], "=")
            return 0
        word = self.m.trace.peek()
        if not re.fullmatch(r"r\d+", word):
            raise Mismatch(f"expected a ref, the program says {word}")
        ref = int(word[1:])
        generation, at, tag = self.parts(ref)
        if self.tag is None:
            self.tag = tag
        if (generation, at, tag) != (self.generation[index], index, self.tag) or ref == 0:
            raise Mismatch(f"expected a ref of slot {index}, generation {self.generation[index]}, tag {self.tag}; the "
                           f"program has slot {at}, generation {generation}, tag {tag}")
        return ref

    def parts(self, ref):
        """(generation, slot, tag)"""
        index_bits = (self.capacity - 1).bit_length()
        tag_bits = self.m.config.ref_bits - self.generation_bits - index_bits
        return (ref >> (index_bits + tag_bits), ref >> tag_bits & ((1 << index_bits) - 1), ref & ((1 << tag_bits) - 1))

    def find(self, ref):
        """The slot of a ref's live object, or None."""
        generation, index, tag = self.parts(ref)
        is_ours = index < self.capacity and generation == self.generation[index] and \
            (self.m.config.check < 2 or tag == self.tag or (self.tag is None and not self.is_told_of_another()))
        return index if is_ours and self.state[index] == LIVE else None

    def never_was_one(self, ref):
        """Reports a ref of another pool, as debug builds do; whether a forged one is noticed as such is open."""
        _, index, tag = self.parts(ref)
        must = self.m.config.check == 2 and self.tag is not None and tag != self.tag and index < self.capacity
        may = self.m.config.check == 2 and (tag != self.tag or index >= self.capacity or self.is_future(ref))
        if ref != 0 and (must or (may and self.is_told_of_another())):
            self.m.fault([OTHER_POOL_REF], self, None)
            return True
        return False

    def is_told_of_another(self):
        return self.m.trace.peek().startswith(f"!{OTHER_POOL_REF}:")

    def is_future(self, ref):
        generation, index, _ = self.parts(ref)
        return generation >= self.generation[index] or generation == 0

    def deref(self, ref):
        index = self.find(ref) if ref != 0 else None
        if index is None:
            self.never_was_one(ref)
        return index

    def must_deref(self, ref, code):
        if ref == 0:
            self.m.fault([NULL_REF], self, [None])
            return None
        index = self.find(ref)
        if index is None and not self.never_was_one(ref):
            self.m.fault([code], self, [self.parts(ref)[1], None])
        return index

    def release_ref(self, ref):
        index = self.must_deref(ref, STALE_RELEASE)
        if index is None:
            return False
        self.free_slots([index])
        return True
