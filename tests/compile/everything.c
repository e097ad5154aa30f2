// SPDX-License-Identifier: MIT
// everything.c - a program that uses every macro and every function of hutch, in what C99 and C++11 have in
// common.

#include "everything.h"

struct rabbit {
    long speed;
    char ears;
};

HUTCH_POOL(NAMED(rabbits), struct rabbit, 10);
HUTCH_POOL(bytes, unsigned char, 500); // three levels of 8-bit words, two of wider ones
HUTCH_POOL(pointers, void *, 100);
HUTCH_POOL(object, struct rabbit, 2); // a word that the headers use for themselves
HUTCH_POOL_RUNS(NAMED(tiles), struct rabbit, 10);
HUTCH_POOL_RUNS(buffers, char, 30, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL(NAMED(letters), char, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_COUNTED(NAMED(notes), struct rabbit, 3);
HUTCH_POOL_QUEUED(NAMED(mails), struct rabbit, 3);
HUTCH_POOL_QUEUED(stamps, struct rabbit, 300, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_QUEUE(NAMED(inbox), NAMED(mails));
HUTCH_QUEUE(album, stamps);
HUTCH_POOL_IDS(NAMED(voices), 4);
HUTCH_POOL_BLOCKS(NAMED(pebbles), 20, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_BLOCKS(boulders, 200, 2);
HUTCH_SIZES(NAMED(stones), NAMED(pebbles), boulders);
HUTCH_SIZES_EXACT(ores, boulders);
HUTCH_SIZES_AS_MALLOC(NAMED(stones));

struct orc {
    int x, hp;
};
static void greet(struct orc *orc, const int *x);
static void leave(struct orc *orc);
HUTCH_SPAWN_HOOK(greet, struct orc, int);
HUTCH_HOOK(leave, struct orc);
static const struct hutch_hooks orc_hooks = {NULL, greet_hook, leave_hook};
static unsigned told;
static void tell(const struct hutch_pool *pool)
{
    told += pool != NULL ? 1u : 0u;
}
HUTCH_EVICT_LOWEST(weakest, struct orc, hp);
HUTCH_POLICY_OLDEST(NAMED(fade), 2);
HUTCH_POOL_SPAWNED(NAMED(guards), struct orc, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &orc_hooks));
HUTCH_POLICY_OLDEST(herd_fade, 4);
#if !defined(__cplusplus) || __cplusplus >= 202002L
HUTCH_POOL_PREFABS(monsters, struct orc, 4, .lock = HUTCH_LOCK_IRQ, .policy = &herd_fade);
HUTCH_POOL_PREFABS(NAMED(critters), struct orc, 2, .lock = HUTCH_LOCK_IRQ);
#else
HUTCH_POOL_PREFABS(monsters, struct orc, 4, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, &herd_fade, NULL));
HUTCH_POOL_PREFABS(NAMED(critters), struct orc, 2, HUTCH_LOCK_IRQ);
#endif
HUTCH_PREFAB(NAMED(mouse), NAMED(critters), hutch_no_components, 1, 1);
HUTCH_COMPONENTS(NAMED(monster_parts), {greet_hook, leave_hook, 10, 0}, {greet_hook, NULL, 5, 1});
HUTCH_PREFAB(gnome, monsters, NAMED(monster_parts), 1, 30);
HUTCH_PREFAB(rock, monsters, hutch_no_components, 2, 250);
static struct orc level_orcs[2] = {{1, 2}, {3, 4}}, acting_orcs[2];
HUTCH_POOL_OVER(NAMED(statues), struct orc, level_orcs, 2);
HUTCH_POOL_SPAWNED_OVER(NAMED(actors), struct orc, acting_orcs, 2);
HUTCH_SCENE(NAMED(level), &monsters_pool, &guards_pool);
HUTCH_STATE(NAMED(moment), NAMED(rabbits), bytes, buffers, NAMED(voices), NAMED(guards));
HUTCH_SEAL(NAMED(moment_seal));
#if !defined(__cplusplus) || __cplusplus >= 202002L
HUTCH_POLICY(NAMED(strict), .reserve = 1, .evict = weakest, .on_room = tell, .low = 1, .on_low = tell);
HUTCH_POOL(sparks, struct orc, 2, .policy = &fade);
HUTCH_POOL_SPAWNED(trolls, struct orc, 2, .lock = HUTCH_LOCK_IRQ, .policy = &strict, .hooks = &orc_hooks);
HUTCH_POOL(bullets, struct rabbit, 40, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_IDS(channels, 8, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL_LIST(&rabbits_pool, &bullets_pool, &channels_pool, &foxes_pool);
#else
HUTCH_POLICY(NAMED(strict), 1, weakest, NULL, tell, 1, tell);
HUTCH_POOL(sparks, struct orc, 2, HUTCH_OPTIONS(HUTCH_LOCK_NONE, &fade, NULL));
HUTCH_POOL_SPAWNED(trolls, struct orc, 2, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, &strict, &orc_hooks));
HUTCH_POOL(bullets, struct rabbit, 40, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
HUTCH_POOL_IDS(channels, 8);
HUTCH_POOL_LIST(&rabbits_pool, &bullets_pool, &channels_pool, &foxes_pool);
#endif

#if defined(__cplusplus) // a macro's `;` must declare nothing in a namespace
namespace meadow
{
HUTCH_POOL(flowers, int, 2);
HUTCH_POOL_TRACKED(NAMED(bees), int, 2);
HUTCH_POOL_DECLARE(birds, int, 2);
HUTCH_POOL_DEFINE(birds);
HUTCH_POOL_IDS(nests, 2);
HUTCH_POOL_BLOCKS(crumbs, 8, 2);
HUTCH_SIZES(food, crumbs);
HUTCH_SIZES_AS_MALLOC(food);
HUTCH_SIZES_DECLARE(fodder);
HUTCH_SIZES_DEFINE(fodder, crumbs);
static bool has_room(void)
{
    return flowers_available() + bees_available() + birds_available() + nests_available() == 8;
}
} // namespace meadow
using meadow::has_room;
#else
static bool has_room(void)
{
    return true;
}
#endif

static unsigned written;
static void count_char(char c, void *context)
{
    (void)c;
    (void)context;
    written++;
}

static void greet(struct orc *orc, const int *x)
{
    orc->x = x != NULL ? *x : 0;
    orc->hp = 5;
}

static void leave(struct orc *orc)
{
    orc->hp = 0;
}

static bool comes_back(void)
{
    static struct moment_state copy;
    static unsigned char saved[moment_saved_bytes];
    moment_seal.layout = 0;
    bool ok = !hutch_revive(&moment, &moment_seal) && rabbits_acquire() != NULL;
    moment_save(&copy);
    const size_t count = hutch_save(&moment, saved, sizeof saved);
    rabbits_clear();
    moment_load(&copy);
    ok = ok && count != 0 && rabbits_live() == 1 && hutch_restore(&moment, saved, count);
    rabbits_clear();
    return ok;
}

static bool use_spawned(void)
{
    const int x = 3;
    struct orc *const guard = guards_spawn(&x), *const gnome_one = gnome_spawn(&x);
    struct orc *const other = rock_spawn(NULL);
    bool ok = guard->x == 3 && gnome_one->x == 3 && monsters_prefab(other) == &rock && gnome_prespawn(2);
    ok = ok && monsters_pool.options->lock == HUTCH_LOCK_IRQ &&
         monsters_pool.options->policy == &herd_fade && // by any form
         monsters_pool.options->hooks == &monsters_herd_hooks_ && trolls_pool.options->hooks == &orc_hooks &&
         trolls_pool.options->policy == &strict && critters_pool.options->hooks == &critters_herd_hooks_;
    ok = ok && mouse_spawn(NULL) != NULL && monsters_add_component(gnome_one, &monster_parts_list[1], &x);
    ok = ok && monsters_attach(gnome_one, &monsters_herd, other) && monsters_despawn(gnome_one);
    ok = ok && !monsters_is_live(other) && gnome_adopt(monsters_acquire(), NULL) && guards_despawn(guard);
    ok = ok && hutch_scene_reset(&level) == 1;
    ok = ok && comes_back();
    for (unsigned i = 0; i < 5; i++) {
        ok = ok && sparks_acquire() != NULL;
    }
    ok = ok && trolls_spawn(NULL) != NULL && trolls_spawn(NULL) != NULL && trolls_spawn_urgent(NULL) != NULL;
    trolls_clear();
    ok = ok && told == 3 && sparks_acquire_urgent() != NULL && gnome_spawn_urgent(NULL) != NULL;
#if HUTCH_CFG_STATS >= 2
    struct hutch_advice advice;
    ok = ok && hutch_sizing(&guards_pool, &advice) == 1;
#endif
    return ok && hutch_adopt(&statues_pool, 2) == 2 && statues_at(1)->x == 3;
}

static bool use_memory(void)
{
    static struct hutch_over blocks;
    static void *memory[HUTCH_POOL_OVER_BYTES(3, sizeof(struct orc)) / sizeof(void *)];
    return hutch_pool_over(&blocks, "blocks", memory, sizeof(memory), sizeof(struct orc), HUTCH_LOCK_IRQ) ==
               3 &&
           hutch_release(&blocks.pool, hutch_acquire(&blocks.pool));
}

static bool is_slow(const struct rabbit *rabbit, void *context)
{
    (void)context;
    return rabbit->speed < 5;
}

static bool is_anything(const void *object, void *context)
{
    (void)context;
    return object != NULL;
}

static bool is_even(int id, void *context)
{
    (void)context;
    return id % 2 == 0;
}

static bool use_typed(void)
{
    struct rabbit *const rabbit = rabbits_acquire();
    rabbit->speed = 9;
    struct rabbit *const claimed = rabbits_claim(7);
    claimed->speed = 1;
    struct rabbit *const run = rabbits_acquire_run(3);
    run->speed = rabbits_at(2)->speed = rabbits_at(3)->speed = 7; // neighbours, not an array
    bool ok = rabbits_is_live(rabbit) && rabbits_index(claimed) == 7 && rabbits_at(7) == claimed &&
              run == rabbits_at(1);
    ok = ok && rabbits_containing(&rabbit->speed) == rabbit;
    ok = ok && rabbits_first() == rabbit && rabbits_next(rabbit) == run;
    ok = ok && rabbits_live() == 5 && rabbits_available() == 5 && rabbits_capacity() == 10 &&
         rabbits_is_live_at(7);
    ok = ok && rabbits_release_if(is_slow, NULL) == 1 && rabbits_release_run(run, 3) &&
         rabbits_release(rabbit);
    unsigned left = 0;
    HUTCH_FOREACH (struct rabbit, it, NAMED(rabbits)) {
        left += it->speed > 0 ? 1 : 0;
    }
    HUTCH_FOREACH (struct rabbit, rabbits, rabbits) { // named as its pool
        left += rabbits->speed > 0 ? 1 : 0;
    }
    HUTCH_FOREACH_IN (const struct rabbit, it, &rabbits_pool) {
        left += it->speed > 0 ? 1 : 0;
    }
    ok = ok && left == 0 && rabbits_acquire() != NULL && rabbits_release_at(0);
    ok = ok && object_release(object_acquire()) && object_live() == 0;
    rabbits_clear();
    return ok;
}

static bool use_runs(void)
{
    struct rabbit *const run = tiles_acquire_run(3);
    struct fox *const shared = logs_acquire_run(2);
    char *const buffer = buffers_acquire_run(20);
    run[0].speed = run[1].speed = run[2].speed = 7;
    shared[1].den = 5;
    for (unsigned i = 0; i < 20; i++) {
        buffer[i] = 'x';
    }
    bool ok = tiles_at(2)->speed == 7 && logs_at(1)->den == 5 && tiles_release_run(run, 3);
    ok = ok && hutch_check(&tiles_pool) && buffers_release_run(buffer, 20) && logs_release_run(shared, 2);
    return ok;
}

static bool use_sizes(void)
{
    void *const stone = stones_zeroed(50, 3), *const ore = ores_acquire(1);
    bool ok = stones_bytes(stone) >= 200 && ores_release(ore) && stones_resize(stone, 0) == NULL;
    void *const pebble = stones_realloc(stones_malloc(1), 2);
    stones_free(pebble);
    stones_free(stones_calloc(2, 2));
    ok = ok && pebbles_live() == 0 && water_release(water_acquire(1)) && rain_release(rain_zeroed(1, 1));
    return ok && water_resize(NULL, 1000) == NULL && drops_live() == 0 && boulders_live() == 0;
}

static bool use_others(void)
{
    unsigned char *const byte = bytes_acquire();
    void **const pointer = pointers_acquire();
    *byte = 1;
    *pointer = byte;
    bool ok = bytes_release(byte) && pointers_release(pointer) && letters_release(letters_acquire());
    ok = ok && bullets_release(bullets_acquire()) && foxes_release(foxes_acquire()) &&
         owls_release(owls_acquire());
    ok = ok && voices_acquire() == 0 && voices_claim(2) == 2 && voices_acquire_run(1) == 1 &&
         voices_first() == 0;
    ok = ok && voices_next(0) == 1 && voices_is_live(2) && voices_release_run(1, 1) && voices_release(0);
    HUTCH_FOREACH_ID (id, NAMED(voices)) {
        ok = ok && id == 2;
    }
    ok = ok && voices_release_if(is_even, NULL) == 1 && voices_live() == 0;
    ok = ok && channels_acquire() == 0 && channels_release(0) && nests_acquire() == 0 && nests_release(0);
    return ok;
}

// Pools of defined.c: what folds here and what is behind the address are the same pool.
static bool use_shared(void)
{
    struct fox *const badger = badgers_acquire(), *const fox = born_foxes_spawn(NULL);
    const tagged_foxes_ref_t tag = tagged_foxes_ref(tagged_foxes_acquire());
    bool ok = hutch_is_live(&badgers_pool, badger) && hutch_index(&badgers_pool, badger) == 0 &&
              tagged_foxes_deref(tag) == hutch_at(&tagged_foxes_pool, 0) && tagged_foxes_release_ref(tag) &&
              tagged_foxes_deref(tag) == NULL && born_foxes_despawn(fox) &&
              !hutch_is_live(&born_foxes_pool, fox);
    for (unsigned i = 0; i < 4; i++) {
        ok = ok && badgers_acquire() != NULL; // the fifth is the oldest one's
    }
    ok = ok && hutch_live(&badgers_pool) == 4 && litters_herd.pool == &litters_pool;
    badgers_clear();
    return ok;
}

// The other kind of pool over an array.
static bool use_counted(void)
{
    struct rabbit *const note = notes_acquire();
    struct fox *const tunnel = tunnels_acquire_urgent();
    bool ok = notes_retain(note) && notes_holders(note) == 2 && notes_release(note) && notes_is_live(note);
    ok = ok && notes_index(note) < notes_capacity() && notes_at(notes_index(note)) == note;
    ok = ok && notes_containing(&note->speed) == note;
    ok = ok && notes_first() == note && notes_next(note) == NULL && notes_live() == 1;
    HUTCH_FOREACH (struct fox, it, NAMED(tunnels)) {
        ok = ok && it == tunnel && tunnels_retain(it);
    }
    ok = ok && tunnels_release(tunnel) && tunnels_release(tunnel) && tunnels_available() == 3;
    notes_clear();
#if HUTCH_CFG_STATS
    ok = ok && notes_peak() == 1 && notes_refused() == 0;
    notes_stats_reset();
#endif
    return ok && notes_live() == 0;
}

static bool use_queues(void)
{
    static mails_queue_t spam;
    static stamps_queue_t rare;
    struct rabbit *const mail = mails_acquire(), *const stamp = stamps_acquire();
    struct fox *const card = cards_acquire();
    bool ok = inbox_is_empty() && inbox_put(mail) && !mails_is_live(mail) && mails_live() == 1;
    ok = ok && inbox_take() == mail && mails_put(&spam, mail) && !mails_is_empty(&spam);
    ok = ok && mails_take(&spam) == mail && mails_release(mail);
    ok = ok && album_put(stamp) && album_take() == stamp && stamps_put(&rare, stamp);
    ok = ok && stamps_take(&rare) == stamp && stamps_release(stamp) && stamps_is_empty(&rare);
    return ok && wall_put(card) && wall_take() == card && cards_release(card) && wall_is_empty();
}

static bool use_array(void)
{
    struct orc *const actor = actors_spawn(NULL);
    const actors_ref_t ref = actors_ref(actor);
    const bool ok = actor == &acting_orcs[0] && actors_expect(ref) == actor && actors_persist(actor, true);
    return ok && actors_deref(ref) == actor && actors_release_ref(ref);
}

static bool use_generic(void)
{
    const struct hutch_pool *const pool = &rabbits_pool;
    void *const object = hutch_acquire(pool);
    bool ok = hutch_is_live(pool, object) && hutch_index(pool, object) == 0 && hutch_at(pool, 0) == object;
    ok = ok && hutch_containing_(pool, &((struct rabbit *)object)->speed) == object;
    ok =
        ok && hutch_claim_(pool, 5) != NULL && hutch_claim_index_(pool, 6) && hutch_acquire_index_(pool) == 1;
    ok = ok && hutch_acquire_run_(pool, 2) == hutch_at(pool, 2) && hutch_acquire_run_index_(pool, 1) == 4;
    ok = ok && hutch_first(pool) == object && hutch_next(pool, object) == hutch_at(pool, 1);
    ok = ok && hutch_next_index_(pool, 7) == HUTCH_NONE && hutch_is_live_at(pool, 6);
    ok = ok && hutch_last_(pool) == hutch_at(pool, 6) && hutch_last_index_(pool) == 6;
    ok = ok && rabbits_last() == hutch_last_(pool) && hutch_object_bytes(pool) == sizeof(struct rabbit);
    ok = ok && hutch_live(pool) == 7 && hutch_available(pool) == 3 && hutch_capacity(pool) == 10;
    ok = ok && hutch_release(pool, object) && hutch_release_at_(pool, 1) && hutch_release_run_at_(pool, 2, 2);
    ok = ok && hutch_release_run_(pool, hutch_at(pool, 4), 1) &&
         hutch_release_if_(pool, is_anything, NULL) == 2;
    hutch_clear(pool);
    const hutch_port_state_t saved = hutch_lock(pool);
    ok = ok && hutch_live(pool) == 0;
    hutch_unlock(pool, saved);
    ok = ok && hutch_acquire_urgent_index_(pool) == 0 && hutch_release_at_(pool, 0);
#if HUTCH_CFG_STATS
    ok = ok && rabbits_peak() == 7 && hutch_peak(pool) == 7 && rabbits_refused() == 0 &&
         hutch_refused(pool) == 0;
#endif
    return ok && hutch_check(pool);
}

int main(void)
{
    const bool ok = use_typed() && use_runs() && use_sizes() && use_spawned() && use_memory() &&
                    use_others() && use_shared() && use_counted() && use_queues() && use_array() &&
                    use_generic();
    hutch_report(count_char, NULL);
    hutch_snapshot(count_char, NULL);
    const bool has_list = hutch_listed_pool(0) != NULL && written > 100;
    const bool has_text =
        hutch_fault_text(HUTCH_FAULT_FOREIGN)[0] == 'F' && hutch_fault_count(HUTCH_FAULT_FOREIGN) == 0;
    return ok && has_list && has_text && has_room() ? 0 : 1;
}
