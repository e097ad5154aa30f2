#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# eva.py - a second opinion on the core: Frama-C's Eva over its text, pools with any contents, calls with any arguments. Prints TAP.
#
# usage: eva.py [part of a shape's or an error's name ...]

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "tools"))
import tap_out  # noqa: E402

DRIVER = "tests/proof/eva/drive.c"
SLOTS, STRIDE = 0x1000, 12
OPTIONS = ["-eva-slevel", "60", "-eva-auto-loop-unroll", "70", "-eva-ilevel", "64", "-eva-split-return", "full", "-eva-split-limit", "300",
           "-eva-slevel-function", "hutch_core_check:1,leaves_are_sound:1,summary_is_sound:1", "-eva-no-show-progress"]
ALARM = re.compile(r"^\[eva:alarm\] (\S+):(\d+): Warning:\s+(.*?)(?=^\[|^--|\Z)", re.M | re.S)
SHOWN = re.compile(r":(\d+):\s+Frama_C_show_each_(begin|end)")

# What Eva cannot show: where, by the text of the line, and why.
EXCUSES = {
    "acquire": (r"CALL\(USE\w*\(+(unsigned\))?(hutch|things)_(acquire|spawn)|USE\(object\)",  # the latter: in hooks
                "Eva does not relate the bit that an acquire sets to the word before it; make prove does, by the sets `acquire`"),
    "summary": (r"words\[k\], full = |hutch_word_t rooms =",
                "nor the lowest bit of a summary to the bit that was set above it; make prove does, by the sets `acquire ..., damaged`"),
    "walk": (r"USE\(thing\)|HUTCH_LOAD\(\*walk->word\) & walk->bit", "nor a walk's address and word to its bit; make prove does, by the sets `walk` and `small walk`"),
}
LOCKED, UNLOCKED, FREE = "HUTCH_LOCK_IRQ", "HUTCH_LOCK_NONE", "HUTCH_LOCK_FREE"
INT32, INT16 = "gcc_x86_32", "gcc_x86_16"
# Name: machine, bits of a word, capacity, kind, lock, other definitions, what is excused there.
SHAPES = {
    "1 object, w32": (INT32, 32, 1, "plain_", UNLOCKED, ["RUNS=1"], ["acquire"]),
    "33 objects and runs, w32": (INT32, 32, 33, "plain_", LOCKED, ["RUNS=1"], ["acquire"]),
    "33 objects with hooks, lock-free, w32": (INT32, 32, 33, "spawned_", FREE, ["HUTCH_CFG_LOCK_FREE=1"], []),
    "97 objects with hooks, w32": (INT32, 32, 97, "spawned_", LOCKED, [], ["acquire", "summary", "walk"]),
    "1025 numbers, w32": (INT32, 32, 1025, "ids_", LOCKED, [], ["acquire", "summary"]),
    "20 objects with refs, w8 int16": (INT16, 8, 20, "tracked_", UNLOCKED, [], ["acquire", "walk"]),
    "24 objects, w8 int16": (INT16, 8, 24, "plain_", LOCKED, [], ["walk"]),
    "160 objects with refs, small engine, w8 int16": (INT16, 8, 160, "tracked_", LOCKED, ["HUTCH_CFG_SMALL=1"], ["acquire", "summary", "walk"]),
}
# What is broken, in which file, what is there, what then stands there, and the shape by which Eva must find it.
CORE = "include/hutch/core/"
SEEDS = [
    ("the address of any number", CORE + "core.h", "return index < pool->capacity ? hutch_slot_address(pool, index) : NULL;",
     "return hutch_slot_address(pool, index);", "1 object, w32"),
    ("a number past the end is live", CORE + "core.h", "return index < pool->capacity && hutch_bitmap_is_live(", "return hutch_bitmap_is_live(",
     "1 object, w32"),
    ("a capacity that is off by one", CORE + "core.h", "rotated < pool->capacity)", "rotated <= pool->capacity)", "1 object, w32"),
    ("a shift by the bits of a word", CORE + "bits.h", "((hutch_word_t)1 << (index % HUTCH_WORD_BITS))", "((hutch_word_t)1 << index)", "33 objects and runs, w32"),
    ("a walk past the last word", CORE + "walk.h", "(HUTCH_LEAF_WORDS((unsigned)pool->capacity) - 1u);\n    do", "HUTCH_LEAF_WORDS((unsigned)pool->capacity);\n    do",
     "1 object, w32"),
    ("bits past the capacity are slots", CORE + "bitmap.h", "return index < capacity ? index : HUTCH_NONE; // a bit past the capacity: damage\n}\n\n/// Returns the last",
     "return index;\n}\n\n/// Returns the last", "1 object, w32"),
    ("the last slot of all words, not of the pool", CORE + "bitmap.h", "HUTCH_LOAD(words[k]) & hutch_bits_full(k, end)", "HUTCH_LOAD(words[k])",
     "1 object, w32"),
    ("a claim that keeps the lock", CORE + "locked.h", "was_free ? 1 : 0);\n    }\n    hutch_locked_exit(pool, saved);", "was_free ? 1 : 0);\n    }",
     "33 objects and runs, w32"),
    ("a run that ends past the last slot", "src/hutch_runs.c", "|| length > pool->capacity - first", "", "1 object, w32"),
    ("a ref with any index", CORE + "ref.h", "if (index >= pool->capacity)", "if (index == HUTCH_NONE)", "33 objects with hooks, lock-free, w32"),
    ("a lock-free search past the last word", CORE + "lockfree.h", "*k + 1 < leaves ?", "*k + 1 <= leaves ?", "33 objects with hooks, lock-free, w32"),
    ("a search past the last word", "src/hutch_generic.c", "free == 0 && index + HUTCH_WORD_BITS < capacity", "free == 0 && index < capacity", "1 object, w32"),
    ("a fault of which not all is set", "src/hutch_fault.c", "    fault.caller = NULL;\n", "", "1 object, w32"),
]


