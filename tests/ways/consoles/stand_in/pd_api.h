// SPDX-License-Identifier: MIT
// pd_api.h - of the Playdate SDK, what playdate.c uses; and the console that calls it.
#include "console.h"

typedef enum { kButtonA = 32 } PDButtons;
typedef enum { kEventInit } PDSystemEvent;
typedef uintptr_t LCDColor;
enum { kColorBlack, kColorWhite };

struct playdate_sys {
    void (*error)(const char *format, ...);
    void (*setUpdateCallback)(int (*update)(void *context), void *context);
    void (*getButtonState)(PDButtons *held, PDButtons *pushed, PDButtons *released);
};
struct playdate_graphics {
    void (*clear)(LCDColor color);
    void (*fillRect)(int x, int y, int width, int height, LCDColor color);
};
typedef struct {
    const struct playdate_sys *system;
    const struct playdate_graphics *graphics;
} PlaydateAPI;

int eventHandler(PlaydateAPI *api, PDSystemEvent event, uint32_t argument);

#ifndef TARGET_PLAYDATE
static int (*pd_update)(void *context);

static void pd_error(const char *format, ...)
{
    (void)format;
    exit(1);
}
static void pd_set_update(int (*update)(void *context), void *context)
{
    (void)context;
    pd_update = update;
}
static void pd_buttons(PDButtons *held, PDButtons *pushed, PDButtons *released)
{
    *held = *pushed = *released = (PDButtons)(console_is_pressed() ? kButtonA : 0);
}
static void pd_clear(LCDColor color)
{
    (void)color;
}
static void pd_fill(int x, int y, int width, int height, LCDColor color)
{
    (void)y, (void)width, (void)height, (void)color;
    console_show(x);
}

int main(void)
{
    static const struct playdate_sys system = {pd_error, pd_set_update, pd_buttons};
    static const struct playdate_graphics graphics = {pd_clear, pd_fill};
    static PlaydateAPI api = {&system, &graphics};
    for (eventHandler(&api, kEventInit, 0); pd_update(NULL) == 1;) {
        console_end();
    }
    return 1;
}
#endif
