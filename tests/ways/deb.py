#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# deb.py - `make deb`: Debian's own checker finds nothing, and what is in the package can be used.

import glob
import gzip
import os
import re

import ways


def package(folder):
    hutch = ways.repository(folder)
    if not os.path.exists(os.path.join(hutch, "build/deb")):
        ways.run(["make", "-s", "deb"], hutch)
    paths = glob.glob(os.path.join(hutch, "build/deb/libhutch-dev_*.deb"))
    ways.must_be(len(paths), 1, "the number of packages")
    return paths[0]


def unpacked(folder):
    there = os.path.join(folder, "unpacked")
    if not os.path.exists(there):
        ways.run(["dpkg-deb", "-x", package(folder), there])
    return there


def lintian(folder):
    text = ways.run(["lintian", "--allow-root", "-I", "--pedantic", "--fail-on", "error,warning,info,pedantic",
                     *glob.glob(os.path.join(os.path.dirname(package(folder)), "*.changes"))])
    ways.must_be(re.findall(r"^[EWIP]: .*", text, re.M), [], "what lintian finds")


def the(folder, pattern):
    paths = glob.glob(os.path.join(unpacked(folder), pattern))
    ways.must_be(len(paths), 1, f"the number of {pattern} in the package")
    return paths[0]


def version(folder):
    found = ways.run(["dpkg-deb", "-f", package(folder), "Version"]).strip()
    ways.must_be(found, ways.tree.version(ways.ROOT).replace("-", "~"), "the package's version")


def pkgconfig(folder):
    """The library has the default options, so the program must not count."""
    there = the(folder, "usr/lib/*/pkgconfig/hutch.pc")
    flags = ways.run(["pkg-config", "--cflags", "--libs", there]).split()
    source, program = os.path.join(folder, "deb.c"), os.path.join(folder, "deb-program")
    ways.write(source, PROGRAM)
    ways.run(["gcc", "-O2", source, *flags, "-o", program])
    ways.run([program])


PROGRAM = """#include "hutch/hutch.h"
HUTCH_POOL(rabbits, int, 4);
int main(void)
{
    int *const rabbit = rabbits_acquire();
    return rabbits_live() == 1 && rabbits_release(rabbit) && rabbits_live() == 0 && hutch_check(&rabbits_pool) ? 0 : 1;
}
"""
PROJECT = """cmake_minimum_required(VERSION 3.16)
project(rabbits LANGUAGES C)
find_package(hutch REQUIRED)
add_executable(rabbits deb.c)
target_link_libraries(rabbits PRIVATE hutch::hutch)
"""


def cmake(folder):
    there = os.path.join(folder, "deb-cmake")
    os.makedirs(there)
    ways.write(os.path.join(there, "CMakeLists.txt"), PROJECT)
    ways.write(os.path.join(there, "deb.c"), PROGRAM)
    prefix = os.path.join(unpacked(folder), "usr")
    ways.run(["cmake", "-S", there, "-B", there + "/build", "-DCMAKE_PREFIX_PATH=" + prefix])
    ways.must_be(f"hutch_DIR:PATH={prefix}/lib" in ways.tree.read("", there + "/build/CMakeCache.txt"), True, "that CMake finds the unpacked package")
    ways.run(["cmake", "--build", there + "/build"])
    ways.run([there + "/build/rabbits"])


def manual(folder):
    """groff has no warning for a page, and acquire's says when it returns NULL."""
    pages = glob.glob(os.path.join(unpacked(folder), "usr/share/man/man*/*.gz"))
    ways.must_be(len(pages) > 50, True, f"that {len(pages)} are all pages")
    for page in pages:
        with gzip.open(page, "rt", encoding="utf-8") as file:
            text = os.path.join(folder, "page")
            ways.write(text, file.read())
        printed = ways.run(["groff", "-man", "-Tutf8", "-ww", text])
        ways.must_be_silent(printed, "warning")
        if page.endswith("/hutch_acquire.3.gz"):
            ways.must_be("NULL if none is free" in " ".join(printed.split()), True, "what acquire returns")


ways.main([("its version is hutch's, with ~ before the name of a release candidate", version),
           ("lintian finds nothing, not even pedantically", lintian),
           ("a program finds the unpacked package by pkg-config, and runs", pkgconfig),
           ("a CMake project finds it, and runs", cmake),
           ("groff prints every manual page without a warning", manual)])
