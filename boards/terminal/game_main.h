// SPDX-License-Identifier: MIT
// game_main.h - included before everything by board.mk, which also renames main: the game's main is then
// this, and the board's own main reads the command line before it calls it.
#ifndef HUTCH_TERMINAL_GAME_MAIN_H
#define HUTCH_TERMINAL_GAME_MAIN_H

int game_main(void);

#endif
