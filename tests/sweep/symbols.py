# SPDX-License-Identifier: MIT
# symbols.py - the numbers of options.h, as symbols for the linker: each has a value, whoever links the program.

# Why some are one more than they mean, or 1 and 2 for no and yes, is said in options.h.
USUAL = {'pattern_first': 1, 'pattern_step': 1, 'wrong_max': 1, 'quiet': 1, 'outer': 1, 'seed': 1}


def symbols(**changes):
    """{symbol: number}, the usual ones but for `changes`."""
    unknown = set(changes) - set(USUAL)
    if unknown:
        raise KeyError('options.h has no %s' % ', '.join(sorted(unknown)))
    return {'sweep_' + name: value for name, value in {**USUAL, **changes}.items()}
