# SPDX-License-Identifier: MIT
# prefabs.mk - the hands-on program: for the emulated Cortex-M3 board, whose UART is this terminal, and for this machine.

games.by_own_target += prefabs
prefabs.sources := boards/games/prefabs/main.c boards/games/prefabs/creatures.c $(wildcard src/*.c)
prefabs.cflags := -Iboards/games/prefabs -DHUTCH_CFG_STATS=2

# The board without its screen: start-up, clock and UART.
prefabs-m3.sources := $(cortexm.sources) $(addprefix boards/lm3s6965evb/,clock.c uart.c) boards/games/prefabs/uart/keys.c
prefabs-m3.cflags = $(lm3s6965evb.cflags) -Iboards/lm3s6965evb
prefabs-m3.run := $(call cortexm.run,lm3s6965evb) build/prefabs-m3/prefabs.elf

build/prefabs-m3/prefabs/%.o: %.c boards/boards.mk boards/games/prefabs/prefabs.mk | need-lm3s6965evb
	$(call say,compile,$@)
	@mkdir -p $(@D)
	$(quiet)$(lm3s6965evb.cross)gcc -Iport/cortex_m $(boards.cflags) $(prefabs-m3.cflags) $(prefabs.cflags) $(CFLAGS) -c $< -o $@

prefabs-m3.objects := $(patsubst %,build/prefabs-m3/prefabs/%.o,$(basename $(prefabs-m3.sources) $(prefabs.sources) \
    $(wildcard port/cortex_m/*.c)))
build/prefabs-m3/prefabs.elf: $(prefabs-m3.objects) $(filter %.ld,$(lm3s6965evb.ldflags))
	$(call say,link,$@)
	$(quiet)$(lm3s6965evb.cross)gcc $(prefabs-m3.cflags) $(lm3s6965evb.ldflags) $(filter %.o,$^) $(lm3s6965evb.libs) -o $@

-include $(prefabs-m3.objects:.o=.d)

build/prefabs-host/prefabs: $(prefabs.sources) boards/games/prefabs/host/keys.c $(wildcard boards/games/prefabs/*.h include/hutch/*.h include/hutch/*/*.h)
	$(call say,build,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) -O2 $(filter-out -MMD -MP,$(boards.cflags)) -D_POSIX_C_SOURCE=200809L -Iport/host $(prefabs.cflags) $(CFLAGS) \
	    $(filter %.c,$^) port/host/hutch_port.c -o $@

.PHONY: prefabs
prefabs: $(if $(filter terminal,$(BOARD)),build/prefabs-host/prefabs,build/prefabs-m3/prefabs.elf) ## The hands-on test of prefabs: keys 1 2 3 Q W E [BOARD=terminal].
	@$(if $(filter terminal,$(BOARD)),$<,stty -icanon -echo 2>/dev/null; $(prefabs-m3.run); code=$$?; stty icanon echo 2>/dev/null; exit $$code)
