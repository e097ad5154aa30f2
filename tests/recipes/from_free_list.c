// SPDX-License-Identifier: MIT
// from_free_list.c - from a hand-made list of free nodes: no init call, no link inside the object, and a
// double release
// that is refused instead of tying the list into a knot.

#include "recipe.h"

// ---- Before

union old_node {
    union old_node *next;
    struct {
        int key, value;
    } data;
};
static union old_node old_nodes[5], *old_free;

static void old_init(void)
{
    for (unsigned i = 0; i < 5; i++) {
        old_nodes[i].next = old_free;
        old_free = &old_nodes[i];
    }
}

static union old_node *old_get(void)
{
    union old_node *const node = old_free;
    if (node != NULL) {
        old_free = node->next;
    }
    return node;
}

static void old_put(union old_node *node)
{
    node->next = old_free;
    old_free = node;
}

// ---- After

struct node {
    int key, value;
};
HUTCH_POOL(nodes, struct node, 5);

static unsigned faults;

HUTCH_ON_FAULT(fault)
{
    (void)fault;
    faults++;
}

int main(void)
{
    old_init();
    union old_node *const old = old_get();
    old_put(old);
    old_put(old); // and from now on two owners get this node
    SHOW(old_get() == old_get());

    struct node *const node = nodes_acquire();
    SHOW(nodes_release(node));
    SHOW(!nodes_release(node) && faults == 1);
    SHOW(nodes_acquire() != nodes_acquire());
    return 0;
}
