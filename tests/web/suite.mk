# SPDX-License-Identifier: MIT
# suite.mk - the page of the board `web`: by node what it shows; FULL=1: how it and the site look and play in Chromium.

web-page.parts := build/web/$(GAME).elf build/web/lab-release.wasm build/web/lab-debug.wasm
web-page.needs := $(web-page.parts) build/web/stampede.html $(game.script) $(call full,build/web/avr_play.js build/web/firmware.json $(avr.page) site)
web-page.run := node tests/web/web_test.mjs $(web-page.parts) $(game.script) build/web/stampede.html $(call full,\
    --then /usr/bin/python3 -B tests/web/browser_test.py build/web/stampede.html $(stampede.golden)/gba.png build/web $(avr.node)/axe-core/axe.min.js \
    --then $(PYTHON) tests/web/arduboy_play.py $(game.script) $(game.golden)/arduboy.txt \
    --then /usr/bin/python3 -B tests/web/arduboy_test.py $(avr.page) $(game.golden)/arduboy build/web \
    --then /usr/bin/python3 -B tests/web/site_test.py $(site.folder)/html)
# Of the Arduboy's page, modules from npm, too.
web-page.packages := $(page.packages) $(call full,$(avr.packages) $(site.tools) chromium chromedriver:chromium-driver \
    /usr/lib/python3/dist-packages/selenium:python3-selenium)
