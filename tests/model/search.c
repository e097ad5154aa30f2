// SPDX-License-Identifier: MIT
// search.c - breadth first through all states of a world; the shortest way to what is wrong is printed.

#include "model.h"

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
    unsigned moves_count, wrong;
    size_t real_bytes, bytes_each;
    struct node *nodes;
    unsigned char *bytes;
    unsigned long nodes_count, nodes_room, calls;
    uint32_t table[1u << TABLE_BITS]; // 0: empty; else a state's number plus 1
} all;
static struct model model;

static void keep_move(const struct move *move)
{
    CHECK(all.moves_count < MOVES_MAX);
    if (all.moves_count < MOVES_MAX) {
        all.moves[all.moves_count++] = *move;
    }
}

// ----------------------------------------------------------------------------------------------- the states

static uint32_t hash_of(const unsigned char *bytes, size_t count)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < count; i += sizeof hash) {
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
    static unsigned char bytes[2 * BYTES_MAX];
    unsigned char *const end = model_copy(all.world, &model, real_copy(all.world, bytes, true), true);
    memset(end, 0, 8);
    uint32_t at = hash_of(bytes, all.bytes_each);
    for (; all.table[at] != 0; at = (at + 1u) & ((1u << TABLE_BITS) - 1u)) {
        if (memcmp(all.bytes + (all.table[at] - 1u) * all.bytes_each, bytes, all.bytes_each) == 0) {
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

static void load(unsigned long number, unsigned char *bytes)
{
    memcpy(bytes, all.bytes + number * all.bytes_each, all.bytes_each);
    model_copy(all.world, &model, real_copy(all.world, bytes, false), false);
}

// --------------------------------------------------------------------------------------------- the search

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

// Makes a call in a state. @return how many callbacks it had
static unsigned try(struct node *node)
{
    static unsigned char start[2 * BYTES_MAX];
    load(node->parent, start);
    laws_begin(all.world, start, all.real_bytes);
    struct trace *const trace = trace_begin(&node->move);
    trace->nested = node->nested;
    trace->nested_at = node->nested_at;
    all.calls++;
    bool is_right = moves_agree(all.world, &model);
    is_right = laws_hold(all.world, &model, trace) && is_right;
    if (is_right) {
        model_normalise(all.world, &model);
        real_normalise(all.world, &model);
        is_right = !keep(node) || looks_are_right(all.world, &model);
    }
    CHECK(is_right);
    if (!is_right) {
        all.wrong++;
        unit_put_text("# that was wrong after\n");
        put_way_to(node->parent);
        put_node(node);
    }
    return trace->callbacks;
}

static bool is_nested(const struct move *move)
{
    return move->call != CALL_END && move->call != CALL_UNDO && move->victim == 0 &&
           (all.world->nested & ON(move->call)) != 0;
}

static void search_from(unsigned long number)
{
    static unsigned char start[2 * BYTES_MAX];
    for (unsigned i = 0; i < all.moves_count && all.wrong <= WRONG_MAX; i++) {
        struct node node = {(uint32_t)number, all.moves[i], all.moves[i], 0};
        load(number, start);
        const unsigned callbacks = move_is_allowed(&model, &node.move) ? try(&node) : 0;
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
    static unsigned char bytes[2 * BYTES_MAX];
    memset(all.table, 0, sizeof all.table);
    all.world = world;
    all.wrong = all.moves_count = 0;
    all.nodes_count = all.calls = all.nodes_room = 0;
    all.nodes = NULL;
    all.bytes = NULL;
    model = empty;
    moves_list(world, keep_move);
    real_start(world);
    model_normalise(world, &model);
    real_normalise(world, &model);
    all.real_bytes = (size_t)(real_copy(world, bytes, true) - bytes);
    const size_t model_bytes = (size_t)(model_copy(world, &model, bytes, true) - bytes);
    all.bytes_each = (all.real_bytes + model_bytes + 7u) / 8u * 8u; // the rest stays 0
    CHECK(all.real_bytes <= BYTES_MAX && model_bytes <= BYTES_MAX);
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
    load(0, bytes); // the next search begins there, too
    CHECK_EQUAL(all.nodes_count, states);
    CHECK_EQUAL(all.calls, calls);
    free(all.nodes);
    free(all.bytes);
}
