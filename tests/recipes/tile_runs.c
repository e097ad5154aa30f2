// SPDX-License-Identifier: MIT
// tile_runs.c - neighbouring tiles of video memory for pictures of several tiles: a 16 x 16 sprite needs
// four in a row.

#include "recipe.h"
#include "hutch/runs.h"

struct tile {
    uint8_t pixels[32];
};
HUTCH_POOL_RUNS(tiles, struct tile,
                64); // a run is an array; over the chip's memory: HUTCH_POOL_OVER, see level.c

int main(void)
{
    struct tile *const hero = tiles_acquire_run(4), *const letter = tiles_acquire();
    struct tile *const boss = tiles_acquire_run(16);
    SHOW(hero != NULL && boss != NULL);
    SHOW(tiles_index(boss) == tiles_index(letter) + 1 || tiles_index(boss) > 4);
    for (unsigned i = 0; hero != NULL && i < 4; i++) {
        hero[i].pixels[0] = (uint8_t)i;
    }
    SHOW(hutch_check(&tiles_pool)); // in a debug build too, where other pools have guards between their slots
    SHOW(tiles_release_run(hero, 4));
    SHOW(tiles_acquire_run(8) != hero); // four free ones in a row are not eight
    SHOW(tiles_acquire_run(4) == hero); // but four
    SHOW(tiles_acquire_run(60) == NULL);
    return 0;
}
