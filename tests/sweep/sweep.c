// SPDX-License-Identifier: MIT
// sweep.c - lands an interrupt at every instruction of every operation; the model says what is legal then.
//
// For each operation, interrupt and pattern of live slots the landing moves on by one step until the
// interrupt finds the operation finished.
#include "landing.h"
#include "options.h"
#include "patterns.h"
#include "section.h"

enum { SLOTS = SWEEP_CAPACITY, BITMAP_WORDS = HUTCH_BITMAP_WORDS(SLOTS) };
enum { MARGIN = 4 };
#ifdef SWEEP_NESTED
enum { IS_NESTED = 1 };
#else
enum { IS_NESTED = 0 };
#endif

// What main and the handlers tell each other about the landing that is on its way.
static volatile bool is_finished, handler_is_finished; // the operation; the first handler's
static volatile bool handler_ran, nested_ran;
static volatile bool came_late, nested_came_late; // the interrupt found what it was to interrupt finished
static unsigned nested_delay;
static const struct scenario *volatile now;
static struct outcome got;
static hutch_word_t counted; // by the operation COUNT, and by every interrupt

static unsigned first_delay; // counts from here land in front of the operation
static unsigned nested_first_delay;
static uint32_t landings, inside, nested_inside, wrong, inside_of[OPERATIONS + 1];
static uint8_t broke[HIT_BYTES]; // as `hit`: and the outcome was wrong

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    got.faults++;
}

// Not by what is swept: nothing lands here.
static const struct cell *cell_at(const struct hutch_pool *pool, unsigned index)
{
    return (const struct cell *)hutch_core_at(pool, index);
}

#ifdef SWEEP_POLICY
static uint16_t slot_of(const struct cell *cell)
{
    if (cell == NULL) {
        return NO_SLOT;
    }
    const unsigned index = hutch_core_index(&cells_pool, cell);
    return (uint16_t)(index != HUTCH_NONE ? index : SWEEP_SPARE_SLOT + hutch_core_index(&spares_pool, cell));
}

static const struct cell *cell_of(unsigned slot)
{
    return slot >= SWEEP_SPARE_SLOT ? cell_at(&spares_pool, slot - SWEEP_SPARE_SLOT)
                                    : cell_at(&cells_pool, slot);
}
#else
static uint16_t slot_of(const struct cell *cell)
{
    return cell == NULL ? (uint16_t)NO_SLOT : (uint16_t)hutch_core_index(&cells_pool, cell);
}

static const struct cell *cell_of(unsigned slot)
{
    return cell_at(&cells_pool, slot);
}
#endif

// -------------------------------------------------------------------------------------- interrupts

static void interrupt(enum interrupt what, unsigned dropped, uint16_t *results)
{
    const unsigned long saved = section_enter();
    counted++;
    section_exit(saved);
    if (what == DROP || what == SWAP) {
        results[0] = swept_release(cell_at(&cells_pool, dropped));
    }
    if (what == KEEP || what == CYCLE || what == SWAP) {
        results[1] = slot_of(swept_acquire());
    }
    if (what == CYCLE && results[1] != NO_SLOT) {
        results[0] = swept_release(cell_of(results[1]));
    }
#ifdef SWEEP_POLICY
    if (what == URGENT) {
        results[1] = slot_of(swept_acquire_urgent());
    }
#elif defined(SWEEP_FREE)
    if (what == MOVE) {
        results[1] = slot_of(swept_acquire());
        results[0] = swept_release(cell_at(&cells_pool, dropped));
    }
#endif
}

static uintptr_t landed_at, nested_landed_at;

void rig_on_interrupt(uintptr_t pc)
{
    came_late = is_finished;
    landed_at = pc;
    inside += is_swept(pc);
    inside_of[now->operation] += is_swept(pc);
    mark(hit, pc);
    if (IS_NESTED && now->nested != NOTHING) {
        rig_arm_nested(nested_delay);
    }
    interrupt(now->interrupt, now->dropped, got.interrupted);
    handler_is_finished = true;
    handler_ran = true;
}

void rig_on_nested(uintptr_t pc)
{
    nested_came_late = handler_is_finished;
    nested_landed_at = pc;
    nested_inside += is_swept(pc);
    mark(hit, pc);
    interrupt(now->nested, now->nested_dropped, got.nested);
    nested_ran = true;
}

