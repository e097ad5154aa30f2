/* SPDX-License-Identifier: MIT
 * wait.pml - a model of waiting for room: include/hutch/wait.h, src/hutch_wait.c, and what each port gives.
 *
 * Every slot is taken at first. Waiters want one, holders release theirs once, thieves acquire without waiting. A
 * critical section is one step, a call of the kernel is one step. At the end everybody must have come through:
 * a waiter that sleeps for ever is an invalid end state.
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
 * Options: TIMEOUT a sleep may end by its time; THIEVES so many; KEEP a served waiter keeps its slot, so that no
 * later release heals a lost wake-up; ROUNDS waits of each waiter; DELETE 1 a sleeping waiter is deleted, 2 a woken
 * one, before it runs; AFTER what happens then: 1 another acquires and releases, 2 the program calls wake.
 * Wrong protocols: NOT_PASSED_ON, COUNTED_LATE (after the last try).
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
    atomic { is_given = false };
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
    }
}

inline wake() {            /* hutch_wake, and what follows a release */
    if
    :: waiting != 0 -> give()
    :: else -> skip
    fi
}

inline try() {
    atomic {
        if
        :: room > 0 -> room--; got = true
        :: else -> skip
        fi
    }
}

inline release() {
    atomic { room++; assert(room <= SLOTS) };
    wake()
}

inline sleep() {
    atomic {
        is_woken = is_given;
        is_given = false;
        is_asleep[me] = !is_woken
    };
    do
    :: is_woken -> break
    :: atomic { !is_woken && is_readied[me] ->
            is_readied[me] = false;
#if KERNEL == HANDS_OVER
            is_woken = true
#else
            is_woken = is_given;
            is_given = false;
            is_asleep[me] = !is_woken      /* another was faster: the kernel lets it sleep on */
#endif
        }
#ifdef TIMEOUT
    :: atomic { !is_woken && is_asleep[me] -> is_asleep[me] = false; is_over = true };
#if KERNEL != HANDS_OVER
       atomic { is_woken = is_given; is_given = false };    /* the kernel looks once more */
#endif
       break
#endif
#if DELETE == 1
    :: atomic { !is_deleted && is_asleep[me] -> is_asleep[me] = false; is_deleted = true; goto deleted }
#elif DELETE == 2
    :: atomic { !is_deleted && !is_woken && is_readied[me] -> is_readied[me] = false; is_deleted = true; goto deleted }
#endif
    od;
#ifdef TIMEOUT
    if                     /* the time may be over when a wake-up came, too */
    :: is_over = true
    :: skip
    fi
#endif
}

proctype Waiter(byte me) {
    bool got, is_woken, is_over, passes_on, is_nobody;
    byte round = 0;
again:
    got = false; is_over = false; passes_on = false;
    try();
    if
    :: got -> goto served
    :: else -> skip
    fi;
#ifndef COUNTED_LATE
    atomic { waiting++ };
#endif
    do
    :: try();
        if
        :: got || is_over -> break
        :: else -> skip
        fi;
#ifdef COUNTED_LATE
        atomic { waiting++ };
#endif
        sleep();
#ifdef COUNTED_LATE
        atomic { waiting-- }
#endif
    od;
#ifndef COUNTED_LATE
    atomic { waiting-- };
#endif
#ifndef NOT_PASSED_ON
    if
    :: got && waiting != 0 -> atomic { passes_on = room > 0 }
    :: else -> skip
    fi;
#endif
    if
    :: passes_on -> give()
    :: else -> skip
    fi;
served:
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

proctype Holder() {
    bool is_nobody;
    release()
}

proctype Thief() {
    bool got = false, is_nobody;
    try();
    if
    :: got -> release()
    :: else -> skip
    fi
}

init {
    byte i;
    atomic {
        for (i : 1 .. SLOTS) { run Holder() }
        for (i : 1 .. WAITERS) { run Waiter(i - 1) }
#if THIEVES > 0
        for (i : 1 .. THIEVES) { run Thief() }
#endif
    }
    (_nr_pr == 1);
#ifndef KEEP
    assert(room == SLOTS);
#endif
    assert(waiting == is_deleted)
}
