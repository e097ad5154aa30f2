/* SPDX-License-Identifier: MIT
 * wait.pml - a model of waiting for room: include/hutch/wait.h, src/hutch_wait.c, and what each port gives.
 *
 * Every slot is taken at first. Waiters want one, holders release theirs once, thieves acquire without waiting. A
 * critical section is one step, a call of the kernel is one step, a read of `waiting` or of the clock outside a section
 * is one step. At the end everybody must have come through: a waiter that sleeps for ever is an invalid end state.
 *
 * KERNEL, how the object wakes:
 *   HANDS_OVER  a give passes the wake-up to a sleeper, and keeps it only if there is none (ThreadX, ChibiOS, Zephyr,
 *               NuttX)
 *   QUEUE       a give stores the wake-up and readies a sleeper, who takes it when it runs, unless another was faster
 *               (FreeRTOS, xQueueOverwrite; the PC)
 *   SEMAPHORE   as QUEUE, but a give does nothing when one is stored already (RIOT, which deletes no thread; a
 *               FreeRTOS binary semaphore)
 *   DRAINED     as SEMAPHORE, but each give takes the wake-up away first (CMSIS-RTOS2)
 *
 * Options: TIMED so many waiters have a time-out, the others sleep for ever; THIEVES so many; KEEP a served waiter keeps
 * its slot, so that no later release heals a lost wake-up; ROUNDS waits of each waiter; DELETE 1 a sleeping waiter is
 * deleted, 2 a woken one, before it runs; AFTER what happens then: 1 another acquires and releases, 2 the program calls
 * wake.
 * Wrong protocols: NOT_PASSED_ON, COUNTED_LATE (after the last try), NO_LAST_TRY (when the time is over).
 */
#define HANDS_OVER 1
#define QUEUE 2
#define DRAINED 3
#define SEMAPHORE 4
#ifndef THIEVES
#define THIEVES 0
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef DELETE
#define DELETE 0
#endif
#ifndef AFTER
#define AFTER 0
#endif
#ifndef TIMED
#define TIMED 0
#endif
// With REPLAY each step is printed, with the state after it: replay_wait.c takes the text through the same steps. Holders
// and thieves begin after LATE sleeps, as in random runs too few tasks would sleep.
#ifdef REPLAY
byte sleeps = 0;
#define COME_LATE (sleeps >= LATE);
#define FLAGS(of) of[0] + 2 * (WAITERS > 1) * of[1 % WAITERS] + 4 * (WAITERS > 2) * of[2 % WAITERS]
#define SAY(what, about) printf("%d %c %d %d %d %d %d %d\n", me, what, about, room, waiting, is_given, FLAGS(is_asleep), FLAGS(is_readied))
#else
#define SAY(what, about) skip
#define COME_LATE
#endif

byte room = 0;
byte waiting = 0;
bool is_given = false;     /* the object holds a wake-up */
bool is_asleep[WAITERS];   /* in the kernel's list */
bool is_readied[WAITERS];  /* taken from it, and has not run yet */
bool is_deleted = false;

inline ready_one() {       /* whichever the kernel chooses */
    if
    :: is_asleep[0] -> is_asleep[0] = false; is_readied[0] = true
#if WAITERS > 1
    :: is_asleep[1] -> is_asleep[1] = false; is_readied[1] = true
#endif
#if WAITERS > 2
    :: is_asleep[2] -> is_asleep[2] = false; is_readied[2] = true
#endif
    :: else -> is_nobody = true
    fi
}

inline give() {
#if KERNEL == DRAINED
    atomic { is_given = false; SAY('d', 0) };
#endif
    atomic {
        is_nobody = false;
#if KERNEL == HANDS_OVER
        ready_one();
        is_given = is_given || is_nobody
#elif KERNEL == QUEUE
        is_given = true;
        ready_one()
#else
        if
        :: !is_given -> is_given = true; ready_one()
        :: else -> skip
        fi
#endif
        ;
        SAY('g', 0)
    }
}

inline wake() {            /* hutch_wake_, and what follows a release */
    if
    :: atomic { waiting != 0 -> SAY('l', 0) }; give()
    :: atomic { waiting == 0 -> SAY('l', 0) }
    fi
}

inline try() {
    atomic {
        if
        :: room > 0 -> room--; got = true
        :: else -> skip
        fi;
        SAY('a', 0)
    }
}

inline release() {
    atomic { room++; assert(room <= SLOTS); SAY('r', 0) };
    wake()
}

