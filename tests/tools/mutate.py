#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# mutate.py - breaks the core in every small way, one at a time and in a copy, and sees that the tests notice.
#
# usage: mutate.py [--every N] [FILE ...]     files of ALL_FILES below; all of them when none is named; of N mutants one
#
# A mutant that all tests pass is a survivor, and fails its file's test. Those that change nothing one could observe are
# listed with their reason in equivalents.txt, and are not judged again. A mutant counts as noticed only if a program was
# built and failed: one that some stage cannot build is no mutant. A stage that does not pass as it is ends the run, and so
# does a null mutant, which changes nothing, if it is noticed.

import concurrent.futures
import hashlib
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

import cpu_time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "tests", "sweep"))
from symbols import symbols  # noqa: E402  (of tests/sweep)
WORK = os.path.join(ROOT, "build", "mutants")
FILES = ["include/hutch/core/bits.h", "include/hutch/core/bitmap.h", "include/hutch/core/pool.h", "include/hutch/core/locked.h", "include/hutch/core/core.h",
         "include/hutch/core/engine.h", "include/hutch/core/misuse.h", "include/hutch/core/hooks.h", "include/hutch/core/policed.h",
         "include/hutch/core/ref.h", "include/hutch/core/walk.h", "src/hutch_check.c", "src/hutch_generic.c", "src/hutch_report.c",
         "src/hutch_runs.c", "src/hutch_spawn.c"]
DEBUG_FILES = ["src/hutch_fault.c", "src/hutch_fault_print.c", "src/hutch_debug.c", "src/hutch_debug_notes.c", "src/hutch_debug_pool.c", "src/hutch_debug_bytes.c"]
FENCE_FILE = "port/host/hutch_fence.c"
SYSTEMS_FILES = ["src/hutch_policy.c", "src/hutch_prefab.c", "src/hutch_scene.c", "src/hutch_adopt.c", "src/hutch_stats.c"]
SMALL_FILES = ["include/hutch/core/small.h", "src/hutch_small.c"]
THREAD_FILES = ["src/hutch_wait.c", "src/hutch_cores.c", "include/hutch/core/lockfree.h"]
QUICK_FILES = [f"include/hutch/core/{name}.h" for name in ("bits", "bitmap", "pool", "locked", "core", "walk")]  # of these `make test` alone must notice all mutants that anything notices
WAKE_FILES = {"src/hutch_check.c", "src/hutch_runs.c", "include/hutch/core/core.h", "include/hutch/core/ref.h"}  # have a line for waiting
ALL_FILES = FILES + DEBUG_FILES + [FENCE_FILE] + SYSTEMS_FILES + SMALL_FILES + THREAD_FILES
COPIED = ["include", "src", "port", "tests/sweep", "tests/unit", "tests/alone", "tests/model", "tests/debug", "tests/coverage", "tests/systems",
          "tests/parallel"]
JOBS = 2
INCLUDES_OTHERS = {"tests/alone/default_handler.c"}
CPU_TIMES = 5  # what a mutant may take of the CPU, as a multiple of what the copy takes as it is
STILL_SECONDS = 10  # so long may a program do nothing: threads that wait for each other for ever do that

# `make prove` shows that the core's assertions hold whatever a caller gives; no test can break them.
PROVED = "HUTCH_ASSERT("
# Refs, generations and debug builds have tests of their own, which the core's stages do not run.
ELSEWHERE = re.compile(r"HUTCH_CFG_(CHECK >= 2|FENCE|REF_BITS)|generations|hutch_(core_)?ref|hutch_debug_|"
                       r"HUTCH_POINTER_BITS|hutch_core_(find|release_ref)|hutch_fault_debug")
ELSEWHERE_FUNCTIONS = {"hutch_core_find", "hutch_core_release_ref", "hutch_core_ref", "stop",
                       "hutch_debug_set_sink", "hutch_ref", "hutch_deref", "hutch_release_ref", "hutch_core_run_is_live"}

