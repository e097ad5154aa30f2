#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# options.py - files of one program that were compiled with different options do not link, and the message names the
# option with the value of the file that is the odd one out. Prints TAP.

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "check"), os.path.join(ROOT, "tests", "tools")]
import docs  # noqa: E402  (of tests/check)
sys.path.insert(0, os.path.join(ROOT, "src", "tools"))
import hutch_names  # noqa: E402  (of src/tools)
import tap_out  # noqa: E402  (of tests/tools)

# Options, and a value that differs from the default of a release build; the last ones exist in debug builds only.
DEBUG = ["-DHUTCH_CFG_CHECK=2"]
PAIRS = [("CHECK", 0, []), ("CHECK", 2, []), ("STATS", 1, []), ("STATS", 2, []), ("WORD_BITS", 16, []), ("REF_BITS", 16, []),
         ("LOCK_FREE", 1, []), ("WAIT", 1, []), ("REGISTER", 1, []), ("NAMES", 0, []), ("ASSERT", 1, []),
         ("CORES", 0, []), ("GUARD_BYTES", 16, DEBUG), ("LATE_REUSE", 0, DEBUG), ("NOTES", 0, DEBUG), ("POISON", 0, DEBUG),
         ("FENCE", 1, DEBUG)]
FREE = {"SECTION", "DEBUG_SECTION", "FOLD", "SMALL", "CORE_NUMBER"}  # change neither what others see nor how they call it
USERS = {"hutch_on_fault", "hutch_tick"}  # the program may define these
POOLS = """
#include "hutch/all.h"
HUTCH_POOL_DECLARE(things, int, 40, .lock = HUTCH_LOCK_IRQ);
"""
USER = POOLS + """
HUTCH_POOL(own, int, 4);
int main(void) { return own_live() == 0 && hutch_live(&own_pool) == 0 ? 0 : 1; }
"""
SHARER = POOLS + """
int main(void) { return things_release(things_acquire()) ? 0 : 1; }
"""
DEFINER = POOLS + "HUTCH_POOL_DEFINE(things);\n"


# What a port may say, and compilers that know CPU and system.
PORTS = [[], ["WORD_BITS=8"], ["WORD_BITS=16"], ["WORD_BITS=64"], ["STOPS_CORES=1"], ["SMALL=1"], ["WORD_BITS=8", "SMALL=1"]]
COMPILERS = [["gcc"], ["arm-none-eabi-gcc", "-mcpu=cortex-m3"], ["avr-gcc", "-mmcu=atmega32u4"]]


def suffix(compiler, port, options):
    """(what a linker symbol ends with, the values of all options) of a set of options; None if it is refused."""
    names = sorted({option for option, _, base in PAIRS if not base}), sorted({option for option, _, base in PAIRS if base})
    values = " ".join(f"HUTCH_CFG_{option}" for part in names for option in part)
    done = subprocess.run([*compiler, "-std=c99", "-E", "-P", "-x", "c", "-", "-I" + os.path.join(ROOT, "include"),
                           "-I" + os.path.join(ROOT, "port", "template"), *(f"-DHUTCH_PORT_{each}" for each in port), *options],
                          input=f'#include "hutch/config.h"\nHUTCH_ABI_OPTIONS "|{values}"\n{values}\n', text=True, capture_output=True, check=False)
    name, _, found = done.stdout.rpartition("|")
    found = found.split()[values.count(" ") + 1:]
    if done.returncode == 0 and found[names[0].index("CHECK")] != "2": # the last ones are of debug builds
        found = found[:len(names[0])]
    return ("".join(re.findall(r'"(.*?)"', name[name.rfind(";") + 1:])), tuple(found)) if done.returncode == 0 else None


