// SPDX-License-Identifier: MIT
// interrupt.c - pools used by the main program, privileged and not, by an interrupt, and by one that the lock
// does not stop: real ones on Cortex-M, played ones on the host (context.h), none elsewhere.
//
// On Cortex-M PendSV is the interrupt: boards have other uses for their timers. What the lock does not stop
// is NMI, and where it stops by priority (BASEPRI) also a PendSV that is more urgent than that.

#include "debug_test.h"

HUTCH_POOL(unlocked, uint16_t, 4);
HUTCH_POOL(locked, uint16_t, 4, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(handlers_own, uint16_t, 4);
static const struct hutch_hooks no_hooks = {NULL, NULL, NULL};
HUTCH_POOL_SPAWNED(spawned, uint16_t, 4, HUTCH_OPTIONS(HUTCH_LOCK_NONE, NULL, &no_hooks));

#ifdef HUTCH_PORT_IN_INTERRUPT

static void (*volatile handler)(void); // what the next interrupt does, once

static void handle(void)
{
    void (*const now)(void) = handler;
    handler = NULL;
    now();
}

#    if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

#        include "cortexm/cortexm.h"

void PendSV_Handler(void);
void PendSV_Handler(void)
{
    handle();
}

void NMI_Handler(void);
void NMI_Handler(void)
{
    handle();
}

static void in_interrupt_of_priority(uint32_t priority, void (*act)(void))
{
    handler = act;
    PENDSV_PRIORITY = priority << 16;
    INTERRUPT_CONTROL = 1u << INTERRUPT_PEND_PENDSV;
    while (handler != NULL) {}
}

static void in_interrupt(void (*act)(void))
{
    in_interrupt_of_priority(0xC0, act);
}

static void in_nmi(void (*act)(void))
{
    handler = act;
    INTERRUPT_CONTROL = 1u << INTERRUPT_PEND_NMI;
    while (handler != NULL) {}
}

static void in_urgent_interrupt(void (*act)(void))
{
    in_nmi(act);
#        ifdef HUTCH_PORT_CEILING
    in_interrupt_of_priority(HUTCH_PORT_CEILING - 0x20, act);
#        endif
}

#        if __ARM_ARCH >= 7
#            define CAN_BE_UNPRIVILEGED 1
// The memory protection of the boards is for privileged code, so it is off meanwhile.
static uint32_t protection;
static void become_unprivileged(void)
{
    protection = MPU_CONTROL;
    MPU_CONTROL = 0;
    __asm__ volatile("msr control, %0\n\tisb" : : "r"(1) : "memory");
}

void SVC_Handler(void);
void SVC_Handler(void)
{
    __asm__ volatile("msr control, %0\n\tisb" : : "r"(0) : "memory");
    MPU_CONTROL = protection;
}

static void as_unprivileged(void (*act)(void))
{
    in_interrupt(become_unprivileged);
    act();
    __asm__ volatile("svc 0" : : : "memory");
}
#        endif

#    else

bool debug_is_interrupt, debug_is_urgent;

static void in_interrupt(void (*act)(void))
{
    handler = act;
    debug_is_interrupt = true;
    handle();
    debug_is_interrupt = false;
}

static void in_urgent_interrupt(void (*act)(void))
{
    debug_is_urgent = true;
    in_interrupt(act);
    debug_is_urgent = false;
}

#        define CAN_BE_UNPRIVILEGED 1
static void as_unprivileged(void (*act)(void))
{
    debug_is_urgent = true;
    act();
    debug_is_urgent = false;
}

#    endif

static uint16_t *got;
static void acquire_handlers_own(void)
{
    got = handlers_own_acquire();
}
static void acquire_locked(void)
{
    got = locked_acquire();
}
static void misuse_unlocked(void)
{
    debug_check_is_refused(&unlocked_pool, 0, HUTCH_FAULT_CONTEXT);
    // What is wrong before the pool is looked at has its own code here too.
    CHECK(!hutch_release_run_at_(&unlocked_pool, 4, 1));
    debug_fault("unlocked", HUTCH_FAULT_BAD_RUN);
    CHECK_EQUAL(hutch_ref(&unlocked_pool, unlocked_at(1)), 0);
    debug_fault("unlocked", HUTCH_FAULT_USE_AFTER_RELEASE);
}
static void misuse_handlers_own(void)
{
    debug_check_is_refused(&handlers_own_pool, 0, HUTCH_FAULT_CONTEXT);
}
static void misuse_locked(void)
{
    debug_check_is_refused(&locked_pool, 0, HUTCH_FAULT_TOO_URGENT);
}

#    ifdef CAN_BE_UNPRIVILEGED
static void misuse_locked_unprivileged(void)
{
    debug_check_is_refused(&locked_pool, 0, HUTCH_FAULT_UNPRIVILEGED);
}
#    endif

// -------------------------------------------------------------------------------------- who called

HUTCH_POLICY(keeps_one, .reserve = 1);
HUTCH_POOL(kept, uint16_t, 3, .lock = HUTCH_LOCK_IRQ, .policy = &keeps_one);
HUTCH_POOL_PREFABS(posts, uint16_t, 2, .lock = HUTCH_LOCK_IRQ);
HUTCH_PREFAB(post, posts, hutch_no_components, 1);
static const void *noted;

HUTCH_NOINLINE static void acquire_as_itself(void)
{
    got = locked_acquire();
    noted = locked_pool.notes[locked_index(got)].acquired_by;
}

HUTCH_NOINLINE static void spawn_post(void)
{
    const uint16_t *const made = (const uint16_t *)hutch_spawn_prefab(&post, NULL);
    noted = posts_pool.notes[posts_index(made)].acquired_by;
}

HUTCH_NOINLINE static void prespawn_post(void)
{
    CHECK(post_prespawn(1));
    noted = posts_pool.notes[0].acquired_by;
}

HUTCH_NOINLINE static void release_twice(void)
{
    CHECK(kept_release_at(0));
    CHECK(!kept_release_at(0));
    noted = debug_fault("kept", HUTCH_FAULT_DOUBLE_RELEASE)->caller;
}

static bool is_noted_as(void (*act)(void))
{
    return (uintptr_t)noted - ((uintptr_t)act & ~(uintptr_t)1) < 4096;
}

TEST(an_interrupts_calls_are_its_own)
{
    debug_repair(&locked_pool);
    debug_repair(&posts_pool);
    debug_repair(&kept_pool);
    in_interrupt(acquire_as_itself);
    CHECK(is_noted_as(acquire_as_itself));
    in_interrupt(spawn_post);
    CHECK(is_noted_as(spawn_post));
    CHECK(kept_claim(0) != NULL);
    in_interrupt(release_twice);
    CHECK(is_noted_as(release_twice));
}

TEST(what_is_done_for_a_caller_is_his_also_after_an_interrupts_call)
{
    debug_repair(&locked_pool);
    debug_repair(&posts_pool);
    in_interrupt(acquire_as_itself);
    prespawn_post();
    CHECK(is_noted_as(prespawn_post));
}

// -------------------------------------------------------------------------------------- whose pool

// What matters is whose it is: it has no lock to be above of.
TEST(unlocked_pool_used_from_an_interrupt_is_refused_and_does_not_change)
{
    debug_repair(&unlocked_pool);
    CHECK(unlocked_claim(0) != NULL);
    in_interrupt(misuse_unlocked);
    in_urgent_interrupt(misuse_unlocked);
    const hutch_port_state_t saved = hutch_lock(&unlocked_pool);
    in_interrupt(misuse_unlocked);
    hutch_unlock(&unlocked_pool, saved);
    CHECK(unlocked_release_at(0)); // back in the pool's own context
    CHECK_EQUAL(unit_faults.count, 0);
}

TEST(unlocked_pool_of_an_interrupt_used_by_the_main_program_is_refused)
{
    if (handlers_own_pool.debug->is_ready) {
        return; // a second run of this table
    }
    in_interrupt(acquire_handlers_own);
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(handlers_own_index(got), 0);
    misuse_handlers_own();
    CHECK(handlers_own_is_live(got));
}

TEST(locked_pool_may_be_used_from_both)
{
    debug_repair(&locked_pool);
    CHECK(locked_acquire() != NULL);
    in_interrupt(acquire_locked);
    CHECK(got != NULL);
    CHECK(locked_release(got));
    CHECK_EQUAL(unit_faults.count, 0);
    CHECK_EQUAL(locked_live(), 1);
}

TEST(locked_pool_used_by_what_the_lock_does_not_stop_is_refused)
{
    debug_repair(&locked_pool);
    CHECK(locked_claim(0) != NULL);
    in_urgent_interrupt(misuse_locked);
    CHECK(locked_release_at(0));
    CHECK_EQUAL(unit_faults.count, 0);
}

#    ifdef CAN_BE_UNPRIVILEGED
TEST(locked_pool_used_by_unprivileged_code_is_refused)
{
    debug_repair(&locked_pool);
    CHECK(locked_claim(0) != NULL);
    as_unprivileged(misuse_locked_unprivileged);
    CHECK(locked_release_at(0));
    CHECK_EQUAL(unit_faults.count, 0);
}
#    endif

// -------------------------------------------------------------------------------------- every way in

enum { crates_max = 3 };
static uint16_t crates_array[crates_max] = {1, 2, 3};
HUTCH_POOL_OVER(crates, uint16_t, crates_array, crates_max, .lock = HUTCH_LOCK_IRQ);
HUTCH_POOL(spill, uint16_t, 1, .lock = HUTCH_LOCK_IRQ);
static bool is_any_number(const uint16_t *number, void *context)
{
    (void)context;
    return number != NULL;
}
static unsigned asked;
static unsigned evict_first(const struct hutch_pool *pool)
{
    asked++;
    return hutch_next_index_(pool, 0);
}
HUTCH_POLICY(generous, .evict = evict_first, .spill = &spill_pool);
HUTCH_POOL_TRACKED(policed, uint16_t, 2, .lock = HUTCH_LOCK_IRQ, .policy = &generous);
static unsigned ran;
static void ran_construct(void *object)
{
    (void)object;
    ran++;
}
static void ran_spawn(void *object, const void *args)
{
    (void)object, (void)args;
    ran++;
}
static const struct hutch_hooks counting = {ran_construct, ran_spawn, ran_construct};
HUTCH_POOL_SPAWNED(hooked, uint16_t, 2, .lock = HUTCH_LOCK_IRQ, .hooks = &counting);
HUTCH_POLICY(hooked_spill, .spill = &hooked_pool);
HUTCH_POOL_SPAWNED(full, uint16_t, 1, .lock = HUTCH_LOCK_IRQ, .hooks = &counting, .policy = &hooked_spill);
HUTCH_POOL_PREFABS(herd, uint16_t, 3, .lock = HUTCH_LOCK_IRQ);
HUTCH_COMPONENTS(parts, {ran_spawn, ran_construct, 0, 0}, {ran_spawn, NULL, 1, 1});
HUTCH_PREFAB(cow, herd, parts, 7);
HUTCH_SCENE(field, &hooked_pool);
static bool is_not_first(const uint16_t *number, void *context)
{
    (void)context;
    return number != herd_at(0);
}

#    define REFUSED(pool, call, answer)                \
        do {                                           \
            CHECK((call) == (answer));                 \
            debug_fault(pool, HUTCH_FAULT_TOO_URGENT); \
        } while (0)

static void enter_every_way(void)
{
    const uint32_t before = debug_state(&hooked_pool), policed_before = debug_state(&policed_pool),
                   herd_before = debug_state(&herd_pool), spill_before = debug_state(&spill_pool);
    debug_check_is_refused(&policed_pool, 0, HUTCH_FAULT_TOO_URGENT);
    REFUSED("policed", policed_acquire(), NULL);
    REFUSED("policed", policed_acquire_urgent(), NULL);
    REFUSED("policed", hutch_acquire_urgent_index_(&policed_pool), HUTCH_NONE);
    REFUSED("policed", policed_release_run(policed_at(0), 1), false);
    REFUSED("policed", policed_release_if(is_any_number, NULL), 0);
    REFUSED("hooked", hooked_spawn(NULL), NULL);
    REFUSED("hooked", hutch_spawn_urgent_(&hooked_pool, NULL), NULL);
    REFUSED("hooked", hooked_despawn(hooked_at(0)), false);
    REFUSED("hooked", hooked_persist(hooked_at(0), true), false);
    REFUSED("hooked", hooked_prespawn(2), false);
    REFUSED("hooked", hutch_prespawn_(&hooked_pool, 2), false);
    REFUSED("hooked", hutch_scene_reset(&field), 0);
    hooked_clear();
    debug_fault("hooked", HUTCH_FAULT_TOO_URGENT);
    REFUSED("full", full_spawn(NULL), NULL);
    REFUSED("crates", hutch_adopt(&crates_pool, crates_max), 0);
    REFUSED("herd", cow_spawn(NULL), NULL);
    REFUSED("herd", cow_prespawn(2), false);
    REFUSED("herd", cow_adopt(herd_at(1), NULL), false);
    REFUSED("herd", herd_add_component(herd_at(0), &parts_list[1], NULL), false);
    REFUSED("herd", herd_attach(herd_at(0), &herd_herd, herd_at(2)), false);
    REFUSED("herd", herd_despawn(herd_at(0)), false);
    CHECK_EQUAL(ran, 0);
    CHECK_EQUAL(asked, 0);
    CHECK_EQUAL(debug_state(&hooked_pool), before);
    CHECK_EQUAL(debug_state(&policed_pool), policed_before);
    CHECK_EQUAL(debug_state(&herd_pool), herd_before);
    CHECK_EQUAL(debug_state(&spill_pool), spill_before);
}

TEST(every_way_into_a_locked_pool_is_refused_to_what_the_lock_does_not_stop)
{
    const struct hutch_pool *const pools[] = {&spill_pool, &policed_pool, &hooked_pool, &full_pool,
                                              &herd_pool};
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        debug_repair(pools[i]);
    }
    CHECK(policed_claim(0) != NULL);
    CHECK(hooked_claim(0) != NULL && full_claim(0) != NULL);
    while (cow_spawn(NULL) != herd_at(0)) {}
    herd_release_if(is_not_first, NULL);
    CHECK(herd_claim(1) != NULL && herd_claim(2) != NULL && cow_adopt(herd_at(2), NULL));
    const unsigned refused = hutch_refused(&policed_pool);
    ran = asked = 0;
    in_urgent_interrupt(enter_every_way);
    CHECK_EQUAL(hutch_refused(&policed_pool), refused);
    CHECK(crates_is_live_at(0) == false);
    for (unsigned i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        hutch_clear(pools[i]);
    }
    CHECK_EQUAL(unit_faults.count, 0);
}

