#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# seeds.py - breaks the proved functions in every small way, one at a time: each must be found false. Prints TAP.
#
# usage: seeds.py [--full] [part of a function's name ...]     of N mutants one, unless --full or functions are named
#
# The mutants are those of tests/tools/mutate.py. A mutant that changes nothing is listed with its reason in equivalents.txt, and must stay
# proved. One that the prover cannot read, as one that gcc cannot compile, is no mutant.

import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import c_text  # noqa: E402
import mutate  # noqa: E402
import tap_out  # noqa: E402
from prove import JOBS, prove  # noqa: E402

EVERY = 11
S, ONE, TWO = "level S w8 int16", "level 1 w8 int16", "level 2 w8 int16"
ALL = (S, ONE, TWO)


def at(verbs, *levels):
    """The sets of some verbs, separated by `;`"""
    return [f"{verb} {level}" for verb in verbs.split("; ") for level in levels or ("w8 int16",)]


RELEASES = "release tracked ref 16; release spawned ref 16"
FINDS = "find tracked ref 16; find plain ref 16"
READS = at("read find tracked ref 16; read find marked lock-free ref 16")  # while others release and acquire
MADE = ["ref make and find, ref 16 check 1 w8 int16", "ref make and find, ref 32 check 2 w8 int16"]
HOOKED = ["hooks: bits w8 int16"]
WALKS = ["walk unlocked, stride 12 w8 int16", "walk locked, stride 12 w8 int16"]
CARRY, BY_SLOT = "hooks: walk by the carry w8 int16", "hooks: walk unlocked, stride 12 w8 int16"
SHORT = at("small walk unlocked; hooks: small walk unlocked; small walk locked; small walk unlocked, damaged")
# What the preprocessor drops for the prover.
NOT_READ = re.compile(r"#\s*(if HUTCH_CFG_(FENCE|STATS|CHECK >= 2)|if HUTCH_HAS_LOCK_FREE)")
# Lines of other builds than the prover's.
OTHER_BUILDS = re.compile(r"HUTCH_ASSERT|HUTCH_HIDE|HUTCH_CFG_(CORES|STATS)|HUTCH_IS_SMALL|hutch_cores_|hutch_stats_"
                          r"|hutch_bitmap_next\(pool->visible, pool->capacity, index|hutch_bitmap_last\(pool->visible, index"
                          r"|__ATOMIC_RELAXED : HUTCH_ORDER|count never exceeds|// not reached"  # memory orders; statistics of lock-free pools
                          r"|HUTCH_REF_TAG|pool->calls->|HUTCH_CFG_NAMES &&|pool, HUTCH_NONE, object"
                          r"|hutch_small_release|HUTCH_SPILLS_|policy->calls|leave_with_room|is_counted|HUTCH_WAKE|walk->seen = 0")
