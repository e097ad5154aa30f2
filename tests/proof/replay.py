#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""replay.py - binds lock_free.pml to lockfree.h: the text makes each access of many traces of the model, and no other. Prints TAP.

Then the text is changed, one access at a time: each change must be noticed.
"""
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import tap_out  # noqa: E402  (of tests/tools)

GEOMETRIES, TRACES = [(1, 1), (3, 0), (3, 1), (0, 1)], 50
COUNT = '(void)HUTCH_FETCH_ADD(hutch_lockfree_releases, 1u, HUTCH_ORDER_COUNT);'
LOOK = 'before = HUTCH_ATOMIC_LOAD(pool->live[*k], leaves == 1 ? __ATOMIC_RELAXED : HUTCH_ORDER_LOOK);'
# What is wrong, the text, and what stands there instead.
WRONG = [
    ('a release is counted before the bit is cleared', 'const hutch_word_t before = HUTCH_FETCH_AND(pool->live[k], others',
     'hutch_lockfree_note_room(pool, k);\n    const hutch_word_t before = HUTCH_FETCH_AND(pool->live[k], others'),
    ('a release is not counted', COUNT, ''),
    ('full after one round, whatever was released', 'while (mask == 0 && leaves > 1 &&', 'while (mask == 0 && leaves > 2 &&'),
    ('the counter is read after the first look', LOOK,
     LOOK + ' if (looked == 0) { releases = HUTCH_ATOMIC_LOAD(hutch_lockfree_releases, HUTCH_ORDER_COUNT); }'),
    ('a word is read twice', LOOK, LOOK + LOOK),
    ('the bit is stored without a swap', '!HUTCH_CAS_WEAK(pool->live[*k], before, (hutch_word_t)(before | mask),', '!HUTCH_CAS_WEAK(pool->live[*k], pool->live[*k], (hutch_word_t)(before | mask),'),
    ('the highest free slot is taken', 'starts & (hutch_word_t)(0u - starts)', 'starts & (hutch_word_t)~(starts >> 1)'),
    ('the round leaves out the last word', 'mask == 0 && looked < leaves', 'mask == 0 && looked < leaves - 1u'),
    ('a round goes backwards', '*k + 1 < leaves ? *k + 1 : 0', '0'),
    ('a slot is taken without a swap', 'while (mask != 0 && !HUTCH_CAS', 'while (false && !HUTCH_CAS')]


def traces():
    """Random runs of the model, which end."""
    for free in GEOMETRIES:
        for seed in range(1, TRACES + 1):
            flags = ['-D%s=%s' % pair for pair in (('PROTOCOL', 'SHIPPED'), ('PROCESSES', 2), ('TURNS', 2), ('FREE_0', free[0]), ('FREE_1', free[1]))]
            done = subprocess.run(['spin', '-T', '-n%d' % seed, '-DREPLAY', *flags, str(HERE / 'lock_free.pml')], cwd=ROOT / 'build/proof',
                                  check=True, capture_output=True, text=True)
            yield '= %d %d\n' % free + done.stdout


def replayed(text, replaced):
    """(is the text as the model, what was said) of lockfree.h, with something replaced"""
    folder = ROOT / 'build/proof/replay'
    copy = folder / 'hutch/core'
    copy.mkdir(parents=True, exist_ok=True)
    source = (ROOT / 'include/hutch/core/lockfree.h').read_text(encoding='utf-8')
    if source.count(replaced[0]) != 1:
        return None, 'the text has not one ' + replaced[0]
    for file in (ROOT / 'include/hutch').rglob('*.h'):
        target = folder / 'hutch' / file.relative_to(ROOT / 'include/hutch')
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.read_text(encoding='utf-8') if file.name != 'lockfree.h' else source.replace(*replaced), encoding='utf-8')
    built = subprocess.run(['gcc', '-std=gnu99', '-O1', '-w', '-DHUTCH_CFG_LOCK_FREE=1', '-DHUTCH_CFG_WORD_BITS=8', '-I', str(folder), '-Iport/host',
                            'tests/proof/replay.c', 'src/hutch_fault.c', 'port/host/hutch_port.c', '-pthread', '-o', str(folder / 'replay')],
                           cwd=ROOT, check=False, capture_output=True, text=True)
    if built.returncode != 0:
        return None, built.stderr[-300:]
    try:
        done = subprocess.run([str(folder / 'replay')], input=text, check=False, capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        return False, 'it does not stop'
    return done.returncode == 0, done.stdout[-300:].strip()


def main():
    if subprocess.run(['sh', 'boards/tools/need.sh', 'spin', 'gcc'], cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        print('1..0 # SKIP spin is not installed')
        return 0
    (ROOT / 'build/proof').mkdir(parents=True, exist_ok=True)
    text = ''.join(traces())
    holds, said = replayed(text, ('#endif\n\n#endif\n', '#endif\n\n#endif\n'))
    tap_out.result(holds is True, 'lockfree.h makes every access of the model: ' + said, said)
    for about, *replaced in WRONG:
        holds, said = replayed(text, replaced)
        tap_out.result(holds is False, about + ': noticed', said)
        if holds is False:
            print('# ' + said.split('\n')[0])
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
