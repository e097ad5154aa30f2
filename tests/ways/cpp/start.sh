# SPDX-License-Identifier: MIT
# start.sh - installs hutch, and builds a program in C++.
git clone "$HUTCH" hutch
make -C hutch install PREFIX="$PWD/opt"
export PKG_CONFIG_PATH="$PWD/opt/lib/pkgconfig"
c++ -std=c++17 -O2 -o rabbits start.cpp $(pkg-config --cflags --libs hutch)
./rabbits
