#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""orders.py - weakens each memory order of atomic.h and queue.h alone; the thread sanitizer must report it. Prints TAP.

The sanitizer tracks which access happens before which, and reports two accesses to an object's bytes that nothing orders, so it finds an
order that is too weak on a PC, which has a strong order of its own. What it cannot report is in EXCUSED, and must be found to be so: a list that is
too long fails, too. Neither it nor the emulators reorder as a weakly ordered CPU may; it sees only what has run.
"""
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import cpu_time  # noqa: E402  (of tests/tools)

EXIT_RACE = 66  # the sanitizer's
WEAKER = {'ACQUIRE': ['RELAXED'], 'RELEASE': ['RELAXED'], 'SEQ_CST': ['ACQ_REL', 'RELEASE', 'ACQUIRE', 'RELAXED']}
# Orders that an access of its kind may not have.
LOADS = ('LOOK', 'SEE')
# Orders that locked pools have, too, for whoever reads without the lock.
SHARED = ('SHOW', 'SEE')


def orders():
    """{name: its order} as the headers have them."""
    text = ''.join((ROOT / 'include/hutch' / path).read_text(encoding='utf-8') for path in ('core/atomic.h', 'queue.h'))
    return dict(re.findall(r'define HUTCH_ORDER_(\w+) __ATOMIC_(\w+)', text))


# {order: the weaker ones that are not reported}. The bytes need no more than an acquire and a release. ..._SEVERAL are sequentially consistent because of
# the result "full", which orders no bytes: `make prove` proves it. LOOK: the swap after it is an acquire; this read alone
# decides "full". COUNT, the counter of releases, is used for "full" only.
EXCUSED = {'ACQUIRE_SEVERAL': ('ACQUIRE', 'ACQ_REL'), 'RELEASE_SEVERAL': ('RELEASE', 'ACQ_REL'), 'LOOK': ('ACQUIRE', 'RELAXED'),
           'COUNT': ('ACQ_REL', 'RELEASE', 'ACQUIRE', 'RELAXED')}


def justified():
    """{(name, weaker order)} that EXCUSED names."""
    return {(name, order) for name, several in EXCUSED.items() for order in several}


def run(case):
    """Is a race reported? None: it did not build."""
    name, order, lock = case
    folder = ROOT / 'build/orders'
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / ('%s-%s-%s' % case if name else 'shipped-%s' % lock)
    flags = ['-DHUTCH_CFG_LOCK_FREE=1', '-DBAR_LOCK=HUTCH_LOCK_%s' % lock, *(['-DHUTCH_ORDER_%s=__ATOMIC_%s' % (name, order)] if name else [])]
    sources = [HERE / 'orders.c', *(ROOT / 'src' / file for file in ('hutch_fault.c', 'hutch_fault_print.c', 'hutch_fault_text.c', 'hutch_lockfree.c'))]
    built = cpu_time.run(['gcc', '-std=c99', '-O2', '-g1', '-w', '-fsanitize=thread', '-pthread', '-I', ROOT / 'include',
                          '-I', ROOT / 'port/host', *flags, *sources, ROOT / 'port/host/hutch_port.c', '-o', program],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    if built.returncode != 0:
        return None, built.stdout
    done = cpu_time.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120,
                        env={'TSAN_OPTIONS': 'exitcode=%d halt_on_error=1' % EXIT_RACE})
    return done.returncode == EXIT_RACE, done.stdout


def cases():
    """(order, weaker, the lock of the pool that others look into)"""
    for lock in ('FREE', 'IRQ'):
        yield None, None, lock
        for name, order in orders().items():
            for weaker in WEAKER.get(order, []):
                if not (name in LOADS and weaker in ('RELEASE', 'ACQ_REL')) and (lock == 'FREE' or name in SHARED):
                    yield name, weaker, lock


def main():
    excused = justified()
    found = list(cases())
    print('1..%d' % (len(found) + 1))
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for number, (case, (race, said)) in enumerate(zip(found, pool.map(run, found)), 1):
            where = {'FREE': '', 'IRQ': ' in a locked pool'}[case[2]]
            if case[0] is None:
                holds, about = race is False, 'the orders as they are%s: no race' % where
            elif case[:2] in excused:
                holds, about = race is False, '%s as %s%s: no race seen, and EXCUSED says why' % (*case[:2], where)
            else:
                holds, about = race is True, '%s as %s%s: a race is reported' % (*case[:2], where)
            failed += not holds
            print('%s %d - %s' % ('ok' if holds else 'not ok', number, about), flush=True)
            if not holds:
                print('# ' + said[-1500:].replace('\n', '\n# '), flush=True)
    stale = excused - {case[:2] for case in found}
    print('%s %d - EXCUSED has nothing else%s' % ('not ok' if stale else 'ok', len(found) + 1, ' ' + str(stale) if stale else ''))
    return 1 if failed or stale else 0


if __name__ == '__main__':
    sys.exit(main())
