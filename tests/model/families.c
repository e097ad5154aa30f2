// SPDX-License-Identifier: MIT
// families.c - the model of herds: prefabs, components, parents and children.

#include "model.h"

#include "hutch/prefab.h"

// A kin is pool and slot as one number.
static struct known_kin *kin_of(unsigned kin)
{
    return &the_model->pools[pool_of(kin)].kin[slot_of(kin)];
}

static const struct hutch_components *parts_of(const struct known_kin *kin)
{
    return the_world->prefabs[kin->made - 1]->components;
}

static void leave(unsigned kin)
{
    unsigned kept = 0;
    kin_of(kin)->parent = 0;
    for (unsigned i = 0; i < the_model->attached_count; i++) {
        if (the_model->attached[i] != kin) {
            the_model->attached[kept++] = the_model->attached[i];
        }
    }
    for (unsigned i = kept; i < the_model->attached_count; i++) {
        the_model->attached[i] = 0;
    }
    the_model->attached_count = (uint16_t)kept;
}

// Returns the child that was attached last; NOBODY if there is none.
static unsigned child_of(unsigned kin)
{
    unsigned child = NOBODY;
    for (unsigned i = 0; i < the_model->attached_count; i++) {
        if (kin_of(the_model->attached[i])->parent == kin + 1) {
            child = the_model->attached[i];
        }
    }
    return child;
}

// By rising priority, or falling and in reverse; each component at its turn only if it has started.
static void call_components(unsigned p, unsigned slot, bool is_spawned)
{
    struct known_kin *const kin = kin_of(number_of(p, slot));
    const struct hutch_components *const parts = parts_of(kin);
    for (unsigned turn = 0; turn <= PRIORITY_MAX; turn++) {
        for (unsigned j = 0; j < parts->count; j++) {
            const unsigned i = is_spawned ? j : parts->count - 1 - j;
            const struct hutch_component *const part = &parts->first[i];
            if (part->priority != (is_spawned ? turn : PRIORITY_MAX - turn) ||
                (kin->started >> i & 1u) == 0) {
                continue;
            }
            kin->started = (uint8_t)(is_spawned ? kin->started : kin->started & ~(1u << i));
            if (is_spawned && part->spawned != NULL) {
                the_model->pools[p].value[slot] = i == 0 ? HERD_WRITTEN : the_model->pools[p].value[slot];
                model_call_back((enum from)(FROM_SPAWNED + i), number_of(p, slot));
            } else if (!is_spawned && part->despawned != NULL) {
                model_call_back((enum from)(FROM_DESPAWNED + i), number_of(p, slot));
            }
        }
    }
}

static void forget_family(unsigned kin)
{
    leave(kin);
    for (unsigned child; (child = child_of(kin)) != NOBODY;) {
        leave(child);
    }
}

static void make(unsigned p, unsigned slot, unsigned prefab)
{
    struct known_kin *const kin = kin_of(number_of(p, slot));
    forget_family(number_of(p, slot));
    kin->made = (uint8_t)(prefab + 1);
    kin->started = 0;
    for (unsigned i = 0; i < parts_of(kin)->count; i++) {
        kin->started |= (uint8_t)(parts_of(kin)->first[i].is_late ? 0u : 1u << i);
    }
    call_components(p, slot, true);
}

static uint8_t image_of(unsigned prefab)
{
    return ((const struct thing *)the_world->prefabs[prefab]->image)->value;
}

static bool is_made(unsigned p, unsigned slot)
{
    return model_is(p, slot, VISIBLE) && kin_of(number_of(p, slot))->made != 0;
}

static unsigned spawn(unsigned p, unsigned prefab)
{
    const unsigned slot = model_acquire(p, true);
    if (slot == HUTCH_NONE) {
        return HUTCH_NONE;
    }
    the_model->pools[p].value[slot] = image_of(prefab);
    make(p, slot, prefab);
    the_model->pools[p].marks[slot] |= VISIBLE;
    return number_of(p, slot);
}

// Slots that hold this image or none come first. Debug builds fill free slots, so there none holds any.
static bool prespawn(unsigned p, unsigned count, unsigned prefab)
{
    unsigned done = 0;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < the_world->pools[p]->capacity && done < count; i++) {
            struct known_kin *const kin = kin_of(number_of(p, i));
            const bool is_others = HUTCH_CFG_CHECK < 2 && kin->image != 0 && kin->image != prefab + 1;
            if (!model_is(p, i, LIVE) && is_others == (round == 1)) {
                forget_family(number_of(p, i));
                kin->image = (uint8_t)(prefab + 1);
                the_model->pools[p].value[i] = image_of(prefab);
                done++;
            }
        }
    }
    return done == count || model_fault(p, HUTCH_FAULT_PRESPAWN, count);
}

