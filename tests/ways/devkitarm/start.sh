# SPDX-License-Identifier: MIT
# start.sh - builds the program; DEVKITARM is set by devkitPro.
make HUTCH=../hutch
