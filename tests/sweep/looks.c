// SPDX-License-Identifier: MIT
// looks.c - an interrupt that looks at all objects lands at every instruction of spawn, despawn, release,
// evict and scene reset: it may see none whose spawn hook is not done, or whose despawn hook has begun; and
// no ref that it takes of what it sees may lead to the next object in the slot.
#define SWEPT_BYTES 65536 // the functions of src/ are long, as they take any pool
#include "landing.h"
#include "looks.h"
#include "options.h"

enum { MARGIN = 4 };

static volatile bool is_finished, came_late, looked;
static uintptr_t landed_at;
static unsigned seen_wrongly, faults;
static uint32_t landings, inside, wrong;

void hutch_on_fault(const struct hutch_fault *fault)
{
    (void)fault;
    faults++;
}

void rig_on_interrupt(uintptr_t pc)
{
    came_late = is_finished;
    landed_at = pc;
    inside += is_swept(pc);
    mark(hit, pc);
    seen_wrongly = swept_look();
    swept_take_refs();
    looked = true;
}

void rig_on_nested(uintptr_t pc)
{
    (void)pc;
}

static void prepare(const struct way *way)
{
    swept_empty();
    swept_comings = swept_goings = 0;
    way->prepare();
    swept_note_refs();
}

static bool is_as_expected(const struct way *way)
{
    return swept_comings == way->comings && swept_goings == way->goings && faults == 0 &&
           swept_live() == way->left && swept_look() == 0 && swept_follow_refs() == 0;
}

static void judge(unsigned number, bool holds)
{
    if (holds) {
        return;
    }
    if (wrong++ < 3) {
        print_text("# wrong: way ");
        print_number(number);
        print_text(" at ");
        print_hex(landed_at);
        print_text(seen_wrongly != 0 ? " seen\n" : " not as expected\n");
    }
}

// The delay at which the interrupt first comes too late for a way of no length, less a margin.
static unsigned calibrate(void)
{
    rig_forget();
    for (unsigned delay = 0;; delay++) {
        is_finished = looked = false;
        rig_arm(delay);
        is_finished = true;
        stop_unless(waited_for(&looked), "the interrupt does not come");
        rig_disarm();
        if (came_late) {
            return delay > MARGIN ? delay - MARGIN : 0;
        }
    }
}

static void sweep(unsigned number, unsigned first_delay)
{
    const struct way *const way = &swept_ways[number];
    if (SWEEP_IS_QUIET) {
        prepare(way);
        swept_begin();
        way->go();
        swept_end_of_it();
        return;
    }
    rig_forget();
    unsigned delay = first_delay;
    do {
        prepare(way);
        is_finished = looked = false;
        faults = 0;
        swept_begin();
        rig_arm(delay);
        way->go();
        is_finished = true;
        const bool came = waited_for(&looked);
        rig_disarm();
        swept_end_of_it();
        judge(number, came && seen_wrongly == 0 && is_as_expected(way));
        landings++;
        delay++;
    } while (!came_late && wrong < SWEEP_WRONG_MAX);
}

int main(void)
{
    rig_init();
    const unsigned first_delay = SWEEP_IS_QUIET ? 0 : calibrate();
    for (unsigned number = 0; number < swept_ways_count && wrong < SWEEP_WRONG_MAX; number++) {
        sweep(number, first_delay);
    }
    if (SWEEP_IS_QUIET) {
        rig_exit(0);
    }
    print_text("landings ");
    print_number(landings);
    print_text("\ninside ");
    print_number(inside);
    print_text("\nnested_inside 0\nwrong ");
    print_number(wrong);
    report_map("\nhit", hit);
    rig_exit(wrong != 0 || inside == 0);
    return 1;
}
