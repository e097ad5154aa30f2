#!/bin/sh
# SPDX-License-Identifier: MIT
# no_debug.sh - `make run DEBUG=1` says why where the debug build has no room, and would build it elsewhere. Prints TAP.
#
# usage: no_debug.sh BOARD ... -- BOARD ...     without room; with
set -u
number=0 failed=0 wanted=2

for board in "$@"; do
    if [ "$board" = -- ]; then
        wanted=0
        continue
    fi
    said=$(MAKEFLAGS='' make -n run BOARD="$board" DEBUG=1 2>&1)
    code=$?
    number=$((number + 1))
    case $wanted$said in
    "2"*"The debug build has no room on '$board': "*) is_so=$([ $code -eq 2 ] && echo yes) ;;
    "0"*"$board/"*"-debug.elf"*) is_so=$([ $code -eq 0 ] && echo yes) ;;
    *) is_so= ;;
    esac
    [ "$is_so" ] || { failed=1 && printf 'not '; }
    echo "ok $number - make run BOARD=$board DEBUG=1 $([ $wanted -eq 2 ] && echo 'says that there is no room' || echo builds and plays)"
done
echo "1..$number"
exit $failed
