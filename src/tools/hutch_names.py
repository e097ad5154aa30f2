# SPDX-License-Identifier: MIT
# hutch_names.py - the names of variables of pools, for hutch-report and for the debuggers: of symbols, and as C++ writes them.
#
# HUTCH_POOL(rabbits, ...) makes rabbits_live_, rabbits_slots_ and so on, in C++ perhaps in a namespace. hutch::pool<rabbit, 64>
# makes the static members of_live_, of_slots_ of
#
#   hutch::plain_storage<hutch::basic_pool<rabbit, 64u, void, 0, false> >
#
# and has the name of its tag, the third argument, or without one that of its type, as in hutch.hpp. Names come from files that may
# be damaged, so nothing here takes longer than a few passes over a name, and names are cut before anything looks for a pattern.

import contextlib
import re

NAME_MAX = 300  # characters of a name that are shown, and in which patterns are looked for
SYMBOL_MAX = 4000  # of a C++ symbol, which spells out the types of its templates
POOL_NAME_MAX = 31  # of a pool of hutch.hpp, as hutch.hpp has it
CXX = re.compile(r"hutch::\w+_storage<hutch::basic_pool<(.*)> ?>|hutch::tracked_pool<(.*)>::weak")  # what is static, and a ref's type
UNREAD = re.compile(r"Lj(\d+)E(\w*?)Li\d+ELb[01]EEEE\d+(of_[a-z_]+)E$")  # the end of a symbol of CXX, after the type

TYPES = {"v": "void", "w": "wchar_t", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short", "t": "unsigned short",
         "i": "int", "j": "unsigned int", "l": "long", "m": "unsigned long", "x": "long long", "y": "unsigned long long", "n": "__int128",
         "o": "unsigned __int128", "f": "float", "d": "double", "e": "long double", "Dn": "decltype(nullptr)", "Du": "char8_t", "Ds": "char16_t",
         "Di": "char32_t"}
AROUND = {"P": "{}*", "R": "{}&", "O": "{}&&", "K": "{} const", "V": "{} volatile"}
STANDARD = {"St": "std", "Sa": "std::allocator", "Sb": "std::basic_string", "Ss": "std::string"}


OPTION = re.compile(r"_(?:CHECK|STATS|WORD_BITS|REF_BITS|LOCK_FREE|CORES|WAIT|REGISTER|NAMES|ASSERT|FENCE|GUARD_BYTES|NOTES|LATE_REUSE|POISON)_[0-9]{1,2}$")


def in_c(symbol):
    """A linker symbol as C has it: config.h appends the options that are not usual, and compiler.h why a shared pool may be missing."""
    symbol = symbol.removesuffix("_or_its_HUTCH_POOL_DEFINE_is_missing")
    while match := OPTION.search(symbol[-20:]):
        symbol = symbol[:-len(match[0])]
    return symbol


def printable(name):
    """A name as text, cut: control characters, which a terminal obeys and XML refuses, are written as \\x1b."""
    name = name if len(name) <= NAME_MAX else name[:NAME_MAX] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in name)


class Unknown(Exception):
    """A symbol of a form that this file does not know, or a damaged one."""