// -------------------------------------------------------------------------------------- one landing

// Raises REFUSED_FAULTS faults.
// @return how many of the calls were not refused
static uint16_t refused(const struct cell *foreign)
{
    const struct cell *const last = cell_at(&cells_pool, SLOTS - 1);
    unsigned accepted = 0;
    accepted += swept_release_at(SLOTS);
    accepted += swept_claim(SLOTS) != NULL;
    accepted += swept_acquire_run(0) != NULL;
    accepted += swept_acquire_run(SLOTS + 1) != NULL;
    accepted += swept_release_run(foreign, 1);
    accepted += swept_release_run(last, 2);
    accepted += swept_release_run(last, 0);
    return (uint16_t)accepted;
}

#include "extras.h"

static const struct cell *target; // the scenario's slot

// What is interrupted. Little is done here besides, as interrupts land in that, too.
// @return what the operation answers, as it is
static uintptr_t operate(const struct scenario *scenario)
{
    static const struct cell foreign;
    switch (scenario->operation) {
    case ACQUIRE:
        return (uintptr_t)swept_acquire();
    case PAIR:
        return swept_pair();
    case COUNT:
        swept_count(&counted, COUNT_TURNS);
        return 0;
    case RELEASE:
    case RELEASE_FREE:
        return swept_release(target);
    case RELEASE_AT:
    case RELEASE_AT_FREE:
        return swept_release_at(scenario->target);
    case RELEASE_FOREIGN:
        return swept_release(&foreign);
    case CLAIM:
    case CLAIM_LIVE:
        return (uintptr_t)swept_claim(scenario->target);
    case REFUSED:
        return refused(&foreign);
    case ACQUIRE_RUN:
        return (uintptr_t)swept_acquire_run(RUN_LENGTH);
    case RELEASE_RUN:
        return swept_release_run(target, RUN_LENGTH);
    case CLEAR:
        swept_clear();
        return 0;
    case WALK:
        return swept_walk();
    case WALK_RELEASE:
        return swept_walk_release();
#ifdef SWEEP_SPAWNED
    case SPAWN:
        return (uintptr_t)swept_spawn((const uint8_t *)&scenario->target);
    case DESPAWN:
        return swept_despawn(target);
    case REF:
        return swept_ref(target);
    case DEREF:
        return (uintptr_t)swept_deref(target_ref);
    case RELEASE_REF:
        return swept_release_ref(target_ref);
    case PERSIST:
        return swept_persist(target);
    case SPAWN_URGENT:
        return (uintptr_t)swept_spawn_urgent((const uint8_t *)&scenario->target);
#endif
#ifdef SWEEP_POLICY
    case ACQUIRE_URGENT:
        return (uintptr_t)swept_acquire_urgent();
#endif
    default:
        return swept_release_if();
    }
}

// The same answer as a slot, a generation, or as it is.
static unsigned result_of(enum operation operation, uintptr_t answer)
{
    switch (operation) {
    case ACQUIRE:
    case CLAIM:
    case CLAIM_LIVE:
    case ACQUIRE_RUN:
    case SPAWN:
    case DEREF:
    case ACQUIRE_URGENT:
    case SPAWN_URGENT:
        return slot_of((const struct cell *)answer);
    case REF:
        return (unsigned)(answer >> cells_pool.ref_low_bits);
    default:
        return (unsigned)answer;
    }
}

static void set_pool(const struct scenario *scenario, const hutch_word_t *words)
{
    for (unsigned k = 0; k < BITMAP_WORDS; k++) {
        cells_pool.live[k] = k < WORDS_TOLD ? words[k] : 0;
    }
    target = cell_at(&cells_pool, scenario->target);
    set_spawned(scenario);
    set_policy(scenario);
}

