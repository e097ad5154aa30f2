# SPDX-License-Identifier: MIT
# silicon.mk - a program that a person puts on a board, and that ends in one line: README.md.

# A Cortex-M of yours: make silicon SILICON=mine
SILICON ?=
silicon.boards := $(sort gba mps2-an385 $(SILICON))
silicon.programs := silicon silicon_none silicon_blind
silicon.cflags := -g1 -O2 -Wno-array-bounds -DHUTCH_CFG_LOCK_FREE=1 -Itests/unit -Itests/parallel -DCORES=1 -DEVERY=1
silicon.options := -DTICKS=1000000 -DLOCK=HUTCH_LOCK_IRQ
# Wrong, and to be found out: no lock, and a port that masks nothing.
silicon_none.options := -DTICKS=20000 -DLOCK=HUTCH_LOCK_NONE
silicon_blind.options := -DTICKS=20000 -DLOCK=HUTCH_LOCK_IRQ -DHUTCH_PORT_MASKS=1 -include port/template/hutch_port.h

# $(1) board, $(2) program
define silicon_rules
$(2)_$(1).sources := boards/silicon/silicon.c $(or $(wildcard boards/silicon/$(1).c),boards/silicon/cortexm.c) $(unit.sources) tests/parallel/cores.c
$(2)_$(1).cflags := $(silicon.cflags) $($(2).options) -DSILICON_BOARD='"$(1)"'
build/$(1)/$(2)/tests/unit/main.o: CFLAGS += -Dmain=unit_main -Wno-missing-prototypes
build/$(1)/$(2)/tests/parallel/cores.o: CFLAGS += -Dhutch_on_fault=cores_on_fault -Wno-missing-prototypes
endef
$(foreach board,$(silicon.boards),$(foreach program,$(silicon.programs),$(eval $(call silicon_rules,$(board),$(program))) \
    $(eval $(call program_rules,$(board),$(program),$(program)_$(board)))))

.PHONY: silicon
silicon: build/$(or $(SILICON),gba)/silicon.elf ## Use: a file to try on a board that you have
	@ls -s --block-size=1000 $(or $(wildcard $(<:.elf=.gba)),$<); echo "What to do with it: boards/silicon/README.md"