# what is found, what stands there instead
OPERATORS = [(re.compile(pattern), replacements) for pattern, replacements in (
    (r"(?<![<>=!+\-*/&|^%])==(?!=)", ["!="]),
    (r"!=", ["=="]),
    (r"(?<![<\-])<=", ["<", ">"]),
    (r"(?<![>\-])>=", [">", "<"]),
    (r"(?<![<\-=])<(?![<=])(?=\s)", ["<=", ">="]),
    (r"(?<![>\-=])>(?![>=])(?=\s)", [">=", "<="]),
    (r"&&", ["||"]),
    (r"\|\|", ["&&"]),
    (r"(?<!&)&(?![&=])(?=\s)", ["|"]),
    (r"(?<!\|)\|(?![|=])", ["&"]),
    (r"<<(?!=)", [">>"]),
    (r">>(?!=)", ["<<"]),
    (r"(?<!\+)\+(?![+=])(?=\s)", ["-"]),
    (r"(?<=[\w)])\s-(?![-=>])(?=\s)", [" +"]),
    (r"\+\+", ["--"]),
    (r"\+=", ["-="]),
    (r"-=", ["+="]),
    (r"~", [""]),
    (r"!(?![=!])(?=[\w(])", [""]),
    (r"\b0u?\b(?=[;,) ])", ["1"]),
    (r"\b1u?\b(?=[;,) ])", ["0", "2"]),
    (r"\bfalse\b", ["true"]),
    (r"\btrue\b", ["false"]),
    (r"\?(?=\s)", ["!= 0 ? 0 : 1 ?"]),
)]
STATEMENT = re.compile(r"^\s+(?!\s|HUTCH_ABI|return|const|unsigned|bool|struct|static|if|for|while|else|case|hutch_word_t|size_t|enum)"
                       r"[\w*>.\[\]()&+ -]+(=[^=].*|\+\+|--|\(.*\)|[|&+-]= .*);$")

COMMON = ["gcc", "-std=c99", "-w", "-O0", "-DHUTCH_CFG_LOCK_FREE=1", "-Iinclude", "-Iboards", "-Itests/unit"]
HOST = ["-Iport/host", "port/host/hutch_port.c"]
STATS = "-DHUTCH_CFG_STATS=1"


