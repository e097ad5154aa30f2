#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py - counts what every operation costs on every CPU, beside what people write instead.

usage: bench.py [--write] [--all | CPU ...]     prints TAP; without a CPU a small part, as `make test-ci` runs it
--write also renews results.csv, the tables of README.md and growth.svg; it needs --all.
results.csv holds what the page and the goals quote, and what the small part measures; every row that was measured is in
results.csv of the build's folder.
"""
import sys
from concurrent.futures import ThreadPoolExecutor

import charts
import goals
import matrix
import results_file
import stack
import tables
from machines import BUILD, HERE, MACHINES, ROOT, Failure, need
from measure import library, measure

RESULTS = ROOT / HERE / 'results.csv'
COLUMNS = ('cpu', 'level', 'subject', 'slots', 'lock', 'check', 'form', 'kind', 'compiler', 'stats', 'row', 'operation', 'n', 'mean', 'least', 'worst',
           'masked', 'ram')
SETUP = COLUMNS.index('row')  # the columns before it are the setup


def flatten(setup, found):
    """One line of the table of results, as it stands in the file."""
    line = {**setup.__dict__, **found}
    line['mean'] = '%.2f' % found['mean']
    return tuple(str(line.get(column, '')) for column in COLUMNS)


def attempt(setup):
    """The rows of a setup, or why there are none: the others go on."""
    try:
        return measure(setup)
    except Failure as failure:
        return failure


def measure_all(setups):
    for setup in setups:
        library(setup.cpu, setup.level, setup.check, setup.options(), setup.compiler)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(attempt, setups))
    failures = [str(found) for found in results if isinstance(found, Failure)]
    if failures:
        raise Failure('\n'.join(failures))
    return [(setup, found) for setup, rows in zip(setups, results) for found in rows]


def games_agree(results):
    """Every subject plays the same game, whatever its pool: else the frames compare nothing."""
    sums = {}
    for setup, found in results:
        if 'checksum' in found:
            sums.setdefault(setup.slots, set()).add(found['checksum'])
    return all(len(found) == 1 for found in sums.values())


def table_of(lines):
    return tables.Results([dict(zip(COLUMNS, line)) for line in lines])


def quoted(lines):
    """The lines that are kept: asked for by the documents or the goals, or of a setup that `make test-ci` measures."""
    table = table_of(lines)
    documents(table)
    list(goals.everything(table))
    few = {tuple(str(setup.__dict__[column]) for column in COLUMNS[:SETUP]) for setup in matrix.few()}
    asked = {tuple(row[column] for column in COLUMNS) for key, row in table.rows.items() if key in table.asked}
    return [line for line in lines if line in asked or line[:SETUP] in few]


def claims(lines, results, is_whole):
    """What must hold, as pairs of a truth and a sentence."""
    kept = results_file.read(RESULTS)
    setups = {line[:SETUP] for line in lines}
    stale = set(kept) ^ set(quoted(lines)) if is_whole else {line for line in kept if line[:SETUP] in setups} - set(lines)
    for line in sorted(stale)[:8]:
        print('# in results.csv and not measured, or the reverse: ' + ','.join(line))
    yield not stale and kept, 'results.csv holds what was measured here, %d rows (make bench renews it)' % len(kept)
    yield games_agree(results), 'every subject plays the same game'
    table = table_of(kept)
    for name, text in documents(table).items():
        path = ROOT / HERE / name
        yield path.exists() and path.read_text(encoding='utf-8') == text, '%s is made from results.csv (make bench)' % name
    yield stack.is_fresh(ROOT / HERE, stack.CPUS if is_whole else ('m3',)), 'stack.json holds what the compiler says (make bench)'
    yield from goals.claims(table)


def documents(table):
    """The files that are made from the results: {name: text}."""
    kept = (ROOT / HERE / 'README.md').read_text(encoding='utf-8').partition(tables.MARKER)[0]
    return {'README.md': kept + tables.MARKER + tables.text(table) + goals.text(table) + stack.kept(ROOT / HERE), 'growth.svg': charts.growth(table)}


def main():
    words = sys.argv[1:]
    cpus = list(MACHINES) if '--all' in words else [word for word in words if word in MACHINES]
    setups = matrix.everything(cpus) if cpus else list(matrix.few())
    print('TAP version 13')
    try:
        need({setup.cpu for setup in setups})
        results = measure_all(setups)
        lines = [flatten(setup, found) for setup, found in results]
        results_file.write(ROOT / BUILD / 'results.csv', COLUMNS, lines)
        if '--write' in words and '--all' in words:
            results_file.write(RESULTS, COLUMNS, quoted(lines))
            stack.write(ROOT / HERE)
            for name, text in documents(table_of(lines)).items():
                (ROOT / HERE / name).write_text(text, encoding='utf-8')
    except Failure as failure:
        print('not ok 1 - the programs build and run\n# %s\n1..1' % str(failure).replace('\n', '\n# '))
        return 1
    failed = number = 0
    for number, (claim, name) in enumerate(claims(lines, results, '--all' in words), 1):
        failed += not claim
        print('%s %d - %s' % ('ok' if claim else 'not ok', number, name))
    print('1..%d' % number)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
