# SPDX-License-Identifier: MIT
# builds.py - the programs whose counts are added up, by the flags that matter: each shows what the others leave out. None has
# threads, whose counts differ from run to run; without an optimiser typed functions are calls, unless FOLDED.

import os

DEBUG = "-DHUTCH_CFG_CHECK=2"
LOWEST_FIRST = "-DHUTCH_CFG_LATE_REUSE=0"
FOLDED = "-DHUTCH_CFG_FOLD=1"
NO_ATOMICS = "-UHUTCH_CFG_LOCK_FREE"
SMALL = [FOLDED, "-DHUTCH_CFG_SMALL=1"]
SMALL_REFS = [*SMALL, NO_ATOMICS]  # with atomics, pools with refs have marks, and the small engine leaves them to others
NO_NAMES = ["-DHUTCH_CFG_NAMES=0", "-DHUTCH_CFG_WORD_BITS=8"]
FEW_FLIPS = "-DFLIPS_MAX=20"  # of one array in one state
HOST = ["-Iport/host", "port/host/hutch_port.c"]
RECORDER = "tests/unit/recorder.c"
INCLUDES_FAULT = "tests/alone/default_handler.c"
EACH_ACCESS = ["-include", "tests/alone/each_access.h"]  # an interrupt before each access to a shared word
FENCE = ["-DHUTCH_CFG_FENCE=1", "port/host/hutch_fence.c"]


def c_files(folder, but=""):
    return sorted(folder + "/" + name for name in os.listdir(folder) if name.endswith(".c") and name != but)


def library(words):
    """The sources of the library which a build compiles besides its own."""
    return [name for name in c_files("src") if INCLUDES_FAULT not in words or name != "src/hutch_fault.c"]


def alone(name, *words):
    return [f"tests/alone/{name}.c", *words]


def one_file(path):
    """The tests of one file of tests/unit, tests/debug or tests/systems."""
    name = os.path.basename(path)[:-2]
    return ["tests/unit/part/part.c", f"-DPART={name}_tests", path, RECORDER, *HOST]


