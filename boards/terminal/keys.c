// SPDX-License-Identifier: MIT
// keys.c - guesses how long a key is held, since most terminals send a press and repeats but no release.
//
// A press holds its button for some frames and each repeat renews it. Two more guesses make a shooting walker
// playable: the opposite direction ends a walk, and a throw or jump prolongs it, because the terminal then
// stops repeating the walk's key although the finger is still on it. Terminals that report releases need no
// guess for the arrows.
#include "keys.h"
#include "board.h"

enum {
    BUTTONS = 5,
    WALK_FRAMES = 14, // first press: bridges most of the wait for the first repeat, and is still a short step
    REPEAT_FRAMES = 8,
    WALK_ON_FRAMES = 24, // after another key's press
    TAP_FRAMES = 4,
    UNTIL_RELEASED = 0x7FFF,
    ESCAPE = 0x1B
};

enum parse_state { PLAIN, AFTER_ESCAPE, IN_SEQUENCE, AFTER_SS3 };
enum key_event { PRESSED = 1, REPEATED = 2, RELEASED = 3 };

static const char arrows[] = "DCAB"; // left, right, up, down: CSI D ...
static int frames_left[BUTTONS];     // in the order of the bits
static bool has_releases;
static bool want_to_leave;
static bool is_paused;
static int rewind_frames;

static enum parse_state state;
static bool is_private;    // the sequence began with ?
static bool in_sub_number; // after the colon of 1;1:3
static unsigned event_number;

static void prolong_walk(void)
{
    for (int i = 0; i < 2; i++) { // left and right are bits 0 and 1
        if (frames_left[i] > 0 && frames_left[i] < WALK_ON_FRAMES) {
            frames_left[i] = WALK_ON_FRAMES;
        }
    }
}

static void press(int button, int first_frames, int repeat_frames)
{
    const int frames = frames_left[button] > 0 ? repeat_frames : first_frames;

    if (frames_left[button] < frames) {
        frames_left[button] = frames;
    }
}

static void press_direction(const char *names, uint8_t name, enum key_event event)
{
    for (int button = 0; button < 4; button++) {
        if ((uint8_t)names[button] != name) {
            continue;
        }
        if (event == RELEASED) {
            frames_left[button] = 0;
        } else if (has_releases) {
            frames_left[button] = UNTIL_RELEASED;
        } else if (button < 2) {
            frames_left[1 - button] = 0;
            press(button, WALK_FRAMES, REPEAT_FRAMES);
        } else {
            prolong_walk();
            press(button, TAP_FRAMES, REPEAT_FRAMES);
        }
    }
}

static void take_plain(uint8_t byte)
{
    switch (byte) {
    case 'q':
    case 'Q':
    case 4: // Ctrl-D
        want_to_leave = true;
        break;
    case ' ':
    case '\r':
    case '\n':
    case 'x':
        if (!has_releases) {
            prolong_walk();
        }
        press(4, TAP_FRAMES, REPEAT_FRAMES);
        break;
    case 'r':
    case 'R':
        rewind_frames = rewind_frames > 0 ? REPEAT_FRAMES : WALK_FRAMES;
        break;
    case 'p':
    case 'P':
        is_paused = !is_paused;
        break;
    default:
        press_direction("adws", byte, PRESSED);
        break;
    }
}

// CSI ? flags u answers the request for releases; CSI A is an arrow; CSI 1;1:3 A is its release.
static void take_in_sequence(uint8_t byte)
{
    if (byte == '?') {
        is_private = true;
    } else if (byte == ':') {
        in_sub_number = true;
        event_number = 0;
    } else if (byte == ';') {
        in_sub_number = false;
    } else if (byte >= '0' && byte <= '9') {
        if (in_sub_number) {
            event_number = byte - (unsigned)'0';
        }
    } else {
        state = PLAIN;
        if (is_private) {
            has_releases = has_releases || byte == 'u';
        } else {
            press_direction(arrows, byte, (enum key_event)event_number);
        }
    }
}

void keys_take(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        switch (state) {
        case PLAIN:
            if (bytes[i] == ESCAPE) {
                state = AFTER_ESCAPE;
            } else {
                take_plain(bytes[i]);
            }
            break;
        case AFTER_ESCAPE:
            state = bytes[i] == '[' ? IN_SEQUENCE : bytes[i] == 'O' ? AFTER_SS3 : PLAIN;
            is_private = false;
            in_sub_number = false;
            event_number = PRESSED;
            break;
        case IN_SEQUENCE:
            take_in_sequence(bytes[i]);
            break;
        case AFTER_SS3:
            state = PLAIN;
            press_direction(arrows, bytes[i], PRESSED);
            break;
        }
    }
}

uint8_t keys_next_frame(void)
{
    uint8_t buttons = 0;

    for (int i = 0; i < BUTTONS; i++) {
        if (frames_left[i] > 0) {
            buttons = (uint8_t)(buttons | 1u << i);
            if (frames_left[i] != UNTIL_RELEASED) {
                frames_left[i]--;
            }
        }
    }
    return buttons;
}

bool keys_want_to_leave(void)
{
    return want_to_leave;
}

bool keys_are_paused(void)
{
    return is_paused;
}

bool keys_rewind(void)
{
    rewind_frames -= rewind_frames > 0 ? 1 : 0;
    return rewind_frames > 0;
}
