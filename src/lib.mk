# SPDX-License-Identifier: MIT
# lib.mk - the library: built for a port, installed, removed.
#
#   make lib                                         for every port whose compiler is installed
#   make lib PORT=cortex_m CFLAGS='-mcpu=cortex-m4 -mfloat-abi=hard -O2'
#   make lib PORT=mine CROSS=xtensa-esp32-elf-       port/mine is a folder with a hutch_port.h
#   make install PREFIX=/opt/arm PORT=cortex_m       also DESTDIR=, includedir=, libdir=, docdir=; without PORT= the
#                                                    port for the target CPU of the compiler
#
# The compiler and flags of a port are in port/<port>/port.mk, if it has one (see port/README.md). CFLAGS come after
# them and so take precedence. The library and the program must be built with the same HUTCH_CFG_ options: hutch.pc
# passes on those that CFLAGS or CPPFLAGS name here.

PREFIX ?= /usr/local
includedir ?= $(PREFIX)/include
libdir ?= $(PREFIX)/lib
docdir ?= $(PREFIX)/share/doc/hutch
INSTALL ?= install

-include $(wildcard port/*/port.mk)
lib.ports := $(sort $(patsubst port/%/port.mk,%,$(wildcard port/*/port.mk)))
lib.version := $(shell awk -F'"' '/define HUTCH_VERSION_TEXT/ { print $$2 }' include/hutch/hutch.h)
# As pkg-config and dpkg write a release candidate: they take 1.0.0~rc.1 for older than 1.0.0, and 1.0.0-rc.1 for newer.
lib.version_tilde := $(subst -,~,$(lib.version))
lib.flags := -std=c99 -ffunction-sections -fdata-sections -Iinclude
lib.warnings := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align \
    -Wstrict-prototypes -Wmissing-prototypes
