# SPDX-License-Identifier: MIT
# suite.mk - the scripted game on every board with a screen: same log, same checksum, same picture as the golden files.

suites += golden
golden.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-golden
golden.packages := $(foreach board,$(boards.with_screen),$($(board).packages))

# The debug build's hidden menu, likewise.
suites += cheat
cheat.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-cheat
cheat.packages := $(foreach board,$(cheat.boards),$($(board).packages))
