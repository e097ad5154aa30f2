// SPDX-License-Identifier: MIT
// hutch_prefab.c - makes objects from a template, and releases them with their children.

#define HUTCH_NEVER_ANY
#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/prefab.h"
#include "hutch/core/ref.h"
#include "hutch/spawn.h"

const struct hutch_components hutch_no_components = {NULL, 0};

static void copy(void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    }
}

static hutch_ref_t ref_of(const struct hutch_pool *pool, unsigned index)
{
    return hutch_ref_make(pool, index, 0); // no tag: these refs are only compared with each other
}

// Returns the ref that the next object in the slot of `ref` will have.
static hutch_ref_t next_ref(const struct hutch_pool *pool, hutch_ref_t ref)
{
    const unsigned low_bits = (unsigned)pool->ref_low_bits;
    const hutch_ref_t counter = (hutch_ref_t)((hutch_ref_t)(ref >> low_bits) - 1u);
    const hutch_ref_t low = (hutch_ref_t)(ref & (hutch_ref_t)(((hutch_ref_t)1 << low_bits) - 1u));
    return (
        hutch_ref_t)((hutch_ref_t)((hutch_ref_t)(hutch_generation_next(counter, low_bits) + 1u) << low_bits) |
                     low);
}

// Returns the ref of the next object in a slot; the present object is hidden and about to be released. In a
// lock-free pool hiding an object already makes its refs stale, so there the slot has that ref now.
static hutch_ref_t next_ref_of(const struct hutch_pool *pool, unsigned index)
{
    const hutch_ref_t ref = ref_of(pool, index);
    return hutch_is_lock_free(pool) ? ref : next_ref(pool, ref);
}

static bool report_use(const struct hutch_herd *herd, const void *object)
{
    return hutch_core_bad_pointer(herd->pool, hutch_slot_index(herd->pool, object), object,
                                  HUTCH_FAULT_USE_AFTER_RELEASE);
}

// ---------------------------------------------------------------------------------------------- components

static bool has_started(const struct hutch_kin *kin, unsigned i)
{
    return (kin->components >> i & 1u) != 0;
}

// Returns the started component after `last` in ascending order of priority, equal ones as listed; HUTCH_NONE
// after the last. With `last` HUTCH_NONE, the first. Each call scans the whole table: components are few, and
// the table stays in flash, unsorted.
static unsigned next_component(const struct hutch_kin *kin, unsigned last)
{
    const struct hutch_components *const parts = kin->prefab->components;
    unsigned found = HUTCH_NONE;
    for (unsigned i = 0; i < parts->count; i++) {
        const unsigned priority = parts->first[i].priority;
        const bool is_after = last == HUTCH_NONE || priority > parts->first[last].priority ||
                              (i > last && priority == parts->first[last].priority);
        if (has_started(kin, i) && is_after &&
            (found == HUTCH_NONE || priority < parts->first[found].priority)) {
            found = i;
        }
    }
    return found;
}

static void run_spawned(const struct hutch_kin *kin, void *object, const void *args)
{
    const struct hutch_components *const parts = kin->prefab->components;
    for (unsigned i = next_component(kin, HUTCH_NONE); i != HUTCH_NONE; i = next_component(kin, i)) {
        if (parts->first[i].spawned != NULL) {
            parts->first[i].spawned(object, args);
        }
    }
}

static unsigned last_component(const struct hutch_kin *kin)
{
    unsigned last = HUTCH_NONE;
    for (unsigned i = next_component(kin, HUTCH_NONE); i != HUTCH_NONE; i = next_component(kin, i)) {
        last = i;
    }
    return last;
}

// Clears the last started component and runs its hook, until none is left.
static void run_despawned(struct hutch_kin *kin, void *object)
{
    const struct hutch_components *const parts = kin->prefab->components;
    for (unsigned last = last_component(kin); last != HUTCH_NONE; last = last_component(kin)) {
        kin->components = (uint16_t)(kin->components & ~(1u << last));
        if (parts->first[last].despawned != NULL) {
            parts->first[last].despawned(object);
        }
    }
}

// ---------------------------------------------------------------------------------------------- families

static unsigned slot_of(const struct hutch_kin *kin)
{
    return (unsigned)(kin - kin->prefab->herd->kin);
}

// Returns true if a prefab made the object in this slot. A slot that was released without hooks and acquired
// again has another ref.
static bool is_made(const struct hutch_herd *herd, unsigned index)
{
    const struct hutch_kin *const kin = &herd->kin[index];
    return kin->prefab != NULL && kin->next != kin && kin->ref == ref_of(herd->pool, index);
}

static struct hutch_kin *kin_of(const struct hutch_herd *herd, const void *object)
{
    const unsigned index = hutch_slot_index(herd->pool, object);
    return hutch_core_is_live_at(herd->pool, index) && is_made(herd, index) ? &herd->kin[index] : NULL;
}

