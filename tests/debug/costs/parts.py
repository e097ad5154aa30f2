#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# parts.py - what each part of a debug build costs that an option leaves out: flash of a program, RAM of a pool and of a slot.
# Makes a block of tests/debug/README.md, or finds that it is stale.
#
# usage: parts.py [--write]     from the root; prints TAP

import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, os.pardir, folder) for folder in ("tools", "check")]
import generated  # noqa: E402  (of tests/check)
import tap_out  # noqa: E402  (of tests/tools)

COMMON = ["-std=c99", "-Os", "-ffunction-sections", "-fdata-sections", "-Iinclude", "-DHUTCH_CFG_CHECK=2"]
# CPU: tools, flags, port
CPUS = {"ATmega32U4": ("avr-", ["-mmcu=atmega32u4", "-mrelax", "-mcall-prologues", "-fshort-enums", "-fno-common"], "avr",
                       # it is not run: it may have more than there is
                       ["-Wl,--defsym=__TEXT_REGION_LENGTH__=262144", "-Wl,--defsym=__DATA_REGION_LENGTH__=32768"]),
        "Cortex-M3": ("arm-none-eabi-", ["-mcpu=cortex-m3", "-mthumb"], "cortex_m", ["-nostartfiles", "-Wl,-e,main", "-lgcc"])}
SMALL = {"NOTES": 0, "GUARD_BYTES": 0, "POISON": 0, "ASSERT": 0, "STATS": 0}
# A part, and the options that it has in the table.
PARTS = (("`HUTCH_CFG_POISON 1`: writes after release", {"POISON": 1}),
         ("`HUTCH_CFG_GUARD_BYTES 8`: overrun, underrun", {"GUARD_BYTES": 8}),
         ("`HUTCH_CFG_NOTES 1`: who and when, late reuse, a copy of the bitmap, texts", {"NOTES": 1}),
         ("`HUTCH_CFG_ASSERT 1`: hutch's own invariants", {"ASSERT": 1}),
         ("`HUTCH_CFG_STATS 1`: peak, refused", {"STATS": 1}))


class Build:
    """The library for one CPU with one set of options."""
    def __init__(self, cpu, options, folder):
        self.tools, flags, port, self.link = CPUS[cpu]
        self.flags = [*flags, *COMMON, "-Iport/" + port, *(f"-DHUTCH_CFG_{name}={value}" for name, value in options.items())]
        self.folder, self.objects = tempfile.mkdtemp(dir=folder), []
        for source in sorted(glob.glob("src/*.c") + glob.glob(f"port/{port}/*.c")):
            self.objects.append(self.compile(source))

    def compile(self, source, *more):
        out = os.path.join(self.folder, os.path.basename(source)[:-2] + ".o")
        subprocess.run([self.tools + "gcc", *self.flags, *more, "-c", source, "-o", out], check=True)
        return out

    def bytes(self, pools, slots):
        """(flash, RAM) of the program"""
        program = os.path.join(self.folder, "program.elf")
        own = self.compile(os.path.join(HERE, "parts.c"), f"-DPOOLS={pools}", f"-DSLOTS={slots}")
        subprocess.run([self.tools + "gcc", *self.flags, own, *self.objects, "-Wl,--gc-sections", *self.link, "-o", program], check=True)
        said = subprocess.run([self.tools + "size", program], stdout=subprocess.PIPE, text=True, check=True).stdout
        text, data, bss = map(int, said.split("\n")[1].split()[:3])
        return text + data, data + bss

    def figures(self):
        """Flash of a program with one pool, RAM of one more pool without its slots, of one more slot."""
        (flash, one), (_, more_slots), (_, two) = self.bytes(1, 16), self.bytes(1, 32), self.bytes(2, 16)
        slot = (more_slots - one) / 16
        return flash, two - one - 16 * slot, slot


def block():
    heads = [f"{cpu} {what}" for cpu in CPUS for what in ("flash", "a pool", "a slot")]
    lines = ["| part | " + " | ".join(heads) + " |", "|" + " --- |" * (1 + len(heads))]
    with tempfile.TemporaryDirectory() as folder:
        least = [figure for cpu in CPUS for figure in Build(cpu, SMALL, folder).figures()]
        row = [figure - (8 if n % 3 == 2 else 0) for n, figure in enumerate(least)]  # an object has 8 bytes
        lines.append("| none of them, beside the objects: double releases, stale refs, wrong pointers | " + " | ".join(f"{figure:g}" for figure in row) + " |")
        for what, options in PARTS:
            figures = [figure for cpu in CPUS for figure in Build(cpu, {**SMALL, **options}, folder).figures()]
            lines.append(f"| {what} | " + " | ".join(f"+{figure - base:g}" for figure, base in zip(figures, least)) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(tap_out.every([("the table of the parts of a debug build is what is measured now",
                             generated.kept(".", {"costs-parts": lambda _root: block()}, "make costs"))]))