lib.optimise := -Os -g
lib.build := build
lib.headers := $(wildcard include/hutch/*.h include/hutch/*/*.h src/*.h port/cpu/*.h)

# $(1) port: CC and AR of the command line or the environment are used unchanged.
lib.cross = $(if $(CROSS),$(CROSS),$(port.$(1).cross))
lib.cc = $(if $(filter default,$(origin CC)),$(if $(lib.cross),$(lib.cross)gcc,cc),$(CC))
lib.ar = $(or $(port.$(1).ar),$(if $(filter default,$(origin AR)),$(if $(lib.cross),$(lib.cross)ar,ar),$(AR)))
lib.gnu = $(lib.cc) $(lib.flags) $(lib.warnings) -Iport/$(1) $(port.$(1).cflags) $(lib.optimise)
lib.command = $(or $(port.$(1).command),$(lib.gnu)) $(CPPFLAGS) $(CFLAGS) $(or $(port.$(1).compile),-c)
lib.archive = $(lib.build)/$(1)/$(or $(port.$(1).library),libhutch.a)
lib.tool = $(firstword $(or $(port.$(1).command),$(lib.cc)))

# $(1) port
lib.files = $(wildcard src/*.c port/$(1)/*.c)
define lib_rules
$(lib.build)/$(1)/lib.objects := $$(patsubst %.c,$(lib.build)/$(1)/lib/%.$$(or $$(port.$(1).object),o),$$(call lib.files,$(1)))

$$(call lib.archive,$(1)): $$($(lib.build)/$(1)/lib.objects)
	$$(call say,archive,$$@)
	@rm -f $$@
	$$(quiet)$$(call lib.ar,$(1)) rcs $$@ $$^

$(lib.build)/$(1)/lib/%.$$(or $$(port.$(1).object),o): %.c $(lib.build)/$(1)/lib/command $$(lib.headers) $$(wildcard port/$(1)/*.h)
	@mkdir -p $$(@D)
	$$(quiet)$$(call lib.command,$(1)) $$< -o $$@

# Holds the command line; rewritten only when that changes.
$(lib.build)/$(1)/lib/command: lib-look
	@mkdir -p $$(@D)
	@echo $$(call quoted,$$(call lib.command,$(1))) | cmp -s - $$@ || echo $$(call quoted,$$(call lib.command,$(1))) > $$@
endef

.PHONY: lib lib-look install uninstall amalgamation arduino
lib-look:

ifneq ($(PORT),)
ifeq ($(wildcard port/$(PORT)/hutch_port.h),)
$(error there is no port '$(PORT)'; the ports are: $(sort $(patsubst port/%/hutch_port.h,%,$(wildcard port/*/hutch_port.h))))
endif
lib.wanted := $(PORT)
else ifneq ($(filter lib,$(MAKECMDGOALS)),)
lib.wanted := $(foreach port,$(lib.ports),$(if $(port.$(port).needs),,$(if $(shell command -v $(call lib.tool,$(port))),$(port))))
endif
# Without PORT=, the port that port/auto chooses for the compiler: installed headers and library are of one port.
install.chosen = $(patsubst port/auto/../%/hutch_port.h,%,$(filter port/auto/../%/hutch_port.h,$(shell \
    $(call lib.cc,auto) $(CPPFLAGS) $(CFLAGS) -M port/auto/hutch_port.h)))
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
install.port := $(or $(filter-out auto,$(PORT)),$(install.chosen))
ifeq ($(install.port),)
$(error name a port: make install PORT=)
endif
install.plain := PREFIX includedir libdir docdir
$(foreach name,$(install.plain),$(if $(strip $(word 2,$($(name))) $(foreach sign,' " \ & | ;,$(findstring $(sign),$($(name))))),\
    $(error $(name) is '$($(name))': hutch.pc cannot hold spaces, quotes and the like in it; DESTDIR= may have them)))
endif
$(foreach port,$(sort host $(lib.wanted) $(install.port)),$(eval $(call lib_rules,$(port))))

lib: $(foreach port,$(lib.wanted),$(call lib.archive,$(port))) ## Use: build/<port>/libhutch.a: PORT= CROSS= CFLAGS=
	@$(foreach port,$(if $(PORT),,$(filter-out $(lib.wanted),$(lib.ports))),\
	    printf '  %-8s %s\n' skip 'port $(port) needs $(or $(port.$(port).needs),$(call lib.tool,$(port)))';) :

install.headers := $(wildcard include/hutch/*.h include/hutch/*.hpp)
install.parts := $(wildcard include/hutch/*/*.h)
install.folders := $(sort $(dir $(install.parts:include/%=%)) hutch/cpu/)
install.cpu := $(wildcard port/cpu/*.h)
install.options = $(sort $(filter -DHUTCH_%,$(CPPFLAGS) $(CFLAGS)))
under_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
# The path from hutch.pc up to the prefix, so that the tree can be moved; with a libdir outside it, the prefix itself.
install.up = $(if $(filter $(PREFIX)/%,$(libdir)),$${pcfiledir}/..$(subst $() ,,$(foreach step,\
    $(subst /, ,$(patsubst $(PREFIX)/%,%,$(libdir))),/..)),$(PREFIX))

# hutch_port.h is installed into include/hutch/, where config.h finds it before any -I, so that a program cannot
# combine the library of one port with the header of another. The headers that ports share are installed into
# include/hutch/cpu/.
install.to = $(call quoted,$(DESTDIR)$(1))
install: $(call lib.archive,$(install.port)) ## Use: headers, library, hutch.pc: PREFIX= DESTDIR= PORT=
	$(call say,install,$(call install.to,$(PREFIX)))
	@$(INSTALL) -d $(call install.to,$(includedir)/hutch) $(call install.to,$(libdir)/pkgconfig) $(call install.to,$(docdir))
	@for folder in $(install.folders); do $(INSTALL) -d $(call install.to,$(includedir))/"$$folder"; done
	@$(INSTALL) -m 644 $(install.headers) $(call install.to,$(includedir)/hutch)
	@for file in $(install.parts:include/%=%); do $(INSTALL) -m 644 "include/$$file" $(call install.to,$(includedir))/"$$file"; done
	@$(INSTALL) -m 644 $(install.cpu) $(call install.to,$(includedir)/hutch/cpu)
	@sed 's|"../cpu/|"cpu/|' port/$(install.port)/hutch_port.h > $(call install.to,$(includedir)/hutch/hutch_port.h)
	@$(INSTALL) -m 644 $(call lib.archive,$(install.port)) $(call install.to,$(libdir))
	@$(INSTALL) -m 644 LICENSE $(call install.to,$(docdir)/LICENSE)
	@sed -e 's|@PREFIX@|$(install.up)|' -e 's|@INCLUDEDIR@|$(call under_prefix,$(includedir))|' \
	    -e 's|@LIBDIR@|$(call under_prefix,$(libdir))|' -e 's|@PORT@|$(install.port)|' \
	    -e 's|@VERSION@|$(lib.version_tilde)|' -e 's|@OPTIONS@|$(addprefix $() ,$(install.options))|' \
	    src/hutch.pc.in > $(call install.to,$(libdir)/pkgconfig/hutch.pc)

uninstall: ## Use: removes these, by the same PREFIX= DESTDIR= PORT=
	@rm -f $(foreach header,$(patsubst include/hutch/%,%,$(install.headers) $(install.parts)) hutch_port.h $(install.cpu:port/%=%),$(call install.to,$(includedir)/hutch/$(header))) \
	    $(call install.to,$(libdir)/$(notdir $(call lib.archive,$(install.port)))) \
	    $(call install.to,$(libdir)/pkgconfig/hutch.pc) $(call install.to,$(docdir)/LICENSE)
	@for folder in $(foreach folder,$(install.folders),$(includedir)/$(folder)) $(includedir)/hutch $(libdir)/pkgconfig $(docdir); do \
	    rmdir $(call quoted,$(DESTDIR))"$$folder" 2>/dev/null || :; done

amalgamation: ## Use: the library as two files, in build/amalgamation
	@$(PYTHON) src/amalgamate.py build/amalgamation
	$(call say,written,build/amalgamation)

arduino: amalgamation ## Use: build/hutch-arduino.zip, for the Arduino IDE
	@rm -rf build/arduino build/hutch-arduino.zip
	@mkdir -p build/arduino/hutch/src
	@cp -R src/arduino/examples LICENSE build/arduino/hutch
	@cp build/amalgamation/hutch.h build/amalgamation/hutch.c build/amalgamation/hutch.hpp \
	    $(patsubst %,port/sinks/hutch_%.h,line serial arduboy) build/arduino/hutch/src
	@sed 's|@VERSION@|$(lib.version)|' src/arduino/library.properties > build/arduino/hutch/library.properties
	@cd build/arduino && $(PYTHON) -m zipfile -c ../hutch-arduino.zip hutch
	$(call say,written,build/hutch-arduino.zip)
