// SPDX-License-Identifier: MIT
// model.h - pools, and a model of them in plain loops over marks of slots: whatever is called, both must do
// the same.
//
// A world is one or two pools and the calls that may be made on them. A call is made on the pools (real.c)
// and on the model (calls.c), with any argument that a caller might pass, right or wrong, and its callbacks
// (a hook, the choice of a victim, a test, a visit) may make another. Both must return, report and call back
// the same, and be in the same state afterwards. search.c makes every call in every state that calls lead to;
// states.c every call with every subset of the slots live; random.c calls by chance.
#ifndef MODEL_H
#define MODEL_H

#include "hutch/core/core.h"
#include "hutch/core/ref.h"
#include "unit.h"

enum { W = HUTCH_WORD_BITS, EVENTS_SHOWN = 12 };

/// MODEL_BOUNDED: as much as a small board has time and memory for: one pool without policy and prefabs.
#ifdef MODEL_BOUNDED
enum { MODEL_IS_RICH = 0, POOLS_MAX = 1, SLOTS_MAX = 4 * W, STAMPS_MAX = 1, KINS_MAX = 1 };
#else
enum {
    MODEL_IS_RICH = 1,
    POOLS_MAX = 2,
    SLOTS_MAX = HUTCH_CAPACITY_MAX,
    STAMPS_MAX = SLOTS_MAX,
    KINS_MAX = SLOTS_MAX
};
#endif
#define NOBODY 0xFFFFu // as a victim, as a kin

/// The calls. `a` and `b` are explained beside each.
enum call {
    CALL_ACQUIRE, // b: what is written to the object
    CALL_ACQUIRE_URGENT,
    CALL_SPAWN,
    CALL_SPAWN_URGENT, // the last whose victim is chosen by the move
    CALL_CLAIM,        // a: slot
    CALL_ADOPT,        // a: how many
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
    CALL_RELEASE_IF,     // a: a bit for each slot of eight
    CALL_WALK,
    CALL_CLEAR,
    CALL_KEEP_REF, // a: slot
    CALL_RELEASE_REF,
    CALL_MAKE,            // a: prefab
    CALL_ADOPT_PREFAB,    // a: slot; b: prefab
    CALL_PRESPAWN_PREFAB, // a: how many; b: prefab
    CALL_ADD_COMPONENT,   // a: slot; b: number of a component
    CALL_ATTACH,          // a: slot of the parent; b: kin of the child, see below
    CALL_RESET,           // of the scene of the pools
    CALL_LEAKS,
    CALLS_COUNT
};
#define ON(call) (1ul << (call))

/// A place is a slot's number, also past the end; or one of these.
#define PLACE_OTHER 0xC000u // from here on: slots of the other pool
#define PLACE_NULL 0xFFFFu

struct move {
    uint8_t call, pool, inside; // inside: so many bytes past the place
    uint16_t a, b, victim;      // victim: what the world's own choice of a victim returns
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
    FROM_VISIT,
    FROM_SPAWNED,        // and the number of the component
    FROM_DESPAWNED = 16, // likewise
};

/// What a call did, for pools and model alike: its result, its faults and what it called back, in order.
struct trace {
    uint32_t events[EVENTS_SHOWN], hash; // the first of them, and a hash of all
    unsigned length, callbacks;
    unsigned nested_at; // the callback that makes the nested call; 0: none does
    uint32_t dice;      // not 0: callbacks make calls by chance; nested_at is a slot for these
    bool is_nested;
    struct move move, nested;
    unsigned refused[POOLS_MAX]; // acquires
    unsigned result;
};

enum { EVENT_RESULT = 1, EVENT_FAULT, EVENT_CALLBACK };
struct trace *trace_begin(const struct move *move); // that of the pools
void trace_add(struct trace *trace, unsigned kind, unsigned code, unsigned number);

/// Notes a fault as far as this build reports it: debug builds report other numbers than the slot's.
void trace_fault(struct trace *trace, unsigned code, unsigned p, unsigned slot);

/// Notes a callback. @return must it make trace->nested? Then is_nested is true until that is done.
bool trace_call_back(struct trace *trace, enum from from, unsigned number);

/// Pool and slot as one number.
static inline unsigned number_of(unsigned p, unsigned slot)
{
    return p << 15 | slot;
}

static inline unsigned pool_of(unsigned number)
{
    return number >> 15 & 1u;
}

static inline unsigned slot_of(unsigned number)
{
    return number & 0x7FFFu;
}

