#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""peers_test.py - a pool that is brought to the bench is counted as the bench's own; what is wrong with it is said. Prints TAP."""
import shutil
import sys
import tempfile
from pathlib import Path

import peers
from machines import HERE, ROOT, Failure, need, tap_out
from measure import Setup, measure

EXAMPLE = ROOT / HERE / 'peers/example'
FIGURES = ('row', 'operation', 'n', 'mean', 'least', 'worst', 'masked')


def figures(rows):
    return [tuple(row[name] for name in FIGURES) for row in rows if row['operation'] in ('acquire', 'release', 'refused') and row['row'] != 'any']


def counted_alike():
    """The free list of the example takes what the bench's own free list takes, called and locked."""
    for slots in peers.SLOTS:
        brought = figures(peers.rows_of_peer(peers.read(EXAMPLE), '-O2', slots))
        own = figures(measure(Setup(peers.CPU, '-O2', 'FREE_LIST', slots, form='called')))
        yield ('the example, %d slots: as the same free list of the bench' % slots,
               '' if brought == own and len(brought) > 6 else 'brought: %s\nown:     %s' % (brought, own))


def changed(folder, name, old, new):
    copy = folder / 'peer'
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(EXAMPLE, copy)
    text = (copy / name).read_text(encoding='utf-8')
    if old not in text:
        raise Failure('%s has no %s' % (name, old))
    (copy / name).write_text(text.replace(old, new), encoding='utf-8')
    return copy


# What is wrong in a file, and what must be said.
WRONG = (
    ('a missing key', 'peer.ini', 'refuses = nothing', '', 'it lacks refuses'),
    ('a key that there is not', 'peer.ini', 'refuses =', 'lock = 1\nrefuses =', 'there is no key lock'),
    ('a missing section', 'peer.ini', '[peer]', '[pool]', 'no section [peer]'),
    ('a line that is no key', 'peer.ini', 'version = 1.0', 'version', 'version'),
    ('a source that there is not', 'peer.ini', 'blocks.c', 'block.c', 'there is no source'),
    ('another word for interrupts', 'peer.ini', 'version =', 'interrupts = no\nversion =', 'interrupts is "counted"'),
    ('a source that does not compile', 'blocks.c', 'first_free = block;', 'first_free = blok;', "'blok' undeclared"),
    ('a pool that is full too early', 'peer.h', 'BENCH_SLOTS);', 'BENCH_SLOTS - 1);', 'it was full before'),
    ('a pool that has a slot too many', 'peer.h', 'storage[BENCH_SLOTS]', 'storage[BENCH_SLOTS + 1]', 'it gave out more'),
)


def must_fail(said, act):
    """What is said instead; nothing if it is that."""
    try:
        act()
    except Failure as failure:
        return '' if said in str(failure) else str(failure)
    return 'nothing fails'


def refused(folder):
    for what, name, old, new, said in WRONG:
        copy = changed(folder, name, old, new)
        if what == 'a pool that has a slot too many':
            header = copy / 'peer.h'
            header.write_text(header.read_text(encoding='utf-8').replace('BENCH_SLOTS);', 'BENCH_SLOTS + 1);'), encoding='utf-8')
        yield '%s is refused' % what, must_fail(said, lambda copy=copy: peers.rows_of_peer(peers.read(copy), '-O2', 64))
    yield 'a folder without pools is refused', must_fail('has no folder with a peer.ini', lambda: peers.read_all(EXAMPLE))


def main():
    try:
        need([peers.CPU])
        with tempfile.TemporaryDirectory() as folder:
            return tap_out.every((*counted_alike(), *refused(Path(folder))))
    except Failure as failure:
        return tap_out.every([('it builds and runs', str(failure))])


if __name__ == '__main__':
    sys.exit(main())
