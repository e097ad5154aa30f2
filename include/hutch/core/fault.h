// SPDX-License-Identifier: MIT
// fault.h - errors of the caller: their codes, their reports and the handler.
#ifndef HUTCH_FAULT_H // IWYU pragma: private, include "hutch/hutch.h"
#define HUTCH_FAULT_H

#include "../config.h"

struct hutch_identity;
struct hutch_note;
struct hutch_pool;

// One row per fault: name, number, meaning, remedy. Numbers never change. Each ten is a group; gaps are for
// later faults.
// clang-format off
#define HUTCH_FAULT_LIST(row)                                                                             \
    row(NONE, 0, "no fault", "nothing")                                                                   \
    row(NULL_POINTER, 10, "NULL was passed", "check what acquire returned: the pool was full")             \
    row(FOREIGN, 11, "the pointer is not into this pool",                                                 \
        "release to the pool that it came from; in headers use HUTCH_POOL_DECLARE, not HUTCH_POOL")                                                  \
    row(MISALIGNED, 12, "the pointer is into a slot, not at its start",                                   \
        "pass the object, not one of its members")                                                        \
    row(BAD_INDEX, 13, "the index, or the end of the run, is past the capacity",                          \
        "check where the number came from; -1: acquire was refused")                                      \
    row(OTHER_POOL, 14, "the object is another pool's", "release to the pool that the object came from")  \
    row(MEMORY, 15, "no pool is made: its memory is misaligned, or too small for an object",              \
        "align it as a pointer is; HUTCH_POOL_OVER_BYTES says how many bytes are enough")                 \
    row(NULL_REF, 16, "a zero ref was passed", "set the ref before it is used")                            \
    row(OTHER_POOL_REF, 17, "the ref is another pool's, or never was one",                                \
        "keep refs in the pool's own ref type")                                                           \
    row(NUMBERS, 18, "the pool has numbers, no objects",                                                  \
        "call acquire_index, claim_index, release_at")                                                    \
    row(DOUBLE_RELEASE, 20, "the slot is already free", "release each object once")                       \
    row(BAD_RUN, 21, "the run is empty, leaves the pool or has a free slot in it",                        \
        "release what acquire_run returned")                                                                  \
    row(STALE_RELEASE, 22, "the ref's object is gone", "it was released: discard the ref")                \
    row(STALE_USE, 23, "the ref's object is gone, but expect was called, not deref",                      \
        "use deref where it may be gone")                                                                 \
    row(USE_AFTER_RELEASE, 24, "the object is not live", "keep a ref instead of the pointer")             \
    row(RELEASE_IN_DESPAWN, 25, "released inside its own despawn hook",                                   \
        "return from the hook; hutch frees the slot afterwards")                                                          \
    row(LEAK, 26, "still live at the end of the scene",                                                   \
        "release it before the scene ends, or mark it persistent")                                        \
    row(PRESPAWN, 27, "prespawn of more slots than there are", "pass the capacity at most; for a prefab, the free slots") \
    row(ANCESTOR, 28, "the child is the parent itself, or one of its ancestors",                          \
        "attach from the root down")                                                                      \
    row(HOLDERS, 29, "the object has 255 holders already", "release once for each acquire and retain")     \
    row(CONTEXT, 30, "an unlocked pool is used from two contexts", "give it .lock = HUTCH_LOCK_IRQ")      \
    row(LOCK_NESTED, 31, "the pool is used inside its own critical section",                              \
        "unlock first; an interrupt needs a priority that the lock masks")                                \
    row(LOCK_UNBALANCED, 32, "the lock is left without having been entered",                              \
        "pair hutch_lock and hutch_unlock")                                                               \
    row(TOO_URGENT, 33, "used from an interrupt that the pool's lock does not stop",                      \
        "give it a priority that the lock masks, or the pool HUTCH_LOCK_FREE")                            \
    row(UNPRIVILEGED, 34, "used where masking interrupts has no effect: by unprivileged code",            \
        "make that task privileged, or give the pool HUTCH_LOCK_FREE")                                    \
    row(CALLBACK_NESTED, 35, "a callback of the policy has caused its own call",                          \
        "evict must not acquire from its pool; on_low and on_room must not undo what called them")        \
    row(QUEUED, 36, "it is in a queue", "take it out")                                                    \
    row(TAIL_BITS, 40, "damaged bitmap: a bit past the capacity is set",                                  \
        "look for a wild write near the address")                                                         \
    row(SUMMARY, 41, "damaged summary: it differs from the words below it",                               \
        "look for a wild write near the address")                                                         \
    row(DESCRIPTOR, 42, "damaged descriptor", "look for a wild write near the pool's descriptor")         \
    row(BITMAP, 43, "damaged bitmap: it differs from its copy", "look for a wild write near the address") \
    row(WRITE_AFTER_RELEASE, 44, "the object was written to after its release",                           \
        "look for a pointer kept after the release")                                                      \
    row(OVERRUN, 45, "written past the end of the object",                                                \
        "look for an index past its array's end; a run is one in a HUTCH_POOL_RUNS only")                 \
    row(UNDERRUN, 46, "written before the start of the object", "look for an index below 0")              \
    row(POLICY, 47, "a limit, a stamp or the spill pool of the policy is impossible", \
        "see which field the address is; else look for a wild write")                                     \
    row(BROKEN, 60, "internal error of hutch: one of its invariants does not hold", "report it, with the index")
