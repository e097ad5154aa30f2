# SPDX-License-Identifier: MIT
# hutch_pools.py - what the debugger scripts know of pools, hutch.py for GDB and hutch_lldb.py for LLDB.
#
# It reads memory and symbols and calls nothing in the program, so it works on a core file, and while the program stands in
# an interrupt. A pool whose descriptor the compiler has folded away is known by its bitmap, rabbits_live_, and by what stands
# beside it. Those of a pool of hutch.hpp are static members that begin with of_: hutch_names.py.

import collections
import re

import hutch_names

POISON, GUARD = 0xDB, 0xFD
LOCK_FREE = 2
STRIP_MAX = 64
BESIDE = ("slots", "live", "generations", "marks", "stats", "idle_since", "debug", "notes", "mirror")
BITMAP = re.compile(r"(.*::)?(\w+?)_live_(_\w+)?")
REF = re.compile(r"(\w+)_ref_t$")  # the type

debugger = None  # hutch.py and hutch_lldb.py set it; both have the same functions

Symbol = collections.namedtuple("Symbol", "value file line")  # a variable; None for the value of one that is not in the program


class Wrong(Exception):
    """A command was given something that is not there; the text explains it."""


def symbol(name, file):
    """The variable of a file, or a global one; None when there is none."""
    return next((found for found in debugger.symbols(name) if file in (None, found.file)), None)


def length(array):
    """The elements of an array."""
    return array.type.sizeof // array.type.target().sizeof


def field_names(kind):
    return [field.name for field in kind.fields()]


