# SPDX-License-Identifier: MIT
# start.sh - builds the library and the program; GBDK_HOME is the folder of GBDK-2020.
make HUTCH=../hutch
