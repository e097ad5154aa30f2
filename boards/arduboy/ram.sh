#!/bin/sh
# SPDX-License-Identifier: MIT
# ram.sh - prints where the RAM and the flash of an ATmega32U4 go; fails when too little is left for the stack.
#
# usage: ram.sh ELF
set -eu

{ avr-nm -S "$1"; avr-size -A "$1"; } | awk -v program="$1" '
    function row(what, bytes) { if (bytes > 0) printf "  %-8s %5d bytes  %s\n", "ram", bytes, what }
    function number(hex,   i, value) {
        for (i = 1; i <= length(hex); i++) {
            value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
        }
        return value
    }
    NF == 4 && $3 ~ /^[bBdD]$/ {
        bytes = number($2)
        if ($4 == "canvas") canvas += bytes
        else if ($4 ~ /(_slots|_live|_stats|_full|_bits|_words|_storage)[0-9_]*$/) pools += bytes
        else other += bytes
    }
    $1 == ".text" { flash += $2 }
    $1 == ".data" { flash += $2; total += $2 }
    $1 == ".bss" { total += $2 }
    END {
        stack = 2560 - total
        row("frame buffer", canvas)
        row("pools: slots, bitmaps, counters", pools)
        row("everything else", total - canvas - pools)
        row("left for the stack", stack)
        printf "  %-8s %5d bytes  of 28672\n", "flash", flash
        if (stack < 256 || flash > 28672) {
            printf "%s does not fit: the stack needs 256 bytes\n", program > "/dev/stderr"
            exit 1
        }
    }'
