// SPDX-License-Identifier: MIT
// save_level.c - a level in EEPROM, from one day to the next: live objects only, and damage is noticed.

#include "recipe.h"
#include "hutch/state.h"

struct crate {
    uint8_t x, y, coins;
};
HUTCH_POOL(crates, struct crate, 20);
HUTCH_STATE(level, crates);

// The EEPROM's driver; an ATmega32U4 has 1024 bytes.
static unsigned char eeprom[1024];
static void eeprom_write(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        eeprom[i] = bytes[i];
    }
}

static bool save_level(void)
{
    unsigned char bytes[level_saved_bytes];
    const size_t count = hutch_save(&level, bytes, sizeof bytes);
    eeprom_write(bytes, count);
    return count != 0;
}

static bool load_level(void)
{
    return hutch_restore(&level, eeprom, sizeof eeprom); // the bytes say how many they are
}

// ---- Wrong: the whole array, as it is in memory. There is no telling a new EEPROM, or half a write, from a
// level: 20 crates that nobody made.

static unsigned wrong_load(void)
{
    unsigned made_up = 0;
    for (unsigned i = 0; i < 20; i++) {
        made_up += eeprom[i * sizeof(struct crate)] == 0xFF ? 1u : 0u;
    }
    return made_up;
}

int main(void)
{
    for (unsigned i = 0; i < sizeof eeprom; i++) {
        eeprom[i] = 0xFF; // as it comes from the factory
    }
    const unsigned wrong = wrong_load();
    SHOW(!load_level());
    for (uint8_t i = 0; i < 5; i++) {
        struct crate *const crate = crates_acquire();
        SHOW(crate != NULL);
        *crate = (struct crate){i, 7, 3};
    }
    crates_release_at(2);
    SHOW(save_level());

    crates_clear(); // the next day
    SHOW(load_level());
    SHOW(crates_live() == 4 && !crates_is_live_at(2) && crates_at(4)->x == 4);

    eeprom[20] ^= 4; // a bit is gone
    SHOW(!load_level());
    SHOW(crates_live() == 4);

    printf("save_level.c: 4 crates came back; without a check a new EEPROM has %u that nobody made\n", wrong);
    return 0;
}
