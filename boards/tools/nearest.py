#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# nearest.py - the word of a list that was probably meant: `nearest.py TYPED WORD ...` prints it, or nothing if none is near.

import difflib
import sys

NEAR = 0.6  # of 1, as difflib measures likeness

print("".join(difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1, NEAR)))
