#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# hooks_avr.py - runs hooks_avr.c, the hooks in assembler of port/cpu/avr.h, on the emulated AVR. Prints TAP.
#
# usage: hooks_avr.py [--full]     of the divisors one of 16, unless --full

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))

import tap_out  # noqa: E402

SAID = ("HUTCH_PORT_BIT", "HUTCH_PORT_FIRST_SET", "HUTCH_PORT_DIVIDE_STEPS")


def main(words):
    every = 1 if "--full" in words else 16
    program = ROOT / "build/prove/hooks_avr.elf"
    program.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["avr-gcc", "-mmcu=atmega32u4", "-std=c99", "-Os", "-Wall", "-Wextra", "-Werror", "-DHUTCH_CFG_TABLE_IN_FLASH=1", f"-DEVERY={every}",
                    "-Iinclude", "-Iboards", "-Iport/avr", "tests/proof/hooks_avr.c", "port/avr/hutch_port.c", "boards/atmega32u4/board.c", "-o", program],
                   cwd=ROOT, check=True)
    done = subprocess.run(["build/runners/simavr", program], cwd=ROOT, check=False, capture_output=True, text=True)
    lines = (done.stdout + done.stderr).split("\n")
    for name in SAID:
        said = [line for line in lines if line.startswith(name + " ")]
        tap_out.result(len(said) == 1 and said[0].endswith("+"), said[0][:-2] if said else name, "\n".join(lines[-5:]))
    return tap_out.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
