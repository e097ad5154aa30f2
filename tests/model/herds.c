// SPDX-License-Identifier: MIT
// herds.c - pools of prefabs: the real calls, and what they keep.

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
static const struct hutch_component orc_list[] = {{spawned_0, despawned_0, PRIORITY_MAX, 0},
                                                  {spawned_1, despawned_1, 10, 0},
                                                  {NULL, despawned_2, 10, 0},
                                                  {spawned_3, NULL, 15, 1}};
const struct hutch_components orc_parts = {orc_list, 4}, imp_parts = {orc_list, 1};

// The components that are added are those of the first prefab.
static const struct hutch_components *parts_of(const struct world *world)
{
    return world->prefabs[0]->components;
}

unsigned families_real(const struct world *world, const struct move *move, void *object)
{
    const struct hutch_herd *const herd = world->herds[move->pool];
    const unsigned a = move->a, b = move->b;
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
        const bool is_made = known->made != 0 && (model->pools[p].marks[i] & VISIBLE) != 0;
        is_right = is_right && prefab == (is_made ? world->prefabs[known->made - 1] : NULL);
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
