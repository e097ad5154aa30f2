// SPDX-License-Identifier: MIT
// search.h - every state of small pools that any sequence of calls leads to, and in each state every call.
//
// A world is one or two small pools and the calls that may be made on them. A state is what these pools keep
// in memory, and beside it what a plain model knows of them. From the first state on, each call is made with
// every argument that a caller might pass, right or wrong, and each callback of it (a hook, the choice of a
// victim, a test) makes each call in turn, too. Pools and model must do the same: return, report and call
// back the same, and be in the same state afterwards. A state that was not seen before is searched, too,
// until there is none.
//
// Numbers that grow for ever are brought back after each call, see real.c: only their order has a meaning.
#ifndef SEARCH_H
#define SEARCH_H

#include "hutch/core/core.h"
#include "hutch/core/ref.h"
#include "unit.h"

enum { W = HUTCH_WORD_BITS, POOLS_MAX = 2, SLOTS_MAX = 10, EVENTS_MAX = 120 };

/// The calls. `a` and `b` are explained beside each.
enum call {
    CALL_ACQUIRE, // b: what is written to the object
    CALL_ACQUIRE_URGENT,
    CALL_SPAWN,
    CALL_SPAWN_URGENT,
    CALL_CLAIM, // a: slot
    CALL_ADOPT, // a: how many
    CALL_ACQUIRE_RUN,
    CALL_PRESPAWN,
    CALL_BEGIN, // as hutch::pool::create: the slot stays hidden
    CALL_END,   // a: slot that BEGIN has hidden
    CALL_UNDO,
    CALL_PERSIST, // a: place, see below; b: is it persistent?
    CALL_RELEASE, // a: place
    CALL_DESPAWN,
    CALL_RELEASE_AT,     // a: slot
    CALL_RELEASE_RUN,    // a: place; b: how many
    CALL_RELEASE_RUN_AT, // a: slot
    CALL_RELEASE_IF,     // a: a bit for each slot
    CALL_CLEAR,
    CALL_KEEP_REF, // a: slot
    CALL_RELEASE_REF,
    CALL_MAKE,            // a: prefab
    CALL_ADOPT_PREFAB,    // a: slot; b: prefab
    CALL_PRESPAWN_PREFAB, // a: how many; b: prefab
    CALL_ADD_COMPONENT,   // a: slot; b: number of a component
    CALL_ATTACH,          // a: slot of the parent; b: kin of the child, see below
    CALL_RESET,           // of the world's scene
    CALL_LEAKS,
    CALLS_COUNT
};
#define ON(call) (1ul << (call))

/// Places that an address may be wrong by; below the capacity it is a slot, and the capacity is the first
/// address past the slots.
enum { PLACE_INSIDE = 30, PLACE_NULL = 31, PLACE_OTHER = 32 }; // from PLACE_OTHER on: slots of the other pool

struct move {
    uint8_t call, pool, a, b, victim; // victim: what the world's own choice of a victim returns
};

/// What calls back.
enum from {
    FROM_CONSTRUCT,
    FROM_SPAWN,
    FROM_DESPAWN,
    FROM_EVICT,
    FROM_ROOM,
    FROM_LOW,
    FROM_TEST,
    FROM_SPAWNED,        // and the number of the component
    FROM_DESPAWNED = 16, // likewise
};

/// What a call did, for pools and model alike: its result, its faults and what it called back, in order.
struct trace {
    uint32_t events[EVENTS_MAX];
    unsigned length, callbacks;
    unsigned nested_at; // the callback that makes the nested call; 0: none does
    struct move move, nested;
    unsigned refused[POOLS_MAX]; // acquires
    unsigned taken[POOLS_MAX];   // slots, by the model
};

static inline void trace_add(struct trace *trace, unsigned kind, unsigned a, unsigned b)
{
    if (trace->length < EVENTS_MAX) {
        trace->events[trace->length] = (uint32_t)kind << 24 | (uint32_t)(a & 255u) << 12 | (b & 4095u);
    }
    trace->length++;
}
enum { EVENT_RESULT = 1, EVENT_FAULT, EVENT_CALLBACK };

/// How the functions of a pool are called: the typed ones, which fold, or those of src/.
struct verbs {
    void *(*acquire)(const struct hutch_pool *pool);
    void *(*acquire_urgent)(const struct hutch_pool *pool);
    void *(*claim)(const struct hutch_pool *pool, unsigned index);
    bool (*release)(const struct hutch_pool *pool, const void *object);
    bool (*release_at)(const struct hutch_pool *pool, unsigned index);
    unsigned (*release_if)(const struct hutch_pool *pool,
                           bool (*should_go)(const void *object, void *context), void *context);
    void (*clear)(const struct hutch_pool *pool);
    void *(*spawn)(const struct hutch_pool *pool, const void *args);
    void *(*spawn_urgent)(const struct hutch_pool *pool, const void *args);
    bool (*despawn)(const struct hutch_pool *pool, const void *object);
};

struct hutch_scene;
struct hutch_herd;
struct hutch_prefab;
struct thing {
    uint8_t value, more[2];
};

/// The evict functions.
enum evicts { EVICTS_NOTHING, EVICTS_OLDEST, EVICTS_LOWEST, EVICTS_CHOSEN };

