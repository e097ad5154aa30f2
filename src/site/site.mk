# SPDX-License-Identifier: MIT
# site.mk - the documentation as static pages, by Doxygen and Sphinx; needs no network, and its pages load nothing from elsewhere.

site.folder := build/site
site.tools := doxygen sphinx-build:python3-sphinx $(foreach pair,breathe:python3-breathe myst_parser:python3-myst-parser \
    furo:furo,/usr/lib/python3/dist-packages/$(pair))

.PHONY: site
site: build/web/stampede.html build/web/horde-arduboy.html ## Renew: build/site/html: the documents as pages
	@sh boards/tools/need.sh $(site.tools)
	@rm -rf $(site.folder)
	@mkdir -p $(site.folder)
	@doxygen src/site/Doxyfile
	@PYTHONDONTWRITEBYTECODE=1 sphinx-build -q -W --keep-going -c src/site -d $(site.folder)/doctrees . $(site.folder)/html
	@cp $^ $(site.folder)/html
	@cp $(web.preview) $(site.folder)/html/preview.png
	@sed -i -e 's/<p class="in-site" hidden>/<p>/' -e 's|content="preview.png"|content="$(SITE_URL)preview.png"|' $(site.folder)/html/stampede.html
	@$(PYTHON) src/amalgamate.py $(site.folder)/html
	$(call say,written,$(site.folder)/html)
