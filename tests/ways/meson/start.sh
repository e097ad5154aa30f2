# SPDX-License-Identifier: MIT
# start.sh - puts hutch into subprojects/, builds and runs the program.
git clone "$HUTCH" subprojects/hutch
cp hutch.wrap subprojects
meson setup build -Dhutch:options=HUTCH_CFG_STATS=1
ninja -C build
build/rabbits
