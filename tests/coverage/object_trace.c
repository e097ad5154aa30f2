// SPDX-License-Identifier: MIT
// object_trace.c - a plug-in for QEMU: which instructions of an ARM program in Thumb code ran, and which ways
// its conditional branches went.
//
// usage: qemu-system-arm ... -plugin object_trace.so,out=FILE
//
// At the end a line for each instruction that ran: its address, and, of a conditional branch, `T` if it was
// taken and `N` if it was not. A branch after which an interrupt comes counts as neither.
// Debian has no package of QEMU's plug-in header: what is used of it is declared here, as version 1 has it.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info;
typedef uint64_t plugin_id;
enum { ADD_TO_U64 };
extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*)(plugin_id, struct qemu_plugin_tb *));
extern void qemu_plugin_register_atexit_cb(plugin_id id, void (*)(plugin_id, void *), void *context);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t number);
extern const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *, void (*)(unsigned, void *), int,
                                                   void *);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, int, void *, uint64_t);
EXPORT extern int qemu_plugin_version;
EXPORT int qemu_plugin_version = 1;
EXPORT extern int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int count, char **words);

enum { CODE_BYTES = 1 << 20 }; // from address 0
static struct place {
    uint64_t runs;
    uint32_t address, next, target; // target: 0 unless it is a conditional branch
    bool is_taken, is_passed;
} places[CODE_BYTES / 2];
static const char *path;
static struct place *branch; // that ran last, if nothing has run since

// Bits `high` to 0 of `bits`, as a number with a sign.
static uint32_t extended(uint32_t bits, unsigned high)
{
    const uint32_t sign = 1u << high;
    return ((bits & (sign | (sign - 1u))) ^ sign) - sign;
}

// Where a conditional branch at `address` leads; 0 if the instruction is none.
static uint32_t target_of(uint32_t address, uint32_t first, uint32_t second)
{
    if ((first & 0xF000u) == 0xD000u && (first & 0x0E00u) != 0x0E00u) { // b<c>
        return address + 4u + extended(first << 1, 8);
    }
    if ((first & 0xF500u) == 0xB100u) { // cbz, cbnz
        return address + 4u + ((first >> 2 & 0x3Eu) | (first >> 3 & 0x40u));
    }
    if ((first & 0xF800u) == 0xF000u && (second & 0xD000u) == 0x8000u &&
        (first & 0x0380u) != 0x0380u) { // b<c>.w
        const uint32_t bits = (first & 0x400u) << 10 | (second & 0x800u) << 8 | (second & 0x2000u) << 5 |
                              (first & 0x3Fu) << 12 | (second & 0x7FFu) << 1;
        return address + 4u + extended(bits, 20);
    }
    return 0;
}

static void on_edge(unsigned cpu, void *context)
{
    (void)cpu;
    struct place *const now = (struct place *)context;
    if (branch != NULL) {
        branch->is_taken = branch->is_taken || now->address == branch->target;
        branch->is_passed = branch->is_passed || now->address == branch->next;
    }
    branch = now->target != 0 ? now : NULL;
}

// A branch ends a block, so where it led is the first instruction of the next one.
static void on_block(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *const instruction = qemu_plugin_tb_get_insn(block, i);
        const uint64_t address = qemu_plugin_insn_vaddr(instruction);
        if (address >= CODE_BYTES) {
            continue;
        }
        struct place *const place = &places[address / 2];
        uint16_t halves[2] = {0, 0};
        memcpy(halves, qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction));
        place->address = (uint32_t)address;
        place->next = (uint32_t)(address + qemu_plugin_insn_size(instruction));
        place->target = target_of(place->address, halves[0], halves[1]);
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, ADD_TO_U64, &place->runs, 1);
        if (i == 0 || place->target != 0) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_edge, 0, place);
        }
    }
}

static void on_end(plugin_id id, void *context)
{
    (void)id, (void)context;
    FILE *const out = fopen(path, "w");
    for (size_t i = 0; out != NULL && i < sizeof places / sizeof places[0]; i++) {
        if (places[i].runs != 0) {
            fprintf(out, "%x%s%s\n", (unsigned)places[i].address, places[i].is_taken ? " T" : "",
                    places[i].is_passed ? " N" : "");
        }
    }
    if (out != NULL) {
        fclose(out);
    }
}

int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int count, char **words)
{
    (void)info;
    if (count != 1 || strncmp(words[0], "out=", 4) != 0) {
        return 1;
    }
    path = strdup(words[0] + 4);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}
