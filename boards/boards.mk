# SPDX-License-Identifier: MIT
# boards.mk - builds the game and the unit tests for every board, plays the game, checks it by golden files.
#
# Every folder here with a board.mk is a board. Its variables begin with the name of the board:
#   .about: one line for the table above
#   .screen: yes: it plays the game. no: it runs the unit tests only
#   .port: the folder of port/ that fits its CPU
#   .sources: its C files, and those of the folders that it shares
#   .cross: prefix of its tool chain, such as arm-none-eabi-; empty: this machine's compiler
#   .cc .assembly: where the compiler is no gcc: a command that takes gcc's words; the ending of assembler files, if
#       not S
#   .cflags .ldflags .libs: for compiler and linker; a linker script is a word that ends in .ld
#   .packages: what tools/need.sh makes sure of: command:debian-package, or /path/of/a/file:debian-package
#   .run: emulator and options that run the ELF file named next: log on standard output, the program's exit code
#   .needs: if its program is no use without them: files that make builds first, such as a runner
#   .finish: if linking is not the last step: the command; $(1) is the ELF file
#   .stampede .mode: yes: it has the room for STAMPEDE as well, which make check-stampede plays; what make run plays
#       there if not the game
#   .stage_of: another board, whose stage it has, too
#   .stage .stage_without: which programs have the files of games/<game>/<board>/, if not all (stampede_game); the
#       board's sources that they do without
#   .unit: no when the unit tests are not for it; parts: a program for each file of them, but for those of
#       .unit_without; several for .unit_shares, as levels/4
#   .game_cflags: options of the game there, after those that it has on every board
#   .model_small_cflags: options of the model without counters
#   .debug_cflags: options of its debug builds, such as narrower guards where there is little RAM
#   .no_debug: its debug builds are not tested: another board's are nearly the same, or its compiler is slow
#   .debug_without .debug_shares: where .unit is parts: the same as .unit_without and .unit_shares, for the tests of
#       debug builds
#   .model: parts when the model's test has no room in one program
#   .also: suites for which one board of its CPU is enough: the words are below
#   .window: if its emulator opens a window: the window's class, and the options of the player that open it
#   .play: if playing takes more than .run: the command; $(1) is the ELF file, $(2) the script of buttons
#   .record: likewise, plays the script without a terminal and writes $(3).txt (log) and $(3).png (screen); $(4) is
#       .limit
#   .limit: what the recording of the release build must keep to, such as a frame's cycles
# The words of .also: systems (pool systems), speed (unit tests compiled for speed), full (unit tests as games are
#   compiled), wide (walks with 16-bit words), unit-debug (unit tests as a debug build), basepri (a lock by priority),
#   trap and break (the default fault handler, looked at with gdb), cheat (the game's
#   hidden menu), debug-game (the debug build plays the whole script), random (random programs).

GAME ?= horde
# The best to look at without a window; `make test` needs its emulator, too.
ifneq ($(filter run,$(MAKECMDGOALS)),)
BOARD ?= $(or $(firstword $($(GAME).boards)),gba)
endif
BOARD ?= $(or $(firstword $($(GAME).boards)),lm3s6965evb)
PYTHON ?= python3 -B

