# SPDX-License-Identifier: MIT
# start.sh - configures, builds and runs the program.
cmake -S . -B build -DWAY=subdirectory -DHUTCH="$PWD/../hutch"
cmake --build build
build/rabbits
