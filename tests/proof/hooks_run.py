#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# hooks_run.py - runs the ports' hooks in assembler, hooks_avr.c and hooks_arm.c, on an emulated AVR and Cortex-M3. Prints TAP.
#
# usage: hooks_run.py [--full]     of the divisors one of 16, of the words one of 251, unless --full

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))

import tap_out  # noqa: E402

SHARED = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", "-Iboards"]
CORTEX_M = [f"boards/cortexm/{name}.c" for name in ("startup", "fault", "semihosting", "memory")]
# Source: what compiles it, what runs it, one of how many inputs, the hooks that it says.
PROGRAMS = {
    "hooks_avr": (["avr-gcc", "-mmcu=atmega32u4", "-Os", "-DHUTCH_PORT_TABLE_IN_FLASH=1", "-Iport/avr", "port/avr/hutch_port.c", "boards/atmega32u4/board.c"],
                  ["build/runners/simavr"], 16, ("HUTCH_PORT_BIT", "HUTCH_PORT_FIRST_SET", "HUTCH_PORT_DIVIDE_STEPS")),
    "hooks_arm": (["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-O2", "-ffreestanding", "-Iport/cortex_m", *CORTEX_M, "boards/mps2-an385/board.c",
                   "-nostdlib", "-T", "boards/mps2-an385/memory.ld", "-T", "boards/cortexm/sections.ld", "-lgcc"],
                  ["qemu-system-arm", "-M", "mps2-an385", "-semihosting-config", "enable=on,target=native", "-display", "none", "-monitor", "none",
                   "-serial", "stdio", "-kernel"], 251, ("HUTCH_PORT_SHIFT_OUT",)),
}


def main(words):
    (ROOT / "build/prove").mkdir(parents=True, exist_ok=True)
    for name, (compiler, runner, every, hooks) in PROGRAMS.items():
        program = f"build/prove/{name}.elf"
        every = 1 if "--full" in words else every
        subprocess.run([compiler[0], *SHARED, f"-DEVERY={every}u", f"tests/proof/{name}.c", *compiler[1:], "-o", program], cwd=ROOT, check=True)
        done = subprocess.run([*runner, program], cwd=ROOT, check=False, capture_output=True, text=True)
        lines = (done.stdout + done.stderr).split("\n")
        for hook in hooks:
            said = [line.strip() for line in lines if line.startswith(hook + " ")]
            tap_out.result(len(said) == 1 and said[0].endswith("+"), said[0][:-2] if said else hook, "\n".join(lines[-5:]))
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
