// SPDX-License-Identifier: MIT
// strides.c - objects of every kind of size: address to number is a multiply by the size's inverse.

#include "unit.h"

/// A pool of objects of some size, and its typed functions over plain pointers.
struct stride {
    const struct hutch_pool *pool;
    unsigned bytes;
    unsigned slots;
    bool (*release)(const void *object);
    unsigned (*index)(const void *object);
};

#define MAKE(name, size, slots)                                                                \
    struct name {                                                                              \
        uint8_t bytes[size];                                                                   \
    };                                                                                         \
    UNIT_POOL(name, struct name, slots);                                                       \
    static bool name##_release_any(const void *object)                                         \
    {                                                                                          \
        return name##_release((const struct name *)object);                                    \
    }                                                                                          \
    static unsigned name##_index_any(const void *object)                                       \
    {                                                                                          \
        return name##_index((const struct name *)object);                                      \
    }                                                                                          \
    static const struct stride name##_stride = {&name##_pool, size, slots, name##_release_any, \
                                                name##_index_any}

#if HUTCH_CFG_WORD_BITS == 8 && UINTPTR_MAX > 0xFFFFu
enum { of_1_slots = 257, of_3_slots = 87 }; // one slot too many for a division in a byte: see core_slot.h
#else
enum { of_1_slots = 70, of_3_slots = 40 };
#endif
MAKE(of_1, 1, of_1_slots);
MAKE(of_2, 2, 9);
MAKE(of_3, 3, of_3_slots);
MAKE(of_5, 5, 9);
MAKE(of_7, 7, 9);
MAKE(of_8, 8, 33);
MAKE(of_12, 12, 9);
MAKE(of_24, 24, 9);
MAKE(of_40, 40, 5);
#ifdef UNIT_LITTLE_RAM // 2.5 KiB
#    define LARGE_STRIDES
#else
MAKE(of_63, 63, 3);
MAKE(of_64, 64, 3);
MAKE(of_100, 100, 2);
MAKE(of_255, 255, 2);
MAKE(of_256, 256, 2);
MAKE(of_1000, 1000, 1);
#    define LARGE_STRIDES \
        &of_63_stride, &of_64_stride, &of_100_stride, &of_255_stride, &of_256_stride, &of_1000_stride,
#endif

static const struct stride *const strides[] = {&of_1_stride,  &of_2_stride, &of_3_stride,  &of_5_stride,
                                               &of_7_stride,  &of_8_stride, &of_12_stride, &of_24_stride,
                                               &of_40_stride, LARGE_STRIDES};
enum { strides_count = sizeof strides / sizeof strides[0] };

static const void *at_offset(const struct stride *stride, uintptr_t offset)
{
    return (const void *)((uintptr_t)hutch_at(stride->pool, 0) + offset);
}

TEST(slots_lie_one_object_apart_at_every_size)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    for (unsigned n = 0; n < strides_count; n++) {
        const struct stride *const stride = strides[n];
        CHECK_EQUAL(stride->pool->stride_bytes, stride->bytes);
        for (unsigned i = 0; i < stride->slots; i++) {
            CHECK(hutch_at(stride->pool, i) == at_offset(stride, i * stride->bytes));
        }
        CHECK(hutch_check(stride->pool));
    }
}

TEST(every_address_around_a_pool_has_its_number_or_none_at_every_size)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    for (unsigned n = 0; n < strides_count; n++) {
        const struct stride *const stride = strides[n];
        unsigned in_slot = 0, slot = 0;
        for (unsigned offset = 0; offset < (stride->slots + 2) * stride->bytes; offset++) {
            const unsigned expected = in_slot == 0 && slot < stride->slots ? slot : HUTCH_NONE;
            CHECK_EQUAL(stride->index(at_offset(stride, offset)), expected);
            CHECK_EQUAL(hutch_index(stride->pool, at_offset(stride, offset)), expected);
            in_slot++;
            if (in_slot == stride->bytes) {
                in_slot = 0;
                slot++;
            }
        }
        for (unsigned below = 1; below <= 2 * stride->bytes; below++) {
            CHECK_EQUAL(stride->index(at_offset(stride, (uintptr_t)0 - below)), HUTCH_NONE);
        }
    }
}

