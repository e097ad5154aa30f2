# SPDX-License-Identifier: MIT
# dist.mk - what a release consists of: the tarball of the last commit, what is made from it, and a list of all its files.

dist.name := hutch-$(lib.version)
dist.tree := build/dist-tree/$(dist.name)
dist.games := build/gba/stampede.gba build/gameboy/horde.gb build/arduboy/horde.hex build/picosystem/stampede.uf2
dist.arduboy = {"schemaVersion": 2, "title": "HORDE", "author": "the hutch authors", "version": "$(lib.version)", "genre": "Action", \
    "binaries": [{"title": "HORDE", "filename": "horde.hex", "device": "Arduboy"}]}
dist.date = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)

# The ZIPs are made inside of the unpacked tarball, so that they hold what was committed too.
.PHONY: dist
dist: ## Renew: build/dist: a release; ALL=1: with games and site
	@git rev-parse -q --verify HEAD >/dev/null || { echo 'make dist needs a clone of the repository: it packs the last commit'; exit 1; }
	@rm -rf build/dist build/dist-tree
	@mkdir -p build/dist build/dist-tree
	@git archive --format=tar.gz --prefix=$(dist.name)/ -o build/dist/$(dist.name).tar.gz HEAD
	@tar -xzf build/dist/$(dist.name).tar.gz -C build/dist-tree
	@$(MAKE) -s -C $(dist.tree) arduino
	@cp $(dist.tree)/build/hutch-arduino.zip build/dist/$(dist.name)-arduino.zip
	@cd $(dist.tree)/build/amalgamation && \
	    $(PYTHON) -m zipfile -c ../../../../dist/$(dist.name)-two-files.zip hutch.h hutch.c hutch.hpp
ifdef ALL
	@$(MAKE) -s -C $(dist.tree) $(addsuffix .elf,$(basename $(dist.games))) site
	@for game in $(dist.games); do cp $(dist.tree)/$$game build/dist/$(dist.name)-$${game##*/}; done
	@cd $(dist.tree)/build/arduboy && printf '%s\n' '$(dist.arduboy)' >info.json && \
	    $(PYTHON) -m zipfile -c ../../../../dist/$(dist.name)-horde.arduboy info.json horde.hex
	@cd $(dist.tree)/build/site/html && cp stampede.html ../../../../../dist/$(dist.name)-stampede.html && \
	    $(PYTHON) -m zipfile -c ../../../../../dist/$(dist.name)-site.zip *
else
	$(call say,skip,'games and documentation: make dist ALL=1 adds them')
endif
	@for figures in bench/results bench/flat bounds/bounds; do \
	    [ ! -f build/$$figures.csv ] || cp build/$$figures.csv build/dist/$(dist.name)-$${figures##*/}.csv; \
	done
	@$(PYTHON) src/sbom.py build/dist/$(dist.name).tar.gz $(lib.version) $(dist.date) > build/dist/$(dist.name).spdx.json
	@cd build/dist && sha256sum $(dist.name)* > SHA256SUMS
	@$(MAKE) -s -C $(dist.tree) dist-warnings dist.results=$(CURDIR)/build/results
	$(call say,written,build/dist)

# What must still be set or run before a release is published: tests/ways/README.md says where and why.
dist.results := build/results
dist.warn = { printf '  %-8s %s\n' warning '$(1)'; }
.PHONY: dist-warnings
dist-warnings:
	@! grep -q '^## \[$(lib.version)\] - unreleased' CHANGELOG.md || $(call dist.warn,CHANGELOG.md calls $(lib.version) unreleased)
	@! grep -q '^Maintainer:.*example\.org' src/debian/control || $(call dist.warn,src/debian/control has no real address of a maintainer)
	@grep -q '^url=.' src/arduino/library.properties || $(call dist.warn,src/arduino/library.properties has no url)
	@for suite in $(filter ways-%,$(suites)); do \
	    grep -qsx '# hutch $(lib.version)' $(dist.results)/$$suite.tap && ! grep -q '^not ok' $(dist.results)/$$suite.tap && continue; \
	    printf '  %-8s %s\n' warning "build/results/$$suite.tap does not show that it passed with $(lib.version)"; \
	done

# The package is built from the tarball, with src/debian as its folder debian/.
deb.packages := dpkg-buildpackage:dpkg-dev dh:debhelper cmake python3 gcc

.PHONY: deb deb-packages
deb-packages:
	@sh boards/tools/need.sh $(deb.packages)

deb: deb-packages dist ## Use: build/deb/libhutch-dev_*.deb
	@rm -rf build/deb
	@mkdir -p build/deb
	@tar -xzf build/dist/$(dist.name).tar.gz -C build/deb
	@cp -R build/deb/$(dist.name)/src/debian build/deb/$(dist.name)/debian
	@sed -e 's|@VERSION@|$(lib.version_tilde)|' -e "s|@DATE@|$$(date -u -R -d $(dist.date))|" \
	    -e "s|@MAINTAINER@|$$(sed -n 's/^Maintainer: //p' src/debian/control)|" \
	    src/debian/changelog.in > build/deb/$(dist.name)/debian/changelog
	@rm build/deb/$(dist.name)/debian/changelog.in
	@cd build/deb/$(dist.name) && dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -30 ../log; exit 1; }
	$(call say,written,build/deb)
