# SPDX-License-Identifier: MIT
# avr.mk - makes the page of the Arduboy: its firmware in avr8js, the pools read from the emulated RAM.

avr.page := build/web/$(GAME)-arduboy.html
avr.packages := $(arduboy.packages) avr-gdb:gdb-avr node:nodejs npm
# From npm: the chip, what joins its modules with ours, and what tests look for barriers with.
avr.modules := avr8js@0.21.1 esbuild@0.28.2 axe-core@4.14.1
avr.node := build/node/node_modules

.PHONY: need-avr-page
need-avr-page:
	@sh boards/tools/need.sh $(avr.packages)

$(avr.node)/avr8js/package.json: boards/web/avr.mk | need-avr-page
	$(call say,npm,$(avr.modules))
	@mkdir -p build/node
	$(quiet)npm install --prefix build/node --no-save --no-fund --no-audit --loglevel=error $(avr.modules) >/dev/null
	@touch $@

build/web/firmware.json: build/arduboy/$(GAME).elf src/tools/hutch.py src/tools/hutch_pools.py boards/web/avr_firmware.py | need-avr-page
	$(call say,gdb,$@)
	@mkdir -p $(@D)
	$(quiet)avr-gdb -nx -batch -x src/tools/hutch.py -x boards/web/avr_firmware.py $< >$@.part
	@mv $@.part $@

# avr_main.js for the page, avr_play.js for the test under node.
build/web/avr_%.js: boards/web/avr_%.mjs $(wildcard boards/web/*.mjs) $(avr.node)/avr8js/package.json
	$(call say,bundle,$@)
	@mkdir -p $(@D)
	$(quiet)NODE_PATH=$(avr.node) $(avr.node)/.bin/esbuild $< --bundle --minify-whitespace --log-level=warning \
	    --format=esm $(if $(filter play,$*),--platform=node) --outfile=$@

$(avr.page): build/web/avr_main.js build/web/firmware.json boards/web/avr.html boards/web/style.css boards/web/join.py $(game.script)
	$(call say,page,$@)
	$(quiet)$(PYTHON) boards/web/join.py $@ boards/web/avr.html main=$< firmware=build/web/firmware.json script=$(game.script)

.PHONY: web-arduboy
web-arduboy: $(avr.page) $(web.page) ## The page of the Arduboy: its firmware in an emulated chip, the pools read from the chip's RAM; by npm.
	@$(PYTHON) boards/web/open.py $<
