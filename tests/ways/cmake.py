#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# cmake.py - CMake projects: add_subdirectory, FetchContent, find_package; on this machine and for a Cortex-M4.

import os
import re
import shlex
import shutil
import subprocess

import ways

CROSS = "-DCMAKE_TOOLCHAIN_FILE=cortex_m4.cmake"
MAJOR = ways.tree.version(ways.ROOT).split(".", maxsplit=1)[0]
CROSS_TEXT_MAX = 4000  # bytes: with all that is not called dropped


def configured(folder, build, *options):
    """Configures the consumer project, of which there is one copy."""
    there = os.path.join(folder, "cmake")
    if not os.path.exists(there):
        ways.copy_program(folder, "cmake")
    return ways.run(["cmake", "-S", there, "-B", os.path.join(folder, build), *options], there)


def built(folder, build):
    ways.must_be_silent(ways.run(["cmake", "--build", os.path.join(folder, build)]))


def runs(folder, build, *options):
    configured(folder, build, *options)
    built(folder, build)
    ways.run([os.path.join(folder, build, "rabbits")])


def links(folder, build, *options):
    """A link check: the program is for the CPU, and has what it calls and little else."""
    configured(folder, build, CROSS, "-DCMAKE_BUILD_TYPE=MinSizeRel", *options)
    built(folder, build)
    program = os.path.join(folder, build, "rabbits")
    text = int(ways.run(["arm-none-eabi-size", program]).split("\n")[1].split()[0])
    if not 200 < text < CROSS_TEXT_MAX:
        raise ways.Failure(f"the program has {text} bytes of code")
    if "cpsid" not in ways.run(["arm-none-eabi-objdump", "-d", program]):
        raise ways.Failure("the locked pool masks no interrupts")


def hutch_in(folder):
    return "-DHUTCH=" + os.path.join(folder, "hutch")


def fetch(folder):
    runs(folder, "fetch", "-DWAY=fetch", "-DHUTCH=file://" + ways.repository(folder))


def install(folder, name, *options):
    """Installs hutch, with an option; returns the prefix."""
    build, prefix = os.path.join(folder, name + "-build"), os.path.join(folder, name)
    toolchain = os.path.join(folder, "cmake", "cortex_m4.cmake")
    ways.run(["cmake", "-S", os.path.join(folder, "hutch"), "-B", build, "-DHUTCH_CFG_STATS=1", "-DCMAKE_BUILD_TYPE=Release",
              "-DCMAKE_INSTALL_PREFIX=" + prefix] + [option.replace("cortex_m4.cmake", toolchain) for option in options])
    ways.must_be_silent(ways.run(["cmake", "--build", build, "--target", "install"]))
    return "-DCMAKE_PREFIX_PATH=" + prefix


def package(folder):
    runs(folder, "package", "-DWAY=package", "-DVERSION=" + MAJOR, install(folder, "for-host"))


def package_cross(folder):
    prefix = install(folder, "for-m4", CROSS, "-DHUTCH_PORT=cortex_m")
    links(folder, "package-m4", "-DWAY=package", prefix, "-DCOMPONENTS=cortex_m")


def refused(sentence, build, *options):
    def test(folder):
        ways.must_fail(["cmake", "-S", os.path.join(folder, "cmake"), "-B", os.path.join(folder, build), *(option.format(folder) for option in options)], sentence)
    return test


def cxx_only(folder):
    """A project that does not enable C: hutch enables it in its own folder only."""
    there = os.path.join(folder, "cxx_only")
    shutil.copytree(os.path.join(ways.HERE, "cxx_only"), there)
    for build, *options in (["cxx-sub", hutch_in(folder)], ["cxx-package", install(folder, "for-cxx")]):
        ways.run(["cmake", "-S", there, "-B", os.path.join(folder, build), *options])
        built(folder, build)
        ways.run([os.path.join(folder, build, "cats")])


def shared(folder):
    """A shared library of the program's own that has hutch in it, on this machine."""
    there = os.path.join(folder, "shared")
    os.makedirs(there)
    ways.write(os.path.join(there, "game.c"), """#include "hutch/hutch.h"
HUTCH_POOL(numbers, int, 4, .lock = HUTCH_LOCK_IRQ);
int game(void);
int game(void)
{
    return numbers_release(numbers_acquire());
}
""")
    ways.write(os.path.join(there, "CMakeLists.txt"), """cmake_minimum_required(VERSION 3.16)
project(game C)
add_subdirectory("${HUTCH}" hutch)
add_library(game SHARED game.c)
target_link_libraries(game PRIVATE hutch::hutch)
target_link_options(game PRIVATE -Wl,--no-undefined)
add_executable(player player.c)
target_link_libraries(player game)
""")
    ways.write(os.path.join(there, "player.c"), "int game(void);\nint main(void)\n{\n    return game() == 0;\n}\n")
    ways.run(["cmake", "-S", there, "-B", os.path.join(folder, "shared-build"), hutch_in(folder)])
    built(folder, "shared-build")


