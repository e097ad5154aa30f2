// SPDX-License-Identifier: MIT
// search.c - breadth first through all states of a world; the shortest way to what is wrong is printed.

#include "search.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 400, WRONG_MAX = 3, CALLBACKS_SEARCHED = 4, TABLE_BITS = 19 };

/// A state: its bytes, in `bytes` at its number times `bytes_each`, and how it was reached.
struct node {
    uint32_t parent;
    struct move move, nested;
    uint8_t nested_at;
};

static struct {
    const struct world *world;
    struct move moves[MOVES_MAX];
    unsigned moves_count, wrong, real_bytes, bytes_each;
    struct node *nodes;
    unsigned char *bytes;
    unsigned long nodes_count, nodes_room, calls;
    uint32_t table[1u << TABLE_BITS]; // 0: empty; else a state's number plus 1
} all;
static struct model model;

// ----------------------------------------------------------------------------------------------- the moves

static void add(enum call call, unsigned p, unsigned a, unsigned b)
{
    const bool chooses = all.world->evicts[p] == EVICTS_CHOSEN && call <= CALL_SPAWN_URGENT;
    const unsigned capacity = all.world->pools[p]->capacity;
    for (unsigned victim = 0; victim <= (chooses ? capacity + 1 : 0); victim++) { // the last two are no slots
        const struct move move = {(uint8_t)call, (uint8_t)p, (uint8_t)a, (uint8_t)b,
                                  (uint8_t)(victim > capacity ? 255 : victim)};
        CHECK(all.moves_count < MOVES_MAX);
        if (all.moves_count < MOVES_MAX) {
            all.moves[all.moves_count++] = move;
        }
    }
}

// Each slot, past the end, inside a slot, NULL, and the slots of the other pool.
static void add_places(enum call call, unsigned p, unsigned b)
{
    const unsigned capacity = all.world->pools[p]->capacity;
    const struct hutch_pool *const other = all.world->pools[1 - p];
    for (unsigned a = 0; a <= capacity; a++) {
        add(call, p, a, b);
    }
    add(call, p, PLACE_INSIDE, b);
    add(call, p, PLACE_NULL, b);
    for (unsigned a = 0; other != NULL && a < other->capacity; a++) {
        add(call, p, PLACE_OTHER + a, b);
    }
}

static void add_call(enum call call, unsigned p)
{
    const unsigned capacity = all.world->pools[p]->capacity;
    const unsigned values = all.world->values != 0 ? all.world->values : 1;
    if (call <= CALL_SPAWN_URGENT) {
        for (unsigned value = 0; value < values; value++) {
            add(call, p, 0, value);
        }
    } else if (call == CALL_BEGIN) {
        if (HUTCH_HAS_HOOKS(all.world->pools[p])) { // others have nothing hidden
            add(call, p, 0, 0);
        }
    } else if (call == CALL_CLEAR || call >= CALL_RESET) {
        add(call, p, 0, 0);
    } else if (call >= CALL_MAKE) {
        families_add_moves(all.world, call, p, add);
    } else if (call == CALL_RELEASE_IF) {
        for (unsigned a = 0; a < 1u << capacity && a<256; a += capacity> 5 ? 51 : 1) { // all subsets, if few
            add(call, p, a, 0);
        }
    } else if (call == CALL_RELEASE || call == CALL_DESPAWN) {
        add_places(call, p, 0);
    } else if (call == CALL_PERSIST) {
        add_places(call, p, 0);
        add_places(call, p, 1);
    } else if (call == CALL_RELEASE_RUN) {
        for (unsigned length = 0; length <= capacity + 1; length++) {
            add_places(call, p, length);
        }
    } else if (call == CALL_RELEASE_RUN_AT) {
        for (unsigned a = 0; a <= capacity; a++) {
            for (unsigned length = 0; length <= capacity + 1; length++) {
                add(call, p, a, length);
            }
        }
    } else {
        const bool is_slot = call == CALL_END || call == CALL_UNDO || call >= CALL_KEEP_REF;
        for (unsigned a = 0; a < capacity + (is_slot ? 0 : 2); a++) {
            add(call, p, a, 0);
        }
    }
}

static void list_moves(void)
{
    all.moves_count = 0;
    for (unsigned call = 0; call < CALLS_COUNT; call++) {
        for (unsigned p = 0; p < POOLS_MAX && all.world->pools[p] != NULL; p++) {
            if ((all.world->calls & ON(call)) != 0 && (call < CALL_RESET || p == 0)) {
                add_call((enum call)call, p);
            }
        }
    }
}

