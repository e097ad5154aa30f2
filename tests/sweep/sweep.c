// SPDX-License-Identifier: MIT
// sweep.c - lands an interrupt at every instruction of every operation; the model says what is legal then.
//
// For each operation, interrupt and pattern of live slots the landing moves on by one step until the
// interrupt finds the operation finished.
#include "patterns.h"
#include "print.h"
#include "rig.h"

enum { SLOTS = SWEEP_CAPACITY, BITMAP_WORDS = HUTCH_TRACKER_WORDS(SLOTS) };
enum { SHORT_REACH = 160, MARGIN = 4, LINGER = 50000 };
#ifdef SWEEP_FREE
enum { LONG_REACH = 840 }; // its walks take longer than others
#else
enum { LONG_REACH = 640 };
#endif

enum { PATTERN_STEP = SWEEP_PATTERN_STEP };
#ifdef SWEEP_NESTED
enum { IS_NESTED = 1 };
#else
enum { IS_NESTED = 0 };
#endif
#ifdef SWEEP_NO_OUTER
enum { HAS_OUTER = 0 }; // a port that does not restore is not asked to
#else
enum { HAS_OUTER = 1 };
#endif

#ifdef SWEEP_QUIET
enum { IS_QUIET = 1 }; // no interrupts: shows which instructions run without them
#else
enum { IS_QUIET = 0 };
#endif
#ifdef SWEEP_WINDOW
enum { OPERATIONS_SWEPT = WALK, INTERRUPTS_SWEPT = DROP }; // what masks, and each of it once
#else
enum { OPERATIONS_SWEPT = OPERATIONS, INTERRUPTS_SWEPT = INTERRUPTS };
#endif

// What main and the handlers tell each other about the landing that is on its way.
static volatile bool is_finished, handler_is_finished; // the operation; the first handler's
static volatile bool handler_ran, nested_ran;
static volatile bool came_late, nested_came_late; // the interrupt found what it was to interrupt finished
static unsigned nested_delay;
static const struct scenario *volatile now;
static struct outcome got;
static hutch_word_t counted; // by the operation COUNT, and by every interrupt

static unsigned first_delay[2]; // by reach: counts from here land in front of the operation
static unsigned nested_first_delay;
static uint32_t landings, inside, nested_inside, wrong;

#ifdef RIG_UNIT
enum { UNIT = RIG_UNIT }; // bytes that the shortest instruction has
#else
enum { UNIT = 2 };
#endif
enum { HIT_BYTES = 1280 / UNIT };
static uint8_t
    hit[HIT_BYTES]; // one bit for each place of an instruction in the swept code: interrupted there
static uint8_t broke[HIT_BYTES]; // and the outcome was wrong

static bool is_swept(uintptr_t pc)
{
    return pc >= (uintptr_t)swept_start && pc < (uintptr_t)swept_end;
}

static void mark(uint8_t *map, uintptr_t pc)
{
    const uintptr_t place = (pc - (uintptr_t)swept_start) / UNIT;
    if (is_swept(pc) && place / 8 < HIT_BYTES) {
        map[place / 8] = (uint8_t)(map[place / 8] | 1u << (place % 8));
    }
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    got.faults++;
}

static uint16_t slot_of(const struct cell *cell)
{
    return cell == NULL ? (uint16_t)NO_SLOT : (uint16_t)cells_index(cell);
}

// -------------------------------------------------------------------------------------- interrupts

static void interrupt(enum interrupt what, unsigned dropped, uint16_t *results)
{
    const hutch_port_state_t saved = hutch_port_enter();
    counted++;
    hutch_port_exit(saved);
    if (what == DROP || what == SWAP) {
        results[0] = cells_release(cells_at(dropped));
    }
    if (what == KEEP || what == CYCLE || what == SWAP) {
        results[1] = slot_of(cells_acquire());
    }
    if (what == CYCLE && results[1] != NO_SLOT) {
        results[0] = cells_release(cells_at(results[1]));
    }
}

static uintptr_t landed_at, nested_landed_at;

void rig_on_interrupt(uintptr_t pc)
{
    came_late = is_finished;
    landed_at = pc;
    inside += is_swept(pc);
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
    const struct cell *const last = cells_at(SLOTS - 1);
    unsigned accepted = 0;
    accepted += cells_release_at(SLOTS);
    accepted += cells_claim(SLOTS) != NULL;
    accepted += cells_acquire_run(0) != NULL;
    accepted += cells_acquire_run(SLOTS + 1) != NULL;
    accepted += cells_release_run(foreign, 1);
    accepted += cells_release_run(last, 2);
    accepted += cells_release_run(last, 0);
    return (uint16_t)accepted;
}

