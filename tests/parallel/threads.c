// SPDX-License-Identifier: MIT
// threads.c - threads of a PC stand for cores that mask nothing: for ThreadSanitizer, which knows memory
// orders that an emulator on a PC does not have.
#include "cores_config.h"
#include "hutch/hutch.h"

#include <pthread.h>
#include <stdio.h>

enum { CORES = 4, ROUNDS = 20000 };
HUTCH_POOL(small, unsigned, 5, .lock = HUTCH_LOCK_CORES);
HUTCH_POOL(deep, unsigned, 200, .lock = HUTCH_LOCK_CORES);
__thread unsigned core_number;
static unsigned wrong[CORES];

static void step(void)
{
    const hutch_port_state_t outer = hutch_lock(&deep_pool); // sections nest, in any order
    unsigned *const one = small_acquire(), *const two = deep_acquire();
    hutch_unlock(&deep_pool, outer);
    if (one != NULL) {
        *one = core_number;
    }
    *two = core_number;
    wrong[core_number] += one != NULL && (*one != core_number || !small_release(one));
    wrong[core_number] += *two != core_number || !deep_release(two);
}

static void *work(void *number)
{
    core_number = *(const unsigned *)number;
    for (unsigned i = 0; i < ROUNDS; i++) {
        step();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[CORES];
    unsigned numbers[CORES], sum = 0;
    for (unsigned i = 0; i < CORES; i++) {
        numbers[i] = i;
        sum += pthread_create(&threads[i], NULL, work, &numbers[i]) != 0;
    }
    for (unsigned i = 0; i < CORES; i++) {
        sum += pthread_join(threads[i], NULL) != 0;
    }
    for (unsigned i = 0; i < CORES; i++) {
        sum += wrong[i];
    }
    sum += small_live() + deep_live();
    printf("%u wrong\n", sum);
    return sum != 0;
}
