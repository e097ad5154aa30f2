#!/bin/sh
# SPDX-License-Identifier: MIT
# debug.sh - the debug build of the game plays the script as the release build does: same state, same picture. Prints TAP.
#
# usage: debug.sh BOARD ELF GOLDEN SCRIPT EMULATOR
set -u
board=$1 elf=$2 golden=$3 script=$4 emulator=$5 failed=0
picture=build/$board/debug.png
said=$("$emulator" "$elf" --script "$script" --png "$picture" 2>/dev/null)
[ "$(head -n 3 "$golden/$board.txt")" = "$said" ] || { failed=1 && printf 'not '; }
echo "ok 1 - the debug build on $board ends in the state of the release build, and reports nothing"
cmp -s "$picture" "$golden/$board.png" || { failed=1 && printf 'not '; }
echo "ok 2 - the debug build on $board shows the picture of the release build"
echo 1..2
exit $failed