#ifdef SWEEP_SPAWNED
static cells_ref_t target_ref; // to the object in the scenario's slot

// All generations from the start, and what is live can be seen.
static void set_spawned(const struct scenario *scenario)
{
    for (unsigned index = 0; index < SLOTS; index++) {
        cells_pool.generations[index] = 0;
    }
    for (unsigned k = 0; k < HUTCH_LEAF_WORDS(SLOTS); k++) {
        hutch_marks_of(&cells_pool, HUTCH_MARK_VISIBLE)[k] = cells_pool.live[k];
    }
    if (hutch_core_is_live_at(&cells_pool, scenario->target)) {
        target_ref = cells_ref(cells_at(scenario->target));
    }
}

static void note_spawned(void)
{
    for (unsigned index = 0; index < SLOTS; index++) {
        got.generations = (uint16_t)(got.generations + cells_pool.generations[index] +
                                     (hutch_core_is_live_at(&cells_pool, index) ? SLOTS : 0));
    }
}
#else
static void set_spawned(const struct scenario *scenario)
{
    (void)scenario;
}

static void note_spawned(void)
{
}
#endif

static uint16_t operate(const struct scenario *scenario)
{
    static const struct cell foreign;
    const struct cell *const target = cells_at(scenario->target);
    switch (scenario->operation) {
    case ACQUIRE:
        return slot_of(cells_acquire());
    case PAIR:
        return (uint16_t)swept_pair();
    case COUNT:
        swept_count(&counted, COUNT_TURNS);
        return 0;
    case RELEASE:
    case RELEASE_FREE:
        return cells_release(target);
    case RELEASE_AT:
    case RELEASE_AT_FREE:
        return cells_release_at(scenario->target);
    case RELEASE_FOREIGN:
        return cells_release(&foreign);
    case CLAIM:
    case CLAIM_LIVE:
        return slot_of(cells_claim(scenario->target));
    case REFUSED:
        return refused(&foreign);
    case ACQUIRE_RUN:
        return slot_of(cells_acquire_run(RUN_LENGTH));
    case RELEASE_RUN:
        return cells_release_run(target, RUN_LENGTH);
    case CLEAR:
        cells_clear();
        return 0;
    case WALK:
        return (uint16_t)swept_walk();
    case WALK_RELEASE:
        return (uint16_t)swept_walk_release();
#ifdef SWEEP_SPAWNED
    case SPAWN:
        return slot_of(cells_spawn(&scenario->target));
    case DESPAWN:
        return cells_despawn(target);
    case REF:
        return (uint16_t)(cells_ref(target).value >> cells_pool.ref_low_bits);
    case DEREF:
        return slot_of(cells_deref(target_ref));
    case RELEASE_REF:
        return cells_release_ref(target_ref);
#endif
    default:
        return (uint16_t)swept_release_if();
    }
}

static bool waited_for(const volatile bool *what)
{
    for (uint32_t turns = 0; !*what; turns++) {
        if (turns == LINGER) {
            return false;
        }
    }
    return true;
}

static void set_words(const hutch_word_t *words)
{
    for (unsigned k = 0; k < BITMAP_WORDS; k++) {
        cells_pool.live[k] = words[k];
    }
}