def builds():
    """{name: flags and sources}"""
    unit = [*c_files("tests/unit", "unit.c"), *HOST]
    systems = ["-Itests/systems", *c_files("tests/systems"), RECORDER, *HOST]
    flips = alone("flips", RECORDER, *HOST, FEW_FLIPS)
    waiting = ["-Itests/alone/port_wait", "tests/alone/port_wait/wait_port.c", "-DHUTCH_CFG_WAIT=1", RECORDER]
    counting = "-Itests/alone/port_counting"
    played = ["-Itests/alone/port_interrupt"]
    stops = [DEBUG, "tests/coverage/stops.c", *HOST]
    return {
        "unit tests, no builtins": ["-DHUTCH_CFG_STATS=1", "-DHUTCH_HOST_PORTABLE_FIRST_SET", *unit],
        "unit tests, 8-bit words": ["-DHUTCH_CFG_WORD_BITS=8", *unit],
        "unit tests, 16-bit words, advice": ["-DHUTCH_CFG_WORD_BITS=16", "-DHUTCH_CFG_STATS=2", "-DHUTCH_HOST_PORTABLE_FIRST_SET", *unit],
        "words of 64 bits": ["-DHUTCH_CFG_WORD_BITS=64", "-DHUTCH_HOST_PORTABLE_FIRST_SET", *one_file("tests/unit/words.c")],
        "walks of a debug build": [DEBUG, *one_file("tests/unit/iterate.c")],
        "memory of several sizes, no names": [*NO_NAMES, *one_file("tests/unit/sizes.c"), "tests/unit/shared_pools.c"],
        "queues, lock-free": ["-DUNIT_KIND=HUTCH_POOL", "-DUNIT_LOCK=HUTCH_LOCK_FREE", *one_file("tests/unit/queue.c")],
        "small engine: queues": [*SMALL, *one_file("tests/unit/queue.c")],
        "small engine: queues, no names": [*SMALL, *NO_NAMES, *one_file("tests/unit/queue.c")],
        "queues, lock-free, without a swap of a byte": ["-U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1", "-DUNIT_KIND=HUTCH_POOL", "-DUNIT_LOCK=HUTCH_LOCK_FREE",
                                                        *one_file("tests/unit/queue.c")],
        "states of a debug build": [DEBUG, *one_file("tests/unit/state.c")],
        "states in fence mode": [DEBUG, *FENCE, *one_file("tests/unit/state.c")],
        "states, lock-free": ["-DHUTCH_CFG_STATS=1", "-DUNIT_KIND=HUTCH_POOL", "-DUNIT_LOCK=HUTCH_LOCK_FREE", *one_file("tests/unit/state.c")],
        "numbers, folded": ["-O1", *one_file("tests/unit/ids.c")],
        "policies, folded": ["-O1", "-DHUTCH_CFG_STATS=2", "-Itests/systems", *one_file("tests/systems/limits.c")],
        "pool systems": ["-DHUTCH_CFG_STATS=1", *systems],
        "pool systems, advice, fence mode": [DEBUG, "-DHUTCH_CFG_STATS=2", *FENCE, *systems],
        "pool systems, advice, debug": [DEBUG, "-DHUTCH_CFG_STATS=2", *systems],
        "small engine: refs": [*SMALL_REFS, *NO_NAMES, *one_file("tests/debug/generations.c")],
        "small engine: refs, named": [*SMALL_REFS, *one_file("tests/debug/generations.c")],
        "small engine: wrong releases": [*SMALL_REFS, *NO_NAMES, *one_file("tests/unit/wrong_release.c")],
        "small engine: strides": [*SMALL, *one_file("tests/unit/strides.c")],
        "small engine: hooks": [*SMALL, *one_file("tests/unit/spawn.c")],
        "small engine: hooks, no names": [*SMALL, *NO_NAMES, *one_file("tests/unit/spawn.c")],
        "small engine: damaged pools": [*SMALL, "-DHUTCH_CFG_WORD_BITS=8", *flips],
        "damaged pools": flips,
        "damaged pools, debug": [DEBUG, "-DNVALGRIND", *flips],
        "how often it is locked": ["-DHUTCH_CFG_WORD_BITS=8", "-DHUTCH_CFG_STATS=1", counting, *alone("lock")],
        "how often it is locked without atomics": ["-DHUTCH_CFG_WORD_BITS=8", NO_ATOMICS, counting, *alone("lock")],
        "edges, without atomics": [NO_ATOMICS, *one_file("tests/coverage/edges.c")],
        "several cores, step by step": ["-Itests/alone/port_core", "-DHUTCH_CFG_CORES=1", *alone("core_steps", RECORDER)],
        "interrupts, step by step": [*played, *EACH_ACCESS, *alone("ref_steps", RECORDER)],
        "waiting, step by step": [*waiting, *alone("wait_steps")],
        "waiting, each way": ["-DHUTCH_CFG_WAIT=1", "-DUNIT_LOCK=HUTCH_LOCK_IRQ", "-DWAYS_LISTED", *one_file("tests/unit/ways.c")],
        "waiting, each way, debug": [DEBUG, LOWEST_FIRST, "-DHUTCH_CFG_WAIT=1", "-DUNIT_LOCK=HUTCH_LOCK_IRQ", "-DWAYS_LISTED", *one_file("tests/unit/ways.c")],
        "each way, lock-free": ["-DHUTCH_CFG_STATS=1", "-DUNIT_LOCK=HUTCH_LOCK_FREE", "-DUNIT_WAYS_SLOTS=70", "-DWAYS_LISTED", *one_file("tests/unit/ways.c")],
        "waiting, policies": [*waiting, *alone("wait_ways")],
        "waiting, policies, debug": [DEBUG, LOWEST_FIRST, *waiting, *alone("wait_ways")],
        "the linker's list": ["-DHUTCH_CFG_REGISTER=1", *alone("linker_list", RECORDER, "tests/unit/shared_pools.c", *HOST)],
        "no list": alone("empty_list", RECORDER, *HOST),
        "the debug layer": [DEBUG, "-Itests/debug", "-include", "tests/debug/context.h", *c_files("tests/debug"), *HOST],
        "faults that repeat": [DEBUG, *played, *alone("repeats")],
        "the default handler": [INCLUDES_FAULT, *HOST],
        "the sanitizer's part": [*stops, "-fsanitize=address"],
        "fence mode": [*stops, *FENCE],
    }
