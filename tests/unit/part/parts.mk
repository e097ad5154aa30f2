# SPDX-License-Identifier: MIT
# parts.mk - a program for each file of tests, or for a share of it, where all of them together find no room.

# $(1) parts, $(2) shares, $(3) left out: the programs, such as acquire, levels-1of4
part.count = $(patsubst $(1)/%,%,$(filter $(1)/%,$(2)))
part.names = $(foreach part,$(filter-out $(3),$(1)),$(if $(call part.count,$(part),$(2)),\
    $(foreach share,$(wordlist 1,$(call part.count,$(part),$(2)),1 2 3 4 5 6),$(part)-$(share)of$(call part.count,$(part),$(2))),$(part)))

# $(1) board, $(2) programs: the command that runs them
part.programs = $(foreach program,$(2),--then $($(1).run) $(program))

# $(1) program's name: its file of tests; which share
part.file = $(firstword $(subst -, ,$(1)))
part.share = $(subst of, ,$(word 2,$(subst -, ,$(1))))
part.cflags = -DPART=$(part.file)_tests $(if $(part.share),-DPART_FILE='"$(part.file).c"' \
    -DUNIT_SHARE=$(word 1,$(part.share)) -DUNIT_SHARES=$(word 2,$(part.share)))
part.others = $(filter-out %/main.o $(if $(part.share),%/$(part.file).o),$(2))

# $(1) board, $(2) folder of the programs, $(3) objects of all of them, $(4) flags, $(5) folder of the tests, $(6) flags
# of the last step
define part_rules
build/$(1)/$(2)/%.elf: build/$(1)/$(2)/%.o $(3) | $$($(1).needs)
	$$(call say,link,$$@)
	$$(quiet)$$(call board_cc,$(1)) $$($(1).cflags) $$($(1).ldflags) $(6) \
	    $$< $$(call part.others,$$*,$(3)) $$($(1).libs) -o $$@

build/$(1)/$(2)/%.o: tests/unit/part/part.c boards/boards.mk boards/$(1)/board.mk | need-$(1)
	@mkdir -p $$(@D)
	$$(quiet)$$(call board_cc,$(1)) -Iport/$$($(1).port) $$(boards.cflags) $$($(1).cflags) -I$(5) $(4) \
	    $$(call part.cflags,$$*) $$(CFLAGS) -c $$< -o $$@
.PRECIOUS: build/$(1)/$(2)/%.elf build/$(1)/$(2)/%.o

build/$(1)/$(2)/%.d: ;
-include $$(wildcard build/$(1)/$(2)/*.d)
endef
