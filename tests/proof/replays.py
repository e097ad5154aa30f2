# SPDX-License-Identifier: MIT
"""replays.py - the protocols that replay.py binds to their text: how the model runs, what is built, and wrong texts."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Replay:
    """One protocol. A run: the line that begins its traces, and the options of the model. A wrong text: what is wrong, then pairs of
    what stands in one file and what stands there instead."""

    def __init__(self, name, about, runs, seeds, flags, sources, wrong):
        self.model, self.about, self.runs, self.seeds, self.wrong = name + '.pml', about, runs, seeds, wrong
        self.flags = ['-DHUTCH_CFG_WORD_BITS=8', *('-I%s' % (ROOT / word[2:]) if word.startswith('-I') else word for word in flags)]
        self.sources = ['tests/proof/replay_%s.c' % name, *sources]


def options(**values):
    return ['-D%s=%s' % pair for pair in values.items()]


def lock_free_run(*free):
    return '= %d %d' % free, options(PROTOCOL='SHIPPED', PROCESSES=2, TURNS=2, FREE_0=free[0], FREE_1=free[1])


CLEARS = 'const hutch_word_t before = HUTCH_FETCH_AND(pool->live[k], others'
COUNT = '(void)HUTCH_FETCH_ADD(hutch_lockfree_releases, 1u, HUTCH_ORDER_COUNT);'
LOOK = 'before = HUTCH_ATOMIC_LOAD(pool->live[*k], leaves == 1 ? __ATOMIC_RELAXED : HUTCH_ORDER_LOOK);'
SWAP = '!HUTCH_CAS_WEAK(pool->live[*k], %s, (hutch_word_t)(before | mask),'
LOCK_FREE_WRONG = [
    ('a release is counted before the bit is cleared', (CLEARS, 'hutch_lockfree_note_room(pool, k);\n    ' + CLEARS)),
    ('a release is not counted', (COUNT, '')),
    ('full after one round, whatever was released', ('while (mask == 0 && leaves > 1 &&', 'while (mask == 0 && leaves > 2 &&')),
    ('the counter is read after the first look',
     (LOOK, LOOK + ' if (looked == 0) { releases = HUTCH_ATOMIC_LOAD(hutch_lockfree_releases, HUTCH_ORDER_COUNT); }')),
    ('a word is read twice', (LOOK, LOOK + LOOK)),
    ('the bit is stored without a swap', (SWAP % 'before', SWAP % 'pool->live[*k]')),
    ('the highest free slot is taken', ('starts & (hutch_word_t)(0u - starts)', 'starts & (hutch_word_t)~(starts >> 1)')),
    ('the round leaves out the last word', ('mask == 0 && looked < leaves', 'mask == 0 && looked < leaves - 1u')),
    ('a round goes backwards', ('*k + 1 < leaves ? *k + 1 : 0', '0')),
    ('a slot is taken without a swap', ('while (mask != 0 && !HUTCH_CAS', 'while (false && !HUTCH_CAS'))]

LOCKFREE, REF = 'include/hutch/core/lockfree.h', 'include/hutch/core/ref.h'
HIDE = '    (void)HUTCH_FETCH_AND(pool->visible[k], (hutch_word_t)~mask, __ATOMIC_RELAXED);\n'
NEXT = 'hutch_generation_next(counter, pool->ref_low_bits)'
MOVE_ON = f'    HUTCH_ATOMIC_STORE(pool->generations[index], {NEXT},\n                       HUTCH_ORDER_SHOW);\n'
FREE = '    const bool was_live = hutch_lockfree_free(pool, k, mask) != 0;\n'
IS_SEEN = 'if (!hutch_core_is_live_at(pool, hutch_ref_index(pool, ref)))'
REFS_WRONG = [
    ('the counter moves on before the object is hidden', LOCKFREE, (HIDE + MOVE_ON, MOVE_ON + HIDE)),
    ('the object is not hidden', LOCKFREE, (HIDE, '')),
    ('the counter does not move on', LOCKFREE, (MOVE_ON, '')),
    ('the counter moves on by the swap that decides who releases', LOCKFREE, ('counter, unissued, __ATOMIC_RELAXED)', f'counter, {NEXT}, __ATOMIC_RELAXED)')),
    ('who releases is decided without a swap', LOCKFREE, ('!HUTCH_CAS_STRONG(pool->generations[index], counter, unissued, __ATOMIC_RELAXED)', 'false')),
    ('a hidden object is released', LOCKFREE, ('(HUTCH_ATOMIC_LOAD(pool->visible[k], HUTCH_ORDER_SEE) & mask) == 0', 'false')),
    ('the slot is not freed', LOCKFREE, (FREE, '    const bool was_live = true;\n')),
    ('an acquired object is not shown', LOCKFREE, ('if (pool->has_marks && (mode & HUTCH_MODE_HIDDEN) == 0) {\n        (void)HUTCH_FETCH_OR(pool->visible[k], mask, HUTCH_ORDER_SHOW);\n    }\n    if (HUTCH_CFG_STATS && mask != 0)',
                                                   'if (HUTCH_CFG_STATS && mask != 0)')),
    ('a new ref reads the bit before the counter', REF, ('index != HUTCH_NONE) {\n        const', 'index != HUTCH_NONE && hutch_core_is_live_at(pool, index)) {\n        const')),
    ('a look-up reads the counter before the bit', REF, (IS_SEEN, 'if (hutch_ref_find(pool, ref) == HUTCH_NONE || !hutch_core_is_live_at(pool, hutch_ref_index(pool, ref)))')),
    ('a look-up does not read the bit', REF, (IS_SEEN, 'if (hutch_ref_index(pool, ref) >= pool->capacity)'))]

# Each kernel with the deletions that its programs may make.
KERNELS = {'HANDS_OVER': 1, 'QUEUE': 2, 'DRAINED': 3, 'SEMAPHORE': 4}
WAITS = [(2, 2, 2, 0, 0, 0, 0), (2, 2, 1, 1, 1, 0, 0), (3, 2, 1, 2, 1, 0, 0)]
WAITS_DELETED = [(3, 1, 1, 0, 0, 1, 0), (2, 1, 1, 0, 0, 2, 1), (3, 1, 1, 1, 0, 2, 2)]


def wait_runs():
    for kernel, number in KERNELS.items():
        for row in WAITS + (WAITS_DELETED if kernel != 'SEMAPHORE' else []):
            values = dict(zip(('WAITERS', 'SLOTS', 'ROUNDS', 'TIMED', 'THIEVES', 'DELETE', 'AFTER'), row))
            begin = ' '.join(str(value) for name, value in values.items() if name != 'DELETE')
            for late in range(values['WAITERS'] - values['TIMED'] + 1):
                yield '= %d %s' % (number, begin), options(KERNEL=kernel, LATE=late, **values)


WAIT, TYPED, CORE = 'src/hutch_wait.c', 'include/hutch/wait.h', 'include/hutch/core/core.h'
INCREMENT = 'HUTCH_STORE(waiters->waiting, waiters->waiting + 1u);'
ENTER = 'const hutch_port_state_t saved = hutch_port_enter();\n    '
WAKES = 'HUTCH_WAKE(pool, is_done);\n    return is_done;'
FREES = 'const bool is_done = pool->options->policy == NULL '
PASSES_ON = 'if (hutch_wait_uncount(pool->options->wait) != 0) {'
WAIT_WRONG = [
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

LOCK_FREE = Replay('lock_free', 'lockfree.h makes every access of the model', [lock_free_run(*free) for free in ((1, 1), (3, 0), (3, 1), (0, 1))], 50,
                   ['-DHUTCH_CFG_LOCK_FREE=1', '-Iport/host', '-pthread'], ['src/hutch_fault.c', 'src/hutch_fault_print.c', 'src/hutch_fault_text.c', 'port/host/hutch_port.c'],
                   [(about, LOCKFREE, *pairs) for about, *pairs in LOCK_FREE_WRONG])
REFS = Replay('refs', 'lockfree.h and ref.h make every access of the model of refs', [('= 0', options(PROTOCOL='SHIPPED', PROCESSES=2, TURNS=4))], 200, LOCK_FREE.flags[1:],
              LOCK_FREE.sources[1:], REFS_WRONG)
WAITING = Replay('wait', 'waiting makes every step of the model, with each kind of kernel', list(wait_runs()), 4,
                 ['-DHUTCH_CFG_WAIT=1', '-DHUTCH_CFG_CORES=1', '-Itests/proof/port_replay'], [WAIT, 'src/hutch_generic.c', 'src/hutch_fault.c'],
                 WAIT_WRONG)
REPLAYS = [LOCK_FREE, REFS, WAITING]
