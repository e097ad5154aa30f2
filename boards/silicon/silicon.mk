# SPDX-License-Identifier: MIT
# silicon.mk - a program that a person puts on a board, and that ends in one line: README.md.

# A Cortex-M of yours: make silicon SILICON=mine
SILICON ?=
silicon.boards := $(sort gba arduboy microbit mps2-an385 pico uno $(SILICON))
silicon.programs := silicon silicon_none silicon_blind
silicon.cflags := -g1 -O2 -Wno-array-bounds -DHUTCH_CFG_LOCK_FREE=1 -Itests/unit -Itests/parallel -DEVERY=1
silicon.options = -DTICKS=$(if $(1),500000 -DLOCK=HUTCH_LOCK_CORES,1000000 -DLOCK=HUTCH_LOCK_IRQ)
# Wrong, and to be found out: no lock, and a port that masks nothing.
silicon_none.options := -DTICKS=20000 -DLOCK=HUTCH_LOCK_NONE
silicon_blind.options := -DTICKS=20000 -DLOCK=HUTCH_LOCK_IRQ -DHUTCH_PORT_MASKS=1 -include port/template/hutch_port.h

# Where the unit tests find no room, those of one file.
silicon.units_of = $(addprefix tests/unit/,part/part.c $(1).c unit.c recorder.c) $(wildcard src/*.c)
arduboy.silicon_units := $(call silicon.units_of,claim)
uno.silicon_units := $(arduboy.silicon_units)
microbit.silicon_units := $(call silicon.units_of,acquire)
microbit.silicon_cflags := -DPART=acquire_tests
gba.blind_cflags := -DHUTCH_PORT_ARM7_LOCK=0
arduboy.blind_cflags := -include port/cpu/avr.h
uno.blind_cflags := $(arduboy.blind_cflags)
pico.silicon_files := $(addprefix boards/silicon/,cortexm.c pico.c)
pico.silicon_cores := 2
arduboy.silicon_files := $(addprefix boards/silicon/,avr.c arduboy.c)
uno.silicon_files := boards/silicon/avr.c
arduboy.silicon_cflags := -DPART=claim_tests -DUNIT_TERSE -DUNIT_LITTLE_RAM -DHUTCH_PORT_TABLE_IN_FLASH=1
uno.silicon_cflags := $(arduboy.silicon_cflags)

# $(1) board, $(2) program
define silicon_rules
$(2)_$(1).sources := boards/silicon/silicon.c $(or $($(1).silicon_files),$(wildcard boards/silicon/$(1).c),boards/silicon/cortexm.c) $(or $($(1).silicon_units),$(unit.sources)) tests/parallel/cores.c
$(2)_$(1).cflags := $(silicon.cflags) $($(1).silicon_cflags) $(call $(2).options,$($(1).silicon_cores)) -DCORES=$(or $($(1).silicon_cores),1) $(if $(filter %blind,$(2)),$($(1).blind_cflags)) -DSILICON_BOARD='"$(1)"'
build/$(1)/$(2)/tests/unit/main.o build/$(1)/$(2)/tests/unit/part/part.o: CFLAGS += -Dmain=unit_main -Wno-missing-prototypes
build/$(1)/$(2)/tests/parallel/cores.o: CFLAGS += -Dhutch_on_fault=cores_on_fault -Wno-missing-prototypes
endef
$(foreach board,$(silicon.boards),$(foreach program,$(silicon.programs),$(eval $(call silicon_rules,$(board),$(program))) \
    $(eval $(call program_rules,$(board),$(program),$(program)_$(board)))))

silicon.files := build/gba/silicon.gba build/arduboy/silicon.hex build/microbit/silicon.hex build/pico/silicon.uf2 build/uno/silicon.hex
.PHONY: silicon
silicon: $(if $(SILICON),build/$(SILICON)/silicon.elf,$(silicon.files)) ## Use: files to try on boards that you have: SILICON=
	@ls -s --block-size=1000 $^; echo "What to do with them: boards/silicon/README.md"

# Of these the board's own last step makes it.
build/gba/silicon.gba: build/gba/silicon.elf ;
build/arduboy/silicon.hex: build/arduboy/silicon.elf ;
build/pico/silicon.uf2: build/pico/silicon.elf ;
build/uno/silicon.hex: build/uno/silicon.elf ;
build/microbit/silicon.hex: build/microbit/silicon.elf
	$(quiet)$(microbit.cross)objcopy -O ihex $< $@
