# SPDX-License-Identifier: MIT
# board.mk - the host's terminal: needs a C compiler and nothing else.
terminal.about := the host: half blocks and arrow keys in a terminal
terminal.port := host
terminal.cross :=
terminal.cflags = -O2 -D_POSIX_C_SOURCE=200809L -Dmain=game_main -include boards/terminal/game_main.h \
    -DBOARD_REWINDS=1 -DTERMINAL_DEMO_SCRIPT='"$(abspath $(game.script))"'
terminal.sources := $(addprefix boards/terminal/,board.c cells.c keys.c live.c screen.c script.c tty.c) boards/canvas/canvas.c \
    port/host/hutch_port.c
terminal.needs = $(game.script)
terminal.packages :=
terminal.screen := yes
terminal.stampede := yes
terminal.unit := no # the host runs them in a matrix of builds
terminal.also := cheat
