# SPDX-License-Identifier: MIT
# fuzz_test.py - fuzzes the arena as it is, and with errors, each of which must be found within RUNS inputs. Prints TAP.

import glob
import os
import re
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, *[os.pardir] * 3, "tools")]
import tap_out  # noqa: E402  (of tests/tools)
import testing  # noqa: E402  (of tests/recipes/testing)

RUNS = 20000
FUZZ = ["-seed=1", f"-runs={RUNS}", "-max_len=64"]
# Of each build the options of all sources, and those of the program. The last one has no fuzzer, and replays what others have found.
BUILDS = {"debug": (["clang", "-O1", "-fsanitize=fuzzer-no-link,address,undefined", "-DHUTCH_CFG_CHECK=2"], ["-fsanitize=fuzzer"]),
          "release": (["clang", "-O1", "-fsanitize=fuzzer-no-link"], ["-fsanitize=fuzzer"]),
          "replay": (["gcc", "-O1", "-DHUTCH_CFG_CHECK=2"], ["-DFUZZ_MAIN"])}
# What is wrong in arena.h: texts and those in their place; then what each build prints, "" if it finds nothing.
POISON, MISSILE = "ERROR: AddressSanitizer: use-after-poison", r"hutch: missiles\[\d\]: "
RELEASE, IS_LIVE = "        missiles_release(missile);\n", "model: which missiles are live"
ERRORS = {
    "a write after release": ({"        foes_release(foe);\n": "        foes_release(foe);\n        *(volatile int *)&foe->hp = 0;\n"},
                              POISON, "", r"hutch: foes\[\d\]: WRITE_AFTER_RELEASE"),
    "a double release": ({RELEASE: RELEASE * 2}, *[MISSILE + "DOUBLE_RELEASE"] * 3),
    "a write past an object, onto the bitmap": ({"stage < STAGES": "stage <= STAGES"}, POISON, MISSILE + "TAIL_BITS", MISSILE + "OVERRUN"),
    "a leak": ({RELEASE: "        if (target != NULL) {\n    " + RELEASE + "        }\n"}, *[IS_LIVE] * 3),
    "a leak at the end": ({"    missiles_clear();\n": ""}, *[MISSILE + "LEAK"] * 3),
    "a pointer in place of a ref": ({"foes_ref_t target;": "const struct foe *target;", "foes_ref(target)": "target", "foes_deref(missile->target)":
                                     "foes_is_live(missile->target) ? foes_at(foes_index(missile->target)) : NULL"}, *[IS_LIVE] * 3),
}


def built(folder, build, library, edits):
    """The program of an arena with these edits."""
    with open(os.path.join(HERE, "arena.h"), encoding="utf-8") as file:
        text = file.read()
    for old, new in edits.items():
        if text.count(old) != 1:
            raise SystemExit(f"arena.h has not one '{old}'")
        text = text.replace(old, new)
    with open(os.path.join(folder, "arena.h"), "w", encoding="utf-8") as file:
        file.write(text)
    source, program = shutil.copy(os.path.join(HERE, "fuzz_pools.c"), folder), os.path.join(folder, build)
    done = testing.run([*BUILDS[build][0], *BUILDS[build][1], "-std=gnu99", "-g", *testing.recipes.WARNINGS, *testing.INCLUDES, source, library, "-o", program])
    if done.returncode != 0:
        raise SystemExit(done.stdout)
    return program


def try_arena(folder, libraries, what, edits, signs):
    kept = os.path.join(folder, what)  # its inputs, and where it stops
    os.mkdir(kept)
    for build, sign in zip(BUILDS, signs):
        program = built(folder, build, libraries[build], edits)
        found = sorted(glob.glob(os.path.join(kept, "*" if what == "nothing" else "crash-*")))
        done = testing.run([program, *found] if build == "replay" else [program, *FUZZ, f"-artifact_prefix={kept}/", *[kept] * (what == "nothing")])
        is_right = re.search(sign, done.stdout) if sign else done.returncode == 0 and (f"Done {RUNS} runs" in done.stdout or len(found) > 20)
        tap_out.result(bool(is_right) and bool(done.returncode) == bool(sign), f"{build} build: {what} is found" + ("" if sign or what == "nothing" else " only by others"),
                       f"{len(found)} inputs\n" + done.stdout[-3000:])


def main():
    with tempfile.TemporaryDirectory() as folder:
        libraries = {}
        for build, (words, _) in BUILDS.items():
            os.mkdir(os.path.join(folder, "of " + build))
            libraries[build] = testing.recipes.library(os.path.join(folder, "of " + build), words[1:], words[0], [os.path.join(HERE, "../hutch_testing.c")])
        try_arena(folder, libraries, "nothing", {}, [""] * len(BUILDS))
        for what, (edits, *signs) in ERRORS.items():
            try_arena(folder, libraries, what, edits, signs)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