// Parent and child may be in pools with different locks, so links change in the critical section of cores.h.
static void leave_parent(struct hutch_kin *kin)
{
    const hutch_port_state_t saved = hutch_cores_enter();
    if (kin->parent != NULL) {
        struct hutch_kin **link = &kin->parent->child;
        while (*link != kin) {
            link = &(*link)->next;
        }
        *link = kin->next;
    }
    kin->parent = kin->next = NULL;
    hutch_cores_exit(saved);
}

// Releases all descendants, always a leaf first: no object has children when it is despawned, so nothing
// recurses.
static void despawn_children(const struct hutch_kin *parent)
{
    while (parent->child != NULL) {
        struct hutch_kin *leaf = parent->child;
        while (leaf->child != NULL) {
            leaf = leaf->child;
        }
        leave_parent(leaf);
        const struct hutch_herd *const herd = leaf->prefab->herd;
        if (is_made(herd, slot_of(leaf))) {
            hutch_core_release_with_hook(herd->pool, slot_of(leaf));
        }
    }
}

// Removes the links of an object that was released without hooks.
static void forget_family(struct hutch_kin *kin)
{
    leave_parent(kin);
    while (kin->child != NULL) {
        leave_parent(kin->child);
    }
}

static bool hutch_core_attach(const struct hutch_herd *herd, const void *parent,
                              const struct hutch_herd *child_herd, const void *child)
{
    struct hutch_kin *const above = kin_of(herd, parent), *const below = kin_of(child_herd, child);
    if (above == NULL) {
        return report_use(herd, parent);
    }
    if (below == NULL) {
        return report_use(child_herd, child);
    }
    if (!HUTCH_MAY_USE(herd->pool, slot_of(above)) || !HUTCH_MAY_USE(child_herd->pool, slot_of(below))) {
        return false;
    }
    for (const struct hutch_kin *kin = above; kin != NULL; kin = kin->parent) {
        if (kin == below) {
            return hutch_core_bad_index(child_herd->pool, slot_of(below), HUTCH_FAULT_ANCESTOR);
        }
    }
    leave_parent(below);
    const hutch_port_state_t saved = hutch_cores_enter();
    below->parent = above;
    below->next = above->child;
    above->child = below;
    hutch_cores_exit(saved);
    return true;
}

// ---------------------------------------------------------------------------------------------- spawn, adopt

// Returns true if the free slot holds the image already. Never in debug builds, which poison free slots.
static bool is_primed(const struct hutch_prefab *prefab, const struct hutch_kin *kin, hutch_ref_t ref)
{
    return HUTCH_CFG_CHECK < 2 && kin->prefab == prefab && kin->next == kin && kin->ref == ref;
}

// Makes the object in a slot one of the prefab, and runs the hooks of its components.
static void make(const struct hutch_prefab *prefab, unsigned index, const void *args)
{
    const struct hutch_pool *const pool = prefab->herd->pool;
    const struct hutch_components *const parts = prefab->components;
    struct hutch_kin *const kin = &prefab->herd->kin[index];
    forget_family(kin);
    kin->prefab = prefab;
    kin->ref = ref_of(pool, index);
    kin->components = 0;
    for (unsigned i = 0; i < parts->count; i++) {
        if (!parts->first[i].is_late) {
            kin->components = (uint16_t)(kin->components | 1u << i);
        }
    }
    run_spawned(kin, hutch_slot_address(pool, index), args);
}

static void *spawn_prefab(const struct hutch_prefab *prefab, const void *args, unsigned mode)
{
    const struct hutch_pool *const pool = prefab->herd->pool;
    const unsigned index = hutch_core_acquire_mode(pool, mode);
    if (index == HUTCH_NONE) {
        return NULL;
    }
    void *const object = hutch_slot_address(pool, index);
    if (!is_primed(prefab, &prefab->herd->kin[index], ref_of(pool, index))) {
        copy(object, prefab->image, prefab->image_bytes);
    }
    make(prefab, index, args);
    HUTCH_ENGINE(show, pool, index);
    return object;
}

void *hutch_spawn_prefab(const struct hutch_prefab *prefab, const void *args)
{
    PUBLIC_BEGIN
    void *const object = spawn_prefab(prefab, args, HUTCH_MODE_HIDDEN);
    PUBLIC_END
    return object;
}

void *hutch_spawn_prefab_urgent_(const struct hutch_prefab *prefab, const void *args)
{
    PUBLIC_BEGIN
    void *const object = spawn_prefab(prefab, args, HUTCH_MODE_HIDDEN | HUTCH_MODE_URGENT);
    PUBLIC_END
    return object;
}