# The goal sets of each function, tried in turn until one is false.
FUNCTIONS = {
    "include/hutch/core/bits.h": {
        "hutch_bits_mask": at("bits mask and full") + HOOKED, "hutch_bits_full": at("bits mask and full"),
        "hutch_bits_number_portable": ["bits number w8", "bits number w16", "bits number w32", "bits number w64"],
        "hutch_bits_number": ["bits number w8", *HOOKED], "hutch_bits_first_set": at("bits first_set") + HOOKED,
        "hutch_bits_set_lowest_zero": at("bits set_lowest_zero"), "hutch_bits_count": ["bits count w8 int16", "bits count w32"],
        "hutch_generation_unissued": at("generation ref 16"),
        "hutch_generation_next": at("generation ref 16")},
    "include/hutch/core/bitmap.h": {
        "hutch_bitmap_note_room": at("release; clear_word", ONE, TWO), "hutch_bitmap_scan_ends": at("acquire plain", *ALL),
        "hutch_bitmap_find_room": at("acquire plain", *ALL) + at("acquire plain, damaged,", ONE, TWO), "hutch_bitmap_acquire": at("acquire plain", *ALL),
        "hutch_bitmap_claim": at("claim plain", *ALL), "hutch_bitmap_release": at("release", *ALL), "hutch_bitmap_clear_word": at("clear_word", *ALL),
        "hutch_bitmap_is_live": at("is_live_at", S), "hutch_bitmap_next": at("next", S) + at("next_index, damaged,"),
        "hutch_bitmap_last": at("last", S) + at("last_index, damaged,"), "hutch_bitmap_count": at("live", S) + at("live, damaged,")},
    "include/hutch/core/locked.h": {
        "hutch_locked_enter": at("release", S), "hutch_locked_exit": at("release", S), "hutch_locked_mark": at("show; hide", S),
        "hutch_locked_acquire_in": at("acquire plain; acquire spawned", S, ONE), "hutch_locked_acquire": at("acquire plain; acquire spawned", *ALL),
        "hutch_locked_claim": at("claim plain; claim spawned", S), "hutch_locked_release_tracked": at(RELEASES, S, ONE),
        "hutch_locked_release": at("release; " + RELEASES, S), "hutch_locked_clear_word": at("clear_word", S), "hutch_locked_show": at("show", S),
        "hutch_locked_hide": at("hide", S)},
    "include/hutch/core/engine.h": {
        "hutch_slot_index": ["hooks: slot_index w8 int16", "slot_index, some strides, w8 int16", "slot_index, every stride, w8 int16"],
        "hutch_slot_address": ["slot_index, some strides, w8 int16"], "hutch_core_release_counted": at("release_at", S)},
    "include/hutch/core/core.h": {
        "hutch_core_release_at": at("release_at; release_at spawned", S),
        "hutch_core_release": at("release of an object; release of an object, spawned", S),
        "hutch_core_at": at("at, damaged,"), "hutch_core_is_live_at": at("is_live_at", S),
        "hutch_core_next_index": at("next", S), "hutch_core_last_index": at("last", S), "hutch_core_live": at("live", S),
        "hutch_core_available": at("available", S)},
    "include/hutch/core/ref.h": {
        "hutch_ref_tag_bits": MADE, "hutch_ref_index": at(FINDS) + MADE, "hutch_ref_make": MADE, "hutch_ref_find": at(FINDS) + READS + at("release_ref, damaged,", S),
        "hutch_locked_release_ref": at("release_ref ref 16; release_ref spawned ref 16", S), "hutch_ref_begin_read": at(FINDS),
        "hutch_ref_end_read": at(FINDS), "hutch_core_find": at(FINDS) + READS,
        "hutch_core_release_ref": at("release_ref ref 16", S) + at("release_ref without refs"), "hutch_core_ref": at("ref of an object, tracked ref 16; ref of an object, plain ref 16")},
    "include/hutch/core/walk.h": {
        "hutch_walk_leave_word": [*WALKS[:1], BY_SLOT, *WALKS[1:], CARRY], "hutch_walk_rest_find": [*WALKS[:1], BY_SLOT, *WALKS[1:], CARRY] + SHORT,
        **dict.fromkeys(("hutch_walk_rest_reload", "hutch_walk_bit_find"), WALKS + [CARRY, "hooks: walk by the lowest bit w8 int16"] + SHORT),
        **dict.fromkeys(("hutch_walk_rest_drop", "hutch_walk_bit_ahead", "hutch_walk_bit_next_slot", "hutch_core_walk_find", "hutch_core_walk_step"),
                        WALKS + [CARRY, "hooks: walk by the lowest bit w8 int16", "hooks: walk locked, stride 12 w8 int16"]),
        "hutch_core_walk_start": at("walk start, unlocked; walk start, locked; walk start, unlocked, damaged,")},
    "include/hutch/core/lockfree.h": {
        "hutch_lockfree_find": at("lock-free find"), "hutch_lockfree_acquire_from": at("lock-free acquire plain"),
        "hutch_lockfree_acquire_in_round": at("lock-free acquire spawned"), "hutch_lockfree_clear_word": at("lock-free clear_word"),
        "hutch_lockfree_show": at("lock-free show"), "hutch_lockfree_claim": at("lock-free claim spawned"),
        "hutch_lockfree_note_room": at("lock-free release"), "hutch_lockfree_free": at("lock-free release"),
        "hutch_lockfree_win": at("lock-free hide; lock-free release marked"), "hutch_lockfree_hide": at("lock-free hide"),
        "hutch_lockfree_release": at("lock-free release; lock-free release marked; lock-free release spawned")},
    "src/hutch_small.c": {
        "acquire_lowest": at("small acquire", *ALL), "hutch_small_acquire_locked": at("small acquire locked", S),
        "slot_index": at("small slot_index; hooks: small slot_index"),
        "release_object": at("small release", *ALL), "clear_bit": at("small release", *ALL), "release_tracked": at("small release tracked", *ALL),
        "generation_of": at("small ref; small deref"), "is_visible": at("small ref; small deref"), "hutch_small_ref": at("small ref"),
        "hutch_small_deref": at("small deref; small deref, damaged,"), "hutch_small_show": at("small show"),
        "hutch_small_hide": at("small hide")},
    "src/hutch_generic.c": {
        "acquire_masked": at("generic acquire_index, plain pool"), "release_masked": at("generic release_at, plain pool"),
        "hutch_any_acquire": at("generic acquire_index, plain pool"), "hutch_any_release": at("generic release_at, plain pool")},
    "port/cpu/slow_multiply.h": {
        "hutch_port_first_set": ["hooks: FIRST_SET of slow_multiply.h w32"], "hutch_port_divide": ["hooks: DIVIDE of slow_multiply.h"]},
    "port/cpu/avr.h": {"hutch_port_divide_bytes": ["hooks: DIVIDE of avr.h"]},
}


