# SPDX-License-Identifier: MIT
# horde.mk - has player.c play HORDE and STAMPEDE on this machine, and write the scripts that boards play.

horde.script := build/games/horde.script
stampede.script := build/games/stampede.script
giant.script := build/games/giant.script
horde.rules := $(addprefix boards/games/horde/,player/player.c $(addsuffix .c,best dino effects gifts horde motion music phones rabbits sound state)) \
    $(wildcard src/*.c) port/host/hutch_port.c
build/games/player: $(horde.rules)
build/games/player_stampede: $(horde.rules) boards/games/horde/stampede/herd.c boards/games/horde/stampede/deeds.c
build/games/player build/games/player_stampede: $(wildcard boards/*.h boards/games/horde/*.h include/hutch/*.h include/hutch/*/*.h src/*.h port/host/*.h)
	$(call say,link,$@)
	@mkdir -p $(@D)
	$(quiet)$(CC) -O2 $(filter-out -MMD -MP,$(boards.cflags)) -Iport/host -Iboards/games -Iboards/games/horde -DHUTCH_CFG_STATS=1 \
	    -DHORDE_STAMPEDE=$(if $(filter %_stampede,$@),1,0) $(filter %.c,$^) -o $@

$(horde.script): build/games/player
$(stampede.script) $(giant.script): build/games/player_stampede
$(horde.script) $(stampede.script) $(giant.script):
	$(call say,play,$@)
	$(quiet)$< $(basename $(@F)) >$@.part
	@mv $@.part $@
