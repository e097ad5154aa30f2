#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# seeds.py - damages a copy of the project, once for each error in the folders' seeds.txt, and sees that the suites notice.
#
# usage: seeds.py [TEXT ...]            only the errors of a folder or suite that is named so, or whose `what` contains the text
#        seeds.py --names SUITE ...     only looks, in the last results of these suites, for the tests that must fail
#
# An error is some lines, each of a word and a text, and is followed by an empty line. Without `suite` or `in` they are those of the error above.
#
#   what   the error, in words
#   suite  the suite that must notice it, and what make is told: FULL=1
#   in     the file that is damaged
#   -      what is there, once in the file: lines in full, or parts of a line; several such lines follow one another
#   +      what then stands in its place; none: nothing
#   red    words of the name of the test that must fail
#   says   instead of `red`: words of what is printed then and never else
#   stops  instead of `red`: words of the message with which make stops, where the error does not get as far as a test
#
# A suite that is red without any error fails its errors' tests; one that skips everything here skips them.

import functools
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "check")]
import tap  # noqa: E402
import tap_out  # noqa: E402
import tree  # noqa: E402  (of tests/check)
from cpu_time import alone  # noqa: E402

COPY = os.path.join(ROOT, "build", "seeds")
WORDS = {"what", "suite", "in", "-", "+"}
HOW = {"red", "says", "stops"}


def seeds_of(root, folder):
    """The errors of a folder: {word: text}."""
    text = re.sub(r"^#.*\n", "", tree.read(root, f"tests/{folder}/seeds.txt"), flags=re.M)
    found, above = [], {}
    for part in text.strip().split("\n\n"):
        seed = {"folder": folder, "+": None}
        for line in part.strip("\n").split("\n"):
            word, _, said = line.partition(" ")
            said = said if word in "-+" else said.strip()
            seed[word] = said if seed.get(word) is None else seed[word] + "\n" + said
        above = {word: seed.get(word, above.get(word)) for word in ("suite", "in")}
        seed = {**seed, **{word: text for word, text in above.items() if text}, "+": seed["+"] or ""}
        if WORDS - set(seed) or len(HOW & set(seed)) != 1:
            sys.exit(f"tests/{folder}/seeds.txt: `{seed.get('what')}` needs {', '.join(sorted(WORDS))} and one of {', '.join(sorted(HOW))}")
        seed["suite"], *seed["told"] = seed["suite"].split()
        found.append(seed)
    return found


def all_seeds(root):
    return [seed for folder in tree.folders_with(root, "seeds.txt") for seed in seeds_of(root, folder)]


def cannot(root, seed):
    """Why an error cannot be made; an empty string if it can."""
    count = tree.read(root, seed["in"]).count(seed["-"])
    return "" if count == 1 else f"{seed['what']}: {seed['in']} has what is to be damaged {count} times"


def words_of(variable):
    """What a variable of the makefiles holds."""
    done = subprocess.run(["make", "-s", "--no-print-directory", "-f", "-", "print"], cwd=ROOT, capture_output=True, text=True,
                          input=f"include Makefile\nprint: ; @echo $({variable})\n", env=alone(), check=True)
    return set(done.stdout.split())


def run(suite, *told):
    """What the suite's TAP says, and what make said."""
    path = tap.path_of(suite)
    if os.path.exists(path):
        os.remove(path)
    done = subprocess.run(["make", path, *told], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=alone(),
                          encoding="utf-8", errors="replace", check=False)
    return tap.load(suite), done.stdout


@functools.lru_cache(maxsize=None)
def undamaged(suite, *told):
    """What keeps a suite from showing anything: (what is wrong, why it is skipped)."""
    result, said = run(suite, *told)
    wrong = result.bad_lines + result.problems
    return "\n".join(["it fails without any error", *wrong, said[-500:]]) if result.failed else "", \
        "; ".join(result.reasons) if not result.passed else ""


def problem_of(seed):
    """Why an error is not noticed; an empty string if it is."""
    if cannot(".", seed):
        return cannot(".", seed)
    with tree.changed(seed["in"], tree.read(".", seed["in"]).replace(seed["-"], seed["+"])):
        result, said = run(seed["suite"], *seed["told"])
    wrong = "\n".join([*result.bad_lines[:12], *result.problems, said[-500:]])
    if not result.failed:
        return "the suite stays green"
    if "stops" in seed:
        return "" if seed["stops"] in said else "make does not stop so:\n" + wrong
    words = seed["says"] if "says" in seed else seed["red"]
    return "" if any(words in line for line in result.bad_lines) else "it fails by something else:\n" + wrong


def renamed(seeds, texts):
    """Those of the errors whose test is not in the results of its suite, {suite: text}, if that was run with as much."""
    return [f"{seed['suite']}: no test has the words `{seed['red']}`: {seed['what']}" for seed in seeds
            if "red" in seed and seed["suite"] in texts and seed["red"] not in texts[seed["suite"]]
            and ("FULL=1" not in seed.get("told", ()) or tap.FULL in texts[seed["suite"]].split("\n"))]


def look_for_names(suites):
    texts = {suite: tree.read(ROOT, tap.path_of(suite)) for suite in suites if tap.load(suite).passed}
    every = all_seeds(ROOT)
    wrong = renamed(every, texts) if set(texts) & {seed["suite"] for seed in every} else ["no suite with errors was run"]
    tap_out.result(not wrong, "each test that an error of a seeds.txt must turn red is in the results of its suite", "\n".join(wrong))
    return tap_out.end()


def main():
    if sys.argv[1:2] == ["--names"]:
        return look_for_names(sys.argv[2:])
    wanted = [seed for seed in all_seeds(ROOT) if not sys.argv[1:] or
              any(text in (seed["folder"], seed["suite"]) or text in seed["what"] for text in sys.argv[1:])]
    tree.copy(ROOT, COPY)
    os.chdir(COPY)
    for seed in wanted:
        sentence = f"{seed['suite']} notices: {seed['what']}"
        wrong, skipped = undamaged(seed["suite"], *seed["told"])
        if skipped and not wrong:
            tap_out.skip(sentence, skipped)
        else:
            wrong = wrong or problem_of(seed)
            tap_out.result(not wrong, sentence, wrong)
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main())
