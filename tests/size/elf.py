# SPDX-License-Identifier: MIT
# elf.py - how many bytes of flash and of RAM an ELF file takes.

import struct

WRITE, ALLOC = 1, 2
NOBITS, SYMBOL_TABLE = 8, 2
OBJECT, THREAD_LOCAL = 1, 6  # kinds of symbols


class Elf:
    """The sections and symbols of a little-endian ELF file, 32-bit or 64-bit."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.image = file.read()
        if self.image[:4] != b"\x7fELF" or self.image[5] != 1:
            raise ValueError(path + " is not a little-endian ELF file")
        self.is_wide = self.image[4] == 2
        table_at = struct.unpack_from("<Q", self.image, 40)[0] if self.is_wide else struct.unpack_from("<I", self.image, 32)[0]
        entry_size, count = struct.unpack_from("<HH", self.image, 58 if self.is_wide else 46)
        layout = "<IIQQQQ" if self.is_wide else "<IIIIII"
        # of each: name, type, flags, address, offset, size
        self.sections = [struct.unpack_from(layout, self.image, table_at + i * entry_size) for i in range(count)]

    def symbols(self):
        """Yields (kind, section number, size)."""
        layout = "<IBBHQQ" if self.is_wide else "<IIIBBH"
        for _, kind, _, _, offset, size in self.sections:
            if kind == SYMBOL_TABLE:
                for at in range(offset, offset + size, struct.calcsize(layout)):
                    fields = struct.unpack_from(layout, self.image, at)
                    info, section, length = fields[1::2] if self.is_wide else (fields[3], fields[5], fields[2])
                    yield info & 15, section, length

    def flash_bytes(self):
        """What is stored: code, constants, initial values; padding included."""
        return sum(size for _, kind, flags, _, _, size in self.sections if flags & ALLOC and kind != NOBITS)

    def ram_bytes(self):
        """The variables; padding between them left out, because it depends on what else the program has."""
        return sum(size for kind, section, size in self.symbols() if kind in (OBJECT, THREAD_LOCAL)
                   and section < len(self.sections) and self.sections[section][2] & WRITE)
