// SPDX-License-Identifier: MIT
// unit.h - the harness: claims, recorded faults, and TAP on whatever a board calls its log. Freestanding.
//
//   TEST(second_release_is_refused_and_changes_nothing)
//   {
//       things_clear();
//       struct thing *const thing = things_acquire();
//       CHECK(things_release(thing));
//       CHECK(!things_release(thing));
//       CHECK(unit_fault_was("things", HUTCH_FAULT_DOUBLE_RELEASE, thing, HUTCH_NONE));
//   }
//
//   #include "../../build/lists/unit/things.h"
//
// A test's name is the sentence that it shows. The last line is things_tests, the table of all of them, which
// make writes. A fault that no CHECK expects fails the test it happens in.
#ifndef UNIT_H
#define UNIT_H

#include "board.h"
#include "hutch/all.h"

/// The pools of those tests that hold for any lock and any kind: suite.mk spreads both over the builds. Plain
/// ones without options otherwise, for which a port may have an engine of its own.
#ifndef UNIT_LOCK
#    define UNIT_LOCK HUTCH_LOCK_NONE
#endif
#ifdef UNIT_KIND
#    define UNIT_POOL(name, type, capacity) \
        UNIT_KIND(name, type, capacity, HUTCH_OPTIONS(UNIT_LOCK, NULL, NULL))
#    define UNIT_IDS(name, capacity) HUTCH_POOL_IDS(name, capacity, HUTCH_OPTIONS(UNIT_LOCK, NULL, NULL))
#else
#    define UNIT_POOL(name, type, capacity) HUTCH_POOL(name, type, capacity)
#    define UNIT_IDS(name, capacity) HUTCH_POOL_IDS(name, capacity)
#endif

#define TEST(name) static void name(void)

/// One row of a file's table.
struct unit_test {
    const char *name;
    void (*run)(void);
};
#ifndef UNIT_OVER // a suffix of the tests' names, for a file that is included twice
#    define UNIT_OVER
#endif
#ifndef UNIT_SHARES
#    define UNIT_TEST(function)           \
        {                                 \
#            function UNIT_OVER, function \
        }
#else // for boards that have room for a share of a file's tests only
#    define UNIT_TEST(function)                                                                     \
        {                                                                                           \
#            function UNIT_OVER, __COUNTER__ % UNIT_SHARES + 1 == UNIT_SHARE ? function : unit_omit \
        }
#endif
#define UNIT_TESTS_END \
    {                  \
        NULL, NULL     \
    }

/// The whole program, if it has one table.
#define UNIT_MAIN(tests)      \
    int main(void)            \
    {                         \
        board_init();         \
        unit_run(tests);      \
        return unit_finish(); \
    }

// UNIT_TERSE: without the texts of the claims, for boards that have no room for them; the line number must
// do. The text is made in the outermost macro, so that it is what the test wrote and not its expansion.
#ifdef UNIT_TERSE
#    define UNIT_PLACE(text) "", __LINE__, ""
#else
#    define UNIT_PLACE(text) __FILE__, __LINE__, text
#endif

/// Fails the running test, and prints the line, unless the claim holds. The test goes on.
#define CHECK(claim) unit_check((claim), UNIT_PLACE(#claim))

/// CHECK(got == expected) for numbers, which are shown when they differ.
#define CHECK_EQUAL(got, expected) \
    unit_check_equal((unsigned long)(got), (unsigned long)(expected), UNIT_PLACE(#got))

/// Leaves the test out of the plan of a build that it does not apply to.
#define UNIT_NEEDS(claim) \
    do {                  \
        if (!(claim)) {   \
            unit_omit();  \
            return;       \
        }                 \
    } while (0)

/// True where objects lie side by side with nothing between them, and a fault is just its code. Debug builds
/// differ, and have tests of their own.
enum { UNIT_OBJECTS_ARE_BARE = HUTCH_CFG_CHECK < 2 };

/// True in debug builds that acquire the slot that has been free for longest.
enum { UNIT_REUSES_LATE = HUTCH_CFG_CHECK >= 2 && HUTCH_CFG_LATE_REUSE };

/// True where the lowest free slot is acquired: not with late reuse, nor in lock-free pools of several words.
#define UNIT_LOWEST_FIRST(pool) \
    (!UNIT_REUSES_LATE && ((pool)->capacity <= HUTCH_WORD_BITS || !hutch_is_lock_free(pool)))

/// True where a run may begin in one word of the bitmap and end in another.
#define UNIT_RUNS_CROSS_WORDS(pool) ((pool)->capacity <= HUTCH_WORD_BITS || !hutch_is_lock_free(pool))

void unit_check(bool holds, const char *file, unsigned line, const char *claim);
void unit_check_equal(unsigned long got, unsigned long expected, const char *file, unsigned line,
                      const char *what);
void unit_omit(void);

/// Runs the tests of one table.
void unit_run(const struct unit_test *tests);

/// Writes the plan.
/// @return what main returns: 0 when every test passed
int unit_finish(void);

/// Returns how many tests passed.
unsigned unit_passed(void);

/// Write to the board's log; a line that is no result begins with `# `.
void unit_put_text(const char *text);
void unit_put_number(unsigned long value);

/// Pseudo-random numbers, the same in every run and on every board (xorshift32, Marsaglia 2003).
uint32_t unit_random(uint32_t *state);

/// Returns whether two texts have the same characters.
bool unit_same_text(const char *left, const char *right);

// ------------------------------------------------------------------------------- faults, kept by recorder.c

enum { UNIT_FAULTS_KEPT = 4 };

/// The faults of the running test that no CHECK has read yet; the first few of them are kept.
struct unit_faults {
    unsigned count;
    struct hutch_fault kept[UNIT_FAULTS_KEPT];
};
extern struct unit_faults unit_faults;

/// Returns whether a fault is of this pool, NULL for any, and has this code, as far as the build
/// records it: without HUTCH_CFG_NAMES a fault has no pool, and a pointer that is no slot's is FOREIGN.
bool unit_fault_is(const struct hutch_fault *fault, const char *pool, unsigned code);

/// Returns whether a fault is of this slot or word; true without HUTCH_CFG_NAMES.
bool unit_fault_is_of(const struct hutch_fault *fault, unsigned index);

/// Returns whether there was exactly one fault since the last CHECK, and it was this one. Bare builds report
/// no misuse, so there it is whether there was none.
bool unit_fault_was_kept(const char *pool, unsigned code, const void *address, unsigned index);

/// The same, and forgets it.
bool unit_fault_was(const char *pool, unsigned code, const void *address, unsigned index);

/// Forgets all faults.
/// @return how many there were
unsigned unit_faults_forget(void);

/// What the harness calls, in a program that has a handler of its own, or none.
#define UNIT_RECORDS_NO_FAULTS        \
    struct unit_faults unit_faults;   \
    unsigned unit_faults_forget(void) \
    {                                 \
        return 0;                     \
    }

/// How many faults this many wrong calls cause: bare builds report none.
#define UNIT_REPORTED(count) (HUTCH_CFG_CHECK == 0 ? 0u : (unsigned)(count))

/// How many faults this many questions about numbers past the end cause: only debug builds report them.
#define UNIT_PAST_THE_END(count) (HUTCH_CFG_CHECK < 2 ? 0u : (unsigned)(count))

#endif