class Mangled:
    """Reads the symbol of a C++ variable, by the Itanium C++ ABI: names, namespaces, templates and their arguments; no expressions."""

    def __init__(self, symbol):
        self.text, self.at, self.known = symbol, len("_Z"), []  # known: what S_, S0_ ... stand for

    def next(self, *starts):
        """Whether the text goes on with one of these; then it is read."""
        found = next((start for start in starts if self.text.startswith(start, self.at)), "")
        self.at += len(found)
        return found

    def until(self, end):
        """The characters up to an end, which is read, too."""
        stop = self.text.find(end, self.at)
        if stop < 0:
            raise Unknown
        text, self.at = self.text[self.at:stop], stop + len(end)
        return text

    def new(self, text):
        """Notes what may be repeated by S_. What stands for much is repeated by short symbols, so its length has a limit."""
        if len(text) > SYMBOL_MAX:
            raise Unknown
        self.known.append(text)
        return text

    def identifier(self):
        self.next("L")  # of this file only
        begin = self.at
        while self.text[self.at:self.at + 1].isdecimal():
            self.at += 1
        if not 0 < self.at - begin < 6:
            raise Unknown
        begin, self.at = self.at, self.at + int(self.text[begin:self.at])
        if not begin < self.at <= len(self.text):
            raise Unknown
        return "(anonymous namespace)" if self.text.startswith("_GLOBAL__N", begin) else self.text[begin:self.at]

    def repeated(self):
        """What stands after an S."""
        number = self.until("_")
        index = 0 if not number else int(number, 36) + 1 if number.isalnum() and number.isascii() and len(number) < 4 else len(self.known)
        if index >= len(self.known):
            raise Unknown
        return self.known[index]

    def arguments(self):
        """Of a template, after its I; those of a pack stand among the others."""
        found = []
        while not self.next("E"):
            if self.next("J"):
                found += self.arguments()
            elif self.next("L"):
                kind, value = self.type(), self.until("E").replace("n", "-", 1)
                found.append(("false", "true")[value == "1"] if kind == "bool" else value if kind == "int" else
                             value + "u" if kind == "unsigned int" else f"({kind}){value}")
            else:
                found.append(self.type())
        return found

    def template(self, name):
        """A name, with its arguments if it has some."""
        if not self.next("I"):
            return name
        text = ", ".join(self.arguments())
        return self.new(f"{name}<{text}{' ' if text.endswith('>') else ''}>")

    def nested(self):
        """After an N: names, each in the one before it."""
        while self.next("K", "V", "R", "O"):
            pass
        name = ""
        while not self.next("E"):
            standard = self.next(*STANDARD) if not name else ""
            if standard:
                name = STANDARD[standard]
            elif not name and self.next("S"):
                name = self.repeated()
            elif name and self.text.startswith("I", self.at):
                name = self.template(name)
            else:
                name = self.new(f"{name}::{self.identifier()}" if name else self.identifier())
        return name

    def local(self):
        """After a Z: a name in a function."""
        function, of = self.name(), []
        while not self.next("E"):
            of.append(self.type())
        inner = self.name()
        if self.next("_"):  # the second of this name, or the third
            self.next(*"0123456789")
        parameters = f"({', '.join(of) if of != ['void'] else ''})" if of else ""
        return f"{function}{parameters}::{inner}"

    def name(self):
        """A name, with the name that it is in."""
        if self.next("N"):
            return self.nested()
        if self.next("Z"):
            return self.local()
        standard = self.next(*STANDARD)
        if standard == "St":
            return self.template(self.new(f"std::{self.identifier()}"))
        if standard:
            return self.template(STANDARD[standard])
        if self.next("S"):
            return self.template(self.repeated())
        name = self.identifier()
        return self.template(self.new(name))

    def type(self):
        simple = self.next(*TYPES)
        if simple:
            return TYPES[simple]
        around = self.next(*AROUND)
        if around:
            return self.new(AROUND[around].format(self.type()))
        if self.next("A"):
            count = self.until("_")
            return self.new(f"{self.type()} [{count}]")
        is_new = not self.text.startswith(("N", "S"), self.at) and self.text.startswith("Z", self.at)
        name = self.name()
        return self.new(name) if is_new else name


def demangled(symbol):
    """The name of a symbol's variable, as C++ writes it; the symbol itself where that cannot be read. Of a pool of hutch.hpp whose type
    cannot, such as a lambda's, the type is what the symbol has in its place."""
    if not symbol.startswith("_Z"):
        return symbol
    mangled = Mangled(symbol)
    with contextlib.suppress(Unknown, RecursionError):
        name = mangled.name()
        if mangled.at == len(symbol):
            return name
    begin, end = symbol.find("_storageINS_10basic_poolI", 0, 60), UNREAD.search(symbol[-NAME_MAX:])
    if begin < 0 or not end:
        return symbol
    kind = symbol[begin + len("_storageINS_10basic_poolI"):len(symbol) - len(end[0])]
    return f"hutch::unread_storage<hutch::basic_pool<{kind}, {end[1]}u, {'void' if end[2] == 'v' else end[2]}> >::{end[3]}"


def arguments(text):
    """The arguments of a template, of its text without the brackets around them."""
    found, depth, begin = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "<([{") - (character in ">)]}")
        if character == "," and depth == 0:
            found.append(text[begin:at].strip())
            begin = at + 1
    return [*found, text[begin:].strip()]


def cxx_pool(text):
    """(name, type, slots) of the pool of hutch.hpp that has these static members, or this type of a ref; None if it is none."""
    match = CXX.fullmatch(text[:SYMBOL_MAX])
    words = arguments(match[1] or match[2]) if match else []
    if len(words) < 3 or not words[1].rstrip("uU").isdecimal():
        return None
    name = words[0] if words[2] == "void" else words[2]
    return name.replace(" ", "_")[:POOL_NAME_MAX], words[0], int(words[1].rstrip("uU")[:9])


def distinct(pools):
    """The names of pools, each once: those of one name have the file in front or the number of their slots behind, or just a number.
    pools: (name, file, slots or None)"""
    found = [name for name, _, _ in pools]
    for name in {name for name in found if found.count(name) > 1}:
        alike = [at for at, one in enumerate(found) if one == name]
        by_file = [f"{pools[at][1].split('/')[-1]}:{name}" for at in alike]
        by_slots = [f"{name}/{pools[at][2]}" for at in alike]
        by_number = [f"{name}~{number}" for number in range(1, len(alike) + 1)]
        better = next(names for names in (by_file, by_slots, by_number) if len(set(names)) == len(alike))
        for at, one in zip(alike, better):
            found[at] = one
    return found
