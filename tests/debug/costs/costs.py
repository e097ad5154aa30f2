#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# costs.py - what debug builds cost, check by check and CPU by CPU: bytes of code, and instructions of one call; and what
# hutch_snapshot costs; by the bench's machinery. Makes blocks of tests/debug/README.md and src/tools/README.md, or finds them stale.
#
# usage: costs.py [--write]     prints TAP

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("BENCH_BUILD", "build/costs")
sys.path[:0] = [str(ROOT / "tests/bench"), str(ROOT / "tests/check")]
import generated  # noqa: E402  (of tests/check)
from machines import BUILD, MACHINES, Failure, call, compiled, need, run, tap_out  # noqa: E402  (of tests/bench)
from measure import compile_by  # noqa: E402

CPUS = ("m0", "m3", "rv32")
OBJECT_BYTES, SLOTS = 24, (16, 64, 1000)
DEBUG = ("-DHUTCH_CFG_CHECK=2", "-DHUTCH_CFG_STATS=1")
# what the row says: flags, bytes of an object
ROWS = {
    "`HUTCH_CFG_CHECK 1`": (("-DHUTCH_CFG_CHECK=1",), OBJECT_BYTES),
    "`HUTCH_CFG_CHECK 2`": (DEBUG, OBJECT_BYTES),
    "... with `HUTCH_CFG_STATS 0`: no counters": ((DEBUG[0], "-DHUTCH_CFG_STATS=0"), OBJECT_BYTES),
    "... with `HUTCH_CFG_GUARD_BYTES 64`": ((*DEBUG, "-DHUTCH_CFG_GUARD_BYTES=64"), OBJECT_BYTES),
    "... objects of 256 bytes": (DEBUG, 256),
    "... numbers, `HUTCH_POOL_IDS`: no guards, no poison": (DEBUG, 0),
}


def measured(cpu, options, slots, object_bytes, *more):
    """(bytes of code, the rows of figures) of a program."""
    machine, name = MACHINES[cpu], "-".join((cpu, *options)).replace("-DHUTCH_CFG_", "")
    command = [*compile_by(machine, "-Os"), "-Itests/bench", *options, "-ffreestanding"]
    sources = [*sorted((ROOT / "src").glob("*.c")), *sorted((ROOT / "port" / machine.port).glob("*.c")), ROOT / "tests/bench/rig.c",
               ROOT / "tests/sweep/memory.c"]
    objects = compiled.objects(command, sources, BUILD / name, ROOT)
    program = BUILD / f"{name}-{slots}-{object_bytes}.elf"
    call([*command, f"-DSLOTS={slots}", f"-DOBJECT_BYTES={object_bytes}", *more, "tests/debug/costs/costs.c", *objects, *machine.link,
          "-Wl,--gc-sections", "-lgcc", "-o", program])
    return compiled.flash(machine.tools, program, ROOT), run(machine, program)[1]


def calls(_root):
    rows = []
    for row, (options, object_bytes) in ROWS.items():
        cells = []
        for cpu in CPUS:
            code, ((_, acquire, *_, release, _, _, _), (_, check, *_)) = measured(cpu, options, SLOTS[0], object_bytes)
            cells += [str(code), str(acquire), str(release), str(check)]
        rows.append([row, *cells])
    heads = [f"{MACHINES[cpu].title} {what}" for cpu in CPUS for what in ("code", "acquire", "release", "check")]
    return generated.table([f"{SLOTS[0]} slots; objects of {OBJECT_BYTES} bytes", *heads], rows)


def snapshots(_root):
    """Without what is inside put_char: a call of it as the second row counts it is its body, the branch to it and the load of its address."""
    rows = []
    for slots in SLOTS:
        _, ((_, whole, *_), (_, _, _, _, _, characters, inside, *_)) = measured("m3", ("-DHUTCH_CFG_STATS=1",), slots, 8, "-DSNAPSHOT")
        rows.append([str(slots), str(characters), str(whole - inside), f"{(whole - inside) / slots:.1f}"])
    return generated.table(["slots", "characters", "instructions, without put_char", "each slot"], rows)


if __name__ == "__main__":
    try:
        need(CPUS)
        problem = generated.kept(ROOT, {"costs-calls": calls, "snapshot-cost": snapshots}, "make costs")
    except Failure as failure:
        problem = str(failure)
    sys.exit(tap_out.every([("the tables of costs of tests/debug/README.md and src/tools/README.md are what is measured now", problem)]))
