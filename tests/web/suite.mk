# SPDX-License-Identifier: MIT
# suite.mk - the page of the board `web`: by node what it shows, by Chromium how it plays. Its golden files are in golden/.

suites += web-page
web-page.parts := build/web/$(GAME).elf build/web/lab-release.wasm build/web/lab-debug.wasm
web-page.needs := $(web-page.parts) build/web/$(GAME).html
web-page.run := node tests/web/web_test.mjs $(web-page.parts) $(game.script) build/web/$(GAME).html
web-page.packages := $(page.packages)

# Chromium is large: only `make check-all`.
slow_suites += web-browser
web-browser.needs := build/web/$(GAME).html
web-browser.run := /usr/bin/python3 -B tests/web/browser_test.py build/web/$(GAME).html $(game.golden)/web.png build/web
web-browser.packages := $(page.packages) chromium chromedriver:chromium-driver \
    /usr/lib/python3/dist-packages/selenium:python3-selenium

# The page of the Arduboy, with modules from npm: the firmware plays the script in avr8js, under node and in Chromium.
slow_suites += web-arduboy web-arduboy-browser
web-arduboy.needs := build/web/avr_play.js build/web/firmware.json
web-arduboy.run := $(PYTHON) tests/web/arduboy_play.py $(game.script) $(game.golden)/arduboy.txt
web-arduboy.packages := $(avr.packages)
web-arduboy-browser.needs := $(avr.page)
web-arduboy-browser.run := /usr/bin/python3 -B tests/web/arduboy_test.py $(avr.page) $(game.golden)/arduboy build/web
web-arduboy-browser.packages := $(avr.packages) $(web-browser.packages)

# Sphinx and Chromium are large: only `make check-all`.
slow_suites += site
site.needs := site
site.run := /usr/bin/python3 -B tests/web/site_test.py $(site.folder)/html
site.packages := $(site.tools) chromium chromedriver:chromium-driver /usr/lib/python3/dist-packages/selenium:python3-selenium
