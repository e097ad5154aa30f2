// SPDX-License-Identifier: MIT
// game_main.h - the game's main under the name that board.mk gives it.
//
// The board has a main of its own, which reads the command line before it calls this one. board.mk includes
// this file before everything else.
#ifndef HUTCH_TERMINAL_GAME_MAIN_H
#define HUTCH_TERMINAL_GAME_MAIN_H

int game_main(void);

#endif