inline sleep() {
    atomic {
        is_woken = is_given;
        is_given = false;
        is_asleep[me] = !is_woken;
#ifdef REPLAY
        sleeps++;
#endif
        SAY('w', 0)
    };
    do
    :: is_woken -> break
    :: atomic { !is_woken && is_readied[me] ->
            is_readied[me] = false;
#if KERNEL == HANDS_OVER
            is_woken = true;
#else
            is_woken = is_given;
            is_given = false;
            is_asleep[me] = !is_woken;     /* another was faster: the kernel lets it sleep on */
#endif
            SAY('x', 0)
        }
#if TIMED > 0
    :: atomic { me < TIMED && !is_woken && is_asleep[me] -> is_asleep[me] = false; SAY('t', 0) };
#if KERNEL != HANDS_OVER
       atomic { is_woken = is_given; is_given = false; SAY('k', 0) };   /* the kernel looks once more */
#endif
       break
#endif
#if DELETE == 1
    :: atomic { !is_deleted && is_asleep[me] -> is_asleep[me] = false; is_deleted = true; SAY('D', 0); goto deleted }
#elif DELETE == 2
    :: atomic { !is_deleted && !is_woken && is_readied[me] ->
            is_readied[me] = false; is_deleted = true; SAY('D', 0); goto deleted }
#endif
    od
}

/* Between a try and the next sleep. The time may be over when a wake-up came, and before the first sleep. A sleep that
 * ended by its time is the last, or the first of two: a long time-out is slept in parts. */
inline look_at_clock() {
    atomic {
        if
        :: is_over = true
        :: is_woken || !has_napped -> has_napped = has_napped || !is_woken
        fi;
        SAY('c', is_over)
    }
}

proctype Waiter(byte me) {
    bool got, is_woken, is_over, passes_on, is_nobody;
    byte round = 0, others = 0;
#if TIMED > 0
    bool has_napped;
#endif
again:
    got = false; is_over = false; passes_on = false; is_woken = true;
#if TIMED > 0
    has_napped = false;
#endif
    try();
    if
    :: got -> goto served
    :: else -> skip
    fi;
#ifndef COUNTED_LATE
    atomic { waiting++; SAY('i', 0) };
#endif
    do
    :: try();
        if
        :: got -> break
        :: else -> skip
        fi;
#if TIMED > 0
        if
        :: me < TIMED -> look_at_clock()
        :: else -> skip
        fi;
        if
        :: is_over -> break
        :: else -> skip
        fi;
#endif
#ifdef COUNTED_LATE
        atomic { waiting++ };
#endif
        sleep();
#ifdef COUNTED_LATE
        atomic { waiting-- }
#endif
#ifdef NO_LAST_TRY
        if
        :: me < TIMED -> look_at_clock()
        :: else -> skip
        fi;
        if
        :: is_over -> break
        :: else -> skip
        fi
#endif
    od;
#ifdef COUNTED_LATE
    others = waiting;
#else
    atomic { waiting--; others = waiting; SAY('u', 0) };
#endif
#ifndef NOT_PASSED_ON
    if
    :: got && others != 0 -> atomic { passes_on = room > 0; SAY('h', 0) }
    :: else -> skip
    fi;
#endif
    others = 0;
    if
    :: passes_on -> give()
    :: else -> skip
    fi;
served:
#ifdef REPLAY
    SAY('e', got);
#endif
#ifndef KEEP
    if
    :: got -> release()
    :: else -> skip
    fi;
#endif
    round++;
    if
    :: round < ROUNDS -> goto again
    :: else -> goto end
    fi;
deleted:
#if AFTER == 1
    try();
    if
    :: got -> release()
    :: else -> skip
    fi;
#elif AFTER == 2
    wake();
#endif
end:
    skip
}

proctype Holder(byte me) {
    bool is_nobody;
    COME_LATE
    release()
}

proctype Thief(byte me) {
    bool got = false, is_nobody;
    COME_LATE
    try();
    if
    :: got -> release()
    :: else -> skip
    fi
}

init {
    byte i;
    atomic {
        for (i : 1 .. SLOTS) { run Holder(WAITERS + i - 1) }
        for (i : 1 .. WAITERS) { run Waiter(i - 1) }
#if THIEVES > 0
        for (i : 1 .. THIEVES) { run Thief(WAITERS + SLOTS + i - 1) }
#endif
    }
    (_nr_pr == 1);
#ifndef KEEP
    assert(room == SLOTS);
#endif
    assert(waiting == is_deleted)
}