// Runs the operation with the interrupt `delay` steps on its way.
// @return false when what must hold at any outcome did not
static bool land(const struct scenario *scenario, const hutch_word_t *words, unsigned delay, bool is_masked)
{
    const struct outcome nothing = {0, {NO_SLOT, NO_SLOT}, {NO_SLOT, NO_SLOT}, 0, 0, 0, 0, {0}};
    bool sound = true;
    got = nothing;
    counted = 0;
    now = scenario;
    is_finished = handler_ran = nested_ran = handler_is_finished = false;
    set_pool(scenario, words);
    const unsigned long saved = is_masked ? section_enter() : 0;
    rig_arm(delay);
    const uintptr_t answer = operate(scenario);
    is_finished = true;
    if (is_masked) {
        sound = !handler_ran;
        section_exit(saved);
    }
    sound = waited_for(&handler_ran) && (scenario->nested == NOTHING || waited_for(&nested_ran)) && sound;
    rig_disarm();
    const unsigned sections =
        (scenario->operation == COUNT ? COUNT_TURNS : 0u) + (scenario->nested == NOTHING ? 1u : 2u);
    sound = sound && counted == sections;
    got.result = result_of(scenario->operation, answer);
    for (unsigned k = 0; k < BITMAP_WORDS; k++) {
        got.words[k] = cells_pool.live[k];
    }
    note_spawned();
    note_policy();
    landings++;
    return sound;
}

// A virtual machine may lose a step of the trap flag, once in a million: the place is missed, and is not
// when it is looked for once more. That steps from the first place on, so it may need several goes. What a
// pool does wrong, it does each time.
static bool land_again(const struct scenario *scenario, const hutch_word_t *words, unsigned delay,
                       bool is_masked)
{
    for (unsigned tries = 0; tries < 5; tries++) {
        if (land(scenario, words, delay, is_masked)) {
            return true;
        }
        rig_forget();
    }
    return false;
}

static void judge(bool sound, const struct outcome *legal, unsigned count)
{
    for (unsigned k = 0; sound && k < count; k++) {
        if (outcome_equals(&got, &legal[k])) {
            return;
        }
    }
    if (wrong++ < 3) {
        print_text("# wrong: operation ");
        print_number(now->operation);
        print_text(" interrupt ");
        print_number(now->interrupt);
        print_text(" target ");
        print_number(now->target);
        print_text(" at ");
        print_hex(landed_at);
        print_text(" result ");
        print_number(got.result);
        print_text(sound ? "\n" : ", not sound\n");
    }
    mark(broke, landed_at);
    mark(broke, nested_landed_at);
}

// -------------------------------------------------------------------------------------- all landings of a
// scenario

static struct outcome legal[OUTCOMES_MAX];

static unsigned find_legal(const struct scenario *scenario, const bool *live, bool is_masked)
{
    const unsigned count = model_outcomes(scenario, live, is_masked, legal);
    stop_unless(count <= OUTCOMES_MAX, "OUTCOMES_MAX is too small");
    return count;
}

// With TAKES_ANY what is legal depends on which slots were found: asked again when they are others.
// @param  count  how many are legal so far; 0 = not asked yet
static unsigned find_legal_after(const struct scenario *scenario, const bool *live, bool is_masked,
                                 unsigned count)
{
    static struct outcome choices;
    const bool is_same = got.result == choices.result && got.interrupted[1] == choices.interrupted[1];
    if (count != 0 && (!TAKES_ANY || is_same)) {
        return count;
    }
    choices = got;
    if (TAKES_ANY) {
        model_follow(&choices);
    }
    return find_legal(scenario, live, is_masked);
}

static void sweep(const struct scenario *scenario, const bool *live)
{
    hutch_word_t words[BITMAP_WORDS];
    model_words(live, words);
    if (SWEEP_IS_QUIET) {
        set_pool(scenario, words);
        operate(scenario);
        note_spawned();
        return;
    }
    unsigned count = 0;
    unsigned delay = first_delay;
    const unsigned first = delay;
    rig_forget();
    do {
        nested_delay = nested_first_delay;
        do {
            const bool sound = land_again(scenario, words, delay, false);
            count = find_legal_after(scenario, live, false, count);
            judge(sound, legal, count);
            nested_delay++;
        } while (IS_NESTED && !nested_came_late);
        delay++;
    } while (!came_late && wrong < SWEEP_WRONG_MAX);
    if (scenario->interrupt != KEEP || IS_NESTED || !SWEEP_HAS_OUTER) {
        return;
    }
    // The same with the caller in a critical section of its own: nothing may land until that ends.
    count = 0;
    rig_forget();
    for (unsigned last = delay, again = first; again < last && wrong < SWEEP_WRONG_MAX; again++) {
        const bool sound = land_again(scenario, words, again, true);
        count = find_legal_after(scenario, live, true, count);
        judge(sound, legal, count);
    }
}