/// How the functions of a pool are called: the typed ones, which fold, or those of src/.
struct verbs {
    void *(*acquire)(const struct hutch_pool *pool);
    void *(*acquire_urgent)(const struct hutch_pool *pool);
    void *(*claim)(const struct hutch_pool *pool, unsigned index);
    bool (*release)(const struct hutch_pool *pool, const void *object);
    bool (*release_at)(const struct hutch_pool *pool, unsigned index);
    unsigned (*release_if)(const struct hutch_pool *pool, unsigned *goes); // by real_test
    void (*clear)(const struct hutch_pool *pool);
    void *(*acquire_run)(const struct hutch_pool *pool, unsigned length);
    bool (*release_run)(const struct hutch_pool *pool, const void *object, unsigned length);
    unsigned (*live)(const struct hutch_pool *pool);
    void *(*at)(const struct hutch_pool *pool, unsigned index);
    bool (*is_live_at)(const struct hutch_pool *pool, unsigned index);
    void (*walk)(const struct hutch_pool *pool);
    hutch_ref_t (*ref)(const struct hutch_pool *pool, const void *object); // pools with refs
    void *(*deref)(const struct hutch_pool *pool, hutch_ref_t ref);
    bool (*release_ref)(const struct hutch_pool *pool, hutch_ref_t ref);
    void *(*spawn)(const struct hutch_pool *pool, const void *args);
    void *(*spawn_urgent)(const struct hutch_pool *pool, const void *args);
    bool (*despawn)(const struct hutch_pool *pool, const void *object);
};

struct hutch_components;
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

enum { WAS_MADE = 1, WAS_IMAGE };
enum { HERD_WRITTEN = 7 }; // what the hook of a prefab's first component writes to its object

/// What the model knows of a slot in a herd.
struct known_kin {
    uint8_t made, image; // prefab plus 1: of the live object, of the bytes in a free slot
    uint8_t was;         // neither is so any more: WAS_MADE or WAS_IMAGE
    uint8_t started;     // a bit for each component
    uint16_t parent;     // number plus 1; stays if the object is released without hooks
};

/// And of a pool. `turn` counts acquires; a slot's stamp is its owner's turn.
struct known {
    unsigned live, turn, peak;
    uint8_t marks[SLOTS_MAX], value[SLOTS_MAX];
    unsigned stamps[STAMPS_MAX];
    struct known_kin kin[KINS_MAX];
};

struct model {
    struct known pools[POOLS_MAX];
    uint16_t attached[POOLS_MAX * KINS_MAX], attached_count; // the kins that have a parent, the latest last
};

void model_call(const struct world *world, struct model *model, const struct move *move, struct trace *trace);

/// Brings numbers that grow for ever back: only their order has a meaning.
void model_normalise(const struct world *world, struct model *model);

/// Saves or loads what is known of the pools. @return the end of the bytes
unsigned char *model_copy(const struct world *world, struct model *model, unsigned char *bytes, bool is_save);

// What the files of the model need of each other: the world, the state and the trace of the call.
extern const struct world *the_world;
extern struct model *the_model;
extern struct trace *the_trace;
static inline unsigned capacity_of(unsigned p)
{
    return the_world->pools[p]->capacity;
}

static inline const struct hutch_policy *policy_of(unsigned p)
{
    return the_world->pools[p]->options->policy;
}

static inline bool has_marks(unsigned p)
{
    return HUTCH_HAS_HOOKS(the_world->pools[p]);
}

bool model_is(unsigned p, unsigned slot, unsigned marks);
bool model_fault(unsigned p, unsigned code, unsigned slot);

/// Finds the slot of a place, also in the pool that is spilled to; else reports what is wrong with it.
bool model_find(unsigned *p, const struct move *move, bool can_spill, unsigned *slot);
void model_call_back(enum from from, unsigned number);
void model_make(const struct move *move);

// Where a call may spill or returns an address, the result is pool and slot as one number.
bool model_release(unsigned p, unsigned first, unsigned count, bool is_hidden);
bool model_despawn(unsigned p, unsigned slot);
unsigned model_acquire(unsigned p, bool is_hidden);
unsigned model_acquire_or_spill(unsigned p, bool is_hidden, bool is_urgent, unsigned value);
bool model_claim(unsigned p, unsigned slot);
unsigned model_adopt(unsigned p, unsigned count);
unsigned model_acquire_run(unsigned p, unsigned length);
bool model_prespawn(unsigned p, unsigned count);
unsigned families_model(const struct move *move);
void families_model_taken(unsigned p, unsigned slot);
void families_model_despawned(unsigned p, unsigned slot);
void families_model_normalise(const struct world *world, struct model *model);

// ------------------------------------------------------------------------------------------------ the pools

/// Saves or loads the memory of the pools. @return the end of the bytes
enum { BYTES_MAX = 2048 };
unsigned char *real_copy(const struct world *world, unsigned char *bytes, bool is_save);
unsigned char *copy_bytes(unsigned char *at, void *memory, size_t count, bool is_save);

/// Makes the pools empty.
void real_start(const struct world *world);
void real_call(const struct world *world, const struct move *move, struct trace *trace);

/// Does the same: afterwards the same state has the same bytes.
void real_normalise(const struct world *world, const struct model *model);

/// Components of prefabs: four, one.
enum { PRIORITY_MAX = 20 };
extern const struct hutch_components orc_parts, imp_parts;

