// SPDX-License-Identifier: MIT
// herds.c - pools of prefabs: the real calls, what they keep, and the worlds of herds.

#include "model.h"

#include "hutch/prefab.h"

#define SPAWNED(number)                                          \
    static void spawned_##number(void *object, const void *args) \
    {                                                            \
        (void)args;                                              \
        spawned(number, object);                                 \
    }
#define DESPAWNED(number)                                                               \
    static void despawned_##number(void *object)                                        \
    {                                                                                   \
        real_call_back((enum from)(FROM_DESPAWNED + (number)), real_number_of(object)); \
    }

static void spawned(unsigned number, void *object)
{
    ((struct thing *)object)->value = number == 0 ? HERD_WRITTEN : ((struct thing *)object)->value;
    real_call_back((enum from)(FROM_SPAWNED + number), real_number_of(object));
}
SPAWNED(0)
DESPAWNED(0)
SPAWNED(1)
DESPAWNED(1)
DESPAWNED(2)
SPAWNED(3)

// By priority: 1, 3 if it has started, 0; 2 has the same as 1 and comes after it.
HUTCH_COMPONENTS(orc_parts, {spawned_0, despawned_0, 20, 0}, {spawned_1, despawned_1, 10, 0},
                 {NULL, despawned_2, 10, 0}, {spawned_3, NULL, 15, 1});
HUTCH_COMPONENTS(imp_parts, {spawned_0, despawned_0, 0, 0});
HUTCH_POOL_PREFABS(bosses, struct thing, 1);
HUTCH_PREFAB(boss, bosses, orc_parts, 3, {0});
HUTCH_PREFAB(rock, bosses, hutch_no_components, 4, {0});
HUTCH_POOL_PREFABS(orcs, struct thing, 2);
HUTCH_PREFAB(orc, orcs, orc_parts, 3, {0});
HUTCH_PREFAB(stone, orcs, hutch_no_components, 4, {0});
HUTCH_POOL_PREFABS(imps, struct thing, 3);
HUTCH_PREFAB(imp, imps, imp_parts, 5, {0});

// The components that are added are those of the first prefab.
static const struct hutch_components *parts_of(const struct world *world)
{
    return world->prefabs[0]->components;
}

unsigned families_real(const struct world *world, const struct move *move)
{
    const struct hutch_herd *const herd = world->herds[move->pool];
    const unsigned a = move->a, b = move->b;
    void *const object =
        hutch_at(herd->pool, move->call == CALL_MAKE || move->call == CALL_PRESPAWN_PREFAB ? 0 : a);
    switch ((enum call)move->call) {
    case CALL_MAKE:
        return real_number_of(hutch_spawn_prefab(world->prefabs[a], NULL));
    case CALL_ADOPT_PREFAB:
        return hutch_adopt_prefab(world->prefabs[b], object, NULL);
    case CALL_PRESPAWN_PREFAB:
        return hutch_prespawn_prefab(world->prefabs[b], a);
    case CALL_ADD_COMPONENT:
        return hutch_add_component_(herd, object, &parts_of(world)->first[b], NULL);
    default:
        return hutch_attach_(herd, object, world->herds[pool_of(b)],
                             hutch_at(world->pools[pool_of(b)], slot_of(b)));
    }
}

// A kin's ref is that of the live object or of the next, or one of an earlier object.
void families_real_normalise(const struct world *world, unsigned p, const struct model *model)
{
    const struct hutch_pool *const pool = world->pools[p];
    for (unsigned i = 0; i < pool->capacity; i++) {
        const struct known_kin *const known = &model->pools[p].kin[i];
        struct hutch_kin *const kin = &world->herds[p]->kin[i];
        const hutch_ref_t ref = hutch_ref_make(pool, i, 0);
        const hutch_ref_t old = (hutch_ref_t)(ref - ((hutch_ref_t)1 << pool->ref_low_bits));
        kin->ref = known->made != 0 || known->image != 0 ? ref : known->was != 0 ? old : (hutch_ref_t)0;
        if (known->made == 0) {
            kin->components = 0xFFFF; // nobody must read these
        }
    }
}

static bool is_linked(const struct hutch_kin *kin)
{
    const struct hutch_kin *above = kin->parent;
    unsigned times = 0, steps = 0;
    while (above != NULL && steps < KINS_MAX) {
        above = above->parent;
        steps++;
    }
    for (const struct hutch_kin *child = kin->child; child != NULL && steps < KINS_MAX; child = child->next) {
        steps += child->parent != kin ? (unsigned)KINS_MAX : 1u;
    }
    for (const struct hutch_kin *child = kin->parent != NULL ? kin->parent->child : NULL;
         child != NULL && times < 2; child = child->next) {
        times += child == kin;
    }
    return steps < KINS_MAX && times == (kin->parent != NULL);
}

