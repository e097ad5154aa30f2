// SPDX-License-Identifier: MIT
// refs.pml - one slot of a lock-free pool with refs, by the protocol that PROTOCOL names.
//
// Processes acquire the slot, take refs to what they see, follow them, and release by them. Each atomic access
// of lockfree.h and ref.h is one step. SHIPPED is theirs. The others are what looks right and is wrong: each
// must be found.
//
//   SHIPPED         as lockfree.h and ref.h say
//   LIVE_IS_SEEN    no visible bit: what is live can be seen
//   COUNTER_FIRST   the counter moves on before the object is hidden
//   FREED_FIRST     the slot is free before the object is hidden
//   SEEN_FIRST      a new ref reads the bit before the counter
//   SEEN_LAST       a look-up reads the bit after the counter
//
// What must hold: the slot never has two owners; a ref leads to the object that it was taken to, and releases
// no other; at the end an object that lives can be seen.
#define SHIPPED 0
#define LIVE_IS_SEEN 1
#define COUNTER_FIRST 2
#define FREED_FIRST 3
#define SEEN_FIRST 4
#define SEEN_LAST 5
#define UNISSUED 255 // the counter that no ref has; in `held`: no ref
// With REPLAY each access is printed, with the words after it: replay.py takes the text through the same steps.
#ifdef REPLAY
#define SAY(what, at) printf("%d %c %d %d %d %d\n", me, what, at, live, visible, counter)
#else
#define SAY(what, at) skip
#endif
#define STEP(access, what) atomic { access; SAY(what, 0) }

byte live;
byte visible;
byte counter;

// What no process of the program knows.
byte object; // the number of the slot's present or last object
byte owner;  // from 1; 0: none

inline see()
{
#if PROTOCOL == LIVE_IS_SEEN
    STEP(seen = live; number = object, 'b')
#else
    STEP(seen = visible; number = object, 'b')
#endif
}

inline acquire()
{
    STEP(word = live, 'l');
    do
    :: word == 1 -> break
    :: else ->
        atomic {
            is_done = live == 0;
            if
            :: is_done -> assert(owner == 0); live = 1; owner = me + 1; object++
            :: else
            fi;
            SAY('x', 0)
        };
        if
        :: is_done -> break
        :: else -> STEP(word = live, 'l')
        fi
    od;
    STEP(visible = visible | is_done, 'v')
}

inline take()
{
#if PROTOCOL == SEEN_FIRST
    see();
    STEP(word = counter, 'g');
#else
    STEP(word = counter, 'g');
    see();
#endif
    held = (seen -> word : UNISSUED);
    held_number = number
}

inline follow()
{
#if PROTOCOL == SEEN_LAST
    STEP(word = counter, 'g');
    see();
#else
    see();
    if
    :: seen -> STEP(word = counter, 'g')
    :: else
    fi;
#endif
    is_done = seen && held != UNISSUED && word == held;
    assert(!is_done || number == held_number)
}

inline hide()
{
    STEP(visible = 0, 'h')
}

inline move_on()
{
    STEP(counter = held + 1, 't')
}

inline free()
{
    atomic { assert(live == 1 && owner == 0); live = 0; SAY('c', 0) }
}

inline release()
{
    STEP(word = counter, 'g');
    if
    :: held != UNISSUED && word == held ->
        see();
        if
        :: seen ->
            atomic {
                is_done = counter == held;
                if
                :: is_done ->
                    assert(owner != 0 && object == held_number);
                    owner = 0;
                    counter = (PROTOCOL == LIVE_IS_SEEN -> held + 1 : UNISSUED)
                :: else
                fi;
                SAY('s', 0)
            };
            if
            :: !is_done -> STEP(word = counter, 'g')
            :: else ->
#if PROTOCOL == LIVE_IS_SEEN
                free()
#elif PROTOCOL == COUNTER_FIRST
                move_on(); hide(); free()
#elif PROTOCOL == FREED_FIRST
                free(); hide(); move_on()
#else
                hide(); move_on(); free()
#endif
            fi
        :: else
        fi
    :: else
    fi
}

proctype user(byte me)
{
    byte word, held = UNISSUED, held_number, number, turn;
    bool seen, is_done;
    do
    :: turn == TURNS -> break
    :: else ->
        turn++;
        is_done = false;
        seen = false;
        if
        :: SAY('o', 0); acquire(); SAY('e', is_done)
        :: SAY('o', 1); take(); SAY('e', held)
        :: SAY('o', 2); follow(); SAY('e', is_done)
        :: SAY('o', 3); release(); SAY('e', is_done)
        fi
    od
}

init
{
    byte n;
    atomic {
        do
        :: n < PROCESSES -> run user(n); n++
        :: else -> break
        od
    };
    (_nr_pr == 1);
    assert(live == (owner != 0));
    assert(PROTOCOL == LIVE_IS_SEEN || visible == live)
}