def suffixes():
    """Of single options on every port and CPU, and of pairs of options here: by compiler."""
    def flags(chosen):
        return sorted({f"-DHUTCH_CFG_{option}={value}" for option, value, _ in chosen} | {flag for _, _, base in chosen for flag in base})
    singles = [flags([pair]) for pair in PAIRS] + [[], DEBUG]
    pairs = [flags([one, other]) for one in PAIRS for other in PAIRS if one[0] < other[0]]
    for compiler in COMPILERS:
        jobs = [(compiler, port, options) for port in PORTS for options in singles] + [([*compiler], [], options) for options in pairs]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
            yield compiler[0], set(filter(None, workers.map(lambda job: suffix(*job), jobs)))


def compiled(folder, name, text, options):
    out = os.path.join(folder, name + ".o")
    subprocess.run(["gcc", "-std=c99", "-O2", "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "port", "host"),
                    *options, "-c", "-x", "c", "-", "-o", out], input=text, text=True, check=True)
    return out


def source(name):
    path = os.path.join(ROOT, "src", name)
    return f'#include "{path}"\n'


def link_message(folder, *objects):
    """What the linker says of these objects, "" when the program is made."""
    done = subprocess.run(["gcc", *objects, "-o", os.path.join(folder, "program")], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env=dict(os.environ, LC_ALL="C"))
    return done.stdout if done.returncode != 0 else ""


def library(folder, name, options):
    port = os.path.join(ROOT, "port", "host", "hutch_port.c")
    return [compiled(folder, name + each, source(each), options)
            for each in ("hutch_generic.c", "hutch_fault.c", "hutch_fault_default.c", "hutch_fault_print.c", "hutch_fault_text.c", "hutch_bits.c",
                         "hutch_stats.c", "hutch_lockfree.c", "hutch_spawn.c")] + \
           [compiled(folder, name + "port", f'#include "{port}"\n', options)]


def named_options():
    return set(re.findall(r"^// HUTCH_CFG_(\w+): ", docs.tree.read(ROOT, "include/hutch/config.h"), re.M))


def cases(folder):
    for compiler, found in suffixes():
        by_name = {name: sorted(values for same, values in found if same == name) for name, _ in found}
        yield f"two sets of options have two names, on every port: {compiler}, {len(found)} sets", \
            [f"{name}: {values}" for name, values in sorted(by_name.items()) if len(values) != 1] if len(found) > 100 else ["too few sets"]
        yield f"one set of options has one name: {compiler}", "" if len({values for _, values in found}) == len(found) else "one has several"
        yield f"without options nothing is added: {compiler}", "" if "" in by_name else "no name is plain"
        yield f"the tools take away what is added: {compiler}", [name for name in sorted(by_name) if hutch_names.in_c("cats_live_" + name) != "cats_live_"]
    plain = library(folder, "plain", [])
    yield "a program of one set of options links", link_message(
        folder, compiled(folder, "user", USER, []), *plain)
    yield "a shared pool of one set of options links", link_message(
        folder, compiled(folder, "sharer", SHARER, []), compiled(folder, "definer", DEFINER, []), *plain)
    for option, value, base in PAIRS:
        other = base + [f"-DHUTCH_CFG_{option}={value}"] if option != "CHECK" else [f"-DHUTCH_CFG_CHECK={value}"]
        said = link_message(folder, compiled(folder, "user", USER, other),
                            *(library(folder, "base", base) if base else plain))
        yield f"{option} {value} beside a library without does not link, and the message says so", \
            "" if f"_{option}_{value}" in said else said or "it links"
        said = link_message(folder, compiled(folder, "sharer", SHARER, other), compiled(folder, "definer", DEFINER, base))
        yield f"{option} {value} beside a file that defines the pool without does not link, either", \
            "" if f"_{option}_{value}" in said else said or "it links"
    missing = named_options() - {option for option, _, _ in PAIRS} - FREE
    yield "every option of config.h is tried here, or named as free to differ", sorted(missing)
    bare = [function.name for function in docs.functions(ROOT) if function.name not in USERS and
            f"HUTCH_ABI({function.name})" not in docs.tree.read(ROOT, function.path).replace("\n", "")]
    yield "every public function carries the options in its name", bare


with tempfile.TemporaryDirectory() as temporary:
    sys.exit(tap_out.every(cases(temporary)))
