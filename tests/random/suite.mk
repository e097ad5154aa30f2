# SPDX-License-Identifier: MIT
# suite.mk - random programs against a model that shares no code with hutch; see random_programs.py.

random.boards := $(call boards_also,random)
RANDOM_MINUTES ?= 60
random.run := $(PYTHON) tests/random/random_programs.py $(if $(COUNT),--count $(COUNT) --no-cut) $(call full,--minutes $(RANDOM_MINUTES))
random.needs := $(random.boards:%=build/random/%.board)
random.packages = clang g++ $(unit.multilib) $(unit.foreign) $(foreach board,$(random.boards),$($(board).packages)) $(call full,$(random.cpus))
random.seconds := $(if $(FULL),$(shell expr $(RANDOM_MINUTES) \* 60 + 900),600)

# FULL=1: on more CPUs, with options at random, for RANDOM_MINUTES.
random.cpus := \
    s390x-linux-gnu-gcc:gcc-s390x-linux-gnu /usr/s390x-linux-gnu/include/stdio.h:libc6-dev-s390x-cross \
    riscv64-linux-gnu-gcc:gcc-riscv64-linux-gnu /usr/riscv64-linux-gnu/include/stdio.h:libc6-dev-riscv64-cross \
    aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu /usr/aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross \
    arm-linux-gnueabihf-gcc:gcc-arm-linux-gnueabihf /usr/arm-linux-gnueabihf/include/stdio.h:libc6-dev-armhf-cross

# Everything random that there is, with seeds of the clock; appends a row to build/torture.md.
.PHONY: torture
torture: $(random.needs) $(foreach suite,model-w8 model-w16 model-w32 model-w64 debug-inject alone-flips alone-flips-debug-w8,$($(suite).needs)) ## Test: all random tests with new seeds: HOURS=
	@sh boards/tools/need.sh $(sort $(test.packages) $(random.packages) $(random.cpus) $(model-w16.packages) $(see-hostile.packages) $(sweep-few.packages) $(gba.packages))
	@$(PYTHON) -B tests/random/torture.py $(or $(HOURS),10)

# How a board builds and runs a program, for builds.py.
build/random/%.board: boards/%/board.mk tests/random/suite.mk
	@mkdir -p $(@D)
	@{ echo 'cc=$(call board_cc,$*)'; echo 'cflags=$($*.cflags)'; echo 'ldflags=$($*.ldflags)'; \
	    echo 'libs=$($*.libs)'; echo 'sources=$($*.sources)'; echo 'port=$($*.port)'; echo 'run=$($*.run)'; } >$@
