// SPDX-License-Identifier: MIT
// lock_free.pml - a lock-free pool of two leaf words with two slots each, by the protocol that PROTOCOL names.
//
// A set bit is live. Each atomic access of lockfree.h is one step, and the steps have one order, which is
// what its sequentially consistent accesses have. SHIPPED is lockfree.h's: its hint is any word here, anew
// each round. The others are what looks right and is wrong: each must be found.
//
//   SHIPPED      look at every leaf; "full" only if no release was counted meanwhile
//   ONE_LOOK     look at every leaf once
//   SUMMARY      trust a summary ("leaf k is full"), set behind the swap that filled the leaf
//   HINT         trust the summary, and look at every leaf once before "full"
//   RECHECK      trust the summary, and whoever sets it looks at the leaf again
//
// What must hold: no slot has two owners; none is lost at the end; "full" is answered only if at some moment of
// the call no slot was free whose release had returned.
#define SHIPPED 0
#define ONE_LOOK 1
#define SUMMARY 2
#define HINT 3
#define RECHECK 4
#define HAS_SUMMARY (PROTOCOL >= SUMMARY)
#define NONE 255
// With REPLAY each access of SHIPPED is printed, with the words after it: replay.c takes the text through the same steps.
#ifdef REPLAY
#define SAY(what, at) printf("%d %c %d %d %d %d\n", me, what, at, leaf[0], leaf[1], releases)
#define STEP(access, what, at) atomic { access; SAY(what, at) }
#else
#define SAY(what, at) skip
#define STEP(access, what, at) access
#endif
#define LIVE_0 (3 - FREE_0)
#define LIVE_1 (3 - FREE_1)

byte leaf[2];
byte summary;
byte releases;

// What no process of the program knows.
byte owner[4];       // of each slot, from 1; 0: none
byte releaser[4];    // whose release of it has not returned
bool is_free[4];     // its release has returned
byte free_count;     // of those
bool was_full[PROCESSES]; // at some moment of this process's call

inline note_full()
{
    if
    :: free_count == 0 ->
        n = 0;
        do
        :: n < PROCESSES -> was_full[n] = true; n++
        :: else -> n = 0; break
        od
    :: else
    fi
}

// Compare and swap: the lowest zero of `word` is set.
inline swap(k)
{
    atomic {
        if
        :: leaf[k] == word ->
            leaf[k] = word | (word + 1);
            got = k * 2 + (word & 1);
            assert(owner[got] == 0);
            owner[got] = me + 1;
            releaser[got] = 0;
            if
            :: is_free[got] -> is_free[got] = false; free_count--; note_full()
            :: else
            fi;
            swapped = true
        :: else -> swapped = false
        fi;
#ifdef REPLAY
        SAY('x', k)
#endif
    }
}

inline look_at_leaves()
{
    looked = 0;
#ifndef REPLAY
    if
    :: start = 0
    :: start = 1
    fi;
#endif
    do
    :: looked == 2 || got != NONE -> break
    :: else ->
        at = (start + looked) % 2;
        STEP(word = leaf[at], 'l', at);
        do
        :: word == 3 || got != NONE -> break
        :: else ->
            swap(at);
            if
            :: swapped
            :: else -> STEP(word = leaf[at], 'l', at)
            fi
        od;
        looked++
    od
}

inline trust_summary()
{
    seen = summary;
    do
    :: seen == 3 || got != NONE -> break
    :: else ->
        at = seen & 1;
        word = leaf[at];
        if
        :: word == 3 -> seen = seen | (1 << at)
        :: else ->
            swap(at);
            if
            :: swapped && (word | (word + 1)) == 3 ->
                atomic { summary = summary | (1 << at) };
                if
                :: PROTOCOL == RECHECK ->
                    word = leaf[at];
                    if
                    :: word != 3 -> atomic { summary = summary & (3 - (1 << at)) }
                    :: else
                    fi
                :: else
                fi
            :: else
            fi
        fi
    od
}

inline acquire()
{
    got = NONE;
#ifdef REPLAY
    if // the first round begins anywhere, the next where the last has ended
    :: STEP(start = 0, 's', 0)
    :: STEP(start = 1, 's', 1)
    fi;
#endif
    atomic { was_full[me] = (free_count == 0) };
#if PROTOCOL == SHIPPED
    do
    :: got != NONE -> break
    :: else ->
#ifdef REPLAY
        STEP(before = releases, 'r', 0);
        look_at_leaves();
        atomic {
            if
            :: got == NONE -> SAY('r', 0); start = at; if :: before == releases -> break :: else fi
            :: else
            fi
        }
#else
        before = releases;
        look_at_leaves();
        if
        :: got == NONE && before == releases -> break
        :: else
        fi
#endif
    od;
#elif PROTOCOL == ONE_LOOK
    look_at_leaves();
#else
    trust_summary();
#endif
#if PROTOCOL == HINT
    if
    :: got == NONE -> look_at_leaves()
    :: else
    fi;
#endif
    assert(got != NONE || was_full[me])
}

inline release()
{
    at = got >> 1;
    atomic {
        assert(owner[got] == me + 1);
        assert((leaf[at] & (1 << (got & 1))) != 0);
        owner[got] = 0;
        releaser[got] = me + 1;
        leaf[at] = leaf[at] & (3 - (1 << (got & 1)));
#ifdef REPLAY
        SAY('c', at)
#endif
    };
#if PROTOCOL == SHIPPED
    STEP(atomic { releases++ }, 'n', 0);
#elif HAS_SUMMARY
    atomic { summary = summary & (3 - (1 << at)) };
#endif
    atomic { // the call returns; unless somebody has the slot already, it is free by all accounts
        if
        :: releaser[got] == me + 1 -> releaser[got] = 0; is_free[got] = true; free_count++
        :: else
        fi
    }
}

proctype user(byte me)
{
    byte word, seen, looked, start, at, got, before, turn, n;
    bool swapped;
    do
    :: turn == TURNS -> break
    :: else ->
        turn++;
        acquire();
        if
        :: got != NONE -> release()
        :: else
        fi
    od
}

init
{
    byte slot;
    leaf[0] = LIVE_0;
    leaf[1] = LIVE_1;
    summary = (LIVE_0 == 3) + 2 * (LIVE_1 == 3);
    do
    :: slot < 4 ->
        if
        :: (leaf[slot >> 1] & (1 << (slot & 1))) == 0 -> is_free[slot] = true; free_count++
        :: else
        fi;
        slot++
    :: else -> break
    od;
    atomic {
        slot = 0;
        do
        :: slot < PROCESSES -> run user(slot); slot++
        :: else -> break
        od
    };
    (_nr_pr == 1);
    assert(leaf[0] == LIVE_0 && leaf[1] == LIVE_1)
}