// --------------------------------------------------------------------------------------------- what is wrong

static const char *const call_names[CALLS_COUNT] = {
    "acquire",        "acquire_urgent", "spawn",        "spawn_urgent",
    "claim",          "adopt",          "run",          "prespawn",
    "create",         "create_end",     "undo",         "persist",
    "release",        "despawn",        "release_at",   "release_run",
    "release_run_at", "release_if",     "clear",        "ref",
    "release_ref",    "spawn_prefab",   "adopt_prefab", "prespawn_prefab",
    "add_component",  "attach",         "scene_reset",  "scene_check"};

static void put_move(const char *before, const struct move *move)
{
    unit_put_text(before);
    unit_put_text(call_names[move->call]);
    unit_put_text("(pool ");
    unit_put_number(move->pool);
    unit_put_text(", ");
    unit_put_number(move->a);
    unit_put_text(", ");
    unit_put_number(move->b);
    if (move->victim != 0) {
        unit_put_text(", victim ");
        unit_put_number(move->victim);
    }
    unit_put_text(")");
}

static void put_node(const struct node *node)
{
    put_move("# ", &node->move);
    if (node->nested_at != 0) {
        put_move(", which calls back ", &node->nested);
        unit_put_text(" at callback ");
        unit_put_number(node->nested_at);
    }
    unit_put_text("\n");
}

static void put_way_to(unsigned long number)
{
    if (number != 0) {
        put_way_to(all.nodes[number].parent);
        put_node(&all.nodes[number]);
    }
}

static void put_trace(const char *before, const struct trace *trace)
{
    static const char *const events[] = {"", "result ", "fault ", "callback "};
    unit_put_text(before);
    for (unsigned i = 0; i < trace->length && i < 12; i++) {
        unit_put_text(" ");
        unit_put_text(events[trace->events[i] >> 24]);
        unit_put_number(trace->events[i] >> 12 & 255u);
        unit_put_text(":");
        unit_put_number(trace->events[i] & 4095u);
    }
    unit_put_text("\n");
}

static void put_wrong(const struct node *node, const struct trace *got, const struct trace *expected)
{
    unit_put_text("# after\n");
    put_way_to(node->parent);
    unit_put_text("# this is wrong:\n");
    put_node(node);
    put_trace("# the pools:", got);
    put_trace("# the model:", expected);
}

static bool traces_agree(const struct trace *got, const struct trace *expected)
{
    bool is_right = got->length == expected->length && got->length <= EVENTS_MAX &&
                    memcmp(got->events, expected->events, got->length * sizeof got->events[0]) == 0;
    for (unsigned p = 0; HUTCH_CFG_STATS && p < POOLS_MAX; p++) {
        is_right = is_right && got->refused[p] == expected->refused[p];
    }
    return is_right;
}

// ----------------------------------------------------------------------------------------------- the states

static uint32_t hash_of(const unsigned char *bytes, unsigned count)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < count; i += sizeof hash) {
        uint64_t part;
        memcpy(&part, bytes + i, sizeof part);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u; // the golden ratio
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> (64 - TABLE_BITS));
}

// Keeps the present state of pools and model, unless it was seen before.
// @return is it new?
static bool keep(const struct node *node)
{
    static unsigned char bytes[REAL_BYTES_MAX + sizeof(struct model) + 8];
    memset(bytes + all.bytes_each - 8, 0, 8);
    real_save(all.world, bytes);
    memcpy(bytes + all.real_bytes, &model, sizeof model);
    uint32_t at = hash_of(bytes, all.bytes_each);
    for (; all.table[at] != 0; at = (at + 1u) & ((1u << TABLE_BITS) - 1u)) {
        if (memcmp(all.bytes + (all.table[at] - 1u) * (size_t)all.bytes_each, bytes, all.bytes_each) == 0) {
            return false;
        }
    }
    if (all.nodes_count == all.nodes_room) {
        all.nodes_room = all.nodes_room * 2 + 64;
        all.nodes = (struct node *)realloc(all.nodes, all.nodes_room * sizeof all.nodes[0]);
        all.bytes = (unsigned char *)realloc(all.bytes, all.nodes_room * all.bytes_each);
    }
    memcpy(all.bytes + all.nodes_count * all.bytes_each, bytes, all.bytes_each);
    all.nodes[all.nodes_count++] = *node;
    all.table[at] = (uint32_t)all.nodes_count;
    return true;
}

