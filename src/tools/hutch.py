# SPDX-License-Identifier: MIT
# hutch.py - hutch's pools in GDB: (gdb) source src/tools/hutch.py
#
#   info pools                how full each pool is
#   pool rabbits              its live objects
#   pool rabbits 3            slot 3; $slot is the object from then on
#   pool owner ADDRESS        the pool, the slot and the byte that an address is in
#   pool check                whether the bitmaps, and in debug builds the guards and free slots, are damaged
#   pool who rabbits 3        debug builds: who acquired and released slot 3; `pool who 3` of the pool shown last
#   print $pool("rabbits")    its live objects as a value, for the watch window of an editor; so is rabbits_pool where it is not
#                             folded away
#
# `step` passes over hutch, and so over what hutch calls: hooks, constructors. Without this file: skip -rfu ^hutch[_:]
# It needs the program's debug information (-g), and hutch_pools.py and hutch_names.py beside it.

import contextlib
import os
import re
import sys

import gdb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hutch_pools  # noqa: E402  (beside this file)
from hutch_pools import Symbol, Wrong  # noqa: E402


class Gdb:
    """What is read by GDB; values are gdb.Value, types are gdb.Type."""

    def names(self, pattern):
        """[(name, file)] of variables."""
        file, found = None, []
        for line in gdb.execute(f"info variables -q -n {pattern}", to_string=True).splitlines():
            if line.startswith("File "):
                file = line[5:].rstrip(":")
            match = re.search(r"(?:^|[\s*])([\w:]+(?:<.*>::\w+)?)(?:\[|;)", line)
            if match:
                found.append((match[1], file))
        return found

    def symbols(self, name):
        """Each Symbol of a name."""
        for found in (*gdb.lookup_static_symbols(name), gdb.lookup_global_symbol(name)):
            if found is not None and found.symtab is not None:
                yield Symbol(self.placed(found), found.symtab.filename, found.line)

    def placed(self, found):
        """The value of a variable that is in the program; None for one that the compiler has left out, or the linker: debug
        information still has that, at an address that is another's."""
        try:
            value = found.value()
            is_there = not value.is_optimized_out and value.address is not None
            return value if is_there and found.name.split("::")[-1].split("__")[0] in (self.symbol_at(int(value.address))[0] or "") else None
        except gdb.error:
            return None

    def constant(self, name, file):
        """The number of an enumerator."""
        for found in (*gdb.lookup_static_symbols(name), gdb.lookup_global_symbol(name)):
            if found is not None and file in (None, found.symtab.filename):
                return int(found.value())
        return None

    def symbol_at(self, address):
        """(name, offset) of the linker: debug information has the functions that --gc-sections removed, too, at address 0."""
        match = re.match(r"(.+?)(?: \+ (\d+))? in section", gdb.execute(f"info symbol {address}", to_string=True))
        return (match[1], int(match[2] or 0)) if match else (None, 0)

    def lines(self, name, begin, address):
        """(file, the lines of a function's instructions up to an address)."""
        function = gdb.lookup_global_symbol(name) or gdb.lookup_static_symbol(name)
        if function is None or function.symtab is None:
            return "", []
        begin = int(function.value().address)
        own = sorted((entry.pc, entry.line) for entry in function.symtab.linetable() if begin <= entry.pc <= address and entry.line)
        return function.symtab.filename, [line for _, line in own]

    def evaluate(self, text):
        """The number that an expression of the user is, or an address."""
        try:
            value = gdb.parse_and_eval(text)
            return int(value.address if value.type.code == gdb.TYPE_CODE_FUNC else value)
        except gdb.error as error:
            raise Wrong(str(error)) from None

    def is_struct(self, kind):
        return kind.strip_typedefs().code == gdb.TYPE_CODE_STRUCT

    def element(self, kind):
        """The type of an array's elements."""
        return kind.strip_typedefs().target() if kind.strip_typedefs().code == gdb.TYPE_CODE_ARRAY else None

    def named_type(self, text):
        """The type of that name, as C++ writes it; None if the debug information has none."""
        for name in (text, re.sub(r"\b(\d+)u\b", r"\1", text)):
            with contextlib.suppress(gdb.error):
                return gdb.lookup_type(name)
        return None

    def bytes_type(self, count):
        return gdb.lookup_type("unsigned char").array(count - 1)

    def at(self, address, kind, near):
        """The value at an address. On AVR an address of data is one above 0x800000 for GDB; a pointer that is made of a number
        loses that, one that is made of the address of another value does not."""
        base = near.address.cast(gdb.lookup_type("char").pointer())
        return (base + (address - int(base))).cast(kind.pointer()).dereference()

    def string(self, value):
        """The text that a pointer points to."""
        return value.cast(gdb.lookup_type("char").const().pointer()).string()

    def text(self, value):
        return value.format_string(max_elements=16)

    def keep(self, value):
        """Makes a value known to the user; returns what must be printed about it."""
        gdb.set_convenience_variable("slot", value)
        return ""

    def is_arm(self):
        return "arm" in gdb.selected_inferior().architecture().name()