// Callbacks of the worlds' pools.
void real_construct(void *object);
void real_spawn(void *object, const void *args);
void real_despawn(void *object);
void real_room(const struct hutch_pool *pool);
void real_low(const struct hutch_pool *pool);
unsigned real_choose(const struct hutch_pool *pool);
bool real_test(const void *object, void *context);
bool real_visit(const void *object); // false: the walk must end

// What real.c and families.c need of each other.
void real_call_back(enum from from, unsigned number);
unsigned real_number_of(const void *object);
unsigned families_real(const struct world *world, const struct move *move, void *object);
void families_real_normalise(const struct world *world, unsigned p, const struct model *model);
bool families_look_right(const struct world *world, unsigned p, const struct model *model);
void families_add_moves(const struct world *world, enum call call, unsigned p,
                        void (*add)(enum call call, unsigned p, unsigned a, unsigned b));

const struct verbs *verbs_of(const struct world *world, unsigned p);

/// The ref that is kept of a slot; 0: none is.
hutch_ref_t real_kept_ref(unsigned p, unsigned slot);
void real_forget_ref(unsigned p, unsigned slot);

// ------------------------------------------------------------------------------------------------- the laws

/// What must hold in each state and of each call, whatever the model says.
#define LAWS(LAW)                                                         \
    LAW(visible_slot_is_live_in_every_state)                              \
    LAW(persistent_slot_is_visible_in_every_state)                        \
    LAW(no_mark_is_past_the_last_slot_in_any_state)                       \
    LAW(policy_counts_what_is_live_in_every_state)                        \
    LAW(stamps_of_live_slots_are_in_the_order_of_acquires_in_every_state) \
    LAW(hutch_check_finds_nothing_in_any_state)                           \
    LAW(call_that_is_refused_changes_nothing)                             \
    LAW(run_is_taken_and_released_whole_or_not_at_all)                    \
    LAW(hook_sees_an_object_that_is_hidden)                               \
    LAW(fault_names_the_address_that_was_passed)                          \
    LAW(acquire_that_is_refused_evicts_nobody)                            \
    LAW(acquire_that_is_not_urgent_leaves_the_reserve)                    \
    LAW(reset_of_a_scene_leaves_the_persistent_objects_and_no_other)      \
    LAW(slot_that_was_constructed_stays_so)                               \
    LAW(child_is_once_in_one_list_and_no_family_is_a_ring)
#define LAW_NUMBER_(law) LAW_##law,
enum law { LAWS(LAW_NUMBER_) LAWS_COUNT };

extern unsigned long laws_broken[LAWS_COUNT];

/// Counts a law that is broken. @return `holds`
bool must(bool holds, enum law law);

/// Remembers the state before a call, whose bytes real_save has written.
void laws_begin(const struct world *world, const unsigned char *bytes, size_t length);

/// Compares the pools with the model after a call, and tests the laws of calls and states.
/// @param  trace  of that call
bool laws_hold(const struct world *world, const struct model *model, const struct trace *trace);

/// Compares what the functions that only look return.
bool looks_are_right(const struct world *world, const struct model *model);

// ------------------------------------------------------------------------------------------------ the moves

/// Passes on each call of the world with each argument, right or wrong.
void moves_list(const struct world *world, void (*add)(const struct move *move));

/// END and UNDO are for the slots of BEGIN; other calls are right or refused in any state.
bool move_is_allowed(const struct model *model, const struct move *move);

/// Makes the call of trace_begin on the pools and on the model. @return do they agree? If not, it is printed.
bool moves_agree(const struct world *world, struct model *model);
void put_move(const char *before, const struct move *move);

/// A random number below the limit, without a division: that is a library call on small CPUs.
unsigned model_random(uint32_t *dice, unsigned below);

/// One number for release builds, another for debug builds.
#define EITHER(release, debug) (HUTCH_CFG_CHECK < 2 ? (release) : (debug))

/// Searches a world. Fails the test on the first difference, and prints the calls that lead to it; and if it
/// does not come to exactly so many states and calls.
void search(const struct world *world, unsigned long states, unsigned long calls);

/// A pool for states.c and random.c.
struct subject {
    const struct hutch_pool *pool;
    const struct verbs *verbs; // its typed functions; NULL: the generic ones
    const struct hutch_herd *herd;
    const struct hutch_prefab *prefabs[2];
};
/// The pools: those of this program's part, where not all have room in one.
extern const struct subject subjects[];
extern const unsigned subjects_count;

/// Pools of every kind, some of which need memory first.
extern const struct subject kinds[];
extern const unsigned kinds_count;
void kinds_init(void);

/// Makes the world of a pool and what it spills to, with pools and model empty.
void subject_begin(const struct subject *subject, bool is_generic);
extern struct world subject_world;
extern struct model subject_model;

/// Some turns of random calls of each pool.
void random_calls(const struct subject *first, unsigned count, unsigned long turns);

extern uint32_t random_seed;
extern const struct unit_test worlds_tests[], laws_tests[], states_tests[], runs_tests[];

#endif
