#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# meson.py - a Meson project: hutch as a subproject by a wrap file, on this machine and for a Cortex-M4.

import json
import os
import re
import shutil

import ways

STATS = "-Dhutch:options=HUTCH_CFG_STATS=1"


def project(folder, name):
    """A copy of the consumer project whose wrap file names the copy of hutch."""
    there = ways.copy_program(folder, "meson")
    there = shutil.move(there, os.path.join(folder, name))
    os.mkdir(os.path.join(there, "subprojects"))
    ways.write(os.path.join(there, "subprojects/hutch.wrap"),
               f"[wrap-git]\nurl = file://{ways.repository(folder)}\nrevision = main\n[provide]\ndependency_names = hutch\n")
    return there


def built(there, *options):
    ways.run(["meson", "setup", *options, "build"], there)
    ways.must_be_silent(ways.run(["ninja", "-C", "build"], there))
    return os.path.join(there, "build", "rabbits")


def runs(folder):
    there = project(folder, "host")
    ways.run([built(there, STATS)])
    version = json.loads(ways.run(["meson", "introspect", "--projectinfo", "build"], there))["subprojects"][0]["version"]
    ways.must_be(version, ways.tree.version(ways.ROOT), "the version that Meson shows")


def links(folder):
    program = built(project(folder, "m4"), STATS, "--cross-file=cortex_m4.ini", "--buildtype=minsize")
    if "cpsid" not in ways.run(["arm-none-eabi-objdump", "-d", program]):
        raise ways.Failure("the locked pool masks no interrupts")


def mixed(folder):
    """The option reaches the program with the dependency: without it, what counts does not compile."""
    there = project(folder, "mixed")
    ways.run(["meson", "setup", "build"], there)
    ways.must_fail(["ninja", "-C", "build"], "needs HUTCH_CFG_STATS 1", there)


def refused(name, option, sentence):
    def test(folder):
        ways.must_fail(["meson", "setup", option, "build"], sentence, project(folder, name))
    return test


def takes(folder):
    ways.run(["meson", "setup", "-Dhutch:options=HUTCH_CFG_STATS=0x1u,HUTCH_CFG_BASEPRI=(5<<4)", "build"], project(folder, "takes"))


def own_port(folder):
    """The header is seen to be used: it has a macro, and a program that wants it."""
    there = project(folder, "own")
    ways.write(os.path.join(there, "my_port.h"), ways.tree.read(folder, "hutch/port/wasm/hutch_port.h") + "#define HUTCH_PORT_IS_OWN 1\n")
    with open(os.path.join(there, "main.c"), "a", encoding="utf-8") as file:
        file.write("#ifndef HUTCH_PORT_IS_OWN\n#error another port\n#endif\n")
    ways.run([built(there, STATS + f',HUTCH_PORT_HEADER="{there}/my_port.h"')])


def complete(folder):
    """meson.build lists files, as Meson's manual asks: every one of src/ and of each port."""
    hutch = os.path.join(folder, "hutch")
    text = ways.tree.read(hutch, "meson.build")
    sources = sorted("src/" + name for name in os.listdir(os.path.join(hutch, "src")) if name.endswith(".c"))
    ways.must_be(sorted(re.findall(r"'(src/\w+\.c)'", text)), sources, "the list of src/ in meson.build")
    for port in sorted(set(os.listdir(os.path.join(hutch, "port"))) - {"cpu", "sinks", "template", "README.md"}):
        names = sorted(name for name in os.listdir(os.path.join(hutch, "port", port)) if name.endswith(".c"))
        listed = re.search(rf"^  '{port}': \[(.*)\],$", text, re.M)
        ways.must_be(sorted(re.findall(r"\w+\.c", listed.group(1))) if listed else None, names, f"the list of port/{port}")


ways.main([("a subproject by a wrap file, with an option and hutch's version, built without optimisation: runs", runs),
           ("the same for a Cortex-M4 by a cross file: links", links),
           ("an option that is not set is missed by the program, not by the linker", mixed),
           ("a port of one's own, by its header: runs", own_port),
           ("a port that does not exist: refused, and the ports are named",
            refused("no-port", "-Dhutch:port=cortexm", "hutch: there is no port cortexm; the ports are: arm7tdmi, auto, avr,")),
           ("an option that does not exist: refused by name",
            refused("no-option", "-Dhutch:options=HUTCH_CFG_STAT=1", "hutch: there is no option HUTCH_CFG_STAT:")),
           ("an option that is on or true: refused by name",
            refused("no-number", "-Dhutch:options=HUTCH_CFG_REGISTER=True", "hutch: HUTCH_CFG_REGISTER=True: it must be a number")),
           *((f"an option that is '{value}': refused by name",
              refused(f"no-{number}", f"-Dhutch:options=HUTCH_CFG_STATS={value}", f"hutch: HUTCH_CFG_STATS={value}: it must be a number"))
             for number, value in enumerate(("banana", "1banana", "-1", ""))),
           ("a number of C, and an expression where one is allowed, are taken", takes),
           ("meson.build lists every file", complete)])