boards.all := $(sort $(patsubst boards/%/board.mk,%,$(wildcard boards/*/board.mk)))
include $(wildcard boards/*/board.mk)
# A game may have a makefile of its own: to be built in another way, or with variables that begin with its name,
#   .boards      which boards it is for, if not those with a screen; the first is taken unless BOARD is given
#   .emulator    words for the emulator
#   .script      the buttons that boards with a screen play
#   .watched     options of the build for `make watch` and `make top`; .hz: how often its hutch_tick ticks
include $(wildcard boards/games/*/*.mk)
boards.with_screen := $(foreach board,$(boards.all),$(if $(filter yes,$($(board).screen)),$(board)))
boards.with_window := $(foreach board,$(boards.all),$(if $($(board).window),$(board)))
# Those that run the unit tests as one program, and those that run one program for each file of them.
boards.whole := $(foreach board,$(boards.all),$(if $(filter no parts,$($(board).unit)),,$(board)))
boards.parts := $(foreach board,$(boards.all),$(if $(filter parts,$($(board).unit)),$(board)))
# What a few boards run besides: `.also` in their board.mk.
boards.also := systems cheat debug-game speed wide full unit-debug basepri trap break random
boards_also = $(foreach board,$(boards.all),$(if $(filter $(1),$($(board).also)),$(board)))
$(foreach board,$(boards.all),$(foreach word,$(filter-out $(boards.also),$($(board).also)),\
    $(error boards/$(board)/board.mk: `.also` has no word '$(word)'. The words are: $(boards.also))))
ifeq ($(filter $(BOARD),$(boards.all)),)
    $(error There is no board '$(BOARD)'. The boards are: $(boards.all))
endif
games.all := $(filter-out $(games.by_own_target),$(patsubst boards/games/%/main.c,%,$(wildcard boards/games/*/main.c)))
ifeq ($(filter $(GAME),$(games.all)),)
    $(error There is no GAME=$(GAME). The games are: $(games.all)$(foreach game,$(games.by_own_target),; `make $(game)` is another))
endif
game.boards := $(strip $(or $($(GAME).boards),$(boards.with_screen)))
ifneq ($(filter run watch top,$(MAKECMDGOALS)),)
ifeq ($(filter $(BOARD),$(game.boards)),)
    $(error '$(GAME)' does not run on '$(BOARD)'. It runs on: $(game.boards))
endif
endif

# One line for each step, none while suites run; `make V=1` shows the commands instead. Of a program of a user's, only the link's: those files are mostly hutch's.
say = @$(if $(V)$(suites_run),:,printf '  %-8s %s\n' $(1) $(2))
quiet := $(if $(V),,@)
# What a user wrote, as one word of the shell.
quoted = '$(subst ','\'',$(1))'

boards.cflags := -std=c99 -g -ffunction-sections -fdata-sections -MMD -MP -Iinclude -Iboards \
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align \
    -Wstrict-prototypes -Wmissing-prototypes
