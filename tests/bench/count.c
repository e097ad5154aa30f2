// SPDX-License-Identifier: MIT
// count.c - a plug-in for QEMU: counts the instructions that run between the marks of mark.h, one by one.
//
// usage: qemu-system-... -plugin count.so,out=FILE[,cycles=m0|m3]
//
// With `cycles` it adds up the cycles of these instructions by the tables of cycles.h, not their number; then
// `masked` includes the instruction that unmasks.
//
// Each NEXT writes a line: "= n sum min max masked" for lane A, then the same five for lane B. `masked` is
// the
// longest stretch between the instruction that masks interrupts and the one that unmasks, both left out.
// Debian has no package of QEMU's plug-in header: what is used of it is declared here, as version 1 has it.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info {
    const char *target_name; // there is more behind it
};
typedef uint64_t plugin_id;
typedef void (*on_instruction)(unsigned cpu, void *context);
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t number);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, on_instruction, int, void *);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_version = 1;
EXPORT extern int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int count, char **words);

enum kind { PLAIN, BEGIN, END_A, END_B, NEXT, MASK, UNMASK };
struct lane {
    unsigned long long n, sum, least, most, masked;
};

static FILE *out;
static bool is_riscv, is_aarch64, is_m0, has_cycles, is_counting, is_masked;
static unsigned long long counted, stretch, longest;
static struct lane lanes[2];

// With cycles: an instruction, translated once. The last one that ran is added when the next one shows
// whether it has jumped.
struct timed {
    enum kind kind;
    uint32_t code;
    uint64_t address, next;
    struct cycles cycles;
};
static const struct timed *last;

static enum kind kind_of_riscv(uint32_t code)
{
    if ((code & 0xFFFFFu) == 0x13u && code >> 20 >= 1 && code >> 20 <= 4) {
        return (enum kind)(code >> 20); // addi x0, x0, 1 to 4
    }
    if ((code & 0xFFFFF07Fu) == 0x30047073u) { // csrrci rd, mstatus, 8
        return MASK;
    }
    return (code & 0xFFF07FFFu) == 0x30002073u || (code & 0xFFFFF07Fu) == 0x30046073u ? UNMASK : PLAIN;
}

static enum kind kind_of_arm(uint32_t code)
{
    switch (code & 0xFFFFu) {
    case 0x46C9:
        return BEGIN; // mov r9, r9
    case 0x46D2:
        return END_A;
    case 0x46DB:
        return END_B;
    case 0x46E4:
        return NEXT;
    case 0xB672:
        return MASK; // cpsid i
    case 0xB662:
        return UNMASK;
    default: // msr primask, msr basepri; msr basepri_max masks
        if ((code & 0xFFF0u) == 0xF380u) {
            const uint32_t special = code >> 16 & 0xFFu;
            return special == 0x12 ? MASK : special == 0x10 || special == 0x11 ? UNMASK : PLAIN;
        }
        return PLAIN;
    }
}

static enum kind kind_of_aarch64(uint32_t code)
{
    const uint32_t number = code & 31u; // mov x9, x9 to mov x12, x12
    const bool is_mark = number >= 9 && number <= 12 && code == (0xAA0003E0u | number << 16 | number);
    return is_mark ? (enum kind)(number - 8u) : PLAIN;
}

static void on_plain(unsigned cpu, void *context)
{
    (void)cpu;
    (void)context;
    counted++;
    stretch++;
}

static void end(struct lane *lane)
{
    if (!is_counting) {
        return;
    }
    is_counting = false;
    lane->n++;
    lane->sum += counted;
    lane->least = lane->n == 1 || counted < lane->least ? counted : lane->least;
    lane->most = counted > lane->most ? counted : lane->most;
    lane->masked = longest > lane->masked ? longest : lane->masked;
}

