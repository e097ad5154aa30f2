#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shown.py - what the last runs of the suites showed of each promise: writes build/promises.md, with the commit; prints TAP.

usage: shown.py SUITE ...     all of them; it runs none

Red if a test of a promise failed, or was not run although CI runs it. What CI leaves out counts only if it was run after the last commit.
"""
import re
import subprocess
import sys
from pathlib import Path

import requirements
from requirements import FULL, NOT_SHOWN, PROVED, ROOT, is_by_hand

sys.path.insert(0, str(ROOT / 'tests/tools'))
import tap  # noqa: E402  (of tests/tools)
import tap_out  # noqa: E402
import generated  # noqa: E402  (of tests/check)

PAGE = 'build/promises.md'
WHOLE = {'tests/coverage/': 'coverage', 'tests/parallel/wait.c': 'wait'}  # suites that report a program as one test
HEAD = '''# What the tests showed of each promise

Commit %s. Made from the results of its suites by `make promises`; what the words mean, and the tests: tests/requirements/requirements.txt.
A figure is how many tests, or suites, boards and builds, passed.
%s'''


class Results:
    """The last results of suites: {suite: how many tests passed, how many failed}; `tests`: [(suite, a test's name, has it passed)]"""

    def __init__(self, suites, since):
        self.suites = [suite for suite in suites if Path(tap.path_of(suite)).exists()]
        self.full = set()
        self.passed, self.failed, self.tests, self.named = {}, {}, [], {}
        for suite in self.suites:
            result = tap.load(suite)
            self.passed[suite], self.failed[suite] = result.passed, result.failed
            self.full |= {suite} if result.is_full and Path(tap.path_of(suite)).stat().st_mtime > since else set()
            self.tests += [(suite, *test) for test in self.tests_of(suite)]
        for _, name, is_passed in self.tests:
            self.named.setdefault(name, []).append(is_passed)

    @staticmethod
    def tests_of(suite):
        text = Path(tap.path_of(suite)).read_text(encoding='utf-8', errors='replace')
        tests = (tap.TEST.match(line) for line in text.split('\n'))
        return [(test.group(3), not test.group(1)) for test in tests if test and not tap.SKIP.search(test.group(3))]

    def beginning(self, words, folder):
        """[(name, has it passed)] of the tests in suites of a folder whose names begin with some words."""
        return [(name, is_passed) for suite, name, is_passed in self.tests
                if suite.split('-')[0] == folder and (name + ' ').startswith(tuple(words + end for end in ' ,:'))]

    def of_suites(self, meant):
        found = [suite for suite in self.suites if suite == meant or suite.startswith(meant + '-') or suite in self.full and suite + FULL == meant]
        return sum(self.passed[suite] for suite in found), sum(self.failed[suite] for suite in found)


def many(count, word):
    return f'{count} {word}' + ('' if count == 1 else 's')


def counted(passed, word, more=''):
    """(how many passed and failed, did one and all pass)"""
    failed = passed.count(False)
    return many(passed.count(True), word) + more + (f', {failed} failed' if failed else ''), bool(passed) and all(passed)


def figure(test, tests, results):
    """(what was seen, is that enough)"""
    if test.startswith(NOT_SHOWN):
        return 'not shown', True
    if test.startswith(PROVED):
        sets = results.beginning(test[len(PROVED):], 'prove')
        goals = sum(int(count) for name, is_passed in sets for count in re.findall(r': (\d+) goals', name) if is_passed)
        return counted([is_passed for _, is_passed in sets], 'goal set', ', ' + many(goals, 'goal'))
    if test in tests and tests[test].path == requirements.CASES:
        return counted([is_passed for _, is_passed in results.beginning(test, 'misuse')], 'build')
    places = results.named.get(test, [])
    whole = [suite for begin, suite in WHOLE.items() if test in tests and tests[test].path.startswith(begin)]
    if ' ' in test.removesuffix(FULL) or test in tests and (places or not whole):
        return counted(places, 'suite')
    return figure_of_suites(test, whole, results)


def figure_of_suites(test, whole, results):
    """The same of a suite, or of a test that is somewhere in it."""
    passed, failed = results.of_suites(*whole or [test])
    if passed or failed:
        among = f'among the {passed} of {whole[0]}' if whole else many(passed, 'test')
        return among + (f', {failed} failed' if failed else ''), failed == 0
    return ('by hand: not run here', True) if is_by_hand(test) else ('not run', False)


def page(found, tests, results, commit):
    """(the page, [what is not shown])"""
    sections, missing = [], []
    for section, title in requirements.TITLES.items():
        lines = []
        for one in (one for one in found if one.section == section):
            seen = [(test, *figure(test, tests, results)) for test in one.tests]
            missing += [f'{one.name}: {test}: {words}' for test, words, is_enough in seen if not is_enough]
            lines.append((f'`{one.name}`', requirements.how(one, tests), '<br>'.join(f'{command(test, tests)}: {words}' for test, words, _ in seen)))
        sections.append(f'\n## {title}\n\n' + generated.table(['id', 'it is', 'shown by'], lines))
    return HEAD % (commit, requirements.summary(found, tests)) + ''.join(sections), missing


def command(test, tests):
    """The test without a link: the page stands outside the tree of documents."""
    return f'`{test}`' if test in tests else requirements.shown(test, tests)


def git(*words):
    return subprocess.run(['git', *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()


def main(suites):
    tests = requirements.test_functions(ROOT)
    results = Results(suites, float(git('log', '-1', '--format=%ct') or 0))
    commit = git('describe', '--always', '--dirty', '--abbrev=7', '--exclude=*') or 'unknown'
    text, missing = page(requirements.requirements(ROOT, tests), tests, results, commit)
    (ROOT / PAGE).write_text(text, encoding='utf-8')
    tap_out.result(not missing, f'each promise was shown by the last results of its tests: {PAGE}', '\n'.join(missing))
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
