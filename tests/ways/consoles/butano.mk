# SPDX-License-Identifier: MIT
# butano.mk - of the Makefile of a project made from Butano's template: where hutch's headers are, beside the Makefile.
HUTCH     := $(dir $(realpath $(firstword $(MAKEFILE_LIST))))hutch
USERFLAGS := -isystem $(HUTCH)/include -isystem $(HUTCH)/port/auto
