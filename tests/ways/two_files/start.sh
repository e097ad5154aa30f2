# SPDX-License-Identifier: MIT
# start.sh - makes the two files, and compiles them with the program.
git clone "$HUTCH" hutch
make -C hutch amalgamation
cp hutch/build/amalgamation/hutch.* .
sed -i 's|hutch/hutch.h|hutch.h|' main.c # the header is beside it
cc -O2 -g -o rabbits main.c hutch.c
./rabbits