static bool attach(unsigned p, unsigned slot, unsigned child)
{
    const unsigned q = pool_of(child), parent = number_of(p, slot);
    if (!is_made(p, slot)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    if (!is_made(q, slot_of(child))) {
        return model_fault(q, HUTCH_FAULT_USE_AFTER_RELEASE, slot_of(child));
    }
    for (unsigned kin = parent + 1; kin != 0; kin = kin_of(kin - 1)->parent) {
        if (kin == child + 1) {
            return model_fault(q, HUTCH_FAULT_ANCESTOR, slot_of(child));
        }
    }
    leave(child);
    kin_of(child)->parent = (uint16_t)(parent + 1);
    the_model->attached[the_model->attached_count++] = (uint16_t)child;
    return true;
}

static bool adopt(unsigned p, unsigned slot, unsigned prefab)
{
    if (!model_is(p, slot, VISIBLE)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    if (is_made(p, slot)) {
        return false;
    }
    make(p, slot, prefab);
    return true;
}

static bool add_component(unsigned p, unsigned slot, unsigned i)
{
    struct known_kin *const kin = kin_of(number_of(p, slot));
    if (!is_made(p, slot)) {
        return model_fault(p, HUTCH_FAULT_USE_AFTER_RELEASE, slot);
    }
    if (parts_of(kin) != the_world->prefabs[0]->components || (kin->started >> i & 1u) != 0) {
        return false;
    }
    kin->started |= (uint8_t)(1u << i);
    if (parts_of(kin)->first[i].spawned != NULL) {
        model_call_back((enum from)(FROM_SPAWNED + i), number_of(p, slot));
    }
    return true;
}

unsigned families_model(const struct move *move)
{
    const unsigned a = move->a, b = move->b;
    unsigned p = move->pool, slot;
    if (move->call == CALL_MAKE) {
        return spawn(p, a);
    }
    if (move->call == CALL_PRESPAWN_PREFAB) {
        return prespawn(p, a, b);
    }
    if (!model_find(&p, move, false, &slot)) {
        return false;
    }
    return move->call == CALL_ADOPT_PREFAB    ? adopt(p, slot, b)
           : move->call == CALL_ADD_COMPONENT ? add_component(p, slot, b)
                                              : attach(p, slot, b);
}

void families_model_taken(unsigned p, unsigned slot)
{
    struct known_kin *const kin = kin_of(number_of(p, slot));
    if (kin->made != 0) { // released without hooks
        kin->made = kin->started = 0;
        kin->was = WAS_MADE;
    }
    if (kin->image != 0) {
        kin->image = 0;
        kin->was = WAS_IMAGE;
    }
}

// A descendant goes before its parent; links go through objects that were released without hooks.
void families_model_despawned(unsigned p, unsigned slot)
{
    struct known_kin *const kin = kin_of(number_of(p, slot));
    if (kin->made == 0) {
        return;
    }
    for (unsigned leaf; (leaf = child_of(number_of(p, slot))) != NOBODY;) {
        while (child_of(leaf) != NOBODY) {
            leaf = child_of(leaf);
        }
        leave(leaf);
        if (is_made(pool_of(leaf), slot_of(leaf))) {
            model_despawn(pool_of(leaf), slot_of(leaf));
        }
    }
    leave(number_of(p, slot));
    call_components(p, slot, false);
    the_model->pools[p].value[slot] = image_of(kin->made - 1u);
    kin->image = kin->made;
    kin->made = 0;
}

// Of attached kins only the order of brothers has a meaning.
void families_model_normalise(const struct world *its_world, struct model *its_model)
{
    the_model = its_model;
    for (unsigned i = 0; i < its_model->attached_count; i++) {
        const uint16_t kin = its_model->attached[i];
        unsigned at = i;
        for (; at > 0 && kin_of(its_model->attached[at - 1])->parent > kin_of(kin)->parent; at--) {
            its_model->attached[at] = its_model->attached[at - 1];
        }
        its_model->attached[at] = kin;
    }
    for (unsigned p = 0; p < POOLS_MAX && its_world->pools[p] != NULL; p++) {
        for (unsigned i = 0; i < its_world->pools[p]->capacity; i++) {
            struct known_kin *const kin = &its_model->pools[p].kin[i];
            if (kin->made != 0 && (its_model->pools[p].marks[i] & LIVE) == 0) { // released without hooks
                kin->made = kin->started = 0;
                kin->was = WAS_MADE;
            }
            kin->was = kin->made == 0 && kin->image == 0 ? kin->was : 0;
        }
    }
}