class Pool:
    """One pool of the program, at the moment that it is looked at."""

    def __init__(self, scope, name, suffix, file):
        self.scope, self.stem, self.suffix, self.file = scope, name, suffix, file
        self.cxx = hutch_names.cxx_pool(scope.removesuffix("::"))  # its name, type and slots, if it is of hutch.hpp
        self.name = self.title = self.cxx[0] if self.cxx else name
        self.live = self.variable("live")
        self.line = symbol(f"{scope}{name}_live_{suffix}", file).line
        self.word_bits = self.live.type.target().sizeof * 8
        self.slots, self.stats = self.variable("slots"), self.variable("stats")
        self.generations, self.notes, self.debug = self.variable("generations"), self.variable("notes"), self.variable("debug")
        self.marks, self.mirror = self.variable("marks"), self.variable("mirror")
        self.descriptor = self.variable("pool", "") or self.shared_descriptor()
        if self.descriptor is not None and int(self.descriptor["live"]) != int(self.live.address):
            self.descriptor = None
        self.capacity = self.find_capacity()
        words = [int(self.live[i]) for i in range(length(self.live))]
        self.leaves = -(-self.capacity // self.word_bits)
        self.leaf_words, self.summary = words[:self.leaves], words[self.leaves:]

    def variable(self, what, end="_"):
        for suffix in (self.suffix, ""):
            found = symbol(f"{self.scope}{self.stem}_{what}{end}{suffix}", self.file if not suffix else None)
            if found is not None and found.value is not None:
                return found.value
        return None

    def shared_descriptor(self):
        """In debug builds a shared pool's storage is one file's, and its descriptor has the options in its name."""
        return next((symbol(name, None).value for name, _ in debugger.names(f"^{self.stem}_pool_") if hutch_names.in_c(name) == f"{self.stem}_pool"), None)

    def find_capacity(self):
        if self.descriptor is not None:
            return int(self.descriptor["capacity"])
        if self.cxx:
            return self.cxx[2]
        for scope in (self.scope, ""):
            for file in (self.file, None):
                count = debugger.constant(f"{scope}{self.stem}_count_", file)
                if count is not None:
                    return count
        if self.slots is not None:
            return length(self.slots)  # of a debug build, which has a slot more, the descriptor is there
        return min(length(self.live) * self.word_bits, 3 * self.word_bits)

    def is_live(self, index):
        return bool(self.leaf_words[index // self.word_bits] >> index % self.word_bits & 1)

    def live_slots(self):
        return [index for index in range(self.capacity) if self.is_live(index)]

    def strip(self):
        """A character for each slot; in large pools for several: # all live, + some."""
        step = -(-self.capacity // STRIP_MAX)
        groups = [[self.is_live(index) for index in range(first, min(first + step, self.capacity))] for first in range(0, self.capacity, step)]
        return "".join("#" if all(group) else "+" if any(group) else "." for group in groups) + (f" ({step} slots each)" if step > 1 else "")

    def counter(self, field):
        return None if self.stats is None else int(self.stats[0][field])

    def bytes(self):
        """RAM: the array of HUTCH_POOL_OVER is the program's and does not count."""
        return sum(value.type.sizeof for value in map(self.variable, BESIDE) if value is not None)

    def layout(self):
        """(address of slot 0, bytes of a slot, the objects' type); None for a pool of numbers. The type may be unknown, None."""
        if self.slots is not None:
            element = self.slots.type.target()
            fields = field_names(element) if debugger.is_struct(element) else []
            if "object_" in fields:  # in debug builds there is a slot in front
                first = self.slots[length(self.slots) - self.capacity]
                return int(first.address), element.sizeof, (self.cxx and debugger.named_type(self.cxx[1])) or first["object_"].type
            if "objects_" in fields:
                kind = self.slots[0]["objects_"].type.target()
                return int(self.slots[0]["objects_"].address), kind.sizeof, kind
            return int(self.slots.address), element.sizeof, element
        if self.descriptor is None or int(self.descriptor["slots"]) == 0:
            return None
        address = int(self.descriptor["slots"])
        return address, int(self.descriptor["stride_bytes"]), self.type_at(address)

    def type_at(self, address):
        """The type of an array's elements, by the array's name."""
        name, offset = debugger.symbol_at(address)
        found = symbol(name, self.file) if offset == 0 else None
        return debugger.element(found.value.type) if found is not None and found.value is not None else None

    def address(self, index):
        if self.is_fenced() and int(self.debug[0]["fence_objects"]) != 0:
            return int(self.debug[0]["fence_objects"][index])
        return self.layout()[0] + index * self.layout()[1]

    def is_fenced(self):
        return self.debug is not None and "fence_objects" in field_names(self.debug[0].type)

    def object(self, index):
        """The value of a slot's object: of its type, or bytes."""
        _, stride, kind = self.layout()
        return debugger.at(self.address(index), kind or debugger.bytes_type(stride), self.live)

    def read(self, address, count):
        value = debugger.at(address, debugger.bytes_type(count), self.live)
        return [int(value[i]) for i in range(count)]

    def shown(self, index):
        return f"[{index}] " + (debugger.text(self.object(index)) if self.layout() else "live")


def pools():
    """Every pool of the program."""
    found = []
    for name, file in debugger.names("_live_"):
        match = BITMAP.fullmatch(name) if len(name) <= hutch_names.SYMBOL_MAX else None
        one = symbol(name, file) if match else None
        if one is not None and one.value is not None:
            found.append(Pool(match[1] or "", match[2], match[3] or "", file))
    names = hutch_names.distinct([(pool.name, pool.file or "", pool.cxx and pool.cxx[2]) for pool in found])
    for pool, name in zip(found, names):
        pool.title = name
    return found


def pool_named(name):
    found = pools()
    for pool in found:
        if name in (pool.title, pool.name, pool.scope + pool.stem):
            return pool
    raise Wrong(f"There is no pool '{name}'. The pools are: {', '.join(pool.title for pool in found) or 'none'}")


def slot_of(pool, text):
    index = debugger.evaluate(text)
    if not 0 <= index < pool.capacity:
        raise Wrong(f"{pool.title} has the slots 0 to {pool.capacity - 1}, and no {index}")
    return index


# ---- Whose, and who.

def owner(address):
    """The sentence about an address."""
    for pool in pools():
        place = pool.layout()
        for index in range(pool.capacity) if place else ():
            first = pool.address(index)
            if first <= address < first + place[1]:
                size = place[2].sizeof if place[2] else place[1]
                where = f", byte {address - first}" if address != first else ""
                where = f", {address - first - size} bytes past the object" if address - first >= size else where
                return f"{pool.title}[{index}]{where}, {'live' if pool.is_live(index) else 'free'}"
    return f"{address:#x} is in no pool"


def site(value, pool_line):
    """Where a call was made, of its return address."""
    address = int(value)
    if address == 0:
        return None
    thumb = address & 1 if debugger.is_arm() else 0
    call = address - 1 - thumb  # it stands before the address that it returns to
    name, offset = debugger.symbol_at(call)
    if name is None:
        return f"{call + 1:#x}"
    line = line_of(call, name, call - offset, pool_line)
    return re.sub(r"\(.*\)$", "", name) + (f" ({line})" if line else "")


def line_of(address, name, begin, pool_line):
    """The line of a call. Typed functions are inlined, and have the line of their pool: then the caller's last line before it."""
    file, own = debugger.lines(name, begin, address)
    others = [line for line in own if line != pool_line]
    if not others:
        return None
    near = "near " if own[-1] == pool_line else ""
    return f"{near}{file.split('/')[-1]}:{others[-1]}"


def task_of(note):
    """' in <task>', if the port has HUTCH_PORT_WHO and the task has a name."""
    if "task" not in field_names(note.type):
        return ""
    name = bytes(int(note["task"][i]) & 0xFF for i in range(length(note["task"]))).split(b"\0")[0]
    return f" in {name.decode('ascii', 'replace')}" if name else ""


def who(pool, index):
    if pool.notes is None:
        raise Wrong(f"{pool.title} keeps no notes: only debug builds do, with HUTCH_CFG_NOTES 1")
    note, told = pool.notes[index], []
    for verb, by, at in (("acquired", "acquired_by", "acquired_at"), ("released", "released_by", "released_at")):
        caller = site(note[by], pool.line)
        if caller is not None:
            told.append(f"{verb} by {caller}{task_of(note) if verb == 'acquired' else ''}, tick {int(note[at])}")
    return f"{pool.title}[{index}] {'live' if pool.is_live(index) else 'free'}: " + ("; ".join(told) or "never used")


# ---- Damage.

def full(index, bits, width):
    return (1 << min(bits - index * width, width)) - 1


def damage(pool):
    """Sentences: what of a pool is damaged."""
    bits = pool.word_bits
    if pool.leaf_words[-1] & ~full(pool.leaves - 1, pool.capacity, bits):
        yield "a bit past the capacity is set"
    yield from summary_damage(pool)
    peak = pool.counter("peak")
    if peak is not None and peak and len(pool.live_slots()) > peak and not (pool.descriptor is not None and is_lock_free(pool)):
        yield f"{len(pool.live_slots())} are live, and the peak is {peak}"
    if pool.debug is not None and int(pool.debug[0]["is_ready"]) and pool.descriptor is not None:
        yield from debug_damage(pool)


def is_lock_free(pool):
    return pool.descriptor is not None and int(pool.descriptor["options"]["lock"]) == LOCK_FREE


def summary_damage(pool):
    """Lock-free pools keep no summary; of a pool without descriptor an empty one may be that."""
    if not pool.summary or is_lock_free(pool) or (pool.descriptor is None and not any(pool.summary)):
        return
    below = pool.leaf_words
    levels, rest = [], pool.summary
    while rest:
        length = -(-len(below) // pool.word_bits)
        levels.append((below, rest[:length]))
        below, rest = rest[:length], rest[length:]
    for number, (words, level) in enumerate(levels, 1):
        for j, word in enumerate(level):
            expected = sum(1 << k - j * pool.word_bits for k in range(j * pool.word_bits, min(len(words) - 1, (j + 1) * pool.word_bits))
                           if words[k] == (1 << pool.word_bits) - 1)  # the last word has no bit
            if word != expected:
                yield f"word {j} of summary level {number} is {word:#x}, and should be {expected:#x}"


def debug_damage(pool):
    mask = (1 << pool.word_bits) - 1
    for k, word in enumerate(pool.leaf_words if pool.mirror is not None else ()):
        if int(pool.mirror[k]) ^ mask != word:
            yield f"word {k} of the bitmap differs from its copy"
    base, stride = int(pool.descriptor["slots"]), int(pool.descriptor["stride_bytes"])
    size, edge = int(pool.descriptor["object_bytes"]), int(pool.descriptor["edge_bytes"])
    hooks = pool.descriptor["options"]["hooks"]
    keeps_bytes = int(hooks) != 0 and int(hooks["construct"]) != 0
    if base == 0 or pool.is_fenced():
        return
    for index in range(pool.capacity + 1):
        length = edge if edge and index in (0, pool.capacity) else stride - size
        first = base + index * stride - (length if index == 0 else stride - size)
        wrong = [i for i, byte in enumerate(pool.read(first, length) if length else ()) if byte != GUARD]
        if wrong:
            where = f"after slot {index - 1}" if index else "before slot 0"
            yield f"the guard {where} is damaged at {first + wrong[0]:#x}"
        if index < pool.capacity and not pool.is_live(index) and not keeps_bytes:
            wrong = [i for i, byte in enumerate(pool.read(base + index * stride, size)) if byte != POISON]
            if wrong:
                yield f"free slot {index} was written to at {base + index * stride + wrong[0]:#x}"


# ---- The commands: each returns what it prints.

def info_pools():
    found = pools()
    if not found:
        raise Wrong("The program has no pool, or no debug information.")
    width = max(12, *(len(pool.title) for pool in found))
    rows = [f"{'pool':{width}}  live  peak   cap refused   bytes  slots"]
    for pool in found:
        peak, refused = ("-" if count is None else count for count in (pool.counter("peak"), pool.counter("refused")))
        rows.append(f"{pool.title:{width}}{len(pool.live_slots()):6}{peak:>6}{pool.capacity:6}{refused:>8}{pool.bytes():8}  {pool.strip()}")
    return "\n".join(rows)


def pool_command(argument):
    """Looks into a pool of hutch: pool NAME [SLOT], pool owner ADDRESS, pool check [NAME], pool who [NAME] SLOT."""
    words = argument.split()
    if not words:
        raise Wrong(pool_command.__doc__)
    if words[0] == "owner" and len(words) > 1:
        return owner(debugger.evaluate(argument.split(None, 1)[1]))
    if words[0] == "check":
        return check([pool_named(name) for name in words[1:]] or pools())
    if words[0] == "who" and len(words) > 1:
        name = words[1] if len(words) > 2 else pool_command.last
        if name is None:
            raise Wrong("Which pool? pool who NAME SLOT")
        pool = pool_named(name)
        return who(pool, slot_of(pool, words[-1]))
    return show(words)


pool_command.last = None  # the name of the pool that was shown last


def check(found):
    return "\n".join(f"{pool.title}: " + ("; ".join(damage(pool)) or "sound") for pool in found)


def show(words):
    pool = pool_named(words[0])
    pool_command.last = pool.title
    if len(words) == 1:
        return "\n".join(map(pool.shown, pool.live_slots())) or f"{pool.title}: all {pool.capacity} slots are free"
    index = slot_of(pool, words[1])
    kept = debugger.keep(pool.object(index)) if pool.layout() else ""
    return pool.shown(index) + ("" if pool.is_live(index) else "   free") + kept


# ---- Descriptors and refs, in one line.

def described(value):
    """The sentence about a struct hutch_pool, and its Pool, if it is one of the program's."""
    pool = next((pool for pool in pools() if int(value["live"]) == int(pool.live.address)), None)
    if pool is None:
        return f"pool {debugger.string(value['identity']['name'])}" if int(value["identity"]) != 0 else "no pool", None
    return f"pool {pool.title}, {len(pool.live_slots())} of {pool.capacity} live {pool.strip()}", pool


def ref_pool(kind):
    """The name of the pool that a type of refs is of, by the type's name; None if it is no such type."""
    match, cxx = REF.search(kind), hutch_names.cxx_pool(kind)
    return match[1] if match else next((pool.title for pool in pools() if pool.cxx == cxx), None) if cxx else None


def ref_text(ref, name):
    """Of a ref of a pool: its slot, its generation, and whether its object lives."""
    if ref == 0:
        return f"no {name}"
    try:
        pool = pool_named(name)
    except Wrong:
        return f"{name} {ref:#x}"
    index_bits = (pool.capacity - 1).bit_length()
    low_bits = index_bits if pool.descriptor is None else int(pool.descriptor["ref_low_bits"])
    index, generation = ref >> low_bits - index_bits & (1 << index_bits) - 1, ref >> low_bits
    mask = (1 << pool.generations.type.target().sizeof * 8 - low_bits) - 1
    if index >= pool.capacity:
        return f"{name} {ref:#x}, no ref"
    is_live = pool.is_live(index) and int(pool.generations[index]) + 1 & mask == generation
    return f"{pool.title}[{index}], generation {generation}, {'live' if is_live else 'stale'}"
