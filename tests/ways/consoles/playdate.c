// SPDX-License-Identifier: MIT
// playdate.c - bullets on a Playdate; a fault stops the game with a line that names pool, slot and code.
#include "pd_api.h"

#include "hutch/hutch.h"
#include "hutch_line.h"

struct bullet {
    int x, y;
};
HUTCH_POOL(bullets, struct bullet, 32);

static PlaydateAPI *playdate;
static char text[64];

static void put_in_text(char c, void *length)
{
    int *const end = length;
    if (*end < (int)sizeof text - 1) {
        text[(*end)++] = c;
    }
}

HUTCH_ON_FAULT(fault)
{
    int length = 0;
    hutch_line(fault, put_in_text, &length);
    playdate->system->error("%s", text);
}

static int update(void *context)
{
    PDButtons held, pushed, released;
    (void)context;
    playdate->system->getButtonState(&held, &pushed, &released);
    if ((pushed & kButtonA) != 0) {
        struct bullet *const fired = bullets_acquire();
        if (fired != NULL) { // NULL: all 32 are in the air
            fired->x = 0;
            fired->y = 120;
        }
    }
    playdate->graphics->clear(kColorWhite);
    HUTCH_FOREACH (struct bullet, it, bullets) {
        it->x += 5;
        if (it->x < 400) {
            playdate->graphics->fillRect(it->x, it->y, 4, 4, kColorBlack);
        } else {
            bullets_release(it); // releasing inside the loop is fine
        }
    }
    return 1; // update the display
}

int eventHandler(PlaydateAPI *api, PDSystemEvent event, uint32_t argument);
int eventHandler(PlaydateAPI *api, PDSystemEvent event, uint32_t argument)
{
    (void)argument;
    if (event == kEventInit) {
        playdate = api;
        playdate->system->setUpdateCallback(update, NULL);
    }
    return 0;
}