static void print_lanes(void)
{
    fputs("=", out);
    for (int k = 0; k < 2; k++) {
        fprintf(out, " %llu %llu %llu %llu %llu", lanes[k].n, lanes[k].sum, lanes[k].least, lanes[k].most,
                lanes[k].masked);
    }
    fputs("\n", out);
    fflush(out);
    memset(lanes, 0, sizeof lanes);
}

static void on_special(unsigned cpu, void *context)
{
    (void)cpu;
    switch ((enum kind)(uintptr_t)context) {
    case BEGIN:
        is_counting = true;
        is_masked = false;
        counted = longest = 0;
        break;
    case END_A:
        end(&lanes[0]);
        break;
    case END_B:
        end(&lanes[1]);
        break;
    case NEXT:
        print_lanes();
        break;
    case MASK:
        counted++;
        if (!is_masked) {
            is_masked = true;
            stretch = 0;
        } else {
            stretch++;
        }
        break;
    case UNMASK:
        counted++;
        if (is_masked && stretch > longest) {
            longest = stretch;
        }
        is_masked = false;
        break;
    case PLAIN:
        break;
    }
}

static void add_last(uint64_t address)
{
    if (!is_counting || last == NULL) {
        return;
    }
    const unsigned cycles = address == last->next ? last->cycles.stays : last->cycles.jumps;
    if (cycles == 0) {
        fprintf(stderr, "count: no table has the cycles of %08x\n", (unsigned)last->code);
        exit(1);
    }
    counted += cycles;
    if (last->kind == UNMASK) {
        longest = is_masked && stretch + cycles > longest ? stretch + cycles : longest;
        is_masked = false;
    } else {
        stretch = last->kind == MASK && !is_masked ? 0 : stretch + cycles;
        is_masked = is_masked || last->kind == MASK;
    }
}

static void on_timed(unsigned cpu, void *context)
{
    const struct timed *const now = (const struct timed *)context;
    add_last(now->address);
    last = now->kind == PLAIN || now->kind == MASK || now->kind == UNMASK ? now : NULL;
    if (last == NULL) {
        on_special(cpu, (void *)(uintptr_t)now->kind);
    }
}

static void *timed(const struct qemu_plugin_insn *instruction, enum kind kind, uint32_t code)
{
    struct timed *const made = malloc(sizeof *made); // for as long as QEMU may run it
    const uint64_t address = qemu_plugin_insn_vaddr(instruction), bytes = (code & 0xFFFFu) >= 0xE800u ? 4 : 2;
    *made = (struct timed){kind, code, address, address + bytes, cycles_of(code, is_m0)};
    return made;
}

static void on_block(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t k = 0; k < qemu_plugin_tb_n_insns(block); k++) {
        struct qemu_plugin_insn *const instruction = qemu_plugin_tb_get_insn(block, k);
        const uint8_t *const bytes = (const uint8_t *)qemu_plugin_insn_data(instruction);
        uint32_t code = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
        const bool is_long = is_aarch64 || (is_riscv ? (code & 3u) == 3 : code >= 0xE800u);
        code |= is_long ? (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24 : 0;
        const enum kind kind = is_riscv     ? kind_of_riscv(code)
                               : is_aarch64 ? kind_of_aarch64(code)
                                            : kind_of_arm(code);
        if (has_cycles) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_timed, 0, timed(instruction, kind, code));
            continue;
        }
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, kind == PLAIN ? on_plain : on_special, 0,
                                               (void *)(uintptr_t)kind);
    }
}

int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int count, char **words)
{
    is_riscv = strstr(info->target_name, "riscv") != NULL;
    is_aarch64 = strcmp(info->target_name, "aarch64") == 0;
    has_cycles = count == 2;
    is_m0 = has_cycles && strcmp(words[1], "cycles=m0") == 0;
    out = count >= 1 && strncmp(words[0], "out=", 4) == 0 ? fopen(words[0] + 4, "w") : NULL;
    if (out == NULL) {
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
    return 0;
}