// Runs the operation with the interrupt `delay` steps on its way.
// @return false when what must hold at any outcome did not
static bool land(const struct scenario *scenario, const hutch_word_t *words, unsigned delay, bool is_masked)
{
    const struct outcome nothing = {0, {NO_SLOT, NO_SLOT}, {NO_SLOT, NO_SLOT}, 0, 0, {0}};
    bool sound = true;
    got = nothing;
    counted = 0;
    now = scenario;
    is_finished = handler_ran = nested_ran = handler_is_finished = false;
    set_words(words);
    set_spawned(scenario);
    const hutch_port_state_t saved = is_masked ? hutch_port_enter() : (hutch_port_state_t)0;
    rig_arm(delay);
    const uint16_t result = operate(scenario);
    is_finished = true;
    if (is_masked) {
        sound = !handler_ran;
        hutch_port_exit(saved);
    }
    sound = waited_for(&handler_ran) && (scenario->nested == NOTHING || waited_for(&nested_ran)) && sound;
    rig_disarm();
    const unsigned sections =
        (scenario->operation == COUNT ? COUNT_TURNS : 0u) + (scenario->nested == NOTHING ? 1u : 2u);
    sound = sound && counted == sections;
    got.result = result;
    for (unsigned k = 0; k < BITMAP_WORDS; k++) {
        got.words[k] = cells_pool.live[k];
    }
    note_spawned();
    landings++;
    return sound;
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

static bool is_long(enum operation operation)
{
    return operation >= REFUSED || operation == PAIR;
}

static void stop_unless(bool claim, const char *text)
{
    if (!claim) {
        print_text(text);
        print_text("\n");
        rig_exit(8);
    }
}

static void sweep(const struct scenario *scenario, const bool *live)
{
    static struct outcome legal[OUTCOMES_MAX];
    hutch_word_t words[BITMAP_WORDS];
    model_words(live, words);
    if (IS_QUIET) {
        set_words(words);
        set_spawned(scenario);
        operate(scenario);
        note_spawned();
        return;
    }
    const unsigned count = model_outcomes(scenario, live, false, legal);
    stop_unless(count <= OUTCOMES_MAX, "OUTCOMES_MAX is too small");
    unsigned delay = first_delay[is_long(scenario->operation)];
    const unsigned first = delay;
    rig_forget();
    do {
        nested_delay = nested_first_delay;
        do {
            judge(land(scenario, words, delay, false), legal, count);
            nested_delay++;
        } while (IS_NESTED && !nested_came_late);
        delay++;
    } while (!came_late && wrong < SWEEP_WRONG_MAX);
    if (scenario->interrupt != KEEP || IS_NESTED || !HAS_OUTER) {
        return;
    }
    // The same with the caller in a critical section of its own: nothing may land until that ends.
    const unsigned masked_count = model_outcomes(scenario, live, true, legal);
    rig_forget();
    for (unsigned last = delay, again = first; again < last && wrong < SWEEP_WRONG_MAX; again++) {
        judge(land(scenario, words, again, true), legal, masked_count);
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
    rig_set_reach(is_long(operation) ? LONG_REACH : SHORT_REACH);
    for (unsigned interrupt = 0; interrupt < INTERRUPTS_SWEPT; interrupt++) {
        for (unsigned nested = nested_first; nested <= (unsigned)nested_last; nested++) {
            const struct scenario scenario = {
                operation, (enum interrupt)interrupt, (enum interrupt)nested, 0, 0, 0};
            for (unsigned pattern = interrupt % pattern_step; pattern < PATTERNS; pattern += pattern_step) {
                sweep_pattern(scenario, pattern);
            }
        }
    }
}

// Pools with hooks: what is theirs, and what comes out otherwise with them.
static bool is_of_this_pool(unsigned operation)
{
#ifdef SWEEP_SPAWNED
    return operation >= SPAWN || operation == ACQUIRE || operation == RELEASE || operation == CLAIM;
#else
    return operation < SPAWN;
#endif
}

static void sweep_all(void)
{
    for (unsigned operation = 0; operation < OPERATIONS_SWEPT; operation++) {
        if (!is_of_this_pool(operation) || wrong >= SWEEP_WRONG_MAX) {
            continue;
        }
        const bool ignores_pattern =
            operation == COUNT || operation == RELEASE_FOREIGN || operation == REFUSED;
        if (!IS_NESTED || operation == ACQUIRE || operation == COUNT || operation == RELEASE ||
            operation == CLAIM) {
            sweep_operation((enum operation)operation, PATTERN_STEP * (ignores_pattern ? 4u : 1u));
        }
    }
}

static void report_map(const char *title, const uint8_t *map)
{
    print_text(title);
    for (unsigned place = 0; place < HIT_BYTES * 8u; place++) {
        if ((map[place / 8] & 1u << (place % 8)) != 0) {
            print_text(" ");
            print_hex((uintptr_t)swept_start + UNIT * place);
        }
    }
    print_text("\n");
}

int main(void)
{
    if (IS_QUIET) {
        sweep_all();
        rig_exit(0);
    }
    rig_init();
    rig_set_reach(LONG_REACH);
    first_delay[true] = calibrate(false);
    rig_set_reach(SHORT_REACH);
    first_delay[false] = calibrate(false);
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
    report_map("\nhit", hit);
    report_map("broke", broke);
    rig_exit(wrong != 0 || inside == 0 || (IS_NESTED && nested_inside == 0));
    return 1;
}