// --------------------------------------------------------------------------------------------- the search

static void begin(struct trace *trace, const struct node *node)
{
    trace->length = trace->callbacks = 0;
    trace->nested_at = node->nested_at;
    trace->move = node->move;
    trace->nested = node->nested;
    for (unsigned p = 0; p < POOLS_MAX; p++) {
        trace->refused[p] = trace->taken[p] = 0;
    }
}

// Makes a call in a state. @return how many callbacks it had
static unsigned try(struct node *node)
{
    static unsigned char start[REAL_BYTES_MAX];
    static struct trace got, expected;
    memcpy(start, all.bytes + node->parent * (size_t)all.bytes_each, all.real_bytes);
    memcpy(&model, all.bytes + node->parent * (size_t)all.bytes_each + all.real_bytes, sizeof model);
    real_load(all.world, start);
    laws_begin(all.world, start, all.real_bytes);
    begin(&got, node);
    begin(&expected, node);
    all.calls++;
    real_call(all.world, &node->move, &got);
    model_call(all.world, &model, &node->move, &expected);
    bool is_right = traces_agree(&got, &expected);
    is_right = laws_hold(all.world, &model, &got) && is_right;
    if (is_right) {
        model_normalise(all.world, &model);
        real_normalise(all.world, &model);
        is_right = !keep(node) || looks_are_right(all.world, &model);
    }
    CHECK(is_right);
    if (!is_right) {
        all.wrong++;
        put_wrong(node, &got, &expected);
    }
    return expected.callbacks;
}

// END and UNDO are for the slots of BEGIN; other calls are right or refused in any state.
static bool is_allowed(unsigned long number, const struct move *move)
{
    const struct model *const its =
        (const struct model *)(const void *)(all.bytes + number * all.bytes_each + all.real_bytes);
    return (move->call != CALL_END && move->call != CALL_UNDO) ||
           (its->pools[move->pool].marks[move->a] & BEGUN) != 0;
}

static bool is_nested(const struct move *move)
{
    return move->call != CALL_END && move->call != CALL_UNDO && move->victim == 0 &&
           (all.world->nested & ON(move->call)) != 0;
}

static void search_from(unsigned long number)
{
    for (unsigned i = 0; i < all.moves_count && all.wrong <= WRONG_MAX; i++) {
        struct node node = {(uint32_t)number, all.moves[i], all.moves[i], 0};
        const unsigned callbacks = is_allowed(number, &node.move) ? try(&node) : 0;
        for (unsigned j = 0; callbacks != 0 && j < all.moves_count; j++) {
            node.nested = all.moves[j];
            for (unsigned at = 1; is_nested(&node.nested) && at <= callbacks && at <= CALLBACKS_SEARCHED &&
                                  all.wrong <= WRONG_MAX;
                 at++) {
                node.nested_at = (uint8_t)at;
                try(&node);
            }
        }
    }
}

void search(const struct world *world, unsigned long states, unsigned long calls)
{
    static const struct node start;
    static const struct model empty;
    static unsigned char bytes[REAL_BYTES_MAX];
    memset(all.table, 0, sizeof all.table);
    all.world = world;
    all.wrong = 0;
    all.nodes_count = all.calls = all.nodes_room = 0;
    all.nodes = NULL;
    all.bytes = NULL;
    model = empty;
    list_moves();
    real_start(world);
    model_normalise(world, &model);
    real_normalise(world, &model);
    all.real_bytes = real_save(world, bytes);
    all.bytes_each = (all.real_bytes + (unsigned)sizeof model + 7u) / 8u * 8u; // the rest stays 0
    CHECK(all.real_bytes <= REAL_BYTES_MAX);
    keep(&start);
    for (unsigned long number = 0; number < all.nodes_count && all.wrong <= WRONG_MAX; number++) {
        CHECK(number < 1u << (TABLE_BITS - 1));
        search_from(number);
    }
    unit_put_text("# ");
    unit_put_number(all.nodes_count);
    unit_put_text(" states, ");
    unit_put_number(all.calls);
    unit_put_text(" calls\n");
    real_load(world, all.bytes); // the next search begins there, too
    CHECK_EQUAL(all.nodes_count, states);
    CHECK_EQUAL(all.calls, calls);
    free(all.nodes);
    free(all.bytes);
}
