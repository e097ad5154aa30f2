# SPDX-License-Identifier: MIT
# suite.mk - the scripted game on every board with a screen: same log, same checksum, same picture as the golden files.

suites += golden
golden.needs := $(boards.with_screen:%=build/%/$(GAME).elf)
golden.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-golden
golden.packages := $(foreach board,$(boards.with_screen),$($(board).packages))