TEST(wrong_pointer_is_told_apart_at_every_size)
{
    UNIT_NEEDS(HUTCH_CFG_CHECK >= 1 && UNIT_OBJECTS_ARE_BARE);
    for (unsigned n = 0; n < strides_count; n++) {
        const struct stride *const stride = strides[n];
        const char *const name = stride->pool->identity->name;
        hutch_clear(stride->pool);
        CHECK(hutch_claim_index_(stride->pool, 0));
        for (unsigned inside = 1; inside < stride->bytes; inside++) {
            const void *const object = at_offset(stride, (stride->slots - 1) * stride->bytes + inside);
            CHECK(!stride->release(object));
            CHECK(unit_fault_was(name, HUTCH_FAULT_MISALIGNED, object, (unsigned)stride->slots - 1));
        }
        const void *const past = at_offset(stride, stride->slots * stride->bytes);
        CHECK(!stride->release(past));
        CHECK(unit_fault_was(name, HUTCH_FAULT_FOREIGN, past, HUTCH_NONE));
        CHECK(stride->release(at_offset(stride, 0)));
        CHECK(!stride->release(at_offset(stride, 0)));
        CHECK(unit_fault_was(name, HUTCH_FAULT_DOUBLE_RELEASE, at_offset(stride, 0), 0));
    }
}

// Slots from the one before `index` to the one after it: further ones are too far away.
static void *object_near(const struct stride *stride, unsigned index, const void *address)
{
    for (unsigned i = index != 0 ? index - 1 : 0; i <= index + 1 && i < stride->slots; i++) {
        void *const object = hutch_at(stride->pool, i);
        if ((uintptr_t)address - (uintptr_t)object < stride->bytes) {
            return object;
        }
    }
    return NULL;
}

TEST(every_slot_is_acquired_and_released_by_its_address_at_every_size)
{
    UNIT_NEEDS(UNIT_OBJECTS_ARE_BARE);
    for (unsigned n = 0; n < strides_count; n++) {
        const struct stride *const stride = strides[n];
        hutch_clear(stride->pool);
        for (unsigned i = 0; i < stride->slots; i++) {
            CHECK(hutch_acquire(stride->pool) == at_offset(stride, i * stride->bytes));
        }
        for (unsigned i = 0; i < stride->slots; i++) {
            CHECK(stride->release(at_offset(stride, i * stride->bytes)));
            CHECK_EQUAL(hutch_live(stride->pool), stride->slots - i - 1);
        }
    }
}

TEST(every_byte_of_an_object_leads_to_it_and_none_beside_it_does_at_every_size)
{
    for (unsigned n = 0; n < strides_count; n++) {
        const struct stride *const stride = strides[n];
        hutch_clear(stride->pool);
        for (unsigned i = 0; i < stride->slots; i += 2) { // live or free
            CHECK(hutch_claim_index_(stride->pool, i));
        }
        for (unsigned i = 0; i < stride->slots; i++) {
            const uintptr_t object = (uintptr_t)hutch_at(stride->pool, i);
            CHECK(hutch_containing_(stride->pool, (const void *)object) == (const void *)object);
            for (unsigned k = 0; k < 3 * stride->bytes; k++) { // from one object before to one after
                const void *const address = (const void *)(object - stride->bytes + k);
                CHECK(hutch_containing_(stride->pool, address) == object_near(stride, i, address));
            }
        }
        CHECK(hutch_containing_(stride->pool, NULL) == NULL);
        CHECK(hutch_containing_(stride->pool, (const void *)UINTPTR_MAX) == NULL);
    }
    CHECK(of_40_containing(&of_40_at(1)->bytes[39]) == of_40_at(1));
}

struct wide {
    uint8_t byte;
    uint64_t word;
};
struct behind_a_byte {
    uint8_t byte;
    struct wide wide;
};
UNIT_POOL(wides, struct wide, 5);

TEST(objects_are_aligned_as_their_type_demands)
{
    const uintptr_t alignment = offsetof(struct behind_a_byte, wide);
    wides_clear();
    for (unsigned i = 0; i < 5; i++) {
        struct wide *const wide = wides_acquire();
        CHECK_EQUAL((uintptr_t)wide & (alignment - 1), 0);
        wide->word = 0x0123456789ABCDEFu + i;
    }
    for (unsigned i = 0; i < 5; i++) {
        CHECK(wides_at(i)->word == 0x0123456789ABCDEFu + i);
    }
}

#include "../../build/lists/unit/strides.h"
