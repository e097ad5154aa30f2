#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# check.py - runs every checker over the project, and prints TAP.
#
# usage: check.py               every check
#        check.py --quick       without the analyzers, which take minutes
#        check.py --analyzers   those
#        check.py TEXT          only the checks whose sentence contains the text; several words are one text

import os
import sys

import compilers
import costs
import docs
import example
import generated
import install
import layers
import limits
import links
import style
import twins

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))

# a sentence, what finds problems, what says why it cannot be run here (or None)
CHECKS = [
    ("every C file is formatted by .clang-format", compilers.formatted, None),
    ("gcc has no warning for the library and a whole pool", compilers.warnings, None),
    ("gcc's analyzer finds nothing", compilers.analyzer, None),
    ("clang-tidy finds nothing", compilers.tidy, None),
    ("cppcheck finds nothing", compilers.cppcheck, None),
    ("every public function states parameters, answer, bound, contexts and faults", docs.problems, None),
    ("every function of generic.h has its typed forms, a test and a line in the changelog", twins.problems, None),
    ("what one has to read is within the project's limits", limits.problems, limits.cannot),
    ("tables made from the sources are up to date", generated.problems, None),
    ("measured figures in the documents are up to date", lambda root: generated.problems(root, costs.MAKERS, "make numbers"), costs.cannot),
    ("the README's example compiles, also for Cortex-M0, and prints what it says", example.problems, None),
    ("no include runs back up", layers.problems, None),
    ("every source has licence, job, bearable length and no left-overs", style.problems, None),
    ("every link in the documents leads somewhere", links.problems, None),
    ("the library builds without a warning for every port whose compiler is here", install.libraries, None),
    ("an installed tree is as listed, and a program finds it by pkg-config", install.problems, None),
]


ANALYZERS = (compilers.analyzer, compilers.tidy)


def selected(text):
    if text in ("--quick", "--analyzers"):
        return [check for check in CHECKS if (check[1] in ANALYZERS) == (text == "--analyzers")]
    return [check for check in CHECKS if text in check[0]]


def main():
    text = " ".join(sys.argv[1:]).strip()
    wanted = selected(text)
    if not wanted:
        print(f"No check has `{text}` in its sentence. The checks are:\n  " + "\n  ".join(check[0] for check in CHECKS),
              file=sys.stderr)
        return 2
    print(f"1..{len(wanted)}")
    failed = 0
    for number, (claim, find, cannot) in enumerate(wanted, 1):
        reason = cannot() if cannot else None
        if reason:
            print(f"ok {number} - {claim} # SKIP {reason}", flush=True)
            continue
        found = find(ROOT)
        failed += bool(found)
        print(f"{'not ok' if found else 'ok'} {number} - {claim}")
        for problem in found:
            print("# " + problem.replace("\n", "\n# "))
        sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
