// SPDX-License-Identifier: MIT
// main.c - two pools under a rising load: an interrupt receives packets, two less urgent contexts use them.
//
//   SysTick, the most urgent, is the radio. For each packet it acquires, fills, and queues a pointer.
//     |
//     +-- commands --> PendSV, the least urgent interrupt, is the protocol stack. If the pool is full the
//     |                command is refused; its sender would repeat it.
//     |
//     +-- samples ---> The main loop is the application. It runs when PendSV does not, so it is late first.
//                      If the pool is full, the sample that has waited for longest makes room: news count.
//
// Both pools have HUTCH_LOCK_IRQ. A release loads a word of the bitmap, clears a bit and stores the word. If
// the radio's acquire came in between, the store would undo it, and a later packet would get the same slot.
// The lock masks interrupts for these few instructions, never while a packet is filled or read. The column
// `late` shows what that costs: the most cycles between a tick and the radio's interrupt.
//
// There is no kernel: PendSV and the main loop stand for two tasks, whose calls would be the same. In each
// line produced = delivered + refused + evicted + live; else the exit code is 1.
#include "board.h"
#include "cortexm/cortexm.h"
#include "log.h"

#include "hutch/hutch.h"
#include "hutch/policy.h"
#include "hutch/report.h"
#include "hutch/stats.h"

#ifndef PACKETS_SNAPSHOTS // for hutch-top: one after so many bursts; 0: none
#    define PACKETS_SNAPSHOTS 0
#endif

enum {
    CLOCK_HERTZ = 25000000,
    PACKETS = 16,     // of each pool; a power of 2
    BURST = 64,       // so many packets come one after another
    SILENCE_MS = 3,   // then none for that long
    BURSTS = 40,      // of each load
    STACK_WORK = 800, // how long a packet takes: rounds of a loop
    APPLICATION_WORK = 400,
};

struct packet {
    uint32_t number;
    uint8_t bytes[28];
};

// One kind of packets: the queue, which holds live ones only, so that there is always room, and the counts.
// On one core, volatile is enough to keep the order in which other contexts see the queue change.
struct flow {
    struct packet *volatile queue[PACKETS];
    volatile unsigned queued, taken;
    unsigned produced, evicted; // written by the radio
    unsigned delivered, wrong;  // written by the consumer
    uint32_t last;              // the number of the packet that was consumed last
};
static struct flow commands_flow, samples_flow;

static struct packet *take(struct flow *flow)
{
    return flow->taken == flow->queued ? NULL : flow->queue[flow->taken++ % PACKETS];
}

// Called by samples_acquire, if the pool is full. What the main loop has taken is not in the queue any more,
// so it is not evicted.
static unsigned oldest_waiting(const struct hutch_pool *pool)
{
    struct packet *const oldest = take(&samples_flow);
    samples_flow.evicted += oldest != NULL;
    return hutch_index(pool, oldest); // HUTCH_NONE if none waits: then the new sample is refused
}

HUTCH_POOL(commands, struct packet, PACKETS, .lock = HUTCH_LOCK_IRQ);
HUTCH_POLICY(news, .evict = oldest_waiting);
HUTCH_POOL(samples, struct packet, PACKETS, .lock = HUTCH_LOCK_IRQ, .policy = &news);
HUTCH_POOL_LIST(&commands_pool, &samples_pool); // for hutch_snapshot

static void put_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

HUTCH_ON_FAULT(fault) // a pool was used wrongly: there is none to be seen
{
    hutch_fault_print(fault, put_char, NULL);
    board_exit(1);
}

// ----------------------------------------------------------------------------------- the radio's interrupt

static volatile bool is_receiving;
static unsigned load, slot, bursts, late_max; // the main loop writes them while nothing is received
static volatile unsigned long microseconds;

HUTCH_TICK() // the time in snapshots
{
    return microseconds;
}

static void receive(struct flow *flow, struct packet *packet)
{
    const uint32_t number = ++flow->produced;
    if (packet == NULL) {
        return; // the pool counts what it refuses
    }
    packet->number = number;
    for (unsigned i = 0; i < sizeof packet->bytes; i++) {
        packet->bytes[i] = (uint8_t)(number + i);
    }
    flow->queue[flow->queued % PACKETS] = packet;
    flow->queued++;
}

static void burst_ends(void)
{
    bursts++;
    if (PACKETS_SNAPSHOTS != 0 && bursts % (PACKETS_SNAPSHOTS + 0u) == 0) {
        hutch_snapshot(put_char, NULL); // now, because the pools are fullest; a real UART would need a buffer
    }
    if (bursts == BURSTS) {
        SYSTICK_CONTROL = 0;
        is_receiving = false;
    }
}