struct world {
    const struct hutch_pool *pools[POOLS_MAX];
    const struct verbs *verbs[POOLS_MAX]; // NULL: the generic ones
    enum evicts evicts[POOLS_MAX];
    const struct hutch_scene *scene;
    const struct hutch_herd *herds[POOLS_MAX]; // of the pools, or NULL
    const struct hutch_prefab *prefabs[2];
    unsigned long calls, nested; // which are made; which of these callbacks make, too
    unsigned values;             // objects hold 0 to values - 1; 0: their bytes are left alone
    unsigned first_count;        // what the policies have counted at the start: near the wrap, or 0
    hutch_ref_t first_generation;
};

// ------------------------------------------------------------------------------------------------ the model

enum { VALUE_UNKNOWN = 255 }; // in debug builds, which fill slots
enum { LIVE = 1, VISIBLE = 2, PERSISTENT = 4, CONSTRUCTED = 8, BEGUN = 16, KEPT = 32, STALE = 64 };

/// What the model knows of a pool: marks and value of each slot, and live slots from the oldest on.
struct known {
    uint8_t marks[SLOTS_MAX], value[SLOTS_MAX], order[SLOTS_MAX], live;
};

/// And of a slot in a herd. A kin is the slot, or HERD_SLOTS plus that of the second pool.
struct known_kin {
    uint8_t made, image; // prefab plus 1: of the live object, of the bytes in a free slot
    uint8_t was;         // neither is so any more: WAS_MADE or WAS_IMAGE
    uint8_t started;     // a bit for each component
    uint8_t parent;      // kin plus 1; stays if the object is released without hooks
};
enum { WAS_MADE = 1, WAS_IMAGE };
enum { HERD_WRITTEN = 7 }; // what the hook of a prefab's first component writes to its object
enum { HERD_SLOTS = 3, KINS = POOLS_MAX * HERD_SLOTS };

struct model {
    struct known pools[POOLS_MAX];
    struct known_kin kins[KINS];
    uint8_t attached[KINS], attached_count; // kins that have a parent, the latest last
};

void model_call(const struct world *world, struct model *model, const struct move *move, struct trace *trace);

/// Forgets the order of acquires where it has no meaning.
void model_normalise(const struct world *world, struct model *model);

// ------------------------------------------------------------------------------------------------ the pools

/// The bytes of a world.
enum { REAL_BYTES_MAX = 1024 };
unsigned real_save(const struct world *world, unsigned char *bytes);
void real_load(const struct world *world, const unsigned char *bytes);

/// Makes the pools empty.
void real_start(const struct world *world);
void real_call(const struct world *world, const struct move *move, struct trace *trace);

/// Brings numbers that grow for ever back: afterwards the same state has the same bytes.
void real_normalise(const struct world *world, const struct model *model);

// Callbacks of the worlds' pools.
void real_construct(void *object);
void real_spawn(void *object, const void *args);
void real_despawn(void *object);
void real_room(const struct hutch_pool *pool);
void real_low(const struct hutch_pool *pool);
unsigned real_choose(const struct hutch_pool *pool);
bool real_test(const void *object, void *context);

// What real.c and families.c need of each other.
void real_call_back(enum from from, unsigned number);
unsigned real_number_of(const void *object);
unsigned families_real(const struct world *world, const struct move *move);
void families_real_normalise(const struct world *world, unsigned p, const struct model *model);
bool families_look_right(const struct world *world, unsigned p, const struct model *model);
void families_add_moves(const struct world *world, enum call call, unsigned p,
                        void (*add)(enum call call, unsigned p, unsigned a, unsigned b));

/// The ref that is kept of a slot; 0: none is.
hutch_ref_t real_kept_ref(unsigned p, unsigned slot);

// ------------------------------------------------------------------------------------------------- the laws

/// What must hold in each state and of each call, whatever the model says.
enum law {
    LAW_VISIBLE_IS_LIVE,
    LAW_PERSISTENT_IS_VISIBLE,
    LAW_NOTHING_PAST_THE_END,
    LAW_COUNT_IS_RIGHT,
    LAW_STAMPS_ARE_IN_ORDER,
    LAW_CHECK_FINDS_NOTHING,
    LAW_REFUSED_CHANGES_NOTHING,
    LAW_RUN_IS_WHOLE,
    LAW_HOOK_SEES_HIDDEN,
    LAW_REFUSED_EVICTS_NOBODY,
    LAW_RESERVE_IS_KEPT,
    LAW_RESET_LEAVES_PERSISTENT,
    LAW_CONSTRUCTED_STAYS,
    LAW_FAMILY_IS_LINKED,
    LAWS_COUNT
};
extern unsigned long laws_broken[LAWS_COUNT];

/// Counts a law that is broken. @return `holds`
bool must(bool holds, enum law law);

/// Remembers the state before a call, whose bytes real_save has written.
void laws_begin(const struct world *world, const unsigned char *bytes, unsigned length);

/// Compares the pools with the model after a call, and tests the laws of calls and states.
/// @param  trace  of that call
bool laws_hold(const struct world *world, const struct model *model, const struct trace *trace);

/// Compares what the functions that only look return.
bool looks_are_right(const struct world *world, const struct model *model);

// --------------------------------------------------------------------------------------------- the search

/// One number for release builds, another for debug builds.
#define EITHER(release, debug) (HUTCH_CFG_CHECK < 2 ? (release) : (debug))

/// Searches a world. Fails the test on the first difference, and prints the calls that lead to it; and if it
/// does not come to exactly so many states and calls.
void search(const struct world *world, unsigned long states, unsigned long calls);

extern const struct unit_test worlds_tests[], families_tests[], laws_tests[];

#endif
