# SPDX-License-Identifier: MIT
# suite.mk - the scripted game on every board with a screen: same log, same checksum, same picture as the golden files.

golden.needs := $(boards.with_screen:%=build/%/$(GAME).elf) $(game.script)
golden.run = env MAKEFLAGS= $(MAKE) --no-print-directory -s check-golden $(call full,--then $(windows.command))
golden.packages = $(foreach board,$(boards.with_screen),$($(board).packages)) $(call full,$(windows.packages))

# The emulators' windows, on a virtual display: some hundred packages.
windows.command := $(PYTHON) tests/golden/windows.py $(foreach board,$(boards.with_window),'$(board) $($(board).window)')
windows.packages := Xvfb:xvfb xwininfo:x11-utils /usr/games/mgba:mgba-sdl \
    /usr/lib/x86_64-linux-gnu/qemu/ui-gtk.so:qemu-system-gui $(foreach board,$(boards.with_window),$($(board).packages))

# One board of each kind of CPU; without the Game Boy, whose compiler takes three minutes for the game.
golden-few.boards := terminal lm3s6965evb rv32 arduboy
golden-few.needs := $(golden-few.boards:%=build/%/$(GAME).elf) $(game.script)
golden-few.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-golden golden.boards='$(golden-few.boards)'
golden-few.packages := $(foreach board,$(golden-few.boards),$($(board).packages))

# On the consoles with the least room the debug build plays the same game, if more slowly: `.also := debug-game`.
# $(1) board
define golden_debug_rules
golden-debug-$(1).needs := build/$(1)/$(GAME)-debug.elf $(game.script)
golden-debug-$(1).run := sh tests/golden/debug.sh $(1) build/$(1)/$(GAME)-debug.elf $(game.golden) $(game.script) $($(1).run)
golden-debug-$(1).packages := $($(1).packages)
endef

$(foreach board,$(call boards_also,debug-game),$(eval $(call golden_debug_rules,$(board))))

# STAMPEDE, the same game with larger pools, on the boards that have the room.
stampede.needs := $(boards.with_stampede:%=build/%/stampede.elf) $(stampede.script) $(giant.script)
stampede.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-stampede
stampede.packages := $(foreach board,$(boards.with_stampede),$($(board).packages))

# The same build by another script: five waves, and the giants at their end.
stampede-giant.needs := $(stampede.needs)
stampede-giant.run := env MAKEFLAGS= $(MAKE) --no-print-directory -s check-giant
stampede-giant.packages := $(stampede.packages)

console.headers := $(wildcard tests/golden/*.h)
# What no script of five buttons reaches: the Game Boy Advance's other keys, its save, its sound.
build/tests/gba_stage build/tests/gameboy_console: build/tests/%: tests/golden/%.c boards/runners/mgba_core.c boards/runners/mgba_core.h $(console.headers)
	@sh boards/tools/need.sh gcc $(runners.mgba.packages)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(runners.flags) $(filter %.c,$^) $(runners.mgba.libs) -o $@
stampede-gba.needs := build/tests/gba_stage build/gba/stampede.elf
stampede-gba.run := build/tests/gba_stage build/gba/stampede.gba
stampede-gba.packages := $(gba.packages)

# What a terminal shows of a console's screen: of three sizes and kinds of colours, turned back into pixels.
golden-screen.needs := build/gba/stampede.elf build/gameboy/horde.elf build/arduboy/horde.elf build/terminal/horde.elf \
    build/lm3s6965evb/horde.elf build/picosystem/horde.elf $(game.script) $(stampede.script)
golden-screen.run := $(PYTHON) tests/golden/screen.py $(stampede.script)
golden-screen.packages = $(foreach board,gba gameboy arduboy lm3s6965evb picosystem,$($(board).packages))

# HORDE and STAMPEDE, rolled back on this machine: make rollback
rollback.sources := $(filter-out %/main.c %/cheat.c %/cheat_acts.c %/cheat_draw.c,$(stampede_game.sources)) boards/canvas/canvas.c \
    boards/terminal/script.c port/host/hutch_port.c
rollback.flags = -O2 -D_POSIX_C_SOURCE=200809L $(filter-out -MMD -MP,$(boards.cflags)) $(game.cflags) -Iport/host -Iboards/games
golden-rollback.needs := build/tests/rollback build/tests/rollback_stampede build/tests/gifts $(game.script) $(stampede.script)
golden-rollback.run := --then build/tests/rollback $(game.script) --then build/tests/rollback_stampede $(stampede.script) 30 \
    --then build/tests/gifts
build/tests/rollback: $(filter-out boards/games/$(GAME)/stampede/%,$(rollback.sources)) tests/golden/rollback.c
build/tests/gifts: $(filter-out boards/games/$(GAME)/stampede/% %/script.c,$(rollback.sources)) tests/golden/gifts.c
build/tests/rollback_stampede: $(rollback.sources) tests/golden/rollback.c
build/tests/rollback_stampede: rollback.flags += -DHORDE_STAMPEDE=1
build/tests/rollback build/tests/rollback_stampede build/tests/gifts: $(wildcard boards/games/horde/*.h) $(console.headers) $(library.files)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(rollback.flags) $(filter $(rollback.sources) tests/golden/%.c,$^) -o $@

.PHONY: rollback
rollback: build/tests/rollback $(game.script) ## Play: guesses a player's buttons in a game, and rolls back
	@build/tests/rollback $(game.script)

# Of the Game Boy and the Arduboy: the best score, from one day to the next, and the tune.
console-gameboy.needs := build/tests/gameboy_console build/gameboy/$(GAME).elf
console-gameboy.run := build/tests/gameboy_console build/gameboy/$(GAME).gb
console-gameboy.packages := $(gameboy.packages)
build/tests/arduboy_console: tests/golden/arduboy_console.c boards/runners/simavr_core.c boards/runners/ssd1306.c \
    $(runners.headers) $(console.headers)
	@sh boards/tools/need.sh gcc $(runners.simavr.packages)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(runners.flags) $(filter %.c,$^) $(runners.simavr.libs) -o $@
console-arduboy.needs := build/tests/arduboy_console build/arduboy/$(GAME).elf
console-arduboy.run := build/tests/arduboy_console build/arduboy/$(GAME).elf
console-arduboy.packages := $(arduboy.packages)

# The program for readers with a kernel: no screen, so no golden file, but counts that must be right.
golden-packets.run := $(PYTHON) tests/golden/packets.py $(firstword $(packets.boards)) $(lastword $(packets.boards))
golden-packets.packages := $(foreach board,$(packets.boards),$($(board).packages))
golden-packets.seconds := 120
