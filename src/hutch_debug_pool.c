// SPDX-License-Identifier: MIT
// hutch_debug_pool.c - the debug state of a pool: contexts, first use, reports.
// Unless HUTCH_CFG_CHECK is 2 only a hutch_debug_set_sink that does nothing.

#include "hutch_unfolded.h"

#include "hutch/core/generic.h"
#include "hutch/core/ref.h"
#include "hutch_debug_pool.h"

#if HUTCH_CFG_CHECK >= 2

#    include "hutch_debug_bytes.h"

static const struct hutch_pool *newest_pool;

// -------------------------------------------------------------------------------------- contexts

#    ifdef HUTCH_PORT_IN_INTERRUPT
#        define THIS_CONTEXT ((uint16_t)HUTCH_PORT_IN_INTERRUPT())
#    else
#        define THIS_CONTEXT 0 // the port has no such hook
#    endif

#    ifndef HUTCH_PORT_CONTEXT_IS_ALLOWED
#        define HUTCH_PORT_CONTEXT_IS_ALLOWED() true
#    endif

// Handlers are always privileged, so code that is not allowed is either a handler or unprivileged.
static unsigned fault_of_context(void)
{
#    ifdef HUTCH_PORT_IN_INTERRUPT
    return HUTCH_PORT_IN_INTERRUPT() ? HUTCH_FAULT_TOO_URGENT : HUTCH_FAULT_UNPRIVILEGED;
#    else
    return HUTCH_FAULT_TOO_URGENT;
#    endif
}

unsigned hutch_debug_refusal(const struct hutch_pool *pool)
{
    const struct hutch_debug *const debug = pool->debug;
    if (pool->options->lock != HUTCH_LOCK_NONE && !HUTCH_PORT_CONTEXT_IS_ALLOWED()) {
        return fault_of_context();
    }
    if (pool->options->lock == HUTCH_LOCK_NONE && debug->is_ready && debug->context != THIS_CONTEXT) {
        return HUTCH_FAULT_CONTEXT;
    }
    if (debug->depth > 1) { // 1: entered by the caller of this function
        return HUTCH_FAULT_LOCK_NESTED;
    }
    return HUTCH_FAULT_NONE;
}

// -------------------------------------------------------------------------------------- callbacks

// More contexts than this do not interrupt one another in the callbacks of one pool; a callback that causes
// its own call gets there at once.
enum { callbacks_max = 4 };

bool hutch_debug_begin_callback(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    const bool may_call = pool->debug->callbacks < callbacks_max;
    pool->debug->callbacks = (uint8_t)(pool->debug->callbacks + (may_call ? 1u : 0u));
    hutch_locked_exit(pool, saved);
    if (!may_call) {
        hutch_debug_report(pool, NULL, HUTCH_NONE, HUTCH_FAULT_CALLBACK_NESTED);
    }
    return may_call;
}

void hutch_debug_end_callback(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_locked_enter(pool);
    pool->debug->callbacks--;
    hutch_locked_exit(pool, saved);
}

// -------------------------------------------------------------------------------------- first use

// It is there before its first use if a wild write has cleared is_ready.
bool hutch_debug_is_listed(const struct hutch_pool *pool)
{
    const struct hutch_pool *listed = HUTCH_LOAD(newest_pool);
    while (listed != NULL && listed != pool) {
        listed = listed->debug->next_pool;
    }
    return listed != NULL;
}

void hutch_debug_prepare(const struct hutch_pool *pool)
{
    static uint8_t tags;
    struct hutch_debug *const debug = pool->debug;
    // All pools share the list and the tags, whatever their own locks, so they change under the port's lock,
    // which with HUTCH_CFG_CORES excludes the other cores too. Readers of the list take no lock: a pool's
    // link is set before the pool is published.
    const hutch_port_state_t saved = hutch_cores_enter();
    if (!hutch_debug_is_listed(pool)) {
        debug->next_pool = newest_pool;
        HUTCH_STORE(newest_pool, pool);
    }
    debug->tag = ++tags;
    hutch_cores_exit(saved);
    debug->live = (uint16_t)hutch_bitmap_count(pool->live, pool->capacity);
    hutch_notes_prepare(pool);
    hutch_bytes_prepare(pool);
    debug->context = THIS_CONTEXT;
    HUTCH_STORE(debug->is_ready, 1);
}

unsigned hutch_debug_tag(const struct hutch_pool *pool)
{
    return pool->debug->tag & ((1u << hutch_ref_tag_bits(pool)) - 1u);
}

