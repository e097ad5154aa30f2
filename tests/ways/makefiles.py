#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# makefiles.py - programs for consoles: the Makefiles of devkitARM and GBDK-2020, with stand-ins for what those install.
#
# usage: makefiles.py [gbdk]   gbdk: that one only, as SDCC takes its time for the library

import os
import shutil
import sys

import ways

# What devkitARM's gba_rules gives a Makefile: the compiler, libgba's folder, a rule for objects that wants DEPSDIR, and one for
# the program.
GBA_RULES = """CC := arm-none-eabi-gcc
LIBGBA := $(DEVKITPRO)/libgba
%.o: %.c
\t$(CC) -MMD -MP -MF $(DEPSDIR)/$*.d $(CPPFLAGS) $(CFLAGS) -c $< -o $@
%.elf:
\t$(LD) $(LDFLAGS) -specs=nosys.specs -nostartfiles -Wl,-e,main $(OFILES) $(LIBPATHS) $(LIBS) -o $@
%.gba: %.elf
\tarm-none-eabi-objcopy -O binary $< $@
"""
# What a Makefile made from devkitPro's template does with its two lists of folders: all sources in one folder of objects, and
# headers that only #include "..." finds.
TEMPLATE = """include $(DEVKITARM)/gba_rules
include template.mk
DEPSDIR := .
ARCH := -mthumb -mthumb-interwork
LD := $(CC)
VPATH := $(SOURCES)
CFLAGS := -g -Wall -Wextra -O2 -mcpu=arm7tdmi -mtune=arm7tdmi $(ARCH) $(foreach dir,$(INCLUDES),-iquote $(CURDIR)/$(dir)) \\
    -I$(LIBGBA)/include -DHUTCH_CFG_STATS=1
LDFLAGS := $(ARCH) -Wl,--gc-sections
LIBPATHS := -L$(LIBGBA)/lib
LIBS := -lgba
OFILES := $(patsubst %.c,%.o,$(foreach dir,$(SOURCES),$(notdir $(wildcard $(dir)/*.c))))
template.gba: template.elf
template.elf: $(OFILES)
"""
# What lcc does: its own options for SDCC; -Wf goes to the compiler, -Wl-l is a library for the linker.
LCC = """#!/usr/bin/env python3
import subprocess, sys
words = [word[3:] if word.startswith("-Wf") else word[5:] if word.startswith("-Wl-l") else word for word in sys.argv[1:]]
sys.exit(subprocess.call(["sdcc", "-msm83", "--no-optsdcc-in-asm", "--fsigned-char", "--use-stdout",
                           "-D__PORT_sm83", "-D__TARGET_gb", *words]))
"""


def devkit_pro(folder):
    """The folder of a devkitPro with our rules and an empty libgba."""
    home = os.path.join(folder, "devkitpro")
    if not os.path.exists(home):
        os.makedirs(os.path.join(home, "libgba/include"))
        os.makedirs(os.path.join(home, "libgba/lib"))
        ways.write(os.path.join(home, "gba_rules"), GBA_RULES)
        ways.run(["arm-none-eabi-ar", "rc", os.path.join(home, "libgba/lib/libgba.a")])
    return home


def must_be_a_program(path, architecture="v4T"):
    head = ways.run(["arm-none-eabi-readelf", "-h", "-A", path + ".elf"])
    ways.must_be(f"Tag_CPU_arch: {architecture}\n" in head, True, "that the program is for the console's CPU")
    size = os.path.getsize(path + ".gba")
    ways.must_be(500 < size < 4000, True, f"that {size} bytes are the program, and little else")


def devkitarm(folder):
    there, home = ways.copy_program(folder, "devkitarm"), devkit_pro(folder)
    ways.must_be_silent(ways.run(["sh", "-eu", "start.sh"], there, DEVKITPRO=home, DEVKITARM=home))
    must_be_a_program(os.path.join(there, "rabbits"))


def template(folder, name="template", cpu="arm7tdmi", defined="", architecture="v4T"):
    there, home = os.path.join(folder, name), devkit_pro(folder)
    os.makedirs(os.path.join(there, "source"))
    shutil.copy(os.path.join(ways.HERE, "main.c"), os.path.join(there, "source"))
    shutil.copy(os.path.join(ways.HERE, "devkitarm/template.mk"), there)
    ways.write(os.path.join(there, "Makefile"), TEMPLATE.replace("arm7tdmi", cpu).replace("$(ARCH) $(foreach", f"$(ARCH) {defined} $(foreach"))
    ways.must_be_silent(ways.run(["make", "template.gba"], there, DEVKITPRO=home, DEVKITARM=home))
    must_be_a_program(os.path.join(there, "template"), architecture)


def template_of_ds(folder):
    template(folder, "template-ds", "arm946e-s", "-D__NDS__", "v5TE")


def gbdk(folder):
    there, home = ways.copy_program(folder, "gbdk"), os.path.join(folder, "gbdk-home/bin")
    os.makedirs(home)
    ways.write(os.path.join(home, "lcc"), LCC)
    os.chmod(os.path.join(home, "lcc"), 0o755)
    ways.must_be_silent(ways.run(["sh", "-eu", "start.sh"], there, seconds=600, GBDK_HOME=os.path.dirname(home)))
    words = ways.tree.read(there, "rabbits.map").split()
    ways.must_be("_hutch_port_acquire" in words, True, "that the library's functions are linked")
    ways.must_be("_hutch_acquire" in words, False, "that the general engine is linked beside the small one")


TESTS = [("devkitARM, by stand-in rules: a Makefile with hutch's sources links a Game Boy Advance program", devkitarm),
         ("devkitPro's template, by a stand-in: with the two lines of template.mk it links the same program", template),
         ("and that for the DS, a program for its ARM9", template_of_ds)]
ways.main([("GBDK-2020, by a stand-in for lcc: the library by SDCC, and a Game Boy program, link", gbdk)] if "gbdk" in sys.argv else TESTS)
