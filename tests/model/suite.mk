# SPDX-License-Identifier: MIT
# suite.mk - pools against a model of a few loops: in every state where they are small, then at random for long.

model.files := $(wildcard tests/model/*.c tests/model/*.h)
model.sources := $(filter %.c,$(model.files)) tests/unit/unit.c tests/unit/host/board.c $(library.as_one) port/host/hutch_port.c
model.flags := -std=c99 $(tests.lines) $(tests.asserts) -O2 $(test.warnings) -Iinclude -Iport/host -Iboards -Itests/unit
$(foreach width,8 16 32 64,$(eval model-w$(width).flags := -DHUTCH_CFG_WORD_BITS=$(width) -DHUTCH_CFG_STATS=1))
# The small engine, which does not count.
model-small.flags := -DHUTCH_CFG_SMALL=1 -DHUTCH_CFG_NAMES=0 -DHUTCH_CFG_WORD_BITS=8
model-debug.flags := -DHUTCH_CFG_CHECK=2 -DHUTCH_CFG_NOTES=0
model.clang := w16 w64

# $(1) build
define model_rules
model-$(1).needs := build/tests/model-$(1)
model-$(1).run := build/tests/model-$(1) $(call full,--seed 2 --turns 30000)
model-$(1).packages := $(if $(filter $(1),$(model.clang)),clang)
model-$(1).seconds := $(if $(FULL),1800,600)

build/tests/model-$(1): $(model.files) $(unit.files) $(library.files) tests/model/suite.mk
	@mkdir -p $$(@D)
	$$(quiet)$(if $(filter $(1),$(model.clang)),clang,gcc) $(model.flags) $$(model-$(1).flags) $(model.sources) -o $$@
endef

$(foreach build,w8 w16 w32 w64 small debug,$(eval $(call model_rules,$(build))))

# ---- The same comparison, bounded, on the boards that run the unit tests.

model_board.sources := $(patsubst %,tests/model/%.c,main model calls moves real looks pools states random) tests/unit/unit.c $(library.as_one)
model_board.cflags := $(tests.lines) -Itests/unit -Itests/model -DHUTCH_CFG_STATS=1 -DMODEL_BOUNDED

# $(1) board
define model_board_rules
$(call program_rules,$(1),model,model_board,unit)
model-$(1).needs := build/$(1)/model.elf
model-$(1).run := $($(1).run) build/$(1)/model.elf $(call unit.steady,$($(1).run))
model-$(1).packages := $($(1).packages)
endef

# Where all of it has no room, `.model := parts`: a program for each group of pools.
model.parts := 1 2 3 4 5 6 7

# $(1) board  $(2) program  $(3) its variables  $(4) as for program_rules
define model_parts_rules
$(call program_rules,$(1),$(2),$(3),$(4))
$(subst _,-,$(2))-$(1).needs := $(model.parts:%=build/$(1)/$(2)-parts/%.elf)
$(subst _,-,$(2))-$(1).run := $(call part.programs,$(1),$(model.parts:%=build/$(1)/$(2)-parts/%.elf))
$(subst _,-,$(2))-$(1).packages := $($(1).packages)

build/$(1)/$(2)-parts/%.elf: build/$(1)/$(2)-parts/%.o $$(filter-out %/pools.o,$$($(1).$(2).objects)) | $$($(1).needs)
	$$(call say,link,$$@)
	$$(quiet)$$(call board_cc,$(1)) $$($(1).cflags) $$($(1).ldflags) $$($(1).model_ldflags) $$(filter %.o,$$^) \
	    $$($(1).libs) -o $$@

build/$(1)/$(2)-parts/%.o: tests/model/pools.c $(model.files) boards/$(1)/board.mk | need-$(1)
	@mkdir -p $$(@D)
	$$(quiet)$$(call board_cc,$(1)) -Iport/$$($(1).port) $$(boards.cflags) $$($(1).cflags) $$($(3).cflags) $(if $(filter model_small,$(3)),$$($(1).model_small_cflags)) \
	    -DMODEL_PART=$$* $$(CFLAGS) -c $$< -o $$@
.PRECIOUS: build/$(1)/$(2)-parts/%.elf build/$(1)/$(2)-parts/%.o
endef

model.taken_apart := $(foreach board,$(boards.all),$(if $(filter parts,$($(board).model)),$(board)))
$(foreach board,$(filter-out $(model.taken_apart),$(boards.whole) $(boards.parts)),$(eval $(call model_board_rules,$(board))))
$(foreach board,$(model.taken_apart),$(eval $(call model_parts_rules,$(board),model,model_board,unit)))

# Without counters: on AVR, at -Os, the small engine; on the Game Boy's CPU the port's own. So the library is another.
model_small.sources := $(model_board.sources)
model_small.cflags := $(filter-out -DHUTCH_CFG_STATS=1,$(model_board.cflags))
$(foreach board,$(model.taken_apart),$(eval $(call model_parts_rules,$(board),model_small,model_small)))
