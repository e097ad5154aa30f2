# SPDX-License-Identifier: MIT
# yours.mk - a program of yours on emulated boards: make on-boards BOARDS="microbit rv32" YOURS="$PWD/test.c"
#
# It is built with the start-up code, the linker script and the log of each board, and with hutch and the board's port. Its own
# main() begins; what that answers is the program's exit code. README.md has makefiles that call this.

YOURS ?=
YOURS_CFLAGS ?=
YOURS_SECONDS ?= 60
YOURS_RESULTS ?= build/yours
BOARDS ?= microbit mps2-an385 rv32 atmega32u4

ifneq ($(YOURS),)
yours.unknown := $(filter-out $(boards.all),$(BOARDS))
ifneq ($(yours.unknown),)
    $(error There is no board '$(firstword $(yours.unknown))'. The boards are: $(boards.all))
endif
ifneq ($(filter-out /%,$(YOURS)),)
    $(error YOURS has '$(firstword $(filter-out /%,$(YOURS)))': give the paths from the root, such as $(CURDIR)/$(firstword $(filter-out /%,$(YOURS))))
endif
yours.missing := $(filter-out $(wildcard $(YOURS)),$(YOURS))
ifneq ($(yours.missing),)
    $(error YOURS names '$(firstword $(yours.missing))', which is not there)
endif

# A folder of objects for each set of sources and options.
yours.name := yours-$(firstword $(shell printf '%s' $(call quoted,$(YOURS) $(YOURS_CFLAGS)) | cksum))
yours.sources := boards/yours/main.c boards/yours/string.c $(YOURS) $(wildcard src/*.c)
yours.cflags := $(YOURS_CFLAGS)
$(foreach board,$(BOARDS),$(eval $(call program_rules,$(board),$(yours.name),yours)))
# Only in the program's own sources: main.c has the board's. RISC-V's compiler comes without a string.h.
$(foreach board,$(BOARDS),$(foreach source,$(basename $(YOURS)),\
    $(eval build/$(board)/$(yours.name)/$(source).o: yours.cflags += -Dmain=yours_main -Wno-missing-prototypes \
        $(if $(filter riscv%,$($(board).cross)),-idirafter boards/yours/std))))

.PHONY: on-boards $(BOARDS:%=on-board-%)
on-boards:
	@mkdir -p $(YOURS_RESULTS) && rm -f $(BOARDS:%=$(YOURS_RESULTS)/%.log)
	+@$(MAKE) --no-print-directory -k $(BOARDS:%=on-board-%) || true
	@$(PYTHON) boards/yours/run.py --tally $(YOURS_RESULTS) $(BOARDS)

$(BOARDS:%=on-board-%): on-board-%: build/%/$(yours.name).elf
	@$(PYTHON) boards/yours/run.py $(YOURS_RESULTS) $* $(YOURS_SECONDS) $($*.run) $<
else
.PHONY: on-boards
on-boards: ## Use: your program on emulated boards: boards/yours/README.md
	$(error Give the sources: make on-boards YOURS="$$PWD/test.c $$PWD/ring.c" BOARDS="$(BOARDS)")
endif
