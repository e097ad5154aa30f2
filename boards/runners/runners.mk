# SPDX-License-Identifier: MIT
# runners.mk - builds the headless emulators; boards that need one name it in `.needs`.

runners.flags := -std=gnu99 -O2 -Wall -Wextra -Iboards -Iboards/runners -Iboards/terminal
runners.screen := $(addprefix boards/terminal/,cells.c keys.c live.c screen.c tty.c)
runners.shared := boards/runners/runner.c boards/terminal/script.c $(runners.screen)
runners.headers := boards/runners/runner.h boards/runners/ssd1306.h boards/runners/mgba_core.h \
    boards/runners/simavr_core.h $(wildcard boards/terminal/*.h)
runners.zlib := /usr/include/zlib.h:zlib1g-dev
runners.mgba.sources := boards/runners/mgba.c boards/runners/mgba_core.c
runners.mgba.libs := -lmgba
runners.mgba.packages := /usr/include/mgba/flags.h:libmgba-dev $(runners.zlib)
runners.simavr.sources := boards/runners/simavr.c boards/runners/simavr_core.c boards/runners/ssd1306.c
runners.simavr.libs := -lsimavr
runners.simavr.packages := /usr/include/simavr/sim_avr.h:libsimavr-dev $(runners.zlib)

# $(1) emulator
define runner_rules
build/runners/$(1): $(runners.$(1).sources) $(runners.shared) $(runners.headers) boards/runners/runners.mk
	@sh boards/tools/need.sh gcc $(runners.$(1).packages)
	$$(call say,link,$$@)
	@mkdir -p $$(@D)
	$$(quiet)$$(CC) $(runners.flags) $$(filter %.c,$$^) $(runners.$(1).libs) -lz -o $$@
endef

# Shows in the terminal what boards/tools/play.py gets from QEMU.
build/runners/view: boards/runners/view.c $(runners.screen) $(runners.headers) boards/runners/runners.mk
	@sh boards/tools/need.sh gcc
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) $(runners.flags) $(filter %.c,$^) -o $@

$(foreach emulator,mgba simavr,$(eval $(call runner_rules,$(emulator))))

# Of npm; rp2040.mjs adds the second core. Where npm brings none, what runs it says so and skips.
build/rp2040/asked: boards/runners/runners.mk
	@sh boards/tools/need.sh npm
	$(call say,npm,rp2040js)
	@mkdir -p $(@D)
	$(quiet)npm install --prefix $(@D) --no-save --no-fund --no-audit --loglevel=error rp2040js@1.4.1 >/dev/null || true
	@touch $@
