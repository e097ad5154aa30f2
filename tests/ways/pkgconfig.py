#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# pkgconfig.py - `make install`, and a Makefile that finds it by pkg-config; on this machine and for a Cortex-M4.

import os

import ways

M4 = ["CC=arm-none-eabi-gcc", "CFLAGS=-mthumb -mcpu=cortex-m4 -O2"]
BARE = "LDFLAGS=-nostartfiles --specs=nosys.specs -Wl,--gc-sections,-e,main,--no-warn-rwx-segments"


def built(folder, name, variables, linking):
    """Installs hutch, moves what was installed, and builds the project."""
    stage, prefix = os.path.join(folder, name + "-stage"), os.path.join(folder, name + "-moved")
    install = ["make", "-s", "install", "PREFIX=/opt/hutch", "DESTDIR=" + stage, "CPPFLAGS=-DHUTCH_CFG_STATS=1", *variables]
    ways.must_be_silent(ways.run(install, os.path.join(folder, "hutch")))
    os.rename(os.path.join(stage, "opt/hutch"), prefix)
    packages = os.path.join(prefix, "lib/pkgconfig")
    found = ways.run(["pkg-config", "--modversion", "hutch"], PKG_CONFIG_PATH=packages).strip().replace("~", "-")
    ways.must_be(found, ways.tree.version(ways.ROOT), "the version in hutch.pc")
    there = os.path.join(folder, "pkgconfig")
    if not os.path.exists(there):
        ways.copy_program(folder, "pkgconfig")
    ways.run(["make", "-s", "-B", *variables, *linking], there, PKG_CONFIG_PATH=packages)
    return os.path.join(there, "rabbits")


def links(folder):
    program = built(folder, "m4", M4 + ["AR=arm-none-eabi-ar"], [BARE])
    if "cpsid" not in ways.run(["arm-none-eabi-objdump", "-d", program]):
        raise ways.Failure("the locked pool masks no interrupts")


ways.main([("a Makefile finds the installed library, moved elsewhere, with its options: runs",
            lambda folder: ways.run([built(folder, "host", [], [])])),
           ("the same for a Cortex-M4, whose port the compiler chooses: links", links)])
