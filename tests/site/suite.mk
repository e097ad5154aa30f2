# SPDX-License-Identifier: MIT
# suite.mk - the pages of `make site`, which fails at a warning of Doxygen or Sphinx: links, contents, and a phone's width in Chromium.

# Sphinx and Chromium are large: only `make check-all`.
slow_suites += site
site.needs := site
site.run := /usr/bin/python3 -B tests/site/site_test.py $(site.folder)/html
site.packages := $(site.tools) chromium chromedriver:chromium-driver /usr/lib/python3/dist-packages/selenium:python3-selenium
