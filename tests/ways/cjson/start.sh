# SPDX-License-Identifier: MIT
# start.sh - records what cJSON asks for, makes the pools, and links the program with them.
git clone "$HUTCH" hutch
cc -DRECORD -I hutch/src/tools -o record main.c -lcjson
./record 2> record.txt
hutch/src/tools/hutch-sizes record.txt --align 16 --declaration | tee pools.h
cc -O2 -g -ffunction-sections -Wl,--gc-sections \
    -I hutch/include -I hutch/port/auto -o pump \
    main.c hutch/src/*.c hutch/port/auto/*.c -lcjson
./pump
