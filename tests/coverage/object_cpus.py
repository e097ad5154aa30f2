# SPDX-License-Identifier: MIT
# object_cpus.py - the CPUs that object.py looks at: how to build for them, which programs, how to run one with a trace.

import os
import re
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, "tools"), os.path.join(HERE, os.pardir, os.pardir, "boards", "runners")]
import steps  # noqa: E402  (of boards/runners)
from cpu_time import call as run  # noqa: E402  (of tests/tools)

BUILD = os.path.join("build", "coverage", "object")
COMMON = ["-Os", "-ffreestanding", "-fno-common", "-std=c99", "-w", "-ffunction-sections", "-fdata-sections", "-Iinclude", "-Iboards",
          "-Itests/unit", "-Itests/coverage"]
RECORDER, HARNESS = "tests/unit/recorder.c", "tests/unit/unit.c"


def c_files(*folders):
    return sorted(f"{folder}/{name}" for folder in folders for name in os.listdir(folder) if name.endswith(".c"))


def halves(unit):
    """The unit tests' sources and which tables to run, in two programs: inlined, all of them find no room on AVR."""
    shared = [f"tests/unit/{name}.c" for name in ("main", "zeroed", "level_pools", "shared_pools")]
    files = [name for name in unit if name not in shared]
    half = len(files) // 2
    return [[*shared, *part, "-DUNIT_FILES=" + ",".join(["zeroed_tests", *(os.path.basename(name)[:-2] + "_tests" for name in part)])]
            for part in (files[:half], files[half:])]


def programs(parts, lock, *flags):
    """{name: sources and flags} besides the library; parts: of tests/model/kinds.c; lock: of pools with queues. In the first each function has its name: no other handler of faults replaces one."""
    unit = [name for name in c_files("tests/unit") if name not in (HARNESS, RECORDER)]
    called, small = ["-DHUTCH_CFG_FOLD=0", *flags], ["-DHUTCH_CFG_SMALL=1", *flags]
    shared = [*[f"tests/model/{name}.c" for name in ("model", "calls", "moves", "real", "looks", "random")], "-Itests/model"]
    model = [*shared, *[f"tests/model/{name}.c" for name in ("main", "pools", "states")], "-DMODEL_BOUNDED"]
    kinds = [*shared, *[f"tests/model/{name}.c" for name in ("families", "herds", "kinds")], "tests/coverage/kinds.c", "tests/coverage/interrupt.c",
             "-DMODEL_SLOTS_MAX=(HUTCH_WORD_BITS<32?330:3500)"]
    return {
        "faults": ["tests/coverage/faults.c", *flags],
        "unit": [*unit, RECORDER, *called],
        **{f"unit-small-{n}": [*half, RECORDER, *small] for n, half in enumerate(halves(unit), 1)},
        "queues": ["tests/unit/part/part.c", "-DPART=queue_tests", "tests/unit/queue.c", RECORDER, *called, "-DUNIT_KIND=HUTCH_POOL", f"-DUNIT_LOCK={lock}"],
        "systems": [*c_files("tests/systems"), "-Itests/systems", RECORDER, *called],
        **{f"kinds-{part}": [*kinds, f"-DMODEL_PART={part}", *called] for part in parts},
        "damaged": ["tests/coverage/damaged.c", "tests/coverage/edges.c", RECORDER, *called],
        "interrupted": ["tests/coverage/interrupted.c", "tests/coverage/interrupt.c", RECORDER, *called],
    }


def cortex_m3_tracer():
    plugin = steps.built("qemu")
    return lambda program, out: [
        "qemu-system-arm", "-M", "mps2-an385", "-icount", "shift=0", "-semihosting-config", "enable=on,target=native", "-display", "none",
        "-monitor", "none", "-serial", "stdio", "-plugin", f"{plugin},out={out},edges=on", "-kernel", program]


CORTEX_M3 = types.SimpleNamespace(
    name="Cortex-M3", mark="cortex-m3", cross="arm-none-eabi-",
    flags=["-mcpu=cortex-m3", "-mthumb", "-g1", "-DHUTCH_CFG_LOCK_FREE=1", "-Iport/cortex_m", *COMMON],
    library=[*c_files("src", "boards/cortexm", "boards/mps2-an385", "port/cortex_m"), HARNESS],
    link=["-mcpu=cortex-m3", "-mthumb", "-T", "boards/mps2-an385/memory.ld", "-nostdlib", "-T", "boards/cortexm/sections.ld"],
    programs=programs(range(4), "HUTCH_LOCK_FREE"), tracer=cortex_m3_tracer, tests_min=300,
    conditional=re.compile(r"(b(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)(\.[nw])?|cbn?z)$"))


def avr_tracer():
    runner = str(steps.built("simavr"))
    return lambda program, out: [runner, program, out]


# The programs need more RAM than the CPU has, and simavr_steps.c gives it; 1 KiB is left for the stack. A jump table would stand before
# the library, and move it.
AVR = types.SimpleNamespace(
    name="AVR", mark="avr", cross="avr-",
    flags=["-mmcu=atmega1284p", "-DF_CPU=16000000UL", "-DUNIT_TERSE", "-gdwarf-2", "-Iport/avr", *COMMON],
    library=[*c_files("src"), "boards/atmega32u4/board.c", HARNESS],
    link=["-mmcu=atmega1284p", "-Wl,--defsym=__DATA_REGION_LENGTH__=0xfb00", "-Wl,--defsym=__stack=0xffff"],
    programs=programs(range(3), "HUTCH_LOCK_IRQ", "-fno-jump-tables", "-DKINDS_TURNS=1"), tracer=avr_tracer, tests_min=300,
    conditional=re.compile(r"(br(?!eak)\w+|sbrc|sbrs|sbic|sbis|cpse)$"))


def compiled(cpu, name, words):
    folder = os.path.join(BUILD, cpu.mark, name)
    os.makedirs(folder, exist_ok=True)
    flags, objects = [word for word in words if not word.endswith(".c")], []
    for source in (word for word in words if word.endswith(".c")):
        objects.append(os.path.join(folder, source.replace("/", "-")[:-1] + "o"))
        run([cpu.cross + "gcc", *cpu.flags, *flags, "-c", source, "-o", objects[-1]])
    return objects


def built(cpu):
    """The programs; the library's objects stand first in each, so that its functions have the same addresses in all."""
    library, found = compiled(cpu, "library", cpu.library), []
    for name, words in cpu.programs.items():
        found.append(os.path.join(BUILD, cpu.mark, name + ".elf"))
        run([cpu.cross + "gcc", *cpu.link, *library, *compiled(cpu, name, words), "-lgcc", "-o", found[-1],
             f"-Wl,-Map={found[-1][:-3]}map"])
    return found


def traced(cpu, program, tracer):
    """({address: ways of its branch}, what the tests said)"""
    path = program[:-3] + "trace"
    said = run(tracer(program, path))
    with open(path, encoding="utf-8") as file:
        rows = [line.split() for line in file]
    return {int(row[0], 16): set(row[1:]) for row in rows}, said