# ---- The commands.

def run(command, *arguments):
    try:
        print(command(*arguments))
    except Wrong as problem:
        raise gdb.GdbError(str(problem)) from None


class InfoPools(gdb.Command):
    """Shows how full each pool of hutch is."""

    def __init__(self):
        super().__init__("info pools", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        del argument, from_tty
        run(hutch_pools.info_pools)


class PoolCommand(gdb.Command):
    __doc__ = hutch_pools.pool_command.__doc__

    def __init__(self):
        super().__init__("pool", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        del from_tty
        run(hutch_pools.pool_command, argument)

    def complete(self, text, word):
        words = text.split()
        names = [pool.title for pool in hutch_pools.pools()]
        if len(words) > 1 or (words and text.endswith(" ")):
            return [name for name in names if name.startswith(word)] if words[0] in ("check", "who") else []
        return [name for name in [*names, "owner", "check", "who"] if name.startswith(word)]


# ---- Pretty-printers: descriptors and refs; `print/r` shows their fields.

class Printer:
    def __init__(self, text):
        self.text = text

    def to_string(self):
        return self.text


class PoolPrinter(Printer):
    """A sentence, and each live object by its slot. Editors show {...} and not the sentence, so numbers of it are children, too."""

    def __init__(self, text, pool):
        super().__init__(text)
        self.pool = pool

    def children(self):
        yield "live", len(self.pool.live_slots())
        yield "capacity", self.pool.capacity
        for index in self.pool.live_slots() if self.pool.layout() else []:
            yield f"[{index}]", self.pool.object(index)


def printer(value):
    kind = value.type.unqualified()
    if "hutch_pool" in (kind.strip_typedefs().name, kind.strip_typedefs().tag):
        if value.is_optimized_out:
            return None
        text, pool = hutch_pools.described(value)
        return PoolPrinter(text, pool) if pool else Printer(text)
    is_ref = hutch_pools.debugger.is_struct(kind) and hutch_pools.field_names(kind) == ["value"]
    pool = hutch_pools.ref_pool(kind.name or "") if is_ref else None
    if pool:
        return Printer(hutch_pools.ref_text(int(value["value"]), pool))
    return None


class PoolFunction(gdb.Function):
    """$pool("rabbits"): its descriptor, made anew where the compiler has folded it away."""

    def __init__(self):
        super().__init__("pool")

    def invoke(self, name):
        try:
            pool = hutch_pools.pool_named(name.string())
        except Wrong as problem:
            raise gdb.GdbError(str(problem)) from None
        kind = gdb.lookup_type("struct hutch_pool")
        field = next(field for field in kind.fields() if field.name == "live")
        made, first, size = bytearray(kind.sizeof), field.bitpos // 8, field.type.sizeof
        order = "big" if "big" in gdb.execute("show endian", to_string=True) else "little"
        made[first:first + size] = (int(pool.live.address) % (1 << 8 * size)).to_bytes(size, order)
        return gdb.Value(bytes(made), kind)


# ---- `step`.

TYPED = "\\|".join("""acquire acquire_run acquire_urgent acquire_wait at available capacity claim clear containing deref despawn expect
first index is_live is_live_at last live next object_bytes peak ref refused release release_at release_if release_ref release_run
spawn spawn_urgent stats_reset""".split())


def skip(pattern):
    """Once, however often this file is read."""
    if pattern not in gdb.execute("info skip", to_string=True).split():
        gdb.execute(f"skip -rfu {pattern}", to_string=True)


def skip_typed_functions(event=None):
    """Those of each pool; what ends in _ is not for users. Each pool has each of these names, so none is the program's."""
    del event
    for pool in hutch_pools.pools():
        if not pool.cxx:
            skip(f"^{pool.name}_\\({TYPED}\\|[a-z_]*_\\)$")


hutch_pools.debugger = Gdb()
InfoPools()
PoolCommand()
PoolFunction()
gdb.pretty_printers[:] = [one for one in gdb.pretty_printers if getattr(one, "__module__", "") != __name__ or one.__name__ != "printer"]
gdb.pretty_printers.append(printer)
skip("^hutch[_:]")
gdb.events.new_objfile.connect(skip_typed_functions)
if gdb.objfiles():
    skip_typed_functions()