bool families_look_right(const struct world *world, unsigned p, const struct model *model)
{
    bool is_right = true;
    for (unsigned i = 0; i < world->pools[p]->capacity; i++) {
        const struct known_kin *const known = &model->pools[p].kin[i];
        const struct hutch_prefab *const prefab =
            hutch_prefab_of_(world->herds[p], hutch_at(world->pools[p], i));
        is_right = must(is_linked(&world->herds[p]->kin[i]),
                        LAW_child_is_once_in_one_list_and_no_family_is_a_ring) &&
                   is_right;
        is_right = is_right && prefab == (known->made != 0 ? world->prefabs[known->made - 1] : NULL);
    }
    return is_right;
}

void families_add_moves(const struct world *world, enum call call, unsigned p,
                        void (*add)(enum call call, unsigned p, unsigned a, unsigned b))
{
    const unsigned capacity = world->pools[p]->capacity;
    for (unsigned b = 0; b < 2 && call != CALL_ADD_COMPONENT && call != CALL_ATTACH; b++) {
        if (world->prefabs[b] != NULL && world->prefabs[b]->herd == world->herds[p]) {
            for (unsigned a = 0; a < capacity + 2; a++) {
                if (call == CALL_MAKE ? a == 0 : call == CALL_PRESPAWN_PREFAB || a < capacity) {
                    add(call, p, call == CALL_MAKE ? b : a, b);
                }
            }
        }
    }
    for (unsigned a = 0; a < capacity; a++) {
        for (unsigned b = 0; call == CALL_ADD_COMPONENT && b < parts_of(world)->count; b++) {
            add(call, p, a, b);
        }
        for (unsigned q = 0; call == CALL_ATTACH && q < POOLS_MAX && world->pools[q] != NULL; q++) {
            for (unsigned b = 0; b < world->pools[q]->capacity; b++) {
                add(call, p, a, number_of(q, b));
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------ the worlds

#define HERDS                                                                                     \
    (ON(CALL_ACQUIRE) | ON(CALL_RELEASE_AT) | ON(CALL_DESPAWN) | ON(CALL_CLEAR) | ON(CALL_MAKE) | \
     ON(CALL_ADOPT_PREFAB) | ON(CALL_PRESPAWN_PREFAB) | ON(CALL_ADD_COMPONENT) | ON(CALL_ATTACH))

// A hook must not release its own object, which debug builds would notice.
#define NESTED (HUTCH_CFG_CHECK < 2 ? ~0ul : ~ON(CALL_RELEASE_AT))
#define HERD(...)                                                       \
    {                                                                   \
        .values = 1, .first_generation = 1, .calls = HERDS, __VA_ARGS__ \
    }

static void herd_of_one_is_right_in_every_state_whatever_a_callback_calls(void)
{
    const hutch_ref_t last = hutch_generation_unissued(bosses_pool.ref_low_bits);
    struct world its =
        HERD(.pools = {&bosses_pool}, .herds = {&bosses_herd}, .prefabs = {&boss, &rock}, .nested = NESTED);
    search(&its, 18, EITHER(1416, 1482));
    its.first_generation = (hutch_ref_t)(last / 2u); // its ref and the one before it are inverses
    search(&its, 18, EITHER(1416, 1482));
    its.first_generation = (hutch_ref_t)(last - 1u);
    search(&its, 18, EITHER(1416, 1482));
}

static void herd_of_two_is_right_in_every_state_whatever_a_callback_calls(void)
{
    const struct world its = HERD(.pools = {&orcs_pool}, .herds = {&orcs_herd}, .prefabs = {&orc, &stone},
                                  .nested = NESTED & (ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_RELEASE_AT) |
                                                      ON(CALL_ATTACH) | ON(CALL_ADD_COMPONENT)));
    search(&its, 524, EITHER(71322, 76958));
}

static void herd_of_three_is_right_in_every_state(void)
{
    const struct world its = HERD(.pools = {&imps_pool}, .herds = {&imps_herd}, .prefabs = {&imp});
    search(&its, 2361, 80274);
}

static void herds_of_one_and_three_are_right_in_every_state(void)
{
    struct world its = HERD(.pools = {&bosses_pool, &imps_pool}, .herds = {&bosses_herd, &imps_herd},
                            .prefabs = {&boss, &imp});
    its.calls = ON(CALL_RELEASE_AT) | ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_ATTACH);
    search(&its, 4208, 168320);
}

static void families_of_herds_of_one_and_two_are_right_whatever_a_callback_calls(void)
{
    struct world its = HERD(.pools = {&bosses_pool, &orcs_pool}, .herds = {&bosses_herd, &orcs_herd},
                            .prefabs = {&boss, &orc});
    its.calls = ON(CALL_DESPAWN) | ON(CALL_MAKE) | ON(CALL_ATTACH) | ON(CALL_CLEAR);
    its.nested = NESTED;
    search(&its, 49, 17675);
}

const struct unit_test families_tests[] = {
    UNIT_TEST(herd_of_one_is_right_in_every_state_whatever_a_callback_calls),
    UNIT_TEST(herd_of_two_is_right_in_every_state_whatever_a_callback_calls),
    UNIT_TEST(families_of_herds_of_one_and_two_are_right_whatever_a_callback_calls),
    UNIT_TEST(herd_of_three_is_right_in_every_state),
    UNIT_TEST(herds_of_one_and_three_are_right_in_every_state),
    UNIT_TESTS_END,
};
