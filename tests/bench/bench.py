#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py - counts what every operation costs on every CPU, beside what people write instead.

usage: bench.py [--write] [--all | CPU ...]     prints TAP; without a CPU a small part, as `make test-ci` runs it
--write also renews results.csv and the tables of README.md; it needs --all.
Only programs of which the page or a goal asks a figure are measured, and only such rows are kept.
"""
import sys
from concurrent.futures import ThreadPoolExecutor

import goals
import matrix
import results_file
import stack
import tables
from machines import BUILD, HERE, MACHINES, ROOT, Failure, need, tap_out
from measure import library, measure

RESULTS, PAGE = ROOT / HERE / 'results.csv', ROOT / HERE / 'README.md'
COLUMNS = ('cpu', 'level', 'subject', 'slots', 'lock', 'check', 'form', 'kind', 'compiler', 'stats', 'row', 'operation', 'n', 'mean', 'least', 'worst',
           'masked', 'ram')
SETUP = COLUMNS.index('row')  # the columns before it are the setup; the operations of a row stand in one line


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


def asked(lines):
    """The results, of which the page, the goals and tests/check/kernels.py have asked their rows."""
    table = table_of(lines)
    tables.text(table)
    list(goals.everything(table))
    table.pair('m3', 16)
    for operation in ('acquire', 'release'):
        table.worst('m3', 16, operation)
        for cpu, heap in (('m3', 'newlib-nano'), ('avr', 'avr-libc')):
            for subject in ('hutch', heap):
                for row in ('sizes 16', 'sizes 48', 'sizes 96', 'sizes churn'):
                    table.find(cpu, 34, row, operation, subject=subject, level='-Os')
    return table


def everything(cpus):
    """The programs that have a row that is asked for."""
    setups = dict.fromkeys(matrix.setup_of(words) for words in asked([]).asked.values())
    return [setup for setup in setups if setup.cpu in cpus and matrix.is_possible(setup)]


def quoted(lines):
    """The lines that are kept."""
    table = asked(lines)
    kept = {tuple(row[column] for column in COLUMNS) for key, row in table.rows.items() if key in table.asked}
    return [line for line in lines if line in kept]


def claims(lines, results, is_whole):
    """What must hold, as a sentence and what speaks against it."""
    kept = results_file.read(RESULTS, SETUP + 1)
    setups = {line[:SETUP] for line in lines}
    stale = set(kept) ^ set(quoted(lines)) if is_whole else {line for line in kept if line[:SETUP] in setups} - set(lines)
    yield ('results.csv holds what was measured here, %d rows (make bench renews it)' % len(kept),
           ['in results.csv and not measured, or the reverse: ' + ','.join(line) for line in sorted(stale)[:8]] if kept else ['it is empty'])
    yield 'every subject plays the same game', [] if games_agree(results) else ['their sums differ']
    table = table_of(kept)
    yield 'README.md is made from results.csv (make bench)', [] if PAGE.read_text(encoding='utf-8') == page(table) else ['it is stale']
    yield 'stack.json holds what the compiler says (make bench)', [] if stack.is_fresh(ROOT / HERE, stack.CPUS if is_whole else ('m3',)) else ['it is stale']
    yield from goals.claims(table)


def page(table):
    """README.md as it is made from the results."""
    kept = PAGE.read_text(encoding='utf-8').partition(tables.MARKER)[0]
    return kept + tables.MARKER + tables.text(table) + goals.text(table) + stack.kept(ROOT / HERE)


def main():
    words = sys.argv[1:]
    cpus = list(MACHINES) if '--all' in words else [word for word in words if word in MACHINES]
    setups = everything(cpus) if cpus else list(matrix.few())
    try:
        need({setup.cpu for setup in setups})
        results = measure_all(setups)
        lines = [flatten(setup, found) for setup, found in results]
        results_file.write(ROOT / BUILD / 'results.csv', COLUMNS, lines)
        if '--write' in words and '--all' in words:
            results_file.write(RESULTS, COLUMNS, results_file.folded(quoted(lines), SETUP + 1))
            stack.write(ROOT / HERE)
            PAGE.write_text(page(table_of(lines)), encoding='utf-8')
    except Failure as failure:
        return tap_out.every([('the programs build and run', str(failure))])
    return tap_out.every(claims(lines, results, '--all' in words))


if __name__ == '__main__':
    sys.exit(main())