// clang-format on

#define HUTCH_FAULT_ENUM_(name, number, text, cure) HUTCH_FAULT_##name = number,
enum hutch_fault_code { HUTCH_FAULT_LIST(HUTCH_FAULT_ENUM_) HUTCH_FAULT_CODES_END = 64 };

/// What a fault handler receives: the code and the address, and with HUTCH_CFG_NAMES all of these.
struct hutch_fault {
#if HUTCH_CFG_NAMES
    const char *pool; // the pool's name
#endif
    const void *address; // what the caller passed, or the damaged word; NULL for an index or a number
#if HUTCH_CFG_NAMES
    unsigned index; // slot or number passed; damaged bitmap: word; BROKEN: assertion; else HUTCH_NONE
#endif
    uint8_t code; // enum hutch_fault_code
#if HUTCH_CFG_NAMES
    // Debug builds only, else NULL:
    const struct hutch_note *note; // which calls acquired and released the slot
    const char *other_pool;        // the pool to which the object belongs
    const void *caller;            // the return address of the faulty call
#endif
};

HUTCH_BEGIN_DECLS

/// Debug builds: the last fault that the default handler received, for a debugger.
extern struct hutch_fault hutch_last_fault;

/// Receives every fault. Define it in your program to replace the default, hutch_fault_default:
/// `HUTCH_ON_FAULT(fault) { ... }`. It may print, and use pools, but in debug builds none with a policy:
/// that may be locked. A fault that it causes calls it again before it has returned, so a call in it that
/// faults each time recurses until the stack ends.
/// @param  fault  valid during the call only
/// @return nothing; the operation that found the fault then returns false or NULL, with the pool unchanged;
/// it is completed only after OVERRUN, UNDERRUN, WRITE_AFTER_RELEASE, LOCK_UNBALANCED, LEAK, BROKEN
/// @time   of the default: a few instructions
/// @isr    called in the context of the faulty call, outside the pool's lock; by debug builds, for a pool
///         with a policy, perhaps inside
/// @fault  none
void hutch_on_fault(const struct hutch_fault *fault);

/// Begins the program's fault handler, once in a program, at file scope; `fault` names its parameter. The
/// linker then finds the handler wherever it is; with gcc's -flto in a static library only by
/// `-Wl,-u,hutch_on_fault_of_program`, which hutch's CMakeLists.txt passes. A plain function `hutch_on_fault`
/// is not called if it is alone in a file of a static library: there the linker takes the default.
#define HUTCH_ON_FAULT(fault)                                                                           \
    HUTCH_OF_PROGRAM_(void hutch_on_fault_of_program(const struct hutch_fault *fault_), hutch_on_fault) \
    HUTCH_C_LINKAGE void hutch_on_fault(const struct hutch_fault *fault)

