#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""requirements.py - what hutch promises, and which tests show it: checks requirements.txt, and makes a page of it.

usage: requirements.py [--write] SUITE ...     prints TAP; --write also writes build/requirements.md; the suites come from make
What must have a requirement is read from the headers: every public function, fault, option and port.
"""
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'tests/check'), str(ROOT / 'tests/tools')]
import check  # noqa: E402  (of tests/check)
import docs  # noqa: E402
import generated  # noqa: E402
import tap_out  # noqa: E402  (of tests/tools)
import tree  # noqa: E402
import twins  # noqa: E402

LIST, PAGE = 'tests/requirements/requirements.txt', 'build/requirements.md'
NOT_SHOWN = 'not shown: '  # what stands behind it has no test
PROVED = 'prove: '  # a goal set of tests/proof, or the words with which the names of several begin: `make prove` fails if there is none
FULL = ' FULL=1'  # a suite with more than CI runs of it
CASES = 'tests/misuse/cases.txt'
KERNEL = 'rtos'  # CI has this suite, and skips it: it takes a kernel that the user supplies
SEARCHED = ('proof', 'orders', 'sweep', 'step', 'tests/model/states.c', 'tests/model/model.h', 'tests/model/worlds.c', 'tests/model/herds.c')  # every state, every order of steps, every instruction
MEASURED = ('size-linked', 'bench', 'bounds', 'shape', 'measured figures in the documents are up to date')
TITLES = {'promises': 'Of the whole', 'functions': 'Of each function', 'faults': 'Of each fault', 'options': 'Of each option', 'ports': 'Of each port'}
# {function: what the tests call instead}
CALLED_THROUGH = {'hutch_fault_print': 'debug_text', 'hutch_evict_oldest_': 'HUTCH_POLICY_OLDEST', 'hutch_prefab_of_': 'prefab'}
KINDS = ('proved', 'searched', 'tested', 'measured', 'by hand', 'believed')
SHOWN_MOST = 4  # of the test functions that were found by a fault's code


@dataclass
class Requirement:
    """A line of requirements.txt, or what the headers say that has none."""
    section: str
    name: str
    promise: str
    tests: list


@dataclass(frozen=True)
class Test:
    """A test function: the file that it stands in, and its body."""
    path: str
    body: str


# ---- What there is.

def is_by_hand(test):
    return test == KERNEL or test.endswith(FULL)


def test_functions(root):
    """{name: Test} of the functions TEST(name), of the laws in tests/model/model.h, and of the cases of misuse."""
    found = {name: Test(CASES, '') for name in re.findall(r'^case (\w+)', tree.read(root, CASES), re.M)}
    for path in tree.files(root, '.c', '.h'):
        if path.startswith('tests/'):
            text = tree.read(root, path)
            found.update((name, Test(path, body)) for name, body in re.findall(r'^TEST\((\w+)\)\n\{\n(.*?)^\}', text, re.M | re.S))
            found.update((name, Test(path, '')) for name in re.findall(r'\bLAW\((\w+)\)', text))
    return found


def promised(root):
    """{section: {id: the promise}} of what the headers document."""
    functions = {function.name: generated.first_sentence(function.tag('')) + ' Returns ' + function.tag('@return')
                 for function in generated.public_functions(root)}
    faults = {'HUTCH_FAULT_' + name: text for name, _, text, _ in docs.fault_codes(root) if name != 'NONE'}
    headers = ['include/hutch/config.h', *generated.port_headers(root), *(path for path in tree.files(root, '.h') if path.startswith('port/cpu/'))]
    options = {name: generated.first_sentence(text) for path in headers for name, _, text in generated.option_rows(tree.read(root, path))}
    ports = {'port-' + path.split('/')[1]: generated.first_sentence(generated.port_head(tree.read(root, path))[0])
             for path in generated.port_headers(root) if '/template/' not in path}
    return {'functions': functions, 'faults': faults, 'options': options, 'ports': ports}


def read_list(root):
    """The lines of requirements.txt."""
    section, found = '', []
    for line in tree.read(root, LIST).splitlines():
        head = re.fullmatch(r'\[(\w+)\]', line)
        if head:
            section = head.group(1)
        elif line and not line.startswith('#'):
            name, promise, tests = (cell.strip() for cell in line.split('|'))
            found.append(Requirement(section, name, promise, [test.strip() for test in tests.split(';')]))
    return found


def requirements(root, tests):
    """The lines of the file, then the faults that need none; promises that the headers have are filled in."""
    words, found = promised(root), read_list(root)
    listed = {requirement.name for requirement in found}
    for name in words['faults']:
        by_code = sorted((test.path, test_name) for test_name, test in tests.items() if re.search(r'\b%s\b' % name, test.body))
        if name not in listed and by_code:
            by_code.sort(key=lambda row: not row[0].startswith(('tests/unit/', 'tests/debug/')))
            found.append(Requirement('faults', name, '', [test_name for _, test_name in by_code[:SHOWN_MOST]]))
    for requirement in found:
        requirement.promise = requirement.promise or words.get(requirement.section, {}).get(requirement.name, '')
    return found


# ---- What must hold.

def is_there(test, tests, suites):
    return (test.startswith((NOT_SHOWN, PROVED)) or test in tests or any(suite == test.removesuffix(FULL) or suite.startswith(test + '-') for suite in suites)
            or test in [claim for claim, _, _ in check.CHECKS])


def missing_tests(found, tests, suites):
    return ['%s: there is no test %s' % (requirement.name, test) for requirement in found for test in requirement.tests
            if not is_there(test, tests, suites)]


def without_requirement(root, found):
    listed = [(requirement.section, requirement.name) for requirement in found]
    words = promised(root)
    gaps = ['%s has no requirement' % name for section in words for name in words[section] if (section, name) not in listed]
    strays = ['%s is no id of the headers' % name for section, name in listed if section in words and name not in words[section]]
    return gaps + strays + ['%s stands twice' % name for name in sorted({name for _, name in listed}) if [row[1] for row in listed].count(name) > 1]


def without_promise(found):
    return ['%s promises nothing' % requirement.name for requirement in found if not requirement.promise or not all(requirement.tests)]


def not_called(root, found, tests):
    """Functions of which no named test stands in a file that calls them, by whatever form."""
    gaps = []
    for requirement in found:
        if requirement.section == 'functions':
            verb = requirement.name[len('hutch_'):].rstrip('_')
            forms = {verb, twins.NUMBER_FORM.sub('', verb), verb.replace('_prefab', ''), CALLED_THROUGH.get(requirement.name, verb)}
            call = re.compile(r'(\b|_)(%s)_?\s*\(' % '|'.join(sorted(forms)))
            paths = {tests[test].path for test in requirement.tests if test in tests}
            if not any(call.search(tree.read(root, path)) for path in paths):
                gaps.append('%s: no named test stands in a file that calls it' % requirement.name)
    return gaps


# ---- The page.

def kind(test, tests):
    """How strong it is: `proved` for every capacity, `searched` in all cases up to a size, `tested` in some, `measured`; `by hand` if CI does not run it;
    or only `believed`."""
    begin = tests[test].path if test in tests else test
    return ('proved' if test.startswith(PROVED) else 'believed' if test.startswith(NOT_SHOWN) else 'by hand' if is_by_hand(test)
            else 'searched' if begin.startswith(SEARCHED) else 'measured' if begin.startswith(MEASURED) else 'tested')


def how(requirement, tests):
    kinds = {kind(test, tests) for test in requirement.tests}
    return ', '.join(name for name in KINDS if name in kinds)


def shown(test, tests):
    if test.startswith(PROVED):
        return '`make prove`: %s' % test[len(PROVED):]
    if test in tests:
        return '[`%s`](../%s)' % (test, tests[test].path)
    if test.startswith(NOT_SHOWN):
        return '**%s**' % test
    return '`make check`: %s' % test if ' ' in test else '`make test-%s`' % test


def page(found, tests):
    text = []
    for section, title in TITLES.items():
        rows = [('`%s`' % requirement.name, generated.escape(requirement.promise), how(requirement, tests),
                 '<br>'.join(shown(test, tests) for test in requirement.tests)) for requirement in found if requirement.section == section]
        text.append('\n## %s\n\n%s' % (title, generated.table(['id', 'promise', 'it is', 'shown by'], rows)))
    return summary(found, tests) + ''.join(text)


def summary(found, tests):
    """How many promises stand on what; many stand on several."""
    kinds = [how(requirement, tests).split(', ') for requirement in found]
    counts = ['%s: %d' % (name, sum(name in row for row in kinds)) for name in KINDS]
    return '\n%d promises. %s. Some are more than one of these.\n' % (len(found), ', '.join(counts).capitalize())


def claims(root, suites):
    tests = test_functions(root)
    found = requirements(root, tests)
    yield 'every public function, fault, option and port has a requirement', without_requirement(root, found)
    yield 'every requirement is a promise with a test', without_promise(found)
    yield 'every test that is named exists', missing_tests(found, tests, suites)
    yield 'the tests of a function call it', not_called(root, found, tests)


def main():
    suites = [word for word in sys.argv[1:] if not word.startswith('-')]
    if '--write' in sys.argv:
        tests = test_functions(ROOT)
        (ROOT / 'build').mkdir(exist_ok=True)
        (ROOT / PAGE).write_text('# What hutch promises, and which test shows it\n' + page(requirements(ROOT, tests), tests), encoding='utf-8')
    return tap_out.every(claims(ROOT, suites))


if __name__ == '__main__':
    sys.exit(main())
