# SPDX-License-Identifier: MIT
# hutch_lldb.py - hutch's pools in LLDB: (lldb) command script import src/tools/hutch_lldb.py
#
#   pools                     how full each pool is; LLDB has no `info`
#   pool rabbits 3            slot 3, and the name that LLDB has for the object from then on, such as $0
#   pool ...                  as in hutch.py
#
# It needs the program's debug information (-g), and hutch_pools.py and hutch_names.py beside it.

import re

import lldb

import hutch_pools
from hutch_pools import Symbol, Wrong


CHARS = (lldb.eBasicTypeChar, lldb.eBasicTypeSignedChar, lldb.eBasicTypeUnsignedChar)  # small numbers, as often as not


class Type:
    """Of an lldb.SBType, what is used of a gdb.Type."""

    def __init__(self, kind):
        self.kind, self.sizeof = kind, kind.GetByteSize()

    def target(self):
        return Type(self.kind.GetArrayElementType() if self.kind.IsArrayType() else self.kind.GetPointeeType())

    def fields(self):
        return list(self.kind.get_fields_array())


class Value:
    """Of an lldb.SBValue, what is used of a gdb.Value."""

    def __init__(self, value):
        self.value, self.type = value, Type(value.GetType())

    @property
    def address(self):
        place = self.value.GetLoadAddress()
        return self.value.GetAddress().GetFileAddress() if place == lldb.LLDB_INVALID_ADDRESS else place  # before the program runs

    def __int__(self):
        is_signed = self.value.GetType().GetTypeFlags() & lldb.eTypeIsSigned
        return self.value.GetValueAsSigned() if is_signed else self.value.GetValueAsUnsigned()

    def __getitem__(self, key):
        if isinstance(key, int):
            return Value(self.value.GetChildAtIndex(key, lldb.eNoDynamicValues, True))
        return Value(self.value.GetChildMemberWithName(key))


