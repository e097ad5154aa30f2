#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# numbers.py - brings every generated block of the documents up to date.

import os
import sys

import costs
import generated

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))


def main():
    makers = dict(generated.MAKERS)
    reason = costs.cannot()
    if reason:
        print(f"The measured figures stay as they are: {reason}.")
    else:
        makers.update(costs.MAKERS)
    for path in generated.rewrite(ROOT, makers):
        print(f"  rewrote  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