static bool hutch_core_adopt_prefab(const struct hutch_prefab *prefab, void *object, const void *args)
{
    const struct hutch_herd *const herd = prefab->herd;
    const unsigned index = hutch_slot_index(herd->pool, object);
    if (!hutch_core_is_live_at(herd->pool, index)) {
        return report_use(herd, object);
    }
    if (is_made(herd, index) || !HUTCH_MAY_USE(herd->pool, index)) {
        return false;
    }
    make(prefab, index, args);
    return true;
}

// Returns the prefab of the image in a free slot; NULL if there is none.
static const struct hutch_prefab *image_in(const struct hutch_herd *herd, unsigned index)
{
    const struct hutch_kin *const kin = &herd->kin[index];
    return kin->prefab != NULL && is_primed(kin->prefab, kin, ref_of(herd->pool, index)) ? kin->prefab : NULL;
}

static void prime(const struct hutch_prefab *prefab, unsigned index)
{
    const struct hutch_pool *const pool = prefab->herd->pool;
    struct hutch_kin *const kin = &prefab->herd->kin[index];
    if (!HUTCH_CFG_FENCE && hutch_core_claim_mode(pool, index, HUTCH_MODE_HIDDEN)) {
        copy(hutch_slot_address(pool, index), prefab->image, prefab->image_bytes);
        forget_family(kin);
        kin->prefab = prefab;
        kin->ref = next_ref_of(pool, index);
        kin->next = kin;
        hutch_core_release_slot(pool, index, true);
    }
}

// Takes slots that hold this image or none first, then those that were prepared for other prefabs.
static bool hutch_core_prespawn_prefab(const struct hutch_prefab *prefab, unsigned count)
{
    const struct hutch_pool *const pool = prefab->herd->pool;
    unsigned done = 0;
    if (!HUTCH_MAY_USE(pool, HUTCH_NONE)) {
        return false;
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned index = 0; done < count && index < pool->capacity; index++) {
            const struct hutch_prefab *const image = image_in(prefab->herd, index);
            const bool is_others = image != NULL && image != prefab;
            if (hutch_bitmap_is_live(pool->live, index) || is_others != (round == 1)) {
                continue;
            }
            if (image != prefab) {
                prime(prefab, index);
            }
            done++;
        }
    }
    return done == count || hutch_core_bad_index(pool, count, HUTCH_FAULT_PRESPAWN);
}

const struct hutch_prefab *hutch_prefab_of_(const struct hutch_herd *herd, const void *object)
{
    const struct hutch_kin *const kin = kin_of(herd, object);
    return kin != NULL ? kin->prefab : NULL;
}

static bool hutch_core_add_component(const struct hutch_herd *herd, void *object,
                                     const struct hutch_component *component, const void *args)
{
    struct hutch_kin *const kin = kin_of(herd, object);
    if (kin == NULL) {
        return report_use(herd, object);
    }
    if (!HUTCH_MAY_USE(herd->pool, slot_of(kin))) {
        return false;
    }
    const struct hutch_components *const parts = kin->prefab->components;
    for (unsigned i = 0; i < parts->count; i++) {
        if (&parts->first[i] == component && !has_started(kin, i)) {
            kin->components = (uint16_t)(kin->components | 1u << i);
            if (component->spawned != NULL) {
                component->spawned(object, args);
            }
            return true;
        }
    }
    return false;
}

void hutch_herd_despawned(const struct hutch_herd *herd, void *object)
{
    const struct hutch_pool *const pool = herd->pool;
    const unsigned index = hutch_slot_index(pool, object);
    struct hutch_kin *const kin = &herd->kin[index];
    const hutch_ref_t next = next_ref_of(pool, index);
    if (kin->prefab == NULL || kin->next == kin || next_ref(pool, kin->ref) != next) {
        return; // acquired without a prefab
    }
    despawn_children(kin);
    leave_parent(kin);
    run_despawned(kin, object);
    copy(object, kin->prefab->image, kin->prefab->image_bytes);
    kin->ref = next;
    kin->next = kin;
}

// -------------------------------------------------------------------------------------- the public functions

// clang-format off
PUBLIC(bool, hutch_attach_, attach, (const struct hutch_herd *herd, const void *parent, const struct hutch_herd *child_herd, const void *child), (herd, parent, child_herd, child))
PUBLIC(bool, hutch_adopt_prefab, adopt_prefab, (const struct hutch_prefab *prefab, void *object, const void *args), (prefab, object, args))
PUBLIC(bool, hutch_prespawn_prefab, prespawn_prefab, (const struct hutch_prefab *prefab, unsigned count), (prefab, count))
PUBLIC(bool, hutch_add_component_, add_component, (const struct hutch_herd *herd, void *object, const struct hutch_component *component, const void *args), (herd, object, component, args))
// clang-format on
