// SPDX-License-Identifier: MIT
// rig.c - runs the acts of a random program and writes its trace.

#include "rig.h"

#include "board.h"

struct rig_span rig_spans[RIG_POOLS_MAX];
const void *rig_passed;
unsigned rig_depth;
unsigned rig_left;
uint32_t rig_state = 1;

static const struct hutch_pool *pools[RIG_POOLS_MAX];
static unsigned mark;

static void put_text(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

static void put_number(unsigned long number)
{
    char digits[12];
    unsigned length = 0;
    do {
        digits[length++] = (char)('0' + (char)(number % 10));
        number /= 10;
    } while (number != 0);
    while (length != 0) {
        board_put_char(digits[--length]);
    }
}

static void put_index(unsigned index)
{
    if (index == HUTCH_NONE) {
        board_put_char('-');
    } else {
        put_number(index);
    }
}

static void put_slot(const void *object)
{
    const uintptr_t address = (uintptr_t)object;
    if (object == NULL) {
        board_put_char('-');
        return;
    }
    for (unsigned k = 0; k < RIG_POOLS_MAX; k++) {
        const struct rig_span *const span = &rig_spans[k];
        const uintptr_t base = (uintptr_t)span->base;
        if (span->base != NULL && address >= base && address - base < span->stride * span->capacity &&
            (address - base) % span->stride == 0) {
            put_number(k);
            board_put_char('.');
            put_number((unsigned long)((address - base) / span->stride));
            return;
        }
    }
    board_put_char('?');
}

void rig_site(unsigned site)
{
    put_text("\n@");
    put_number(site);
}

void rig_object(const void *object)
{
    put_text(" =");
    put_slot(object);
}

void rig_number(unsigned number)
{
    put_text(" #");
    put_index(number);
}

void rig_id(int id)
{
    rig_number(id < 0 ? HUTCH_NONE : (unsigned)id);
}

void rig_bool(bool is)
{
    put_text(is ? " t" : " f");
}

void rig_ref(hutch_ref_t ref)
{
    put_text(" r");
    put_number(ref);
}

void rig_visit(unsigned pool, const void *object)
{
    const struct rig_span *const span = &rig_spans[pool];
    const size_t offset = (size_t)((uintptr_t)object - (uintptr_t)span->base);
    put_text(" >");
    if (offset >= span->stride * span->capacity || offset % span->stride != 0) {
        board_put_char('?');
    } else {
        put_number((unsigned long)(offset / span->stride));
    }
}

void rig_visit_id(int id)
{
    put_text(" >");
    put_index(id < 0 ? HUTCH_NONE : (unsigned)id);
}

void rig_over(void)
{
    put_text(" <");
}

void rig_open(char what, const struct hutch_pool *pool, unsigned index)
{
    put_text(" (");
    board_put_char(what);
    put_number(rig_number_of(pool));
    board_put_char('.');
    put_index(index);
}

void rig_open_at(char what, const void *object)
{
    put_text(" (");
    board_put_char(what);
    put_slot(object);
}

void rig_close(void)
{
    put_text(" )");
}

void rig_fill(void *object, size_t size)
{
    mark = mark % 250 + 1;
    if (object != NULL) {
        unsigned char *const bytes = (unsigned char *)object;
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (unsigned char)mark;
        }
    }
}

void rig_look(const void *object, size_t size)
{
    if (object == NULL) {
        put_text(" ~-");
        return;
    }
    const unsigned char *const bytes = (const unsigned char *)object;
    for (size_t i = 1; i < size; i++) {
        if (bytes[i] != bytes[0]) {
            put_text(" ~?");
            return;
        }
    }
    put_text(" ~");
    put_number(bytes[0]);
}

unsigned rig_random(unsigned below)
{
    rig_state = rig_state * 1664525u + 1013904223u;
    return (unsigned)(rig_state >> 8) % below;
}

bool rig_spend(void)
{
    if (rig_left == 0) {
        return false;
    }
    rig_left--;
    return true;
}

unsigned rig_number_of(const struct hutch_pool *pool)
{
    for (unsigned k = 0; k < RIG_POOLS_MAX; k++) {
        if (pools[k] == pool && pool != NULL) {
            return k;
        }
    }
    return HUTCH_NONE;
}

void rig_pool(unsigned number, const struct hutch_pool *pool, const void *first, const void *second,
              size_t size, size_t align, unsigned capacity)
{
    const uintptr_t base = (uintptr_t)first;
    const size_t stride = second == NULL ? size : (size_t)((uintptr_t)second - base);
    pools[number] = pool;
    rig_spans[number].base = (const unsigned char *)first;
    rig_spans[number].stride = stride;
    rig_spans[number].capacity = capacity;
    rig_bool(base % align == 0 && stride % align == 0 && stride >= size);
    rig_bool(stride == size);
}

bool rig_is_run(const struct hutch_pool *pool, unsigned index, unsigned length)
{
    if (length == 0 || length > hutch_capacity(pool) || index > hutch_capacity(pool) - length) {
        return false;
    }
    for (unsigned i = 0; i < length; i++) {
        if (!hutch_is_live_at(pool, index + i)) {
            return false;
        }
    }
    return true;
}

long rig_stride(unsigned pool)
{
    return (long)rig_spans[pool].stride;
}

void *rig_away(const void *from, long offset)
{
    return (void *)((uintptr_t)from + (uintptr_t)offset);
}

void rig_drop(char c, void *context)
{
    (void)c;
    (void)context;
}

void hutch_on_fault(const struct hutch_fault *fault)
{
    put_text(" !");
    put_number(fault->code);
    board_put_char(':');
    for (const char *name = fault->pool == NULL ? "-" : fault->pool; *name != '\0'; name++) {
        board_put_char(*name == ' ' ? '_' : *name); // a word of the trace has no blanks
    }
    board_put_char(':');
    put_index(fault->index);
    put_text(fault->address == NULL ? ":0" : fault->address == rig_passed ? ":=" : ":?");
}

int main(void)
{
    board_init();
    rig_begin();
    for (unsigned i = 0; i < rig_steps_length; i++) {
        rig_state = rig_steps[i].seed;
        rig_steps[i].act();
    }
    put_text("\nend\n");
    board_exit(0);
    return 0;
}