class Lldb:
    """What is read by LLDB, as Value and Type; the functions are those of Gdb."""

    target = None  # that of the command

    def names(self, pattern):
        found = self.target.FindGlobalVariables(pattern, 1000, lldb.eMatchTypeRegex)
        return sorted((value.GetName().removeprefix("::"), value.GetDeclaration().GetFileSpec().fullpath) for value in found)

    def symbols(self, name):
        for value in map(Value, self.target.FindGlobalVariables(name, 100)):
            declared, linked = value.value.GetDeclaration(), self.symbol_at(value.address)[0] or ""
            is_there = name.split("::")[-1].split("__")[0] in linked
            yield Symbol(value if is_there else None, declared.GetFileSpec().fullpath, declared.GetLine())

    def constant(self, name, file):
        for module in self.target.module_iter():
            for unit in module.compile_unit_iter():
                if file in (None, unit.GetFileSpec().fullpath):
                    for kind in unit.GetTypes(lldb.eTypeClassEnumeration):
                        for member in kind.get_enum_members_array():
                            if member.GetName() == name.split("::")[-1]:
                                return member.GetValueAsUnsigned()
        return None

    def place(self, address):
        """The lldb.SBAddress. LLDB 14 finds none where the program has thread-local variables: by its file's addresses it does."""
        for module in self.target.module_iter():
            first = module.GetSectionAtIndex(0)
            loaded = first.GetLoadAddress(self.target)
            moved = 0 if loaded == lldb.LLDB_INVALID_ADDRESS else loaded - first.GetFileAddress()
            found = module.ResolveFileAddress(address - moved) if address >= moved else lldb.SBAddress()
            if found.GetSymbol().IsValid():
                return found
        return lldb.SBAddress()

    def symbol_at(self, address):
        place = self.place(address)
        if not place.GetSymbol().IsValid():
            return None, 0
        return place.GetSymbol().GetName(), place.GetFileAddress() - place.GetSymbol().GetStartAddress().GetFileAddress()

    def lines(self, name, begin, address):
        begin, end = self.place(begin).GetFileAddress(), self.place(address).GetFileAddress()
        for context in self.target.FindFunctions(name.split("(")[0]):
            if context.GetFunction().GetStartAddress().GetFileAddress() == begin:
                file = context.GetCompileUnit().GetFileSpec()
                own = sorted((entry.GetStartAddress().GetFileAddress(), entry.GetLine()) for entry in context.GetCompileUnit()
                             if entry.GetFileSpec().basename == file.basename)
                return file.fullpath, [line for place, line in own if begin <= place <= end and line]
        return "", []

    def evaluated(self, text, is_kept):
        options = lldb.SBExpressionOptions()
        options.SetAllowJIT(False)  # it calls nothing in the program
        options.SetSuppressPersistentResult(not is_kept)
        frame = self.target.GetProcess().GetSelectedThread().GetSelectedFrame()
        return (frame if frame.IsValid() else self.target).EvaluateExpression(text, options)

    def evaluate(self, text):
        value = self.evaluated(text, False)
        if value.GetError().Fail():
            raise Wrong(value.GetError().GetCString())
        return Value(value).address if value.GetType().IsArrayType() else int(Value(value))

    def is_struct(self, kind):
        return kind.kind.GetCanonicalType().GetTypeClass() in (lldb.eTypeClassStruct, lldb.eTypeClassClass)

    def element(self, kind):
        return kind.target() if kind.kind.IsArrayType() else None

    def named_type(self, text):
        for name in (text, re.sub(r"\b(\d+)u\b", r"\1", text)):
            found = self.target.FindFirstType(name)
            if found.IsValid():
                return Type(found)
        return None

    def bytes_type(self, count):
        return Type(self.target.GetBasicType(lldb.eBasicTypeUnsignedChar).GetArrayType(count))

    def at(self, address, kind, near):
        del near
        place = self.target.ResolveLoadAddress(address)
        return Value(self.target.CreateValueFromAddress("object", place, kind.kind))

    def string(self, value):
        return self.target.GetProcess().ReadCStringFromMemory(int(value), 4096, lldb.SBError())

    def text(self, value):
        """As GDB shows it."""
        if value.type.kind.GetCanonicalType().GetBasicType() in CHARS:
            return f"{int(value)} {value.value.GetValue()}"
        value = value.value
        if value.GetSummary() or not value.GetNumChildren() or value.GetType().IsPointerType():
            return value.GetSummary() or str(value.GetValue())
        shown = [Value(value.GetChildAtIndex(i)) for i in range(min(value.GetNumChildren(), 16))]
        if value.GetType().IsArrayType():
            return "{" + ", ".join(map(self.text, shown)) + ("..." if value.GetNumChildren() > 16 else "") + "}"
        return "{" + ", ".join(f"{one.value.GetName()} = {self.text(one)}" for one in shown) + "}"

    def keep(self, value):
        kept = self.evaluated(f"*({value.type.kind.GetName()} *){value.address:#x}", True)
        return f"   {kept.GetName()}" if kept.GetError().Success() else ""  # a type without a name has no expression

    def is_arm(self):
        return self.target.GetTriple().startswith(("arm", "thumb"))


# ---- The commands.

def run(debugger, result, command, *arguments):
    hutch_pools.debugger.target = debugger.GetSelectedTarget()
    try:
        result.AppendMessage(command(*arguments))
    except Wrong as problem:
        result.SetError(str(problem))


def info_pools(debugger, argument, result, _):
    """Shows how full each pool of hutch is."""
    del argument
    run(debugger, result, hutch_pools.info_pools)


def pool_command(debugger, argument, result, _):
    run(debugger, result, hutch_pools.pool_command, argument)


pool_command.__doc__ = hutch_pools.pool_command.__doc__


# ---- Summaries: descriptors and refs.

def descriptor_summary(value, _):
    hutch_pools.debugger.target = value.GetTarget()
    return hutch_pools.described(Value(value))[0]


def ref_summary(value, _):
    if value.GetNumChildren() != 1:
        return ""  # an integer, such as hutch_ref_t
    hutch_pools.debugger.target = value.GetTarget()
    pool = hutch_pools.ref_pool(value.GetType().GetUnqualifiedType().GetName())
    return hutch_pools.ref_text(int(Value(value)["value"]), pool) if pool else ""


def __lldb_init_module(debugger, _):
    hutch_pools.debugger = Lldb()
    for line in ("settings set target.process.thread.step-avoid-regexp ^(std::|hutch[_:])", f"command script add -f {__name__}.info_pools pools", f"command script add -f {__name__}.pool_command pool",
                 f"type summary add -p -F {__name__}.descriptor_summary hutch_pool", f"type summary add -p -F {__name__}.ref_summary -x _ref_t$",
                 f"type summary add -p -F {__name__}.ref_summary -x ^hutch::tracked_pool<.*>::weak$"):
        debugger.HandleCommand(line)