// Returns `code`; but if the slot is in a queue, between acquire and the end of its spawn hook, or inside
// despawn, the code for that.
static unsigned code_of_hidden(const struct hutch_pool *pool, unsigned index, unsigned code)
{
    if (!hutch_bitmap_is_live(pool->live, index) || hutch_bitmap_is_live(pool->visible, index)) {
        return code;
    }
    return HUTCH_HAS_QUEUES(pool) ? HUTCH_FAULT_QUEUED : HUTCH_FAULT_RELEASE_IN_DESPAWN;
}

static bool is_damaged(const struct hutch_pool *pool, unsigned first, unsigned length)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const bool damaged = hutch_notes_first_damaged(pool, first, length) != HUTCH_NONE;
    hutch_core_unlock(pool, saved);
    return damaged;
}

// --------------------------------------------------------------------------------- the bytes of one slot

void hutch_debug_open(const struct hutch_pool *pool, unsigned index)
{
    const void *where = NULL;
    unsigned fault;
    if (pool->slots == NULL) {
        return;
    }
    hutch_bytes_open(pool, index);
    fault = hutch_bytes_check_poison(pool, index, &where);
    if (fault != HUTCH_FAULT_NONE) {
        hutch_debug_report(pool, where, index, fault);
    }
}

void hutch_debug_check_guards(const struct hutch_pool *pool, unsigned index)
{
    const void *where = NULL;
    unsigned victim;
    if (pool->slots == NULL || HUTCH_CFG_GUARD_BYTES == 0) {
        return;
    }
    for (unsigned edge = index; edge <= index + 1; edge++) {
        const unsigned fault = hutch_bytes_check_guard(pool, edge, &victim, &where);
        if (fault != HUTCH_FAULT_NONE) {
            hutch_debug_report(pool, where, victim, fault);
        }
    }
}

// -------------------------------------------------------------------------------------- look-up and reports

const struct hutch_pool *hutch_debug_owner(const void *address)
{
    const struct hutch_pool *pool = HUTCH_LOAD(newest_pool);
    while (pool != NULL && !hutch_bytes_is_ours(pool, address)) {
        pool = pool->debug->next_pool;
    }
    return pool;
}

void hutch_debug_report(const struct hutch_pool *pool, const void *address, unsigned index, unsigned code)
{
    struct hutch_fault fault;
    const struct hutch_pool *const owner = code == HUTCH_FAULT_OTHER_POOL ? hutch_debug_owner(address) : NULL;
    fault.pool = pool != NULL ? pool->identity->name : "(no pool)";
    fault.address = address;
    fault.index = index;
    fault.code = (uint8_t)code;
    fault.note = index != HUTCH_NONE && index < pool->capacity ? hutch_notes_of(pool, index) : NULL;
    fault.other_pool = owner != NULL ? owner->identity->name : NULL;
    fault.caller = hutch_debug_site();
    hutch_on_fault(&fault);
}

bool hutch_debug_is_refused(const struct hutch_pool *pool)
{
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const bool is_refused = hutch_debug_refusal(pool) != HUTCH_FAULT_NONE;
    hutch_core_unlock(pool, saved);
    return is_refused;
}

// Returns true if a release failed for a reason that has been reported: a refused context or a damaged bitmap
// word. `code` would only hide that. The length of a run is unknown here, so all slots from its first on are
// checked.
static bool was_reported(const struct hutch_pool *pool, unsigned index, unsigned code)
{
    const bool is_run = code == HUTCH_FAULT_BAD_RUN;
    if (index >= pool->capacity || !HUTCH_LOAD(pool->debug->is_ready) ||
        (!is_run && code != HUTCH_FAULT_DOUBLE_RELEASE && code != HUTCH_FAULT_STALE_RELEASE)) {
        return false;
    }
    return hutch_debug_is_refused(pool) || is_damaged(pool, index, is_run ? pool->capacity - index : 1u);
}

bool hutch_debug_bad_pointer(const struct hutch_pool *pool, const void *object, unsigned code)
{
    unsigned index = hutch_slot_index(pool, object);
    if (object == NULL) {
        code = HUTCH_FAULT_NULL_POINTER;
    } else if (index == HUTCH_NONE && hutch_bytes_is_ours(pool, object)) {
        code = hutch_bytes_stale(pool, object, &index) ? code : (unsigned)HUTCH_FAULT_MISALIGNED;
    } else if (index == HUTCH_NONE) {
        code = hutch_debug_owner(object) != NULL ? HUTCH_FAULT_OTHER_POOL : HUTCH_FAULT_FOREIGN;
    } else if (was_reported(pool, index, code)) {
        return false;
    } else {
        code = code_of_hidden(pool, index, code);
    }
    hutch_debug_report(pool, object, index, code);
    return false;
}

