// SPDX-License-Identifier: MIT
// keyboard.c - a virtio keyboard: it writes events into buffers that we lend it, and we look once a frame.
#include "keyboard.h"
#include "machine.h"
#include "board.h"

enum {
    EVENTS = 16,
    DEVICES = 8,
    DEVICE_INPUT = 18,
    VERSION = 2,

    // Offsets of registers, as in the standard's chapter on virtio over memory.
    MAGIC_VALUE = 0x00,
    DEVICE_VERSION = 0x04,
    DEVICE_ID = 0x08,
    DRIVER_FEATURES = 0x20,
    DRIVER_FEATURES_SELECT = 0x24,
    QUEUE_SELECT = 0x30,
    QUEUE_SIZE = 0x38,
    QUEUE_READY = 0x44,
    QUEUE_NOTIFY = 0x50,
    STATUS = 0x70,
    QUEUE_DESCRIPTORS = 0x80, // 64 bits each, low half first
    QUEUE_AVAILABLE = 0x90,
    QUEUE_USED = 0xA0,

    STATUS_ACKNOWLEDGE = 1,
    STATUS_DRIVER = 2,
    STATUS_DRIVER_OK = 4,
    STATUS_FEATURES_OK = 8,
    FEATURE_VERSION_1 = 1, // bit 32: of the second half
    DEVICE_WRITES = 2,

    EVENT_KEY = 1,
    KEY_UP = 103,
    KEY_LEFT = 105,
    KEY_RIGHT = 106,
    KEY_DOWN = 108,
    KEY_LEFT_CTRL = 29,
};
static const uint32_t magic = 0x74726976;

struct descriptor {
    uint64_t address;
    uint32_t bytes;
    uint16_t flags;
    uint16_t next;
};

struct event {
    uint16_t type;
    uint16_t code;
    uint32_t value; // 0: released
};

static struct descriptor descriptors[EVENTS] __attribute__((aligned(16)));
static volatile struct event events[EVENTS];

// Buffers that the device may write, and those that it has written. Each index counts on and wraps.
static volatile struct {
    uint16_t flags;
    uint16_t index;
    uint16_t ring[EVENTS];
} available __attribute__((aligned(4)));

static volatile struct {
    uint16_t flags;
    uint16_t index;
    struct {
        uint32_t id;
        uint32_t bytes;
    } ring[EVENTS];
} used __attribute__((aligned(4)));

static uint32_t device; // its address; 0: none
static uint16_t events_seen;
static uint8_t held;

static void lend(uint16_t id)
{
    available.ring[available.index % EVENTS] = id;
    machine_barrier();
    available.index++;
    machine_barrier();
}

static void set_address(uint32_t offset, const volatile void *target)
{
    REGISTER_32(device + offset) = (uint32_t)(uintptr_t)target;
    REGISTER_32(device + offset + 4) = 0;
}

static void queue_init(void)
{
    REGISTER_32(device + QUEUE_SELECT) = 0;
    REGISTER_32(device + QUEUE_SIZE) = EVENTS;
    set_address(QUEUE_DESCRIPTORS, descriptors);
    set_address(QUEUE_AVAILABLE, &available);
    set_address(QUEUE_USED, &used);
    for (uint16_t i = 0; i < EVENTS; i++) {
        descriptors[i].address = (uintptr_t)&events[i];
        descriptors[i].bytes = sizeof events[i];
        descriptors[i].flags = DEVICE_WRITES;
        lend(i);
    }
    REGISTER_32(device + QUEUE_READY) = 1;
}

static uint32_t find(void)
{
    for (uint32_t i = 0; i < DEVICES; i++) {
        const uint32_t at = VIRTIO_DEVICE(i);
        if (REGISTER_32(at + MAGIC_VALUE) == magic && REGISTER_32(at + DEVICE_VERSION) == VERSION &&
            REGISTER_32(at + DEVICE_ID) == DEVICE_INPUT) {
            return at;
        }
    }
    return 0;
}

void keyboard_init(void)
{
    device = find();
    if (device == 0) {
        return;
    }
    uint32_t status = STATUS_ACKNOWLEDGE | STATUS_DRIVER;
    REGISTER_32(device + STATUS) = 0;
    REGISTER_32(device + STATUS) = status;
    REGISTER_32(device + DRIVER_FEATURES_SELECT) = 1;
    REGISTER_32(device + DRIVER_FEATURES) = FEATURE_VERSION_1;
    REGISTER_32(device + DRIVER_FEATURES_SELECT) = 0;
    REGISTER_32(device + DRIVER_FEATURES) = 0;
    status |= STATUS_FEATURES_OK;
    REGISTER_32(device + STATUS) = status;
    queue_init();
    REGISTER_32(device + STATUS) = status | STATUS_DRIVER_OK;
    REGISTER_32(device + QUEUE_NOTIFY) = 0;
}

static uint8_t button_of(uint16_t key)
{
    switch (key) {
    case KEY_LEFT:
        return BOARD_LEFT;
    case KEY_RIGHT:
        return BOARD_RIGHT;
    case KEY_UP:
        return BOARD_UP;
    case KEY_DOWN:
        return BOARD_DOWN;
    case KEY_LEFT_CTRL:
        return BOARD_A;
    default:
        return 0;
    }
}

uint8_t keyboard_buttons(void)
{
    while (device != 0 && events_seen != used.index) {
        machine_barrier();
        const uint16_t id = (uint16_t)used.ring[events_seen % EVENTS].id;
        events_seen++;
        if (events[id].type == EVENT_KEY) {
            const uint8_t button = button_of(events[id].code);
            held = (uint8_t)(events[id].value != 0 ? held | button : held & ~button);
        }
        lend(id);
        REGISTER_32(device + QUEUE_NOTIFY) = 0;
    }
    return held;
}
