#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# makefiles.py - programs for consoles: the Makefiles of devkitARM and GBDK-2020, with stand-ins for what those install.
#
# usage: makefiles.py [gbdk]   gbdk: that one only, as SDCC takes its time for the library

import os
import sys

import ways

# What devkitARM's gba_rules gives a Makefile: the compiler, a rule for objects that wants DEPSDIR, and one for the program.
GBA_RULES = """CC := arm-none-eabi-gcc
%.o: %.c
\t$(CC) -MMD -MP -MF $(DEPSDIR)/$*.d $(CPPFLAGS) $(CFLAGS) -c $< -o $@
%.elf:
\t$(LD) $(LDFLAGS) -specs=nosys.specs -nostartfiles -Wl,-e,main $(OFILES) $(LIBPATHS) $(LIBS) -o $@
%.gba: %.elf
\tarm-none-eabi-objcopy -O binary $< $@
"""
# What lcc does with these options: -Wf goes to the compiler, -Wl-l is a library for the linker.
LCC = """#!/usr/bin/env python3
import subprocess, sys
words = [word[3:] if word.startswith("-Wf") else word[5:] if word.startswith("-Wl-l") else word for word in sys.argv[1:]]
sys.exit(subprocess.call(["sdcc", "-msm83", "--no-optsdcc-in-asm", *words]))
"""


def devkitarm(folder):
    there, rules = ways.copy_program(folder, "devkitarm"), os.path.join(folder, "rules")
    os.mkdir(rules)
    ways.write(os.path.join(rules, "gba_rules"), GBA_RULES)
    ways.must_be_silent(ways.run(["sh", "-eu", "start.sh"], there, DEVKITARM=rules))
    head = ways.run(["arm-none-eabi-readelf", "-h", "-A", os.path.join(there, "rabbits.elf")])
    ways.must_be("Tag_CPU_arch: v4T" in head, True, "that the program is for an ARM7TDMI")
    size = os.path.getsize(os.path.join(there, "rabbits.gba"))
    ways.must_be(500 < size < 4000, True, f"that {size} bytes are the program, and little else")


def gbdk(folder):
    there, home = ways.copy_program(folder, "gbdk"), os.path.join(folder, "gbdk-home/bin")
    os.makedirs(home)
    ways.write(os.path.join(home, "lcc"), LCC)
    os.chmod(os.path.join(home, "lcc"), 0o755)
    ways.must_be_silent(ways.run(["sh", "-eu", "start.sh"], there, seconds=600, GBDK_HOME=os.path.dirname(home)))
    with open(os.path.join(there, "rabbits.map"), encoding="utf-8") as file:
        words = file.read().split()
    ways.must_be("_hutch_port_acquire" in words, True, "that the library's functions are linked")
    ways.must_be("_hutch_acquire" in words, False, "that the general engine is linked beside the small one")


TESTS = [("devkitARM, by stand-in rules: a Makefile with hutch's sources links a Game Boy Advance program", devkitarm)]
ways.main([("GBDK-2020, by a stand-in for lcc: the library by SDCC, and a Game Boy program, link", gbdk)] if "gbdk" in sys.argv else TESTS)
