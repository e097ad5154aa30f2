# SPDX-License-Identifier: MIT
# sets.py - the goal sets by name: each is a function and a configuration, or a few lemmas, that are proved together.

import copy

from c_text import Target

# 16-bit int and addresses as on AVR and with SDCC, where refs have 16 bits and faults no names.
TARGETS = {"w8 int16": Target(8, 16, 16, 16, NAMES=0), "w32": Target(32), "w8": Target(8, 16), "w16 int16": Target(16, 16, 16, 16, NAMES=0),
           "w16": Target(16), "w64": Target(64, 32, 32, 64)}
SETS = {}  # name: a function that returns (hypotheses, goals, what a counterexample shows)
ONLY_FULL = set()  # names that the default run leaves out


def add(name, function, *arguments, is_quick=True, **named):
    SETS[name] = lambda: function(*arguments, **named)
    if not is_quick:
        ONLY_FULL.add(name)


def with_options(target, **changes):
    """A target with other fields or other options of config.h."""
    other = copy.copy(target)
    other.options = dict(target.options)
    for name, value in changes.items():
        if hasattr(other, name):
            setattr(other, name, value)
        else:
            other.options[name] = value
    return other