def mutants(path):
    """[(function, line number, mutated line)] of the proved functions of a file"""
    text, function, names, dropped = (c_text.root / path).read_text(encoding="utf-8"), "", [], []
    lines = text.split("\n")
    for line in lines:
        head, directive = re.match(r"(?:__attribute__\S+ )?[A-Za-z].*?\b(\w+)\(", line), re.match(r"#\s*(if|el|endif)", line)
        function = head.group(1) if head else function
        if directive and directive.group(1) != "if":
            dropped.pop()
        if directive and directive.group(1) != "endif":
            dropped.append(bool(NOT_READ.match(line)))
        names.append("" if any(dropped) or OTHER_BUILDS.search(line) else function)
    for line, changed in mutate.mutants_of(text, True):
        if names[line] in FUNCTIONS[path]:
            yield names[line], line, changed


def judge(mutant):
    """(the mutant, by which it is listed, is it false by a counterexample, which goal; None if it cannot be read)"""
    path, function, line, changed = mutant
    with tempfile.TemporaryDirectory() as folder:
        for part in ("include", "src", "port"):
            shutil.copytree(mutate.ROOT + "/" + part, folder + "/" + part)
        lines = (Path(folder) / path).read_text(encoding="utf-8").split("\n")
        key = (path, lines[line - 1].strip(), lines[line].strip(), changed.strip())
        lines[line] = changed
        (Path(folder) / path).write_text("\n".join(lines), encoding="utf-8")
        c_text.root = Path(folder)
        c_text.trees.clear()
        wrong = []
        for name in FUNCTIONS[path][function]:
            wrong += [f"{name}: {one}" for one in prove(name, 1)[2]]
            if any(": FALSE: " in one for one in wrong):
                break
    return key, function, any(": FALSE: " in one for one in wrong), wrong


def main(words):
    parts = [word for word in words if word != "--full"]
    every = 1 if words else EVERY
    chosen = [(path, *mutant) for path in FUNCTIONS for mutant in mutants(path)]
    chosen = [mutant for mutant in chosen if not parts or any(part in mutant[1] for part in parts)][::every]
    equal, read = mutate.listed_equivalents("both", "prover"), 0
    with multiprocessing.get_context("fork").Pool(JOBS) as workers:
        for key, function, is_false, wrong in workers.imap(judge, chosen):
            if not is_false and wrong and all("Error" in one or "Unsupported" in one for one in wrong):
                continue  # no mutant
            read += 1
            is_equal = mutate.is_listed(equal, *key)
            about = f"{function}, `{key[3]}` for `{key[2]}`: " + ("changes nothing" if is_equal else "false")
            is_right = not wrong if is_equal else is_false
            tap_out.result(is_right, about.replace("#", ""), "\n".join(["", *key, *wrong]))
            if is_right and not is_equal:
                print("# " + wrong[-1].replace("\n", " ")[:300], flush=True)
    tap_out.result(4 * read > 3 * len(chosen), f"{read} mutants of {len(chosen)} could be read")
    return tap_out.end()


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.exit(main(sys.argv[1:]))
