// SPDX-License-Identifier: MIT
// usb.c - a serial port over USB: shows a line to whoever opens it, and again at each key. Polled.
//
// The data sheet's 4.1; a device of class CDC ACM, as the class definitions have it. Erratum RP2040-E5 is not
// worked around: a chip of revision B1 may be missed by a hub with other devices on it.
#include "rp2040.h"
#include "board.h"

#define CLOCK_USB REGISTER(0x40008054u)
#define USB(offset) REGISTER(0x50110000u + (offset))
#define RAM(offset) REGISTER(0x50100000u + (offset))
#define RAM_BYTES(offset) ((volatile uint8_t *)(uintptr_t)(0x50100000u + (offset)))

#define BULK (1u << 31 | 1u << 29 | 2u << 26) // an endpoint with a status bit for each buffer
#define NOTIFY (1u << 31 | 1u << 29 | 3u << 26)

enum {
    CLOCK_ON = 1 << 11,

    ADDRESS = 0x00,
    CONTROL = 0x40,
    SIE_CONTROL = 0x4C,
    WITH_PULL_UP = 1 << 29 | 1 << 16, // and a status bit for each buffer of endpoint 0
    STATUS = 0x50,
    BUS_RESET = 1 << 19,
    SETUP = 1 << 17,
    DONE = 0x58, // a bit for each buffer
    ARM_STALL = 0x68,
    MUXING = 0x74,
    TO_PHY = 9,
    POWER = 0x78,
    IS_POWERED = 0xC,

    RAM_WORDS = 0x100, // those used, of the controller's RAM
    FULL = 1 << 15,    // of a buffer's word
    DATA_1 = 1 << 13,
    STALL = 1 << 11,
    AVAILABLE = 1 << 10,
    LENGTH = 0x3FF,
    PACKET = 64,
};

// Endpoint 0, and the pair of endpoint 1; endpoint 2, which notifies the host, never does.
enum buffer { CONTROL_IN, CONTROL_OUT, DATA_IN, DATA_OUT, BUFFERS };
static const uint16_t buffer_at[BUFFERS] = {0x100, 0x100, 0x180, 0x1C0};

// The numbers by which hosts know a program of the Pico SDK with a serial port.
static const uint8_t device[] = {18, 1, 0x00, 2, 2, 0, 0, PACKET, 0x8A, 0x2E, 0x0A, 0, 0, 1, 0, 0, 0, 1};
// clang-format off
static const uint8_t configuration[] = {
    9, 2, 67, 0, 2, 1, 0, 0x80, 50,            // two interfaces, 100 mA
    9, 4, 0, 0, 1, 2, 2, 0, 0,                 // control
    5, 0x24, 0, 0x10, 1,                       // CDC 1.1
    5, 0x24, 1, 0, 1,                          // no calls
    4, 0x24, 2, 2,                             // the state of its lines
    5, 0x24, 6, 0, 1,                          // both interfaces are one port
    7, 5, 0x82, 3, 8, 0, 255,                  // endpoint 2
    9, 4, 1, 0, 2, 10, 0, 0, 0,                // data
    7, 5, 0x01, 2, PACKET, 0, 0, 7, 5, 0x81, 2, PACKET, 0, 0,
};
// clang-format on
static uint8_t coding[7] = {0x00, 0xC2, 0x01, 0, 0, 0, 8}; // 115200 baud, 8N1: any will do

static uint32_t data_bit[BUFFERS]; // DATA_1 in every other packet
static const uint8_t *answer;      // left to be sent on endpoint 0
static unsigned answer_bytes;
static unsigned new_address;
static bool is_open, is_sending, gets_coding, has_key, leaves;

// ------------------------------------------------------------------------------------------ packets

static void give(enum buffer buffer, uint32_t bits)
{
    RAM(0x80u + 4u * buffer) = bits | data_bit[buffer];
    for (volatile int i = 0; i < 4; i++) {} // until the slower clock has seen it
    RAM(0x80u + 4u * buffer) = bits | data_bit[buffer] | AVAILABLE;
    data_bit[buffer] ^= DATA_1;
}

static unsigned send(enum buffer buffer, const uint8_t *bytes, unsigned count)
{
    const unsigned now = count < PACKET ? count : PACKET;
    for (unsigned i = 0; i < now; i++) {
        RAM_BYTES(buffer_at[buffer])[i] = bytes[i];
    }
    give(buffer, FULL | now);
    return now;
}

// Sends what comes next on endpoint 0: without bytes left, the end of a request.
static void answer_on(void)
{
    const unsigned sent = send(CONTROL_IN, answer, answer_bytes);
    answer += sent;
    answer_bytes -= sent;
}