HUTCH_SEEK_IN_PROGRAM_(hutch_on_fault);

/// The default of hutch_on_fault if HUTCH_CFG_NAMES is 1: counts the fault, and stops a debug build. A
/// handler of the program may call it last.
/// @param  fault  what hutch_on_fault received
/// @return nothing; does not return if HUTCH_PORT_TRAP stops a debug build
/// @time   a few instructions
/// @isr    any context
/// @fault  none
void hutch_fault_default(const struct hutch_fault *fault) HUTCH_ABI(hutch_fault_default);

// Two counts to a byte, of codes 2k and 2k + 1. Weak: hutch_report reads them if they are linked.
extern uint8_t
    hutch_fault_counts[HUTCH_FAULT_CODES_END / 2] HUTCH_ABI(hutch_fault_counts) HUTCH_WEAK_REFERENCE;

/// Returns how many faults of one code the default handler has counted.
/// @param  code  enum hutch_fault_code
/// @return the count since start, at most 15 (counters have 4 bits); 0 for an unknown code
/// @time   one load
/// @isr    any context
/// @fault  none
unsigned hutch_fault_count(unsigned code) HUTCH_ABI(hutch_fault_count);

/// Writes a fault as one line of text: its meaning, the pool, the slot and the calls involved.
/// @param  fault     as a handler receives it
/// @param  put_char  called for each character, also for the newline at the end
/// @param  context   passed on to put_char
/// @return nothing
/// @time   a few hundred instructions, and put_char
/// @isr    any context
/// @fault  none
void hutch_fault_print(const struct hutch_fault *fault, void (*put_char)(char c, void *context),
                       void *context) HUTCH_ABI(hutch_fault_print);

/// Returns what a fault code means, as a short English text.
/// @param  code  enum hutch_fault_code
/// @return a constant string, never NULL; "unknown fault" for an unknown code
/// @time   one pass over the list of codes
/// @isr    any context
/// @fault  none
const char *hutch_fault_text(unsigned code) HUTCH_ABI(hutch_fault_text);

/// Determines what is wrong with a pointer, and reports it.
/// @param  identity  of the pool
/// @param  object    the pointer
/// @param  code      enum hutch_fault_code: reported if it is the address of a slot
/// @return false
/// @time   a division by shift and subtract
/// @isr    any context
/// @fault  NULL_POINTER, FOREIGN, MISALIGNED, or the code passed
HUTCH_COLD bool hutch_fault_pointer(const struct hutch_identity *identity, const void *object, unsigned code)
    HUTCH_ABI(hutch_fault_pointer);

/// Reports a code and an address, in builds with HUTCH_CFG_NAMES 0, and returns false.
HUTCH_COLD bool hutch_fault_bare(const void *address, uint8_t code) HUTCH_ABI(hutch_fault_bare);

/// Reports a wrong slot number.
/// @param  identity  of the pool
/// @param  index     the number
/// @param  code      enum hutch_fault_code
/// @return false
/// @time   a few instructions
/// @isr    any context
/// @fault  the code passed
HUTCH_COLD bool hutch_fault_index(const struct hutch_identity *identity, unsigned index, unsigned code)
    HUTCH_ABI(hutch_fault_index);

/// Returns the slot in which the byte at `offset` lies; `inside` receives the byte's offset in the slot.
/// Without a division by a variable: that is a library call on CPUs without a divider.
HUTCH_COLD unsigned hutch_fault_slot(size_t offset, size_t stride_bytes, size_t *inside)
    HUTCH_ABI(hutch_fault_slot);

/// Reports a fault and returns false. Debug builds add the call site.
HUTCH_COLD bool hutch_fault_report(const char *pool_name, const void *address, unsigned index, unsigned code)
    HUTCH_ABI(hutch_fault_report);

HUTCH_END_DECLS

#endif
