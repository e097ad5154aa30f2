#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shown_test.py - shows that what no result shows of a promise is noticed, and what the page says of the rest; prints TAP."""
import os
import sys
import tempfile
from pathlib import Path

import shown
from requirements import CASES as MISUSE, ROOT, Test

import tap  # of tests/tools, as shown.py finds it
import tap_out

END = '# seconds of CPU time: 1.0\n# exit code 0\n'
RESULTS = {
    'unit-a': '1..3\nok 1 - slot_is_free\nok 2 - slot_is_late # SKIP no clock\nnot ok 3 - slot_is_lost\n' + END,
    'unit-b': '1..2\nok 1 - slot_is_free\nok 2 - slot_is_lost\n' + END,
    'prove': '1..5\nok 1 - find w8: 7 goals, 0.1 s\nok 2 - find, damaged, w8: 5 goals, 0.1 s\nok 3 - finds w8: 9 goals, 0.1 s\nok 4 - live w8: 2 goals, 0.1 s\n'
             'not ok 5 - live w32: 2 goals, 0.1 s\n' + END,
    'size-linked': '1..2\nok 1 - a\nok 2 - b\n' + END,
    'bounds': '1..2\nok 1 - a\nnot ok 2 - b\n' + END,
    'misuse': '1..2\nok 1 - wrong_type does not compile: gcc\nok 2 - wrong_type does not compile: clang\n' + END,
    'coverage': '1..1\nok 1 - the tests pass\n' + END,
    'check': '1..1\nok 1 - no include runs back up\n' + END,
    'sweep': '# FULL=1\n1..2\nok 1 - a\nok 2 - b\n' + END,
    'window': '# FULL=1\n1..2\nok 1 - a\nnot ok 2 - b\n' + END,
    'model-w8': '# FULL=1\n1..1\nok 1 - a\n' + END,
}
COMMITTED = 1000  # model-w8 was run before that
TESTS = {name: Test(path, '') for name, path in (('slot_is_free', 'tests/unit/a.c'), ('slot_is_late', 'tests/unit/a.c'), ('slot_is_lost', 'tests/unit/a.c'),
                                                 ('slot_stops', 'tests/coverage/stops.c'), ('wrong_type', MISUSE), ('wrong_typ', MISUSE))}
# a sentence, the test of a promise, what the page says of it, whether that is enough
CASES = [
    ('a test function: in how many suites it passed', 'slot_is_free', '2 suites', True),
    ('one that was skipped shows nothing', 'slot_is_late', '0 suites', False),
    ('one that failed somewhere', 'slot_is_lost', '1 suite, 1 failed', False),
    ('one of a program that is reported as one test', 'slot_stops', 'among the 1 of coverage', True),
    ('goal sets whose names begin so, and with no longer word', 'prove: find', '2 goal sets, 12 goals', True),
    ('a goal set that is false for one width', 'prove: live', '1 goal set, 2 goals, 1 failed', False),
    ('no goal set', 'prove: walk', '0 goal sets, 0 goals', False),
    ('a suite', 'size-linked', '2 tests', True),
    ('all suites of a folder', 'unit', '3 tests, 1 failed', False),
    ('a suite that failed', 'bounds', '1 test, 1 failed', False),
    ('a suite that did not run', 'shape', 'not run', False),
    ('a case of misuse, in how many builds', 'wrong_type', '2 builds', True),
    ('a case that no result names', 'wrong_typ', '0 builds', False),
    ('a rule of make check', 'no include runs back up', '1 suite', True),
    ('what CI leaves out of a suite, and was run', 'sweep FULL=1', '2 tests', True),
    ('one that was not run is not claimed', 'size FULL=1', 'by hand: not run here', True),
    ('one that failed', 'window FULL=1', '1 test, 1 failed', False),
    ('one that was run before the last commit', 'model-w8 FULL=1', 'by hand: not run here', True),
    ('a suite that takes a kernel', 'rtos', 'by hand: not run here', True),
    ('a promise without a test', 'not shown: on silicon', 'not shown', True),
]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.makedirs(tap.RESULTS)
        for suite, text in RESULTS.items():
            Path(tap.path_of(suite)).write_text(text, encoding='utf-8')
        os.utime(tap.path_of('model-w8'), (COMMITTED - 1, COMMITTED - 1))
        results = shown.Results([*RESULTS, 'rtos', 'shape'], COMMITTED)
        for sentence, test, *expected in CASES:
            seen = list(shown.figure(test, TESTS, results))
            tap_out.result(seen == expected, sentence, f'it says {seen}')
        os.chdir(ROOT)
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
