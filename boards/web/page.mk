# SPDX-License-Identifier: MIT
# page.mk - makes the page of the board `web`.

web.page := build/web/$(GAME).html