def debug_stages(library, tests, harness, unit, systems):
    """The stages for the debug layer and for faults."""
    debug = ["-DHUTCH_CFG_CHECK=2", "-Itests/debug", *library, *tests, *harness]
    played = ["-include", "tests/debug/context.h"]
    stops = ["-std=gnu99", "-DHUTCH_CFG_CHECK=2", "tests/coverage/stops.c", *library, *harness, *HOST]
    inject = ["-DHUTCH_CFG_CHECK=2", "-Itests/debug", "-DINJECTIONS=40", "-DVALID_STEPS=4000", "tests/debug/inject/inject.c",
              "tests/debug/inject/play.c", *library, *harness, *HOST]
    others = [name for name in library if name != "src/hutch_fault.c"]
    return [
        (debug + HOST + played, []),
        (stops, []),
        (debug + HOST + ["-DHUTCH_CFG_WORD_BITS=8", "-DHUTCH_CFG_GUARD_BYTES=1"], []),
        (debug + HOST + played + ["-DHUTCH_CFG_LATE_REUSE=0"], []),
        (debug + HOST + played + ["-DHUTCH_CFG_REF_BITS=16"], []),
        (stops + ["-DHUTCH_CFG_FENCE=1", "port/host/hutch_fence.c"], []),
        (["tests/alone/default_handler.c", *others, *harness, *HOST, "-fsanitize=address,undefined",
          "-fno-sanitize-recover=all"], []),
        (stops + ["-fsanitize=address"], []),
        (inject, []),
        (debug + HOST + played + ["-fsanitize=undefined", "-fno-sanitize-recover=all"], []),
        (unit + HOST + ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_LATE_REUSE=0", "-DHUTCH_CFG_STATS=2", "-DHUTCH_CFG_WORD_BITS=8"], []),
        (systems + HOST + ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_STATS=2"], []),
    ]


def systems_stages(library, unit, systems, tests):
    """The stages for what spawns, and for what pools do when they are full; `tests` are the debug layer's: they look at
    who called, and from where."""
    with_stats = systems + ["-DHUTCH_CFG_STATS=2", *HOST]
    debug = ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_STATS=2", *HOST]
    return [
        (with_stats + ["-DHUTCH_CFG_WORD_BITS=8"], []),
        (systems + ["-DHUTCH_CFG_LATE_REUSE=0", "-DHUTCH_CFG_WORD_BITS=8"] + debug, []),
        (library + ["tests/unit/unit.c", "tests/unit/host/board.c", "tests/alone/lock.c", "-Itests/alone/port_counting", STATS], []),
        (library + ["tests/unit/unit.c", "tests/unit/host/board.c", "tests/alone/trace.c", "tests/unit/recorder.c", "-Itests/alone",
                    '-DHUTCH_CONFIG_HEADER="trace.h"', "-DHUTCH_CFG_STATS=2", *HOST], []),
        (with_stats, []),
        (unit + HOST + ["-DHUTCH_CFG_WORD_BITS=8", "-DHUTCH_CFG_STATS=2"], []),
        (systems + debug, []),
        (unit + ["-DHUTCH_CFG_LATE_REUSE=0"] + debug, []),
        (systems + ["-std=gnu99", "-DHUTCH_CFG_FENCE=1", "port/host/hutch_fence.c"] + debug, []),
        (systems + ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DHUTCH_CFG_STATS=2"] + HOST, []),
        (systems + ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] + debug, []),
        (unit + HOST + [STATS], []),
        weak_swaps_stage(library),
        (library + tests + ["tests/unit/unit.c", "tests/unit/host/board.c", "-Itests/debug", "-DHUTCH_CFG_CHECK=2", *HOST,
                            "-include", "tests/debug/context.h"], []),
    ]


def weak_swaps_stage(library):
    """Lock-free pools whose weak swaps fail without a reason, with counters."""
    return (library + ["tests/unit/unit.c", "tests/unit/host/board.c", "tests/alone/weak_swaps.c", "tests/unit/recorder.c", STATS, width(8),
                       "-include", "tests/alone/weak_swaps.h", *HOST], [])


def small_stages(library, harness, unit, model):
    """The stages for the engine that is shared and small: its pools have no counters, and are optimised builds'."""
    small, checked = ["-O1", "-DHUTCH_CFG_SMALL=1", "-DHUTCH_CFG_NAMES=0", *HOST], ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    direct = [*library, *harness, "tests/alone/small_engine.c", "tests/unit/recorder.c", width(8), *small]
    return [(direct, []), (direct + ["-include", "tests/unit/host/bytes.h"], []),
            (model + small + [width(8)], ["--turns", "4"]), (unit + small + [width(8)], []), (unit + small + [width(32)], []),
            (model + small + [width(8)], []), (unit + small + [width(8), *checked], []), (unit + small + [width(64), "-DHUTCH_CFG_CHECK=0"], []),
            (library + harness + ["tests/alone/flips.c", "tests/unit/recorder.c", width(8), *small, *checked], []),
            (library + harness + ["tests/alone/lock.c", "-Itests/alone/port_counting", "-O1", "-DHUTCH_CFG_SMALL=1"], [])]


def fence_stages(library, harness, systems):
    """The stages for the pages of fence mode."""
    fence = ["-std=gnu99", "-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_FENCE=1", FENCE_FILE, *HOST]
    return [(fence + library + harness + ["tests/alone/fences.c", "tests/unit/recorder.c", "-DHUTCH_FENCE_PAGES_LOG2=6"], []),
            (fence + library + harness + ["tests/coverage/stops.c"], []), (systems + fence, [])]


def thread_stages(path, library, harness):
    """The stages for what threads share. What goes wrong there goes wrong by chance: it runs more than once, or steps
    show it each time."""
    threads = ["-std=gnu99", "-pthread", "-O1"]
    if path == "src/hutch_wait.c":
        port = ["-DHUTCH_CFG_WAIT=1", "-Itests/alone/port_wait", "tests/alone/port_wait/wait_port.c", "tests/unit/recorder.c"]
        steps, ways = [[*port, f"tests/alone/{name}.c", *library, *harness] for name in ("wait_steps", "wait_ways")]
        wait = [*threads, "-DHUTCH_CFG_WAIT=1", "tests/parallel/wait.c", *library, *harness, "tests/unit/recorder.c", *HOST]
        trace = ["-Itests/alone", '-DHUTCH_CONFIG_HEADER="trace.h"', "-DHUTCH_CFG_STATS=2", *port, "tests/alone/trace_wait.c", *library, *harness]
        return [(steps + [STATS, "-O1"], []), (ways, []), (trace, []), (steps + ["-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_LATE_REUSE=0"], []),
                (steps + ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"], []),
                (wait + [STATS], []), (wait + ["-DHUTCH_CFG_CHECK=2"], []),
                (wait + ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"], [])]
    if path == "src/hutch_cores.c":
        cores = [*threads, "-Iport/template", "-DHUTCH_PORT_MASKS=1", "-Itests/parallel", "-DHUTCH_CONFIG_HEADER=\"cores_config.h\"", "tests/parallel/threads.c",
                 "tests/unit/recorder.c", *library, *harness]
        steps = ["-DHUTCH_CFG_CORES=1", "-Itests/alone/port_core", "tests/alone/core_steps.c", "tests/unit/recorder.c", *library, *harness]
        return [(steps, []), *[(cores, [])] * 3]
    free = [*threads, "-DLOCK=HUTCH_LOCK_FREE", "-DROUNDS=200000", "tests/alone/threads.c", *library, *harness, "tests/unit/recorder.c", *HOST]
    several = ["-DHELD=22", "-DSLOTS=88"]
    unit = [*library, *harness, "tests/unit/part/part.c", "tests/unit/lock_free.c", "tests/unit/recorder.c", "-DPART=lock_free_tests", *HOST]
    return [(unit + ["-DHUTCH_CFG_WORD_BITS=8", STATS], []), (unit, []),
            (unit + ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"], []),
            (unit + ["-DHUTCH_CFG_WORD_BITS=16"], []),
            (unit + ["-DHUTCH_CFG_REF_BITS=16", "-U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2"], []),  # refs take the lock, as on RV32
            ([*library, *harness, "tests/alone/lock.c", "-Itests/alone/port_counting"], []),
            weak_swaps_stage(library), swept_stage(6, 21), swept_stage(20, 63),
            (free, []), (free + several, []), (free + several + ["-DHUTCH_CFG_WORD_BITS=8"], [])]


def swept_stage(capacity, pattern_step, *more):
    """An interrupt at each instruction of a lock-free pool's operations, as the suite `step` has it."""
    sources = [f"tests/sweep/{name}.c" for name in ("swept", "sweep", "model", "model_words", "patterns", "section", "host/rig")]
    return ([*sources, *more, "src/hutch_fault.c", "src/hutch_bits.c", "src/hutch_lockfree.c", "src/hutch_runs.c", "-O1", "-ffreestanding",
             "-ffunction-sections", "-fno-common", "-fno-pie", "-mno-red-zone", "-DRIG_UNIT=1", "-DRIG_REMEMBERS",
             "-Itests/sweep/host", "-Itests/sweep", "-DHUTCH_CFG_WORD_BITS=8", f"-DSWEEP_CAPACITY={capacity}",
             "-DSWEEP_FREE", "-DSWEEP_LOCK=HUTCH_LOCK_FREE", "-static", "-no-pie", "-Ttests/sweep/host/sweep.ld", "-Wl,--gc-sections",
             *(f"-Wl,--defsym={name}={value}" for name, value in symbols(pattern_step=pattern_step, outer=2).items())], [])


def sources_of(copy):
    """{name: sources, and the flags that they need}. The files are the copy's: others may add to the project meanwhile."""
    def files_in(folder):
        return sorted(folder + "/" + name for name in os.listdir(os.path.join(copy, folder)) if name.endswith(".c"))
    library, harness = files_in("src"), ["tests/unit/unit.c", "tests/unit/host/board.c"]
    return {
        "library": library, "harness": harness, "unit": library + files_in("tests/unit") + harness[1:],
        "model": library + files_in("tests/model") + harness,
        "debug": [name for name in files_in("tests/debug") if "release_main" not in name],
        "systems": library + files_in("tests/systems") + ["-Itests/systems", "tests/unit/recorder.c"] + harness}


def width(bits):
    return f"-DHUTCH_CFG_WORD_BITS={bits}"


def quick_stages(sources):
    """The stages of the core's files that `make test` has, too; `make test` plays more random calls, and has optimised builds."""
    unit, model = sources["unit"] + HOST, sources["model"] + HOST
    alone = sources["library"] + sources["harness"]
    return [
        (model + [width(8), STATS], ["--turns", "4"]),
        (unit + [width(8), STATS], []),
        (alone + ["tests/alone/lock.c", "-Itests/alone/port_counting"], []),
        (unit + [width(32), STATS], []),
        (unit + [width(64), "-DHUTCH_CFG_STATS=2", "-DHUTCH_HOST_PORTABLE_FIRST_SET"], []),
        (unit + [width(16), STATS, "-DHUTCH_HOST_PORTABLE_FIRST_SET"], []),
        (unit + [width(8), "-O1", "-DHUTCH_CFG_SMALL=1", "-DHUTCH_CFG_NAMES=0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], []),
        (model + [width(8), STATS, "-O1"], []),
        (model + [width(32), STATS, "-O1"], []),
        (sources["systems"] + HOST + ["-DHUTCH_CFG_STATS=2"], []),
        (alone + ["tests/alone/flips.c", "tests/unit/recorder.c", *HOST], []),
        (alone + ["tests/alone/ref_steps.c", "tests/unit/recorder.c", "-Itests/alone/port_interrupt"], []),
        *thread_stages("src/hutch_cores.c", sources["library"], sources["harness"])[:1],
        *thread_stages("src/hutch_wait.c", sources["library"], sources["harness"])[:1],
        (unit + [width(8), "-Os", "-include", "tests/unit/host/bytes.h"], []),  # as AVR divides and walks
        debug_stages(sources["library"], sources["debug"], sources["harness"], sources["unit"], sources["systems"])[0],
    ]


def stages_of(copy, path):
    """[(sources and flags, arguments of the program)]: the quick ones that notice most stand first."""
    sources = sources_of(copy)
    library, harness, unit, model, tests, systems = (sources[name] for name in ("library", "harness", "unit", "model", "debug", "systems"))
    if path in SYSTEMS_FILES:
        return systems_stages(library, unit, systems, tests)
    if path in SMALL_FILES:
        return small_stages(library, harness, unit, model)
    if path == FENCE_FILE:
        return fence_stages(library, harness, systems)
    if path in THREAD_FILES:
        return thread_stages(path, library, harness)
    if path in DEBUG_FILES:
        return [(unit + HOST + [width(8), STATS], [])] + debug_stages(library, tests, harness, unit, systems)
    return quick_stages(sources) + [
        (unit + HOST + [width(8)], []),
        (unit + HOST + [width(32), "-DHUTCH_HOST_PORTABLE_FIRST_SET"], []),
        (unit + HOST + ["-DHUTCH_CFG_CHECK=0"], []),
        ([name for name in library if name != "src/hutch_fault.c"] + harness + ["tests/alone/default_handler.c"] + HOST, []),
        (unit + HOST + [width(8), "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], []),
        (systems + HOST + [STATS], []),
        (library + harness + ["tests/alone/flips.c", "tests/unit/recorder.c", width(8), "-fsanitize=address,undefined",
                              "-fno-sanitize-recover=all"] + HOST, []),
        debug_stages(library, tests, harness, unit, systems)[4],  # with refs of 16 bits
        (library + harness + ["tests/alone/lock.c", "-Itests/alone/port_counting", width(8), "-UHUTCH_CFG_LOCK_FREE"], []),
        *([swept_stage(6, 21, "src/hutch_spawn.c", "-DSWEEP_SPAWNED")] if path == "src/hutch_spawn.c" else []),
        *(thread_stages("src/hutch_wait.c", library, harness)[1:2] if path in WAKE_FILES else []),
    ]


def code_of(lines, has_all_tests):
    """The lines with comments and strings blanked, and nothing of preprocessor lines and of functions tested elsewhere."""
    found, function, is_macro = [], "", False
    for line in lines:
        head = re.match(r"[A-Za-z].*?\b(\w+)\(", line)
        function = head.group(1) if head else function
        code = re.sub(r'"[^"]*"', lambda text: '"' + "_" * (len(text.group()) - 2) + '"', line.split("//")[0])
        is_preprocessor = is_macro or code.lstrip().startswith("#")
        is_macro = is_preprocessor and code.rstrip().endswith("\\")
        is_elsewhere = PROVED in code or not has_all_tests and (function in ELSEWHERE_FUNCTIONS or ELSEWHERE.search(code))
        found.append("" if is_preprocessor or is_elsewhere or not line.startswith(" ") else code)
    return found


def mutants_of(text, has_all_tests):
    """[(line number, mutated line)]"""
    lines, found = text.split("\n"), []
    for number, code in enumerate(code_of(lines, has_all_tests)):
        for pattern, replacements in OPERATORS:
            for match in pattern.finditer(code):
                for replacement in replacements:
                    found.append((number, lines[number][:match.start()] + replacement + lines[number][match.end():]))
        if STATEMENT.match(code):
            found.append((number, "    ;"))
    return [mutant for mutant in dict.fromkeys(found) if mutant[1] != lines[mutant[0]]]


def make_copy():
    os.makedirs(WORK, exist_ok=True)
    folder = tempfile.mkdtemp(dir=WORK)
    for name in COPIED:
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
    os.makedirs(os.path.join(folder, "boards"))
    shutil.copy(os.path.join(ROOT, "boards", "board.h"), os.path.join(folder, "boards"))
    return folder


def linked(folder, words, mutated):
    """What to link for a mutant. Of a .c file: nobody else's object changes, so each is compiled once a stage. Of a header:
    all are compiled, the library's as one, as in the two files."""
    files, flags = [word for word in words if word.endswith(".c")], [word for word in words if not word.endswith(".c")]
    # The last mutant of a file stays among the objects: they serve that file only.
    kept = os.path.join(folder, "objects", hashlib.sha256(" ".join([mutated, *words]).encode()).hexdigest()[:16])
    os.makedirs(kept, exist_ok=True)
    if mutated.endswith(".h"):
        library, joined = [file for file in files if file.startswith("src/")], os.path.join(kept, "library.c")
        with open(joined, "w", encoding="utf-8") as file:
            file.write("".join(f'#include "{os.path.join(folder, name)}"\n' for name in library))
        files = [joined] + [file for file in files if file not in library]
    objects = []
    for file in files:
        target = os.path.join(kept, file.replace(kept + "/", "").replace("/", "-")[:-1] + "o")
        objects.append(target)
        if file == mutated or mutated.endswith(".h") or file in INCLUDES_OTHERS or not os.path.exists(target):
            if subprocess.run(COMMON + flags + ["-c", file, "-o", target], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode != 0:
                return None
    return [flag for flag in flags if flag.startswith(("-f", "-Wl,", "-T", "-static"))] + objects


def succeeds(folder, command, seconds):
    """Does the program end well? It is stopped by its own CPU time, so that a busy machine fails nothing that is right."""
    try:
        return cpu_time.run(command, seconds, still=STILL_SECONDS, cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except cpu_time.TooLong:
        return False


class Unsound(Exception):
    """A score would mean nothing: a stage fails without a mutant, or a mutant that changes nothing is noticed."""


def is_built(folder, sources, mutated):
    """Is there a program of these, now?"""
    words = linked(folder, sources, mutated)
    return words is not None and subprocess.run(COMMON + words + ["-o", "program"], cwd=folder, stdin=subprocess.DEVNULL,
                                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def passes(folder, sources, arguments, mutated="", seconds=60):
    """None: it does not compile. Else: do its tests pass?"""
    if not is_built(folder, sources, mutated):
        return None
    return succeeds(folder, [os.path.join(folder, "program")] + arguments, seconds)


def seconds_of(folder, stage):
    """What a mutant may take of the CPU in this stage."""
    program = os.path.join(folder, "program")
    built = passes(folder, *stage, "any.h")
    began = os.times()
    if not built or not succeeds(folder, [program] + stage[1], 60):
        raise Unsound(("a stage fails as it is: " if built is not None else "a stage does not build: ") + " ".join(stage[0]))
    ended = os.times()
    return math.ceil(1 + CPU_TIMES * (ended.children_user - began.children_user + ended.children_system - began.children_system))


def judge(folder, path, text, mutant, seconds):
    """'killed', 'survived' or 'broken' (does not compile in some stage that it reaches); 'late': killed, but not by `make test`."""
    quick = quick_stages(sources_of(folder)) if path in QUICK_FILES else None
    lines = text.split("\n")
    lines[mutant[0]] = mutant[1]
    target = os.path.join(folder, path)
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    verdict = "survived"
    for sources, arguments in stages_of(folder, path):
        result = passes(folder, sources, arguments, path, seconds[str((sources, arguments))])
        if not result:
            verdict = "broken" if result is None else "killed" if quick is None or (sources, arguments) in quick else "late"
            break
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return verdict


def judge_null(folder, path, text, seconds):
    """Raises Unsound unless the mutant that changes nothing survives."""
    verdict = judge(folder, path, text, (0, text.split("\n")[0]), seconds)
    if verdict != "survived":
        raise Unsound(f"a mutant of {path} that changes nothing is {verdict}")


def listed_equivalents(*sections):
    """{(file, line above, original line, mutated line)} of these sections of equivalents.txt"""
    with open(os.path.join(HERE, "equivalents.txt"), encoding="utf-8") as file:
        text = re.sub(r"^# .*\n", "", file.read(), flags=re.M)
    parts = re.split(r"^\[(\w+)\]$", text, flags=re.M)[1:]
    rows = [line.strip() for name, part in zip(parts[::2], parts[1::2]) if name in sections for line in part.split("\n") if line.strip()]
    return {tuple(rows[n:n + 4]) for n in range(0, len(rows), 4)}


def survivors_of(path, folders, seconds, every=1):
    """The mutants that survive, {verdict: how many}, and those in words."""
    with open(os.path.join(folders[0], path), encoding="utf-8") as file:
        text = file.read()
    mutants, lines, equivalents = mutants_of(text, path not in FILES)[::every], text.split("\n"), listed_equivalents("both", "tests")
    judge_null(folders[0], path, text, seconds)

    def verdict_on(mutant):
        number, changed = mutant
        if (path, lines[number - 1].strip(), lines[number].strip(), changed.strip()) in equivalents:
            return "equal"
        folder = folders.pop()
        try:
            verdict = judge(folder, path, text, mutant, seconds)
        finally:
            folders.append(folder)
        if verdict in ("survived", "late"):
            print(f"# {'survived' if verdict == 'survived' else 'not by `make test`'}: {path}:{number + 1}: {lines[number].strip()}\n#     {changed.strip()}", flush=True)
        return verdict
    with concurrent.futures.ThreadPoolExecutor(len(folders)) as pool:
        verdicts = list(pool.map(verdict_on, mutants))
    counts = {verdict: verdicts.count(verdict) for verdict in ("killed", "late", "equal", "survived", "broken")}
    late = f" ({counts['late']} not by `make test`)" if path in QUICK_FILES else ""
    return counts, (f"{len(mutants) - counts['broken']} mutants, {counts['killed'] + counts['late']} noticed{late}, {counts['equal']} listed as equal;"
                    f" {counts['broken']} more do not compile")


def judge_all(paths, folders, every=1):
    """How many tests failed: one for the stages as they are, then one for each file."""
    stages = {str(stage): stage for path in paths for stage in stages_of(folders[0], path)}
    seconds = {name: seconds_of(folders[0], stage) for name, stage in stages.items()}
    print("ok 1 - the copy passes all stages as it is", flush=True)
    failed = 0
    for number, path in enumerate(paths, 2):
        counts, summary = survivors_of(path, folders, seconds, every)
        is_right = counts["survived"] == 0 and 2 * counts["broken"] < sum(counts.values())  # else it is the copy that does not compile
        failed += not is_right
        print(f"{'ok' if is_right else 'not ok'} {number} - every mutant of {path} is noticed: {summary}", flush=True)
    return failed


def main():
    words = sys.argv[1:]
    every = int(words[1]) if words[:1] == ["--every"] else 1
    words = words[2:] if words[:1] == ["--every"] else words
    paths = [path for path in ALL_FILES if not words or path in words]
    shutil.rmtree(WORK, ignore_errors=True)
    folders = [make_copy() for _ in range(JOBS)]
    print(f"1..{len(paths) + 1}", flush=True)
    try:
        failed = judge_all(paths, folders, every)
    except Unsound as unsound:
        print(f"Bail out! {unsound}")
        failed = 1
    shutil.rmtree(WORK, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
