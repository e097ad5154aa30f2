#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# check.py - runs every checker over the project, and prints TAP.
#
# usage: check.py               every check but those that compile much or measure, which take minutes
#        check.py --compilers   those
#        check.py TEXT          only the checks whose sentence contains the text; `TEXT; TEXT`: one of several

import glob
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
import makefiles
import style
import twins

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
sys.path.insert(0, os.path.join(ROOT, "boards", "tools"))
import png  # noqa: E402  (of boards/tools)


def figures(root):
    return generated.problems(root, costs.MAKERS, "make numbers")


def pictures(root):
    found = []
    for path in sorted(glob.glob("**/*.png", root_dir=root, recursive=True)):
        if not path.startswith("build/"):
            try:
                png.read(os.path.join(root, path))
            except ValueError as problem:
                found.append(str(problem))
    return found


# a sentence, what finds problems, what says why it cannot be run here (or None)
CHECKS = [
    ("every C file is formatted by .clang-format", compilers.formatted, None),
    ("gcc has no warning for the library and a whole pool", compilers.warnings, None),
    ("gcc's analyzer finds nothing", compilers.analyzer, None),
    ("clang-tidy finds nothing", compilers.tidy, None),
    ("cppcheck finds nothing", compilers.cppcheck, None),
    ("every public function states parameters, answer, bound, contexts and faults", docs.problems, None),
    ("every function over a pool has its typed forms, a test and a line in the changelog", twins.problems, None),
    ("what one has to read is within the project's limits", limits.problems, limits.cannot),
    ("tables made from the sources are up to date", generated.problems, None),
    ("measured figures in the documents are up to date", figures, costs.cannot),
    ("the README's example compiles, also for Cortex-M0, and prints what it says", example.problems, None),
    ("no include runs back up, and the core knows no add-on", layers.problems, None),
    ("every source has licence, job, bearable length and no left-overs", style.problems, None),
    ("no variable of a makefile is used before it is defined", makefiles.problems, None),
    ("every link in the documents leads somewhere", links.problems, None),
    ("every picture is a whole PNG file", pictures, None),
    ("the library builds without a warning for every port whose compiler is here", install.libraries, None),
    ("an installed tree has every header and nothing else, and `make uninstall` leaves nothing", install.problems, None),
]


COMPILERS = (compilers.warnings, compilers.analyzer, compilers.tidy, figures, install.libraries)


def selected(text):
    """The checks that are meant, and the texts that mean none."""
    if text in ("", "--compilers"):
        return [check for check in CHECKS if (check[1] in COMPILERS) == (text == "--compilers")], []
    texts = [part.strip() for part in text.split(";") if part.strip()]
    return ([check for check in CHECKS if any(part in check[0] for part in texts)],
            [part for part in texts if not any(part in check[0] for check in CHECKS)])


def main():
    text = " ".join(sys.argv[1:]).strip()
    wanted, unknown = selected(text)
    if unknown:
        print(f"No check has `{'`, or `'.join(unknown)}` in its sentence. The checks are:\n  " +
              "\n  ".join(check[0] for check in CHECKS), file=sys.stderr)
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
