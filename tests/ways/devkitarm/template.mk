# SPDX-License-Identifier: MIT
# template.mk - of the Makefile of a project made from devkitPro's template: the two lines that change. The last folder has hutch_mgba.h.
SOURCES  := source ../hutch/src ../hutch/port/auto
INCLUDES := include ../hutch/include ../hutch/port/auto ../hutch/port/arm7tdmi
