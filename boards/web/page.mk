# SPDX-License-Identifier: MIT
# page.mk - makes the page of the board `web`: one file with the game, the two modules of the lab, and the scripts.

web.program := $(if $(DEBUG)$(filter-out file,$(origin MODE)),$(game.program),stampede)
web.page := build/web/$(web.program).html
web.script := $(if $(filter stampede,$(web.program)),$(stampede.script),$(game.script))
web.preview := $(stampede.golden)/front.png # what a link to the page shows elsewhere
page.packages := $(web.packages)
web.page_parts := $(wildcard boards/web/*.mjs boards/web/page.html boards/web/style.css boards/web/join.py)

# The lab, $(1): release or debug, with its options.
lab.cflags := $(web.cflags) -Iport/wasm $(filter-out -MMD -MP,$(boards.cflags)) -DHUTCH_CFG_STATS=1
lab.release := -DHUTCH_CFG_CHECK=1
lab.debug := -DHUTCH_CFG_CHECK=2
build/web/lab-%.wasm: boards/web/lab.c boards/web/pools.c $(wildcard src/*.[ch] include/hutch/*.h include/hutch/*/*.h boards/web/*.h port/wasm/*) \
    boards/web/page.mk boards/web/board.mk | need-web
	$(call say,build,$@)
	@mkdir -p $(@D)
	$(quiet)$(web.cc) $(lab.cflags) $(lab.$*) $(web.ldflags) $(CFLAGS) $(filter %.c,$^) -o $@

$(web.page): build/web/$(web.program).elf build/web/lab-release.wasm build/web/lab-debug.wasm $(web.script) $(web.page_parts)
	$(call say,page,$@)
	$(quiet)$(PYTHON) boards/web/join.py $@ boards/web/page.html game=$< release=build/web/lab-release.wasm \
	    debug=build/web/lab-debug.wasm script=$(web.script)

.PHONY: web
web: $(web.page) ## Play: writes a page of game, pools and a lab: MODE= DEBUG=1
	@cp $(web.preview) build/web/preview.png
	@$(PYTHON) boards/web/open.py $<
