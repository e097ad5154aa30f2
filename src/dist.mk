# SPDX-License-Identifier: MIT
# dist.mk - what a release consists of: the tarball of the last commit, what is made from it, and a list of all its files.

dist.name := hutch-$(lib.version)
dist.date = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)

# The ZIPs are made inside of the unpacked tarball, so that they hold what was committed too.
.PHONY: dist
dist: ## Writes build/dist/: tarball of the last commit, two files, Arduino ZIP, SPDX list of files, checksums.
	@git rev-parse -q --verify HEAD >/dev/null || { echo 'make dist needs a clone of the repository: it packs the last commit'; exit 1; }
	@rm -rf build/dist build/dist-tree
	@mkdir -p build/dist build/dist-tree
	@git archive --format=tar.gz --prefix=$(dist.name)/ -o build/dist/$(dist.name).tar.gz HEAD
	@tar -xzf build/dist/$(dist.name).tar.gz -C build/dist-tree
	@$(MAKE) -s -C build/dist-tree/$(dist.name) arduino
	@cp build/dist-tree/$(dist.name)/build/hutch-arduino.zip build/dist/$(dist.name)-arduino.zip
	@cd build/dist-tree/$(dist.name)/build/amalgamation && \
	    $(PYTHON) -m zipfile -c ../../../../dist/$(dist.name)-two-files.zip hutch.h hutch.c
	@$(PYTHON) src/sbom.py build/dist/$(dist.name).tar.gz $(lib.version) $(dist.date) > build/dist/$(dist.name).spdx.json
	@cd build/dist && sha256sum $(dist.name)* > SHA256SUMS
	$(call say,written,build/dist)
