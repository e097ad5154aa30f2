# SPDX-License-Identifier: MIT
# board.mk - the Game Boy's CPU with nothing drawn, emulated by libmgba: unit tests, file by file, in 32 KiB of ROM.

sm83.about := Game Boy without its screen: SM83, 8 KiB of RAM, by SDCC, log only (mGBA)
sm83.screen := no
sm83.port := sm83
sm83.cc := $(PYTHON) boards/gameboy/sdcc.py
sm83.assembly := s
sm83.cflags := -DUNIT_TERSE
# SDCC's last pass over the code takes most of its time.
sm83.ldflags := --effort=--max-allocs-per-node,200,--no-peep --drop=yes --data-end=0xE000 --cartridge=2,1
sm83.libs :=
sm83.sources := boards/sm83/start.s boards/sm83/board.c
sm83.packages = sdcc python3 $(runners.mgba.packages)
sm83.needs := build/runners/mgba
sm83.unit := parts
sm83.unit_shares := ids/2 levels/6 runs/2 spawn/5 strides/2 ways/6
# The first needs atomic instructions, the others a compiler that folds.
sm83.unit_without := lock_free walks walks_locked
sm83.run := build/runners/mgba
# Its largest program has no room otherwise.
sm83.model := parts
sm83.model_small_cflags := -DHUTCH_CFG_NAMES=1 # elsewhere it has none, as is usual there
sm83.model_ldflags := --effort=--max-allocs-per-node,1000
# As games are built: other code, by a compiler that is not always right.
sm83.also := full
sm83.full_shares := levels/2 spawn/2
sm83.full_ldflags := --effort=--max-allocs-per-node,20000
# As debug builds: notes, and guards of two bytes. SDCC has no return address, so callers are unknown.
sm83.debug_cflags := -DHUTCH_CFG_GUARD_BYTES=2 -DHUTCH_CFG_NOTES=1 -DHUTCH_CFG_ASSERT=1
sm83.no_debug := yes
sm83.debug_without := callers history
sm83.debug_shares := bitmap/2 bytes/2 pointers/2 refs/2 runs/2
sm83.debug_ldflags := --effort=--max-allocs-per-node,1000,--no-peep
sm83.inject_ldflags := --effort=--max-allocs-per-node,2000
