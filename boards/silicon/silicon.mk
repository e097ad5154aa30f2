# SPDX-License-Identifier: MIT
# silicon.mk - a program that a person puts on a board, and that ends in one line: README.md.

# A Cortex-M or RISC-V of yours: make silicon SILICON=mine
SILICON ?=
silicon.boards := $(sort gba arduboy microbit mps2-an385 mps2-an505 pico rv32 sm83 uno $(SILICON))
silicon.programs := silicon silicon_none silicon_blind
silicon.cflags := -g1 -O2 -Wno-array-bounds -DHUTCH_CFG_LOCK_FREE=1 -Itests/unit -Itests/parallel -DEVERY=1
silicon.options = $(or $($(1).silicon_options),-DTICKS=1000000 -DLOCK=HUTCH_LOCK_IRQ)
# Wrong, and to be found out: no lock, and a port that masks nothing; on the Game Boy one whose inline assembler is empty.
silicon_none.options = -DTICKS=$(or $($(1).wrong_ticks),20000) -DLOCK=HUTCH_LOCK_NONE
silicon_blind.options = -DTICKS=$(or $($(1).wrong_ticks),20000) -DLOCK=HUTCH_LOCK_IRQ $(or $($(1).blind_cflags),$(silicon.blind))
silicon.blind := -DHUTCH_PORT_MASKS=1 -include port/template/hutch_port.h

# Where the unit tests find no room, those of some files; a wrong program has those of one.
arduboy.silicon_parts := claim
uno.silicon_parts := claim
microbit.silicon_parts := acquire
sm83.silicon_parts := zeroed acquire claim wrong_release release_if locked
silicon.parts = $(if $(filter silicon,$(2)),$($(1).silicon_parts),$(firstword $($(1).silicon_parts) acquire))
silicon.units = $(if $(silicon.parts),$(patsubst %,tests/unit/%.c,part/part $(silicon.parts) unit recorder) $(library.as_one),$(unit.sources))
silicon.run = $(if $(silicon.parts),'-DPARTS(run)=$(patsubst %,run(%_tests),$(silicon.parts))')
gba.blind_cflags := $(silicon.blind) -DHUTCH_PORT_ARM7_LOCK=0
arduboy.blind_cflags := -include port/cpu/avr.h $(silicon.blind)
uno.blind_cflags := $(arduboy.blind_cflags)
pico.silicon_files := $(addprefix boards/silicon/,cortexm.c pico.c) boards/rp2040/usb.c
pico.silicon_cores := 2
pico.silicon_options := -DTICKS=500000 -DLOCK=HUTCH_LOCK_CORES
sm83.wrong_ticks := 50000
sm83.silicon_options := -DTICKS=50000 -DLOCK=HUTCH_LOCK_IRQ
sm83.silicon_cflags := -DPART_BEGINS_EARLY -DSPREAD=2047
sm83.blind_cflags := -DHUTCH_CFG_WORD_BITS=16 '-D__asm__(text)='
arduboy.silicon_files := $(addprefix boards/silicon/,avr.c arduboy.c)
uno.silicon_files := boards/silicon/avr.c
arduboy.silicon_cflags := -DUNIT_TERSE -DUNIT_LITTLE_RAM -DHUTCH_PORT_TABLE_IN_FLASH=1
uno.silicon_cflags := $(arduboy.silicon_cflags)

# With all of the compiler's passes.
$(silicon.programs:%=build/sm83/%.elf): sm83.ldflags := $(filter-out --effort=%,$(sm83.ldflags))

# $(1) board, $(2) program
define silicon_rules
$(2)_$(1).sources := boards/silicon/silicon.c $(or $($(1).silicon_files),$(firstword $(wildcard boards/silicon/$(1).c boards/silicon/$($(1).port).c)),boards/silicon/cortexm.c) $(call silicon.units,$(1),$(2)) tests/parallel/cores.c
$(2)_$(1).cflags := $(silicon.cflags) $($(1).silicon_cflags) $(call silicon.run,$(1),$(2)) $(call $(2).options,$(1)) -DCORES=$(or $($(1).silicon_cores),1) -DSILICON_BOARD='"$(1)"'
build/$(1)/$(2)/tests/unit/main.o build/$(1)/$(2)/tests/unit/part/part.o: CFLAGS += -Dmain=unit_main -Wno-missing-prototypes
build/$(1)/$(2)/tests/parallel/cores.o: CFLAGS += -Dhutch_on_fault=cores_on_fault -Wno-missing-prototypes
endef
$(foreach board,$(silicon.boards),$(foreach program,$(silicon.programs),$(eval $(call silicon_rules,$(board),$(program))) \
    $(eval $(call program_rules,$(board),$(program),$(program)_$(board)))))

silicon.files := build/gba/silicon.gba build/arduboy/silicon.hex build/microbit/silicon.hex build/pico/silicon.uf2 build/sm83/silicon.gb build/uno/silicon.hex
.PHONY: silicon
silicon: $(if $(SILICON),build/$(SILICON)/silicon.elf,$(silicon.files)) ## Use: files to try on boards that you have: SILICON=
	@ls -s --block-size=1000 $^; echo "What to do with them: boards/silicon/README.md"

# Of these the board's own last step makes it.
build/gba/silicon.gba: build/gba/silicon.elf ;
build/arduboy/silicon.hex: build/arduboy/silicon.elf ;
build/pico/silicon.uf2: build/pico/silicon.elf ;
build/sm83/silicon.gb: build/sm83/silicon.elf ;
build/uno/silicon.hex: build/uno/silicon.elf ;
build/microbit/silicon.hex: build/microbit/silicon.elf
	$(quiet)$(microbit.cross)objcopy -O ihex $< $@
