// SPDX-License-Identifier: MIT
// main.c - the hands-on test: 1 2 3 spawn an orc, a troll, a dragon; Q W E despawn one of them; R the next
// level; X leaves.
#include "board.h"
#include "creatures.h"
#include "keys.h"
#include "hutch/report.h"
#include "hutch/scene.h"

HUTCH_SCENE(level, &creatures_pool);

static unsigned keys_pressed;

// The report's clock: one tick a key.
HUTCH_TICK()
{
    return keys_pressed;
}

static void put_char(char c, void *context)
{
    (void)context;
    board_put_char(c);
}

static void put(const char *text)
{
    while (*text != '\0') {
        board_put_char(*text++);
    }
}

static void put_number(unsigned value)
{
    char digits[10];
    unsigned count = 0;
    do {
        unsigned tenth = 0; // by subtraction: a division is a library call on small CPUs
        while (value - tenth * 10u >= 10u) {
            tenth++;
        }
        digits[count++] = (char)('0' + (char)(value - tenth * 10u));
        value = tenth;
    } while (value != 0);
    while (count > 0) {
        board_put_char(digits[--count]);
    }
}

// One cell a slot: the letter of who stands there.
static void put_creatures(void)
{
    put("[");
    for (unsigned slot = 0; slot < creatures_capacity(); slot++) {
        board_put_char(creatures_is_live_at(slot) ? creatures_at(slot)->letter : '.');
    }
    put("]");
    for (unsigned kind = 0; kind < KINDS; kind++) {
        put("  ");
        put(creatures_kind_name(kind));
        put(" ");
        put_number(creatures_of(kind));
    }
    put(creatures_news());
    put("\n");
}

static void spawn(unsigned kind)
{
    const struct place place = {(uint8_t)keys_pressed};
    if (creatures_make(kind, &place) == NULL) {
        put("full: no ");
        put(creatures_kind_name(kind));
        put(" today\n");
        return;
    }
    put_creatures();
}

static void despawn(unsigned kind)
{
    if (!creatures_drop(kind)) {
        put("there is no ");
        put(creatures_kind_name(kind));
        put("\n");
        return;
    }
    put_creatures();
}

// The first creature stays over a change of level, with whatever refs there are to it.
static void next_level(void)
{
    struct creature *const hero = creatures_first();
    if (hero != NULL) {
        creatures_persist(hero, true);
    }
    put("next level: ");
    put_number(hutch_scene_reset(&level));
    put(" gone\n");
    put_creatures();
}

// Answers false when the player leaves.
static bool obey(int key)
{
    keys_pressed++;
    switch (key) {
    case '1':
    case '2':
    case '3':
        spawn((unsigned)(key - '1'));
        break;
    case 'q':
    case 'Q':
        despawn(0);
        break;
    case 'w':
    case 'W':
        despawn(1);
        break;
    case 'e':
    case 'E':
        despawn(2);
        break;
    case 'r':
    case 'R':
        next_level();
        break;
    case 'x':
    case 'X':
    case 4: // Ctrl-D
    case -1:
        return false;
    default:
        break;
    }
    return true;
}

int main(void)
{
    keys_open();
    put("1 2 3  spawn an orc, a troll, a dragon     Q W E  despawn one     R  next level     X  leave\n");
    creatures_init();
    put_creatures();
    while (obey(keys_read())) {}
    put("came ");
    put_number(creatures_came);
    put(", went ");
    put_number(creatures_went);
    put(creatures_came - creatures_went == creatures_live() ? ", none lost\n" : ", SOME LOST\n");
    hutch_report(put_char, NULL);
    keys_close();
    board_exit(0);
    return 0;
}
