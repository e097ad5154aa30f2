# SPDX-License-Identifier: MIT
# packets.mk - which boards have the interrupts, how QEMU counts instructions as time, and what `make watch` adds.

packets.boards := mps2-an385 mps2-an386 mps2-an500 mps2-an505
# An instruction takes 32 ns, and sleep no time of this machine's: each run does exactly the same.
packets.emulator := -icount shift=5,sleep=off
packets.watched := -DPACKETS_SNAPSHOTS=4
packets.hz := 1000000
