// SPDX-License-Identifier: MIT
// moves.c - a kernel moves a task to the other core while it waits for the lock. Played on one thread: the
// core's number, and when the lock is free, follow a script.
#include "moves_config.h"
#include "hutch/hutch.h"

#include <stdio.h>
#include <stdlib.h>

HUTCH_POOL(things, int, 4, .lock = HUTCH_LOCK_CORES);

unsigned moves_core;
static bool is_taken;
static unsigned tries;
static void (*meanwhile)(void); // what the other core does while this one waits

bool moves_try(void)
{
    tries++;
    if (is_taken) {
        if (meanwhile == NULL) {
            printf("not ok - core %u waits for itself\n", moves_core);
            exit(1);
        }
        meanwhile();
        return false;
    }
    is_taken = true;
    return true;
}

void moves_release(void)
{
    is_taken = false;
}

static int check(bool is_right, const char *what)
{
    printf("%s - %s\n", is_right ? "ok" : "not ok", what);
    return is_right ? 0 : 1;
}

static void leave_and_move_the_other_task_to_core_1(void)
{
    is_taken = false; // core 1 is inside no longer
    moves_core = 1;
    meanwhile = NULL;
}

static hutch_port_state_t moved;
static void let_the_moved_task_leave(void)
{
    moves_core = 1;
    hutch_unlock(&things_pool, moved);
    moves_core = 0;
    meanwhile = NULL;
}

int main(void)
{
    int failed = 0;
    is_taken = true; // core 1 is inside
    moves_core = 0;
    meanwhile = leave_and_move_the_other_task_to_core_1;
    moved = hutch_lock(&things_pool);
    failed += check(tries == 2 && moves_core == 1, "a task waits on core 0, is moved, and enters on core 1");

    int *const thing = things_acquire(); // as a handler that interrupts it
    failed += check(tries == 2 && thing != NULL, "on core 1 sections nest");

    moves_core = 0;
    meanwhile = let_the_moved_task_leave;
    const hutch_port_state_t second = hutch_lock(&things_pool);
    failed += check(tries == 4 && meanwhile == NULL, "core 0 waits until the moved task has left");
    hutch_unlock(&things_pool, second);
    failed += check(!is_taken, "at the end the lock is free");
    return failed;
}
