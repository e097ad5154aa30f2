# SPDX-License-Identifier: MIT
# start.sh - makes the two files, and compiles them with the program.
make -C ../hutch amalgamation
cp ../hutch/build/amalgamation/hutch.* .
cc -O2 -g -o rabbits main.c hutch.c
./rabbits
