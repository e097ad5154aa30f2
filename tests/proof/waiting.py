#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""waiting.py - takes waiting through every order of its steps, and changes of its text that must be noticed.

usage: waiting.py [--full]     prints TAP; full: more tasks, some minutes
"""
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / 'tests/tools'), str(ROOT / 'tests/check')]
import cpu_time  # noqa: E402  (of tests/tools)
import tap_out  # noqa: E402
import tree  # noqa: E402  (of tests/check)

WORK = ROOT / 'build/proof'
FLAGS = ['-std=gnu99', '-O1', '-w', '-D_GNU_SOURCE', '-DHUTCH_CFG_WORD_BITS=8', '-DHUTCH_CFG_WAIT=1', '-DHUTCH_CFG_CORES=1', '-Iinclude',
         '-Itests/proof/port_waiting']
WAIT, TYPED, CORE = 'src/hutch_wait.c', 'include/hutch/wait.h', 'include/hutch/core/core.h'
SOURCES = ['tests/proof/waiting.c', WAIT, 'src/hutch_generic.c', 'src/hutch_fault.c']

# ThreadX, ChibiOS, Zephyr, NuttX; FreeRTOS and the PC; CMSIS-RTOS2; RIOT, which deletes no thread.
KERNELS = {'hands over': 1, 'queue': 2, 'drained': 3, 'semaphore': 4}
NAMES = ('WAITERS', 'SLOTS', 'ROUNDS', 'TIMED', 'THIEVES', 'DELETE', 'AFTER', 'KEEP')
HOLDS = [(2, 2, 2), (2, 2, 1, 1, 1), (2, 2, 1, 0, 0, 0, 0, 1), (3, 1, 1, 0, 0, 1), (3, 1, 1, 0, 0, 2, 2), (2, 1, 1, 0, 0, 2, 1)]
HOLDS_FULL = [(3, 3, 1, 0, 0, 0, 0, 1), (2, 2, 1, 2, 1), (3, 2), (3, 2, 1, 0, 0, 1)]
LOST = (2, 1, 1, 0, 0, 2)  # a woken task is deleted, and nobody calls wake: wait.h says that programs must
INCREMENT = 'HUTCH_STORE(waiters->waiting, waiters->waiting + 1u);'
ENTER = 'const hutch_port_state_t saved = hutch_port_enter();\n    '
WAKES = 'HUTCH_WAKE(pool, is_done);\n    return is_done;'
FREES = 'const bool is_done = policy != NULL && !'
PASSES_ON = 'if (hutch_wait_uncount(pool->options->wait) != 0) {'
# What is wrong, in which file, then pairs of what stands there once and what stands there instead.
WRONG = [
    ('a wake-up is not passed on', WAIT, (PASSES_ON, 'if (hutch_wait_uncount(pool->options->wait) != 0 && false) {')),
    ('a wake-up is passed on to nobody', WAIT, (PASSES_ON, '(void)hutch_wait_uncount(pool->options->wait);\n    {')),
    ('a wake-up is passed on without room', WAIT, ('    if (is_room) {', '    if (is_room || true) {')),
    ('who got nothing passes on', WAIT, ('(void)hutch_wait_uncount(wait->waiters);', 'hutch_wait_finish(pool);')),
    ('a task is counted after its last try', WAIT, (INCREMENT, ''), ('wait->is_woken = hutch_port_wait(', INCREMENT.replace('waiters->', 'wait->waiters->') + 'wait->is_woken = hutch_port_wait(')),
    ('no second try after counting', WAIT, ('(begin_wait(pool, wait)) {', '(begin_wait(pool, wait)) {\n        sleep_once(wait);')),
    ('who got a slot stays counted', TYPED, ('if (wait.is_counted) {', 'if (wait.is_counted && wait.end != HUTCH_WAIT_SERVED) {')),
    ('who got nothing stays counted', WAIT, ('(void)hutch_wait_uncount(wait->waiters);', '')),
    ('the count is read before its section', WAIT, (ENTER + 'const unsigned others = waiters->waiting - 1u;',
                                                    'const unsigned others = waiters->waiting - 1u;\n    ' + ENTER)),
    ('the count is lowered without a section', WAIT, (ENTER + 'const unsigned others', 'const unsigned saved = 0;\n    const unsigned others')),
    ('a release wakes before the slot is free', CORE, (FREES, 'HUTCH_WAKE(pool, true);\n    ' + FREES), (WAKES, 'return is_done;')),
    ('a release wakes nobody', CORE, (WAKES, 'return is_done;')),
    ('a release does not look who waits', 'include/hutch/core/waiting.h', ('HUTCH_LOAD((waiters)->waiting) != 0)', 'true)')),
    ('the time is over without a last try', WAIT, ('return true; // also after', 'if (wait->is_woken) { return true; } // also after')),
    ('a wait sleeps on when its time is over', WAIT, ('if (wait->ticks == 0) {\n        wait->end = HUTCH_WAIT_TIME;\n        return false;',
                                                     'if (wait->ticks == 0) {\n        wait->end = HUTCH_WAIT_TIME;')),
    ('a sleep that was ended early goes on', WAIT, ('if (!wait->is_woken && passed < wait->nap) {', 'if (false) {')),
    ('a wait ends with its first sleep', WAIT, ('if (has_time(wait)) {', 'if (has_time(wait) && wait->nap == 0) {'))]


def explored(kernel, row):
    """(is it right in every order, what was said)"""
    words = [str(WORK / 'waiting'), str(KERNELS[kernel]), *map(str, row + (1,) * (3 - len(row)))]
    done = cpu_time.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200)
    return done.returncode == 0 and done.stdout.endswith(' states\n'), done.stdout.strip()


def build(where):
    subprocess.run(['gcc', *FLAGS, *SOURCES, '-o', str(WORK / 'waiting')], cwd=where, check=True)


def test(kernel, row, is_right=True):
    holds, said = explored(kernel, row)
    about = ' '.join(f'{name}={value}' for name, value in zip(NAMES, row))
    tap_out.result(holds == is_right, f'waiting, {kernel}, {about}: {said if holds else "wrong"}' + ('' if is_right else ', and found'), said)


def main():
    is_full = '--full' in sys.argv
    WORK.mkdir(parents=True, exist_ok=True)
    build(ROOT)
    for kernel in KERNELS if is_full else [name for name in KERNELS if name != 'drained']:
        may_delete = kernel != 'semaphore'
        for row in HOLDS + (HOLDS_FULL if is_full else []):
            if may_delete or row[5:6] in ((), (0,)):
                test(kernel, row)
        test(kernel, LOST, False)
    test('semaphore', LOST + (1,), False)
    copy = WORK / 'changed'
    tree.copy(str(ROOT), str(copy))
    for about, file, *pairs in WRONG:
        text = tree.read(str(copy), file)
        is_there = all(text.count(old) == 1 for old, _ in pairs)
        for old, new in pairs:
            text = text.replace(old, new)
        with tree.changed(str(copy / file), text):
            build(copy)
        said = [said for row in HOLDS[:3] for holds, said in [explored('hands over', row)] if not holds]
        tap_out.result(is_there and said, about + ': noticed', '\n'.join(said) or 'nothing is wrong')
        if said:
            print('# ' + said[0][:100])
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
