// SPDX-License-Identifier: MIT
// qemu_steps.c - a plug-in for QEMU: counts the instructions that run between the marks of mark.h.
//
// usage: qemu-system-... -plugin qemu_steps,out=FILE[,cycles=m0|m3]
//
// Without more words, OUT gets the figures of lanes.h in instructions; `masked` leaves out the instruction
// that unmasks. With `cycles` it adds up cycles by the tables of arm_cycles.h, and `masked` includes it.
// Debian has no package of QEMU's plug-in header: what is used of it is declared here, as version 1 has it.
#include <stddef.h>
#include <stdlib.h>

#include "arm_cycles.h"
#include "lanes.h"

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info {
    const char *target_name; // the first field; QEMU has more
};
typedef uint64_t plugin_id;
typedef void (*on_instruction)(unsigned cpu, void *context);
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t number);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, on_instruction, int, void *);
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_version = 1;
EXPORT extern int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int count, char **words);

enum kind { PLAIN, BEGIN, END_A, END_B, NEXT, MASK, UNMASK }; // the marks have the values of lanes.h

static bool is_riscv, is_aarch64, is_m0, has_cycles;
static uint64_t counted;

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
    if ((code & 0xFFFFF07Fu) == 0x30047073u) { // csrrci rd, mstatus, 8
        return MASK;
    }
    const bool unmasks = (code & 0xFFF07FFFu) == 0x30002073u || (code & 0xFFFFF07Fu) == 0x30046073u;
    return unmasks ? UNMASK : (enum kind)mark_of(code, 0x100013, 0x100000); // addi x0, x0, 1 to 4
}

static enum kind kind_of_arm(uint32_t code)
{
    const uint32_t first = code & 0xFFFFu, special = code >> 16 & 0xFFu;
    if (first == 0xB672 || first == 0xB662) {
        return first == 0xB672 ? MASK : UNMASK; // cpsid i, cpsie i
    }
    if ((code & 0xFFF0u) == 0xF380u) { // msr primask, msr basepri; msr basepri_max masks
        return special == 0x12 ? MASK : special == 0x10 || special == 0x11 ? UNMASK : PLAIN;
    }
    return (enum kind)mark_of(first, 0x46C9, 9); // mov r9, r9 to mov r12, r12
}

static enum kind kind_of(uint32_t code)
{
    return is_riscv     ? kind_of_riscv(code)
           : is_aarch64 ? (enum kind)mark_of(code, 0xAA0903E9u, 0x10001) // mov x9, x9 to mov x12, x12
                        : kind_of_arm(code);
}

static void on_plain(unsigned cpu, void *context)
{
    (void)cpu, (void)context;
    counted++;
}

static void on_special(unsigned cpu, void *context)
{
    const enum kind kind = (enum kind)(uintptr_t)context;
    (void)cpu;
    if (kind == MASK) {
        lanes_mask(true, ++counted);
    } else if (kind == UNMASK) {
        lanes_mask(false, counted++);
    } else {
        lanes_mark((enum mark)kind, counted);
        is_masked = is_masked && kind != BEGIN;
    }
}

static void add_last(uint64_t address)
{
    if (!is_counting || last == NULL) {
        return;
    }
    const unsigned cycles = address == last->next ? last->cycles.stays : last->cycles.jumps;
    if (cycles == 0) {
        fprintf(stderr, "qemu_steps: no table has the cycles of %08x\n", (unsigned)last->code);
        exit(1);
    }
    counted += cycles;
    if (last->kind != PLAIN) {
        lanes_mask(last->kind == MASK, counted);
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

static void on_counted_block(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t k = 0; k < qemu_plugin_tb_n_insns(block); k++) {
        struct qemu_plugin_insn *const instruction = qemu_plugin_tb_get_insn(block, k);
        const uint8_t *const bytes = (const uint8_t *)qemu_plugin_insn_data(instruction);
        uint32_t code = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
        const bool is_long = is_aarch64 || (is_riscv ? (code & 3u) == 3 : code >= 0xE800u);
        code |= is_long ? (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24 : 0;
        const enum kind kind = kind_of(code);
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
    const char *const mode = count == 2 ? words[1] : "";
    lanes_out = count >= 1 && strncmp(words[0], "out=", 4) == 0 ? fopen(words[0] + 4, "w") : NULL;
    if (lanes_out == NULL) {
        return 1;
    }
    is_riscv = strstr(info->target_name, "riscv") != NULL;
    is_aarch64 = strcmp(info->target_name, "aarch64") == 0;
    has_cycles = strncmp(mode, "cycles=", 7) == 0;
    is_m0 = strcmp(mode, "cycles=m0") == 0;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_counted_block);
    return 0;
}
