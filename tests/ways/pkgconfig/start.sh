# SPDX-License-Identifier: MIT
# start.sh - installs hutch, and builds the program with what pkg-config says.
git clone "$HUTCH" hutch
make -C hutch install PREFIX="$PWD/opt" CPPFLAGS=-DHUTCH_CFG_STATS=1
export PKG_CONFIG_PATH="$PWD/opt/lib/pkgconfig"
make
./rabbits
