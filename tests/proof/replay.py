#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""replay.py - binds wait.pml to its text: the text makes each step of many traces of the model, and no other.

Then the text is changed, one step at a time: each change must be noticed. Prints TAP.
"""
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / 'tests/tools'))
import tap_out  # noqa: E402  (of tests/tools)

WORK = ROOT / 'build/proof/replay'
SEEDS = 4  # of each run of the model
FLAGS = ['-std=gnu99', '-O1', '-w', '-DHUTCH_CFG_WORD_BITS=8', '-DHUTCH_CFG_WAIT=1', '-DHUTCH_CFG_CORES=1', '-I%s' % (HERE / 'port_replay'), '-I%s/include' % WORK]

# Each kernel with the deletions that its programs may make.
KERNELS = {'HANDS_OVER': 1, 'QUEUE': 2, 'DRAINED': 3, 'SEMAPHORE': 4}
WAITS = [(2, 2, 2, 0, 0, 0, 0), (2, 2, 1, 1, 1, 0, 0), (3, 2, 1, 2, 1, 0, 0)]
WAITS_DELETED = [(3, 1, 1, 0, 0, 1, 0), (2, 1, 1, 0, 0, 2, 1), (3, 1, 1, 1, 0, 2, 2)]


def runs():
    """(the line that begins the traces of a run, the options of the model)"""
    for kernel, number in KERNELS.items():
        for row in WAITS + (WAITS_DELETED if kernel != 'SEMAPHORE' else []):
            values = dict(zip(('WAITERS', 'SLOTS', 'ROUNDS', 'TIMED', 'THIEVES', 'DELETE', 'AFTER'), row))
            begin = ' '.join(str(value) for name, value in values.items() if name != 'DELETE')
            for late in range(values['WAITERS'] - values['TIMED'] + 1):
                yield '= %d %s' % (number, begin), ['-D%s=%s' % pair for pair in {'KERNEL': kernel, 'LATE': late, **values}.items()]


WAIT, TYPED, CORE = 'src/hutch_wait.c', 'include/hutch/wait.h', 'include/hutch/core/core.h'
SOURCES = ['tests/proof/replay_wait.c', WAIT, 'src/hutch_generic.c', 'src/hutch_fault.c']
INCREMENT = 'HUTCH_STORE(waiters->waiting, waiters->waiting + 1u);'
ENTER = 'const hutch_port_state_t saved = hutch_port_enter();\n    '
WAKES = 'HUTCH_WAKE(pool, is_done);\n    return is_done;'
FREES = 'const bool is_done = pool->options->policy == NULL '
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


def traces():
    """Random runs of the model, which end."""
    for begin, options in runs():
        for seed in range(1, SEEDS + 1):
            done = subprocess.run(['spin', '-T', '-n%d' % seed, '-DREPLAY', *options, str(HERE / 'wait.pml')], cwd=WORK,
                                  check=True, capture_output=True, text=True)
            yield begin + '\n' + done.stdout


def compiled(source, name):
    """Compiles a source into WORK; returns why not, or None."""
    where = WORK if source.startswith('src/') else ROOT
    done = subprocess.run(['gcc', *FLAGS, '-c', str(where / source), '-o', name], cwd=WORK,
                          check=False, capture_output=True, text=True)
    return done.stderr[-300:] if done.returncode != 0 else None


def built(file=None, pairs=()):
    """Builds the program, with something replaced in one file. What does not include it is built once. Returns why not, or None."""
    text = (ROOT / (file or SOURCES[0])).read_text(encoding='utf-8')
    for old, new in pairs:
        if text.count(old) != 1:
            return 'the text has not one ' + old
        text = text.replace(old, new)
    if file is None:
        for folder in ('include', 'src'):
            shutil.copytree(ROOT / folder, WORK / folder, dirs_exist_ok=True)
    else:
        (WORK / file).write_text(text, encoding='utf-8')
    why, objects = None, []
    for source in SOURCES:
        is_changed = file is not None and (file == source or file.endswith('.h'))
        objects.append(Path(source).stem + ('_changed.o' if is_changed else '.o'))
        if is_changed or file is None:
            why = why or compiled(source, objects[-1])
    if file is not None:
        shutil.copyfile(ROOT / file, WORK / file)
    if why is None and subprocess.run(['gcc', *objects, '-o', 'replay'], cwd=WORK, check=False).returncode != 0:
        why = 'is not linked'
    return why


def replayed(text):
    """(is the program as the model, what it said)"""
    try:
        done = subprocess.run([str(WORK / 'replay')], input=text, check=False, capture_output=True, text=True, timeout=30)
    except subprocess.TimeoutExpired:
        return False, 'it does not stop'
    return done.returncode == 0, done.stdout[-300:].strip()


def test():
    text = ''.join(traces())
    why = built()
    holds, said = (None, why) if why else replayed(text)
    tap_out.result(holds is True, 'waiting makes every step of the model, with each kind of kernel: ' + said, said)
    for about, file, *pairs in WRONG:
        why = built(file, pairs)
        holds, said = (None, why) if why else replayed(text)
        tap_out.result(holds is False, about + ': noticed', said)
        if holds is False:
            print('# ' + said.split('\n')[0])


def main():
    if subprocess.run(['sh', 'boards/tools/need.sh', 'spin', 'gcc'], cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        print('1..0 # SKIP spin is not installed')
        return 0
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    test()
    return tap_out.end()


if __name__ == '__main__':
    sys.exit(main())
