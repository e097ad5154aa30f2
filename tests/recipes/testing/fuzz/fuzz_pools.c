// SPDX-License-Identifier: MIT
// fuzz_pools.c - fuzzes code that has pools: each byte is a call, and a model says what must be live then.
//
// Copy it with hutch_testing.h and hutch_testing.c. Put your code in place of arena.h, and its model and its
// calls in place of the arena's. README.md says how to build and run it, and what to do with a crash.
#include "arena.h"
#include "hutch_testing.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// hutch_testing.c calls it for a fault, a damaged pool and a leak.
static void crash(const char *text)
{
    fprintf(stderr, "%s\n", text);
    abort();
}

static void must(bool claim, const char *text)
{
    if (!claim) {
        crash(text);
    }
}

// ---------------------------------------------------------------- the model: by slot, and without a pool

static struct {
    int hp;
    unsigned life; // how many foes the slot has had
    bool is_live;
} model_foes[FOES];
static struct {
    unsigned target, life;
    int fuel;
    bool is_live;
} model_missiles[MISSILES];

static void model_hit(unsigned k, int damage)
{
    model_foes[k].hp -= damage;
    model_foes[k].is_live = model_foes[k].hp > 0;
}

static void model_tick(void)
{
    for (unsigned k = 0; k < MISSILES; k++) {
        const unsigned target = model_missiles[k].target;
        const bool is_there = model_foes[target].is_live && model_foes[target].life == model_missiles[k].life;
        if (model_missiles[k].is_live && !(is_there && model_missiles[k].fuel-- > 0)) {
            model_missiles[k].is_live = false;
            if (is_there) {
                model_hit(target, MISSILE_DAMAGE);
            }
        }
    }
}

static void compare(void)
{
    for (unsigned k = 0; k < FOES; k++) {
        must(foes_is_live_at(k) == model_foes[k].is_live, "model: which foes are live");
        must(!model_foes[k].is_live || foes_at(k)->hp == model_foes[k].hp, "model: the hp of a foe");
    }
    for (unsigned k = 0; k < MISSILES; k++) {
        const int *const fuel = missiles_at(k)->fuel;
        must(missiles_is_live_at(k) == model_missiles[k].is_live, "model: which missiles are live");
        must(!model_missiles[k].is_live || fuel[0] + fuel[1] == model_missiles[k].fuel,
             "model: a missile's fuel");
    }
}

// -------------------------------------------------------------------- one call, and the same in the model

static void step(unsigned call, unsigned with)
{
    const unsigned foe = with % FOES;
    if (call == 0) {
        arena_tick();
        model_tick();
    } else if (call == 1) {
        arena_clear();
        memset(model_foes, 0, sizeof(model_foes));
        memset(model_missiles, 0, sizeof(model_missiles));
    } else if (call == 2 && foes_available() != 0) {
        const unsigned k = foes_index(foe_enter((int)with + 1));
        must(!model_foes[k].is_live, "model: a slot that another foe has");
        model_foes[k].hp = (int)with + 1;
        model_foes[k].life++;
        model_foes[k].is_live = true;
    } else if (call == 3 && model_foes[foe].is_live && missiles_available() != 0) {
        const unsigned k = missiles_index(missile_launch(foes_at(foe)));
        must(!model_missiles[k].is_live, "model: a slot that another missile has");
        model_missiles[k].target = foe;
        model_missiles[k].life = model_foes[foe].life;
        model_missiles[k].fuel = STAGES * STAGE_TICKS;
        model_missiles[k].is_live = true;
    } else if (call == 4 && model_foes[foe].is_live) {
        foe_hit(foes_at(foe), (int)with);
        model_hit(foe, (int)with);
    }
}

// A debug build reuses slots late. Takes each once, so that they come in the same order for every input.
static void begin(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < pool->capacity; k++) {
        hutch_release(pool, hutch_claim_(pool, k));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hutch_test_begin(crash);
    for (unsigned i = 0; hutch_listed_pool(i) != NULL; i++) {
        begin(hutch_listed_pool(i));
    }
    step(1, 0);
    for (size_t k = 0; k < size; k++) {
        step(data[k] % 5u, data[k] / 5u);
        for (unsigned i = 0; hutch_listed_pool(i) != NULL; i++) {
            must(hutch_check(hutch_listed_pool(i)), "a pool is damaged");
        }
        compare();
    }
    arena_clear();
    hutch_test_end(false);
    return 0;
}

#ifdef FUZZ_MAIN // without libFuzzer: runs the files that it is given, or what it reads
int main(int count, char **paths)
{
    static uint8_t data[4096];
    for (int k = 1; k < count || k == 1; k++) {
        FILE *const file = k < count ? fopen(paths[k], "rb") : stdin;
        if (file == NULL) {
            perror(paths[k]);
            return 2;
        }
        LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof(data), file));
        fclose(file);
    }
    return 0;
}
#endif