// ------------------------------------------------------------------------------------------ requests

static void take_request(void)
{
    uint8_t request[8];
    for (unsigned i = 0; i < sizeof request; i++) {
        request[i] = RAM_BYTES(0)[i];
    }
    const unsigned asked = request[6] | (unsigned)request[7] << 8;
    data_bit[CONTROL_IN] = data_bit[CONTROL_OUT] = DATA_1;
    bool is_known = true;
    gets_coding = false;
    answer = device;
    answer_bytes = 0;

    switch ((request[0] & 0xE0) << 8 | request[1]) {
    case 0x8006: // what kind of device
        is_known = request[3] == 1 || request[3] == 2;
        answer = request[3] == 1 ? device : configuration;
        answer_bytes = request[3] == 1 ? sizeof device : sizeof configuration;
        break;
    case 0xA021: // the coding
        answer = coding;
        answer_bytes = sizeof coding;
        break;
    case 0x2020: // a coding follows
        gets_coding = true;
        give(CONTROL_OUT, sizeof coding);
        return;
    case 0x0005:
        new_address = request[2];
        break;
    case 0x0009: // is configured
        data_bit[DATA_IN] = data_bit[DATA_OUT] = 0;
        RAM(0x88) = 0;
        give(DATA_OUT, PACKET);
        break;
    case 0x2022: // opened or closed
        is_open = (request[2] & 1) != 0;
        has_key = is_open;
        break;
    default:
        is_known = (request[0] & 0x80) == 0;
        break;
    }
    if (!is_known) {
        USB(ARM_STALL) = 1;
        RAM(0x80) = STALL;
        return;
    }
    answer_bytes = answer_bytes < asked ? answer_bytes : asked;
    if (answer_bytes != 0) {
        give(CONTROL_OUT, 0); // the host's end of the request
    }
    answer_on();
}

static void poll(void)
{
    const uint32_t status = USB(STATUS), done = USB(DONE);
    USB(STATUS) = status & (BUS_RESET | SETUP);
    USB(DONE) = done;
    if ((status & BUS_RESET) != 0) {
        USB(ADDRESS) = new_address = 0;
        is_open = false;
    }
    if ((done & 1u << DATA_IN) != 0) {
        is_sending = false;
    }
    if ((done & 1u << CONTROL_IN) != 0) {
        if (new_address != 0) {
            USB(ADDRESS) = new_address;
            new_address = 0;
        }
        if (answer_bytes != 0) {
            answer_on();
        }
    }
    if ((done & 1u << CONTROL_OUT) != 0 && gets_coding) {
        gets_coding = false;
        for (unsigned i = 0; i < sizeof coding; i++) {
            coding[i] = RAM_BYTES(buffer_at[CONTROL_OUT])[i];
        }
        answer_on();
    }
    if ((done & 1u << DATA_OUT) != 0) {
        if ((RAM(0x8C) & LENGTH) != 0) {
            has_key = true;
            leaves = RAM_BYTES(buffer_at[DATA_OUT])[0] == 'q';
        }
        give(DATA_OUT, PACKET);
    }
    if ((status & SETUP) != 0) {
        take_request();
    }
}

static void put(const char *text)
{
    unsigned left = 0;
    while (text[left] != '\0') {
        left++;
    }
    for (unsigned sent = 0; left != 0 && is_open; left -= sent, text += sent) {
        is_sending = true;
        sent = send(DATA_IN, (const uint8_t *)text, left);
        while (is_sending && is_open) {
            poll();
        }
    }
}

void rp2040_show_on_usb(const char *line)
{
    rp2040_pll_init(0x4002C000u, 100, 5, 5);
    CLOCK_USB = CLOCK_ON;
    rp2040_reset_end(1 << 24);
    for (unsigned i = 0; i < RAM_WORDS; i++) {
        RAM(4 * i) = 0;
    }
    RAM(0x08) = (uint32_t)BULK | buffer_at[DATA_IN];
    RAM(0x0C) = (uint32_t)BULK | buffer_at[DATA_OUT];
    RAM(0x10) = (uint32_t)NOTIFY | 0x200;
    USB(MUXING) = TO_PHY;
    USB(POWER) = IS_POWERED;
    USB(CONTROL) = 1;
    USB(SIE_CONTROL) = WITH_PULL_UP;

    while (!leaves) {
        poll();
        if (is_open && has_key) {
            has_key = false;
            put(line);
            put("\r\n");
        }
    }
}
