# SPDX-License-Identifier: MIT
# ways_in.py - the rows of the table in tests/ways/README.md: what is done with each way into a project, and its last result.
#
# The sentences come from the suites, which list them without running. A result comes from build/results where the suite has
# run, and else stays what the table says: so a table is stale when a suite has changed, or when its last run went otherwise. It
# names the version that was run, so that an old result is seen to be old.

import os
import re
import subprocess
import sys

import tree

HEADS = ["suite", "run by", "what is done", "last result"]
FOLDER = "tests/ways"


def suites(root):
    """[(suite, the make target that runs it, its command)]"""
    text = tree.read(root, f"{FOLDER}/suite.mk")
    slow = set(re.findall(r"^slow_suites \+= (\S+)", text, re.M))
    return [(name, "check-all" if name in slow else "test-ci", command.split())
            for name, command in re.findall(r"^([\w-]+)\.run := \$\((?:PYTHON|ways\.python)\) (.*)", text, re.M)]


def last_results(root, suite):
    """{sentence: what the suite's last run says}; empty if it has not run here, or has not ended."""
    path = os.path.join(root, "build/results", suite + ".tap")
    if not os.path.exists(path):
        return {}
    text = tree.read(root, path)
    version = re.search(r"^# hutch (\S+)", text, re.M)
    if not version:
        return {}
    return {sentence: f"{version.group(1)} {'fails' if word.startswith('not') else 'passes'}"
            for word, sentence in re.findall(r"^((?:not )?ok) \d+ - (.*)", text, re.M)}


def recorded(root):
    """{(suite, sentence): result} of the table as it stands."""
    text = tree.read(root, f"{FOLDER}/README.md")
    return {(suite, sentence): result
            for suite, sentence, result in re.findall(r"^\| `([\w-]+)` \| [^|]* \| (.*) \| (\w[^|]*) \|$", text, re.M)}


def rows(root):
    before, found = recorded(root), []
    for suite, target, command in suites(root):
        listed = subprocess.run([sys.executable, "-B", *command, "--list"], cwd=root, capture_output=True, text=True, check=True)
        results = last_results(root, suite)
        for sentence in listed.stdout.strip().split("\n"):
            result = results.get(sentence) or before.get((suite, sentence)) or "never run"
            found.append((f"`{suite}`", f"`make {target}`", sentence, result))
    return found
