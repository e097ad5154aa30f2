#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# numbers.py - brings every generated block of the documents up to date.
#
# usage: numbers.py [--tables]   --tables: only the blocks that need no compiler

import os
import sys

import generated

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))


def measured():
    """What makes the measured blocks; nothing where the figures would be those of another compiler."""
    import costs  # needs the compilers
    reason = costs.cannot()
    if reason:
        print(f"The measured figures stay as they are: {reason}.")
    return {} if reason else costs.MAKERS


def main():
    makers = dict(generated.MAKERS)
    if "--tables" not in sys.argv[1:]:
        makers.update(measured())
    for path in generated.rewrite(ROOT, makers):
        print(f"  rewrote  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
