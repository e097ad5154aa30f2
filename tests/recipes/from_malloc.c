// SPDX-License-Identifier: MIT
// from_malloc.c - from malloc and free: the type gets a pool as large as the most that may live, and NULL
// keeps its meaning.

#include "recipe.h"

struct message {
    unsigned from, value;
};

// ---- Before

static struct message *old_make(unsigned value)
{
    struct message *const message = (struct message *)malloc(sizeof *message);
    if (message != NULL) {
        message->value = value;
    }
    return message;
}

static void old_drop(struct message *message)
{
    free(message);
}

// ---- After. How many? Build with HUTCH_CFG_STATS 2 and read hutch_report's suggestion.

HUTCH_POOL(messages, struct message, 10);

static struct message *make(unsigned value)
{
    struct message *const message = messages_acquire();
    if (message != NULL) {
        message->value = value;
    }
    return message;
}

static void drop(struct message *message)
{
    if (message != NULL) { // free(NULL) is allowed; a release of NULL is a fault that is reported
        messages_release(message);
    }
}

int main(void)
{
    struct message *const old = old_make(4), *const message = make(4);
    SHOW(old->value == message->value);
    old_drop(old);
    old_drop(NULL);
    drop(message);
    drop(NULL);
    SHOW(messages_live() == 0);
    return 0;
}