void SysTick_Handler(void);
void SysTick_Handler(void)
{
    const unsigned late = SYSTICK_LOAD - SYSTICK_VALUE; // it counts down
    late_max = late > late_max ? late : late_max;
    microseconds += 1000u / load;
    if (slot < BURST) {
        receive(&commands_flow, commands_acquire());
        receive(&samples_flow, samples_acquire());
        INTERRUPT_CONTROL = 1u << INTERRUPT_PEND_PENDSV; // it begins when this handler has ended
    }
    slot++;
    if (slot == BURST) {
        burst_ends();
    } else if (slot == BURST + SILENCE_MS * load) {
        slot = 0;
    }
}

// -------------------------------------------------------------------------------------------- the consumers

// The contents are tested after the work, so that nobody else can have had the packet meanwhile.
static void consume(struct flow *flow, const struct packet *packet, unsigned work)
{
    for (work += packet->number % 61u; work != 0; work--) { // packets differ
        __asm__ volatile("");                               // else the compiler removes the loop
    }
    bool is_right = packet->number > flow->last; // not the next one, if that was refused or evicted
    for (unsigned i = 0; i < sizeof packet->bytes; i++) {
        is_right = is_right && packet->bytes[i] == (uint8_t)(packet->number + i);
    }
    flow->wrong += !is_right;
    flow->last = packet->number;
    flow->delivered++;
}

// It takes without a lock: of this queue the radio is the only writer, and this handler the only reader.
void PendSV_Handler(void);
void PendSV_Handler(void)
{
    for (struct packet *command; (command = take(&commands_flow)) != NULL;) {
        consume(&commands_flow, command, STACK_WORK);
        commands_release(command);
    }
}

// From this queue the radio takes, too, when it evicts. So the radio is masked while a sample is taken.
static bool consume_sample(void)
{
    const hutch_port_state_t saved = hutch_lock(&samples_pool);
    struct packet *const sample = take(&samples_flow);
    hutch_unlock(&samples_pool, saved);
    if (sample != NULL) {
        consume(&samples_flow, sample, APPLICATION_WORK);
        samples_release(sample);
    }
    return sample != NULL;
}

static void begin(struct flow *flow, const struct hutch_pool *pool)
{
    flow->produced = flow->evicted = flow->delivered = flow->wrong = flow->last = 0;
    hutch_stats_reset(pool);
}

static bool log_counts(const char *name, const struct flow *flow, const struct hutch_pool *pool)
{
    const unsigned refused = hutch_refused(pool), live = hutch_live(pool);
    const unsigned counts[] = {load,          flow->produced, flow->delivered,  refused,
                               flow->evicted, live,           hutch_peak(pool), late_max};
    log_text(name);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        log_number(counts[i], 10);
    }
    const bool is_right =
        flow->produced == flow->delivered + refused + flow->evicted + live && flow->wrong == 0;
    log_text(is_right ? "\n" : "  WRONG\n");
    return is_right;
}

static bool run(void)
{
    begin(&commands_flow, &commands_pool);
    begin(&samples_flow, &samples_pool);
    slot = bursts = late_max = 0;
    is_receiving = true;
    SYSTICK_LOAD = CLOCK_HERTZ / 1000u / load - 1u;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = SYSTICK_ON | SYSTICK_INTERRUPT | SYSTICK_CPU_CLOCK;
    while (is_receiving) {
        if (!consume_sample()) {
            cortexm_wait_for_interrupt();
        }
    }
    // The radio is off and PendSV has nothing left to do: the counts stand still. Then what waits is used up.
    bool is_right = log_counts("commands", &commands_flow, &commands_pool);
    is_right = log_counts("samples ", &samples_flow, &samples_pool) && is_right;
    while (consume_sample()) {}
    return is_right && samples_flow.wrong == 0 && commands_live() + samples_live() == 0;
}

int main(void)
{
    static const uint8_t loads[] = {2, 4, 8, 10, 12, 16, 20, 24}; // packets of each kind in a millisecond
    bool is_right = true;
    board_init();
    PENDSV_PRIORITY |= 0xFFu << 16; // the least urgent; SysTick's is 0
    log_text("pool      load/ms  produced delivered   refused   evicted      live      peak      late\n");
    for (unsigned i = 0; i < sizeof loads; i++) {
        load = loads[i];
        is_right = run() && is_right;
    }
    log_text(is_right ? "Each packet was delivered, refused or evicted, or is live: none was lost.\n"
                      : "WRONG\n");
    return is_right ? 0 : 1;
}