// Refused before the hook has run: the object stays as it was, visible.
static void misuse_spawned(void)
{
    CHECK(!spawned_despawn(spawned_at(0)));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(spawned_is_live_at(0));
    CHECK(spawned_spawn(NULL) == NULL);
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(!hutch_persist_(&spawned_pool, spawned_at(0), true));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
    CHECK(!spawned_persist(spawned_at(0), true));
    debug_fault("spawned", HUTCH_FAULT_CONTEXT);
}

TEST(despawn_from_another_context_is_refused_before_its_hook)
{
    debug_repair(&spawned_pool);
    while (spawned_spawn(NULL) != spawned_at(0)) {}
    in_interrupt(misuse_spawned);
    CHECK(spawned_despawn(spawned_at(0)));
    CHECK_EQUAL(unit_faults.count, 0);
    hutch_clear(&spawned_pool);
}

#else

TEST(pools_have_one_context_where_the_port_knows_no_interrupts)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 2);
    CHECK(unlocked_release(unlocked_acquire()));
    CHECK(locked_release(locked_acquire()));
    CHECK(handlers_own_release(handlers_own_acquire()));
    CHECK(spawned_despawn(spawned_spawn(NULL)));
    CHECK_EQUAL(unlocked_pool.debug->context, 0);
}

#endif

#include "../../build/lists/debug/interrupt.h"