bool hutch_debug_bad_index(const struct hutch_pool *pool, unsigned index, unsigned code)
{
    if (!was_reported(pool, index, code)) {
        code = code == HUTCH_FAULT_DOUBLE_RELEASE ? code_of_hidden(pool, index, code) : code;
        hutch_debug_report(pool, NULL, index, code);
    }
    return false;
}

bool hutch_debug_has_objects(const struct hutch_pool *pool)
{
    const bool is_of_numbers =
        pool->slots == NULL && pool->capacity != 0; // one over wrong memory has neither
    return is_of_numbers ? hutch_debug_bad_index(pool, HUTCH_NONE, HUTCH_FAULT_NUMBERS) : true;
}

// Returns true if the ref carries this pool's tag.
static bool has_our_tag(const struct hutch_pool *pool, hutch_ref_t ref)
{
    return ((unsigned)ref & ((1u << hutch_ref_tag_bits(pool)) - 1u)) == hutch_debug_tag(pool);
}

bool hutch_debug_ref_is_ours(const struct hutch_pool *pool, hutch_ref_t ref)
{
    if (ref == 0 || has_our_tag(pool, ref)) {
        return true;
    }
    return hutch_debug_bad_index(pool, HUTCH_NONE, HUTCH_FAULT_OTHER_POOL_REF);
}

bool hutch_debug_bad_ref(const struct hutch_pool *pool, hutch_ref_t ref, unsigned code)
{
    const unsigned index = hutch_ref_index(pool, ref);
    if (ref != 0 && !has_our_tag(pool, ref)) {
        return false; // hutch_debug_ref_is_ours has reported it
    }
    return hutch_debug_bad_index(pool, ref != 0 && index < pool->capacity ? index : HUTCH_NONE,
                                 ref == 0 ? (unsigned)HUTCH_FAULT_NULL_REF : code);
}

static bool assert_live(const void *object)
{
    const struct hutch_pool *const pool = hutch_debug_owner(object);
    if (pool != NULL && hutch_core_is_live_at(pool, hutch_slot_index(pool, object))) {
        return true;
    }
    if (pool != NULL) {
        return hutch_debug_bad_pointer(pool, object, HUTCH_FAULT_USE_AFTER_RELEASE);
    }
    hutch_debug_report(NULL, object, HUTCH_NONE,
                       object != NULL ? HUTCH_FAULT_FOREIGN : HUTCH_FAULT_NULL_POINTER);
    return false;
}

bool hutch_debug_assert_live(const void *object)
{
    PUBLIC_BEGIN
    const bool is_live = assert_live(object);
    PUBLIC_END
    return is_live;
}

// Returns true if a slot is free in the bitmap and in the mirror: a flipped bit must not cause a live object
// to be poisoned.
static bool is_surely_free(const struct hutch_pool *pool, unsigned index)
{
    return !hutch_bitmap_is_live(pool->live, index) && !is_damaged(pool, index, 1);
}

bool hutch_debug_check(const struct hutch_pool *pool)
{
    bool is_sound = true;
    if (!HUTCH_LOAD(pool->debug->is_ready)) {
        return true;
    }
    for (unsigned k = 0; HUTCH_CFG_NOTES && k < HUTCH_LEAF_WORDS((unsigned)pool->capacity); k++) {
        if (is_damaged(pool, k * HUTCH_WORD_BITS, 1)) {
            hutch_debug_report(pool, &pool->live[k], k * HUTCH_WORD_BITS, HUTCH_FAULT_BITMAP);
            is_sound = false;
        }
    }
    const hutch_port_state_t saved = hutch_core_lock(pool);
    const unsigned bad_link = is_sound ? hutch_notes_bad_link(pool) : HUTCH_NONE; // by the bitmap
    hutch_core_unlock(pool, saved);
    if (bad_link != HUTCH_NONE) {
        hutch_debug_report(pool, hutch_notes_of(pool, bad_link), bad_link, HUTCH_FAULT_BITMAP);
        is_sound = false;
    }
    for (unsigned index = 0; pool->slots != NULL && index <= pool->capacity; index++) {
        const void *where = NULL;
        unsigned victim = index;
        unsigned fault = hutch_bytes_check_guard(pool, index, &victim, &where);
        if (fault == HUTCH_FAULT_NONE && index < pool->capacity && is_surely_free(pool, index)) {
            fault = hutch_bytes_check_poison(pool, index, &where);
        }
        if (fault != HUTCH_FAULT_NONE) {
            hutch_debug_report(pool, where, victim, fault);
            is_sound = false;
        }
    }
    return is_sound;
}

#elif HAS_SINK

typedef int hutch_debug_pool_is_empty_in_this_build; // hutch_fault.c has it

#else
void hutch_debug_set_sink(void (*put_char)(char c, void *context), void *context)
{
    (void)put_char;
    (void)context;
}
#endif