game.sources := $(wildcard boards/games/$(GAME)/*.c src/*.c)
game.cflags := -Iboards/games/$(GAME) -DHUTCH_CFG_STATS=1
game.script := $($(GAME).script)
game.golden := boards/games/$(GAME)/golden
# The same game as a debug build, with its hidden menu: make run DEBUG=1
debug_game.sources := $(game.sources)
debug_game.cflags := $(game.cflags) -DHUTCH_CFG_CHECK=2
# STAMPEDE, the same game with larger pools, on boards that have the room: make run MODE=stampede
stampede_game.sources := $(game.sources) $(wildcard boards/games/$(GAME)/stampede/*.c)
stampede_game.cflags := $(game.cflags) -DHORDE_STAMPEDE=1
stampede.golden := $(game.golden)/stampede
giant.golden := $(stampede.golden)/giant
boards.with_stampede := $(foreach board,$(boards.with_screen),$(if $(filter yes,$($(board).stampede)),$(board)))
MODE ?= $(if $(DEBUG),$(GAME),$(or $($(BOARD).mode),$(GAME)))
ifeq ($(filter $(MODE),$(GAME) $(if $(filter $(BOARD),$(boards.with_stampede)),stampede)),)
    $(error On '$(BOARD)' there is no MODE=$(MODE). It is `$(GAME)`, or `stampede` on: $(boards.with_stampede))
endif
game.program := $(MODE)$(if $(DEBUG),-debug)
play.script := $(if $(filter stampede,$(MODE)),$(stampede.script),$(game.script))
# The same game, which logs its pools ten times a second: make watch
watched_game.sources := $(game.sources)
watched_game.cflags := $(game.cflags) $(or $($(GAME).watched),-DHORDE_SNAPSHOTS=6)
# Every file of src/, which compile in half of the time as one; one by one on boards with little room, where all texts would be linked.
library.as_one := build/tests/library.c
library.by_file = $(if $(filter no parts,$($(1).unit)),$(foreach file,$(2),$(if $(filter $(library.as_one),$(file)),$(wildcard src/*.c),$(file))),$(2))
unit.sources := $(wildcard tests/unit/*.c) $(library.as_one)
# Tests: functions and lines only, which is what a sanitizer's report names; -g takes a third more time to compile.
tests.lines := -g1 -DHUTCH_CFG_LOCK_FREE=1
unit.cflags := $(tests.lines) -Itests/unit -DHUTCH_CFG_STATS=1
# Tests have hutch check its own invariants as well, on boards that have the room.
tests.asserts := -DHUTCH_CFG_ASSERT=1

include boards/runners/runners.mk
include boards/web/page.mk boards/web/avr.mk

# ---- Building: build/<board>/<program>.elf -------------------------------------------------------------

# The compiler of a board's tool chain, or the machine's own.
board_cc = $(or $($(1).cc),$(if $($(1).cross),$($(1).cross)gcc,$(CC)))

# Files in a game's folder named like a board replace those of the same name, or add to them; `.stage` says for which programs.
game_own = $(if $(filter $(2),$(or $($(1).stage),$(2))),\
    $(wildcard boards/games/$(GAME)/$(1)/*.c boards/games/$(GAME)/$(1)/*.$(or $($(1).assembly),S)))\
    $(if $($(1).stage_of),$(call game_own,$($(1).stage_of),$(2)))
game_sources = $(filter-out $(patsubst %,boards/games/$(GAME)/%.c,$(notdir $(basename $(game_own)))),$($(2).sources)) \
    $(game_own)
# What a board has instead of the canvas of board.h, a stage of its own does without.
stage_board = $(or $($(1).stage_of),$(1))
board_sources = $(if $(filter $(2),$($(stage_board).stage)),$(filter-out $($(stage_board).stage_without),$($(1).sources)),$($(1).sources))

# $(1) board, $(2) program, $(3) game or unit, which gives sources and flags; $(4) another program of the board, or none, built with
# the same options of the library: its objects of everything but the tests serve
define program_rules
$(1).$(2).sources := $$(call board_sources,$(1),$(3)) $$(wildcard port/$$($(1).port)/*.c) \
    $$(if $$(filter %game,$(3)),$$(call game_sources,$(1),$(3)),$$(call library.by_file,$(1),$$($(3).sources)))
$(1).$(2).objects := $$(foreach file,$$(basename $$($(1).$(2).sources)),\
    build/$(1)/$(if $(4),$$(if $$(filter tests/%,$$(file)),$(2),$(4)),$(2))/$$(file).o)

build/$(1)/$(2).elf: $$($(1).$(2).objects) $$(filter %.ld,$$($(1).ldflags)) | $$($(1).needs)
	$$(call say,link,$$@)
	$$(quiet)$$(call board_cc,$(1)) $$($(1).cflags) $$($(1).ldflags) $(if $(filter debug_game,$(3)),$$($(1).debug_ldflags)) \
	    $$(filter %.o,$$^) \
	    $$($(1).libs) -o $$@
	$$(quiet)$$(call $(1).finish,$$@)

build/$(1)/$(2)/%.o: %.$$(or $$($(1).assembly),S) boards/$(1)/board.mk | need-$(1)
	$(if $(filter yours,$(3)),,$$(call say,assemble,$$@))
	@mkdir -p $$(@D)
	$$(quiet)$$(call board_cc,$(1)) $$($(1).cflags) -c $$< -o $$@

build/$(1)/$(2)/%.o: %.c boards/boards.mk boards/$(1)/board.mk | need-$(1)
	$(if $(filter yours,$(3)),,$$(call say,compile,$$@))
	@mkdir -p $$(@D)
	$$(quiet)$$(call board_cc,$(1)) -Iport/$$($(1).port) $$(boards.cflags) $$($(1).cflags) \
	    $$($(3).cflags) $(if $(filter %game,$(3)),$$($(1).game_cflags)) $(if $(filter debug_game,$(3)),$$($(1).debug_cflags)) \
	    $(if $(filter model_small,$(3)),$$($(1).model_small_cflags)) $(if $(filter unit unit_speed model_board systems,$(3)),$(if $(filter parts,$($(1).unit)),,$(tests.asserts))) \
	    $$(CFLAGS) -c $$< -o $$@

-include $$($(1).$(2).objects:.o=.d)
endef

# $(1) board
define board_rules
.PHONY: need-$(1)
need-$(1):
	@$$(if $$($(1).packages),sh boards/tools/need.sh $$($(1).packages),:)

$(call program_rules,$(1),$(GAME),game)
$(call program_rules,$(1),$(GAME)-debug,debug_game)
$(call program_rules,$(1),$(GAME)-watched,watched_game)
$(if $(filter yes,$($(1).stampede)),$(call program_rules,$(1),stampede,stampede_game))
$(call program_rules,$(1),unit,unit)
endef

$(foreach board,$(boards.all),$(eval $(call board_rules,$(board))))

.PHONY: boards
boards: $(game.boards:%=build/%/$(GAME).elf) ## Builds the game for every board that has a screen.

include boards/yours/yours.mk boards/silicon/silicon.mk

# ---- Playing -------------------------------------------------------------------------------------------

# By default a board runs its program as it is; the program has the options of boards/terminal.
board_play = $(if $($(1).play),$(call $(1).play,$(2),$(3)),$($(1).run) $(2) $($(GAME).emulator))
board_record = $(if $($(1).record),$(call $(1).record,$(2),$(3),$(4),$(5)),\
    $($(1).run) $(2) $(if $(filter yes,$($(1).screen)),--script $(3) --text,$($(GAME).emulator)) >$(4).txt)

.PHONY: run
run: build/$(BOARD)/$(game.program).elf $(play.script) ## Play: a game: BOARD= MODE=stampede GAME=packets DEBUG=1 ARGS=
	@$(call board_play,$(BOARD),$<,$(play.script)) $(ARGS)

# The log of the scripted game with snapshots of its pools, and what src/tools/hutch-trace makes of it.
watch.out := build/$(BOARD)/$(GAME)-watched

watch.hz := $(or $($(GAME).hz),60)

.PHONY: watch top
$(watch.out).txt: $(watch.out).elf $(game.script)
	@{ $(call board_record,$(BOARD),$<,$(game.script),$(watch.out)); } >$(watch.out).log 2>&1 || { cat $(watch.out).log; rm -f $@; exit 1; }

watch: $(watch.out).txt ## Play: draws what happens in the pools of a scripted game
	@src/tools/hutch-trace $< --hz $(watch.hz) --vcd $(watch.out).vcd --perfetto $(watch.out).json --svg $(watch.out).svg
	@echo "The picture of that: $(watch.out).svg; in GTKWave: gtkwave $(watch.out).vcd $(watch.out).gtkw; in ui.perfetto.dev: $(watch.out).json"
	@echo "The last state, in a terminal: src/tools/hutch-top $(watch.out).txt"

top: $(watch.out).txt ## Play: the pools of a scripted game, in this terminal
	@src/tools/hutch-top --again $(watch.hz) $<

# ---- Golden files: what a scripted game must print and show on each board ---------------------------------

golden.boards := $(boards.with_screen)
golden.program := $(GAME)
golden.script := $(game.script)
golden.folder := $(game.golden)
# The debug build's hidden menu commits each misuse: the reports, in the log and on the screen.
cheat.boards := $(call boards_also,cheat)
cheat.program := $(GAME)-debug
cheat.script := boards/games/$(GAME)/cheat.script
cheat.folder := $(game.golden)/cheat
# STAMPEDE: a script for the herds, and one for the giant.
stampede.boards := $(boards.with_stampede)
stampede.program := stampede
stampede.folder := $(stampede.golden)
giant.boards := $(boards.with_stampede)
giant.program := stampede
giant.folder := $(giant.golden)

# $(1) one of these, $(2) what is recorded, in build/<board>/, $(3) the target that takes it as golden. A run that fails leaves nothing
# recorded, which the comparison reports. A debug build has no limit of time.
define golden_rules
.PHONY: $(3) check-$(1) $($(1).boards:%=record-$(1)-%)
$($(1).boards:%=record-$(1)-%): record-$(1)-%: build/%/$($(1).program).elf $($(1).script)
	@rm -f build/$$*/$(2).txt build/$$*/$(2).png
	@{ $$(call board_record,$$*,$$<,$($(1).script),build/$$*/$(2),$(if $(filter %-debug,$(2)),,$$($$*.limit))); } >build/$$*/$(2).log 2>&1 || \
	    { sed 's/^/# $$*: /' build/$$*/$(2).log; rm -f build/$$*/$(2).txt build/$$*/$(2).png; }

$(3): $($(1).boards:%=record-$(1)-%)
	@$(PYTHON) boards/tools/golden.py --update $($(1).folder) $($(1).boards:%=build/%/$(2))

check-$(1): $($(1).boards:%=record-$(1)-%)
	@$(PYTHON) boards/tools/golden.py $($(1).folder) $($(1).boards:%=build/%/$(2))
endef

golden: ## Takes what the scripted game does now as golden; golden-cheat, golden-stampede, golden-giant.
check-golden: ## Plays the scripted game on every board; compares; check-cheat, check-stampede, check-giant.
$(eval $(call golden_rules,golden,$(GAME),golden))
$(eval $(call golden_rules,cheat,$(GAME)-debug,golden-cheat))
$(eval $(call golden_rules,stampede,stampede,golden-stampede))
$(eval $(call golden_rules,giant,giant,golden-giant))

.PHONY: boards-time
boards-time: ## Builds and plays the game on every board from nothing, in build/time; prints how many seconds it took.
	@rm -rf build/time && mkdir -p build/time && cp -r Makefile LICENSE README.md boards include port src tests build/time
	@began=$$(date +%s); MAKEFLAGS= $(MAKE) -s --no-print-directory -j$$(getconf _NPROCESSORS_ONLN) -C build/time check-golden \
	    >build/time/log 2>&1 || { cat build/time/log; exit 1; }; \
	    echo "$(words $(boards.with_screen)) boards built and played in $$(($$(date +%s) - began)) s"

.PHONY: film
film.board := gba
film: build/$(film.board)/stampede.elf $(stampede.script) ## Makes the README's film: the end of the scripted stampede, with its pools; takes minutes.
	@$(PYTHON) boards/tools/film.py $(stampede.golden)/front.png $(stampede.script) $($(film.board).run) $<

# ---- The table of boards -------------------------------------------------------------------------------

board_modes = $(if $(filter yes,$($(1).stampede)),; `MODE=$(if $($(1).mode),$(GAME),stampede)`)
board_games = $(strip $(foreach game,$(games.all),$(if $(filter $(1),$($(game).boards)),; `make run BOARD=$(1) GAME=$(game)`)))
board_try = $(if $(filter yes,$($(1).screen)),`make run BOARD=$(1)`$(call board_modes,$(1)),$(if $(filter no,$($(1).unit)),a file for a real one: `make test-silicon-$(1)`,unit tests, by `make test-unit-$(1)`))$(call board_games,$(1))
board_line = printf '| %s ' '$(1)' '$($(1).about)' '$($(1).screen)' '$(call board_try,$(1))'; echo '|';

boards.table = { printf '| board | what it is | screen | try it |\n| --- | --- | --- | --- |\n'; \
    $(foreach board,$(boards.all),$(call board_line,$(board))) }

.PHONY: boards-table boards-table-text
boards-table: ## Writes the table of boards into boards/README.md.
	@$(boards.table) | sh boards/tools/fill.sh boards/README.md boards

# For `make check`, which compares it with what is written.
boards-table-text:
	@$(boards.table)