// The delay at which the interrupt first comes in time for an operation of no length, less a margin.
static unsigned calibrate(bool nested)
{
    static const struct scenario empty = {OPERATIONS, KEEP, NOTHING, 0, 0, 0};
    now = &empty;
    rig_forget();
    for (unsigned delay = 0;; delay++) {
        is_finished = handler_ran = nested_ran = handler_is_finished = false;
        (nested ? rig_arm_nested : rig_arm)(delay);
        is_finished = handler_is_finished = true;
        stop_unless(waited_for(nested ? &nested_ran : &handler_ran), "the interrupt does not come");
        rig_disarm();
        if (nested ? nested_came_late : came_late) {
            return delay > MARGIN ? delay - MARGIN : 0;
        }
    }
}

// -------------------------------------------------------------------------------------- all scenarios

static void sweep_pattern(struct scenario scenario, unsigned pattern)
{
    static bool live[SLOTS];
    if (patterns_fill(&scenario, pattern, live)) {
        sweep(&scenario, live);
    }
}

// Every interrupt, and in the nested sweep every one that interrupts it, in every pattern.
static void sweep_operation(enum operation operation, unsigned pattern_step)
{
    const enum interrupt nested_first = IS_NESTED ? KEEP : NOTHING, nested_last = IS_NESTED ? DROP : NOTHING;
    for (unsigned interrupt = 0; interrupt < INTERRUPTS; interrupt++) {
        for (unsigned nested = nested_first; nested <= (unsigned)nested_last; nested++) {
            const struct scenario scenario = {
                operation, (enum interrupt)interrupt, (enum interrupt)nested, 0, 0, 0};
            for (unsigned pattern = (interrupt * 11u + SWEEP_PATTERN_FIRST) % pattern_step;
                 pattern < PATTERNS; pattern += pattern_step) {
                sweep_pattern(scenario, pattern);
            }
        }
    }
}

// Pools with hooks or a policy: what is theirs, and what comes out otherwise with them.
static bool is_of_this_pool(unsigned operation)
{
#if defined(SWEEP_POLICY) && defined(SWEEP_SPAWNED)
    return operation == SPAWN || operation == DESPAWN || operation == REF || operation == RELEASE_REF ||
           operation == SPAWN_URGENT;
#elif defined(SWEEP_POLICY)
    return operation == ACQUIRE || operation == RELEASE || operation == RELEASE_FREE || operation == CLAIM ||
           operation == CLEAR || operation == ACQUIRE_URGENT;
#elif defined(SWEEP_SPAWNED)
    return operation <= PERSIST;
#else
    return operation < SPAWN;
#endif
}

static void sweep_all(void)
{
    for (unsigned operation = 0; operation < OPERATIONS; operation++) {
        if (!is_of_this_pool(operation) || wrong >= SWEEP_WRONG_MAX) {
            continue;
        }
        const bool ignores_pattern =
            operation == COUNT || operation == RELEASE_FOREIGN || operation == REFUSED;
        if (!IS_NESTED || operation == ACQUIRE || operation == COUNT || operation == RELEASE ||
            operation == CLAIM) {
            sweep_operation((enum operation)operation, SWEEP_PATTERN_STEP * (ignores_pattern ? 4u : 1u));
        }
    }
}

int main(void)
{
    rig_init();
    if (SWEEP_IS_QUIET) {
        sweep_all();
        rig_exit(0);
    }
    first_delay = calibrate(false);
    if (IS_NESTED) {
        nested_first_delay = calibrate(true);
    }
    sweep_all();
    print_text("landings ");
    print_number(landings);
    print_text("\ninside ");
    print_number(inside);
    print_text("\nnested_inside ");
    print_number(nested_inside);
    print_text("\nwrong ");
    print_number(wrong);
    print_text("\noperations");
    for (unsigned operation = 0; operation < OPERATIONS; operation++) {
        print_text(" ");
        print_number(inside_of[operation]);
    }
    report_map("\nhit", hit);
    report_map("broke", broke);
    rig_exit(wrong != 0 || inside == 0 || (IS_NESTED && nested_inside == 0));
    return 1;
}
