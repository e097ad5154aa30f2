# SPDX-License-Identifier: MIT
# start.sh - one command compiles the program and hutch's sources.
git clone "$HUTCH" hutch
cc -O2 -g -ffunction-sections -Wl,--gc-sections \
    -I hutch/include -I hutch/port/auto -o rabbits \
    main.c hutch/src/*.c hutch/port/auto/*.c
./rabbits