def handler(folder):
    """A fault handler that is alone in a static library of the program's own, also with -flto."""
    there = os.path.join(folder, "handler")
    os.makedirs(there)
    ways.write(os.path.join(there, "handler.c"), '#include "hutch/hutch.h"\n#include <stdlib.h>\nHUTCH_ON_FAULT(fault) { exit(fault->code); }\n')
    ways.write(os.path.join(there, "main.c"), """#include "hutch/hutch.h"
HUTCH_POOL(numbers, int, 4);
int main(void)
{
    return numbers_release(NULL);
}
""")
    ways.write(os.path.join(there, "CMakeLists.txt"), """cmake_minimum_required(VERSION 3.16)
project(game C)
add_subdirectory("${HUTCH}" hutch)
add_library(handler STATIC handler.c)
target_link_libraries(handler hutch::hutch)
add_executable(first main.c)
target_link_libraries(first handler hutch::hutch)
add_executable(last main.c)
target_link_libraries(last hutch::hutch handler)
""")
    for build, *options in (["handler-objects"], ["handler-lto", "-DCMAKE_C_FLAGS=-flto", "-DCMAKE_AR=" + shutil.which("gcc-ar"),
                                                  "-DCMAKE_RANLIB=" + shutil.which("gcc-ranlib")]):
        ways.run(["cmake", "-S", there, "-B", os.path.join(folder, build), hutch_in(folder), *options])
        built(folder, build)
        for program in ("first", "last"):
            code = subprocess.run([os.path.join(folder, build, program)], check=False).returncode
            ways.must_be(code, 10, f"the exit code of {build}/{program}, by its handler")


def defined(folder, build, *options):
    """What the compiler gets by -D."""
    configured(folder, build, "-GNinja", "-DWAY=subdirectory", hutch_in(folder), *options)
    line = re.search(r"CMakeFiles/hutch\.dir/src/hutch_stats\.c\.o:.*?DEFINES = (.*?)\n", ways.tree.read("", os.path.join(folder, build, "build.ninja")), re.S).group(1)
    return sorted(shlex.split(line))


def values(folder):
    """What is set, and what the compiler must get."""
    options = {"REGISTER=ON": "REGISTER=1", "WAIT=yes": "WAIT=1", "STATS=1": "STATS=1", "FOLD=False": "FOLD=0",
               "CHECK=$<IF:$<CONFIG:Debug>,2,1>": "CHECK=1", "CORES=1": "CORES=1",
               "CORE_NUMBER=core_number()": "CORE_NUMBER=core_number()", "BASEPRI=0x40": "BASEPRI=0x40",
               'SECTION=".a"': 'SECTION=".a"'}
    found = defined(folder, "values", "-DHUTCH_CONFIG_HEADER=my_config.h", *("-DHUTCH_CFG_" + option for option in options))
    wanted = sorted(['-DHUTCH_CONFIG_HEADER="my_config.h"', *("-DHUTCH_CFG_" + option for option in options.values())])
    ways.must_be(found, wanted, "what the compiler gets")


def no_value(folder):
    for value in ("always", ""):
        ways.must_fail(["cmake", "-S", os.path.join(folder, "hutch"), "-B", os.path.join(folder, "no-value"), "-DHUTCH_CFG_FOLD=" + value],
                       f"hutch: HUTCH_CFG_FOLD is '{value}': it must be a number, ON or OFF")


def own_port(folder):
    """A port of one's own may have options of its own."""
    own = os.path.join(folder, "own_port")
    shutil.copytree(os.path.join(folder, "hutch/port/wasm"), own)
    with open(os.path.join(own, "hutch_port.h"), "a", encoding="utf-8") as header:
        header.write("#ifndef HUTCH_CFG_OWN\n#error the option of the port is missing\n#endif\n")
    runs(folder, "own", "-DWAY=subdirectory", hutch_in(folder), "-DHUTCH_PORT=" + own, "-DHUTCH_CFG_OWN=1")


ways.main([
    ("add_subdirectory, Ninja, without a build type: runs",
     lambda folder: runs(folder, "sub-ninja", "-GNinja", "-DWAY=subdirectory", hutch_in(folder))),
    ("add_subdirectory, Make, Release: runs",
     lambda folder: runs(folder, "sub-make", "-GUnix Makefiles", "-DWAY=subdirectory", "-DCMAKE_BUILD_TYPE=Release",
                         hutch_in(folder))),
    ("add_subdirectory, Cortex-M4 by a tool chain file: links, and drops what is not called",
     lambda folder: links(folder, "sub-m4", "-GNinja", "-DWAY=subdirectory", hutch_in(folder))),
    ("a project of C++ only, add_subdirectory and find_package: runs", cxx_only),
    ("a shared library on this machine: links, and a program with it", shared),
    ("a fault handler in a static library: is called, also with -flto", handler),
    ("FetchContent from a repository's URL: runs", fetch),
    ("find_package of an installed hutch, by its major version: runs", package),
    ("find_package by the next major version: refused",
     refused("compatible with requested version", "next-major", "-DWAY=package", "-DCMAKE_PREFIX_PATH={}/for-host", f"-DVERSION={int(MAJOR) + 1}")),
    ("find_package, Cortex-M4, with its port as a component: links", package_cross),
    ("find_package for a port that is not installed: refused, with both names",
     refused("installed for the port auto, not for freertos", "component", "-DWAY=package", "-DCMAKE_PREFIX_PATH={}/for-host", "-DCOMPONENTS=freertos")),
    ("HUTCH_PORT that does not exist: refused by name",
     refused("HUTCH_PORT is z80, but there is no", "port", "-DWAY=subdirectory", "-DHUTCH={}/hutch", "-DHUTCH_PORT=z80")),
    ("HUTCH_PORT is a folder outside of hutch, with an option of its own: runs", own_port),
    ("options: ON, yes and False are 1 and 0; strings, expressions and generator expressions reach the compiler unchanged", values),
    ("an option with a value that is no number: refused by name", no_value),
    ("an option that does not exist: refused by name",
     refused("hutch: there is no option HUTCH_CFG_STAT", "no-option", "-DWAY=subdirectory", "-DHUTCH={}/hutch", "-DHUTCH_CFG_STAT=1"))])
