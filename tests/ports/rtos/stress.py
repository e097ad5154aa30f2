# SPDX-License-Identifier: MIT
"""stress.py - moments.c and stress.c: as they are, in a debug build, and with each way to get waiting wrong."""
import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def steady(shift):
    """QEMU's words for an instruction of 2^shift ns."""
    return ['-icount', 'shift=%d,sleep=off' % shift]


SHIFT = {'nuttx': 4}  # of a kernel that needs more than 3,128 instructions from its tick to the least urgent task, else 5
TIMED = steady(5)
SHIFTS = [steady(0), steady(3), TIMED, steady(7)]  # a lucky moment may hide what is wrong
OPERATIONS = int(os.environ.get('RTOS_OPERATIONS', 1000 * 1000))
SEED = int(os.environ.get('RTOS_SEED', 12345))
FLAGS = ['-DOPERATIONS=%du' % OPERATIONS, '-DSEED=%du' % SEED]

CORE, WAIT, QUEUE = 'include/hutch/core/core.h', 'src/hutch_wait.c', 'include/hutch/queue.h'
WAKE = '    HUTCH_WAKE(pool, is_done);\n    return is_done;'
FREE = '    const bool is_done = policy != NULL && !'
BEGIN = '    } else if (begin_wait(pool, wait)) {\n'
SLEEP = '        sleep_once(wait);\n'
BATON = 'if (hutch_wait_uncount(pool->options->wait) != 0) {'
COOPERATIVE = '-DconfigUSE_PREEMPTION=0'
KERNELS = ('freertos', 'threadx', 'chibios', 'cmsis_rtos2', 'nuttx', 'riot', 'zephyr')
# What is changed, the programs that must notice it, and the kernels with which they do: others wake one task each time.
WRONG = [
    ('a release wakes before it frees', [(CORE, WAKE, '    return is_done;'), (CORE, FREE, '    HUTCH_WAKE(pool, true);\n' + FREE)],
     ('moments', 'stress'), KERNELS),
    ('a release wakes nobody', [(CORE, WAKE, '    return is_done;')], ('moments', 'stress'), KERNELS),
    ('nobody tries between being counted and sleeping', [(WAIT, BEGIN, BEGIN + SLEEP)], ('moments',), KERNELS),
    ('a put wakes nobody', [(QUEUE, '&waiters, is_done_)', '&waiters, false)')], ('test',), KERNELS),
    ('a wake-up is not passed on', [(WAIT, BATON, BATON.replace('!= 0', '> 8'))], ('moments',), ('freertos', 'cmsis_rtos2')),
]


def stale():
    """What is to be changed, and does not stand once in its file."""
    return ['%s: %s does not have once `%s`' % (wrong[0], name, old) for wrong in WRONG for name, old, _ in wrong[1]
            if (ROOT / name).read_text(encoding='utf-8').count(old) != 1]


def changed_copy(changes, folder):
    """A copy of the library with other text in it."""
    for name in ('include', 'src', 'port/cpu'):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(ROOT / name, folder / name)
    for name, old, new in changes:
        text = (folder / name).read_text(encoding='utf-8')
        (folder / name).write_text(text.replace(old, new), encoding='utf-8')
    return folder


def rows(kernel, cpu, output, build, run, no_mask, cooperative):
    """(claim, what is wrong with it), one after the other."""
    port = ROOT / 'port' / kernel
    right = 'waits end in time, the most urgent task is first, and the tick may come at any instruction'
    random = 'at random, with aborts and deletions, no slot and no wake-up is lost'
    tests = [(right, 'moments', [], port, [], True), (right + ', in a debug build', 'moments', ['-DHUTCH_CFG_CHECK=2'], port, [], True),
             (random, 'stress', [], port, [], True), (random + ', in a debug build', 'stress', ['-DHUTCH_CFG_CHECK=2'], port, [], True)]
    if cpu in ('m0', 'm3', 'm7'):  # elsewhere the interrupt is the tick, which is too rare for this
        tests.append(('a port that masks nothing is found at random', 'stress', [], no_mask, [], False))
    for name, changes, programs, kernels in WRONG:
        tests += [('is found by %s.c: %s' % (program, name), program, [], port, changes, False)
                  for program in programs if kernel in kernels]
    moved, shift = True, SHIFT.get(kernel, 5)
    spins = '-DSPINS_MAX=%d' % (1000 * 1000 // 2 ** shift)  # a tick of a millisecond
    for claim, source, flags, its_port, changes, is_right in tests:
        if changes == WRONG[0][1] and (cooperative or (source == 'moments' and not moved)):
            yield claim + ' # SKIP %s' % ('without preemption no task runs in between' if cooperative else 'the tick is not moved here'), ''
            continue
        program = output / 'program.elf'
        tree = changed_copy(changes, output / 'changed') if changes else ROOT
        build(program, [spins, *FLAGS, *flags], its_port, source + '.c', tree)
        for mode in SHIFTS if source == 'test' else [steady(shift)]:
            code, said = run(program, mode)
            if code != 0:
                break
        moved = moved and 'the tick not moved' not in said
        print('# %s, exit code %d' % (said.replace('\n', '\n# '), code))
        yield claim, '' if (code == 0) == is_right and code != 1 else 'it ended with %d' % code