def run(root, shape):
    """What Eva prints of a shape's pool."""
    machine, word, capacity, kind, lock, defines, _ = shape
    given = [f"-D{one}" for one in (f"CAPACITY={capacity}", f"SLOTS={SLOTS:#x}", f"KIND={kind}", f"LOCK={lock}", f"HUTCH_CFG_WORD_BITS={word}",
                                    "HUTCH_CFG_FOLD=1", *defines)]
    flags = " ".join(["-std=c11", "-Itests/proof/eva", "-I.", "-Iinclude", "-Isrc", *given])
    memory = f"{SLOTS:#x}-{SLOTS + capacity * STRIDE - 1:#x}"
    done = subprocess.run(["frama-c", "-machdep", machine, "-absolute-valid-range", memory, f"-cpp-extra-args={flags}", DRIVER, "-eva", *OPTIONS],
                          cwd=root, env={**os.environ, "PWD": str(root)}, capture_output=True, text=True, check=False)  # it finds files by PWD
    return done.stdout + (done.stderr or "failed\n[kernel] User Error" if done.returncode else "")


def judge(root, shape):
    """(what is wrong; the names of the excuses that were needed)"""
    said = run(root, shape)
    if "User Error" in said or "ANALYSIS SUMMARY" not in said:
        return [said[-2000:]], set()
    needed, wrong = set(), []
    for path, line, claim in ALARM.findall(said):
        text = (root / path).read_text(encoding="utf-8").split("\n")[int(line) - 1].strip()
        by = [name for name in shape[-1] if re.search(EXCUSES[name][0], text)]
        needed.update(by)
        wrong += [] if by else [f"{path}:{line}: {text}\n    {' '.join(claim.split())}"]
    begun, ended = ({line for line, which in SHOWN.findall(said) if which == one} for one in ("begin", "end"))
    wrong += [f"{DRIVER}:{line}: Eva sees no end of this call" for line in sorted(begun - ended)]
    return wrong + ([] if len(begun) > 20 else ["hardly a call was made"]), needed


def check_shape(name):
    wrong, needed = judge(ROOT, SHAPES[name])
    wrong += [f"nothing to excuse by `{one}` here: {EXCUSES[one][1]}" for one in SHAPES[name][-1] if one not in needed]
    about = f"{name}: no call reads or writes outside of what the pool has"
    tap_out.result(not wrong, about + (f", but for {', '.join(sorted(needed))}" if needed else ""), "\n".join(wrong))


def check_seed(what, path, old, new, name):
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("include", "src", "tests/proof/eva"):
            shutil.copytree(ROOT / part, copy / part)
        text = (copy / path).read_text(encoding="utf-8")
        is_there = text.count(old) == 1
        (copy / path).write_text(text.replace(old, new), encoding="utf-8")
        wrong = judge(copy, SHAPES[name])[0] if is_there else []
    tap_out.result(is_there and any("assert" in one for one in wrong), f"found, {name}: {what}", "\n".join([f"`{old}` is not once in {path}"] * (not is_there) + wrong))
    if wrong:
        print("# " + wrong[0].replace("\n", " ")[:200], flush=True)


def main(parts):
    for name in SHAPES:
        if not parts or any(part in name for part in parts):
            check_shape(name)
    for seed in SEEDS:
        if not parts or any(part in seed[0] for part in parts):
            check_seed(*seed)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
