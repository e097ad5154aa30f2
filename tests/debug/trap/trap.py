#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# trap.py - what a debug build's default handler does on an emulated Cortex-M: says its line, then halts, or stops at a
# breakpoint where a debugger is there. Looks with gdb over QEMU's gdb server. Run from the root; prints TAP.
#
# QEMU's CPUs do not have the register that tells of a debugger: the second program of an M3 is told so by its build.

import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

DOUBLE_RELEASE = 20
LINE = "hutch: pigeons[0]: DOUBLE_RELEASE: the slot is already free"
BREAKPOINT = "\tbkpt\t0x0000"
SECONDS = 120  # of patience
RUN_SECONDS = 0.5  # from there to the halt the program needs some thousand instructions


class Machine:
    """QEMU with its UART in a file, and its gdb server on a socket."""
    def __init__(self, folder, emulator, program):
        self.log, self.socket, self.program = os.path.join(folder, "log"), os.path.join(folder, "gdb"), program
        for path in self.log, self.socket:
            if os.path.exists(path):
                os.remove(path)
        self.process = subprocess.Popen(
            [*emulator.split(), "-display", "none", "-monitor", "none", "-serial", "file:" + self.log, "-S",
             "-chardev", f"socket,path={self.socket},server=on,wait=off,id=gdb", "-gdb", "chardev:gdb", "-kernel", program],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        end = time.monotonic() + SECONDS
        while not os.path.exists(self.socket) and time.monotonic() < end:
            time.sleep(0.02)

    def gdb(self, *commands):
        arguments = [word for command in ("set pagination off", "set remotetimeout 60", "target remote " + self.socket, *commands)
                     for word in ("-ex", command)]
        try:
            return cpu_time.run(["gdb-multiarch", "-nx", "-batch", *arguments, self.program], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                                still=SECONDS).stdout
        except cpu_time.TooLong as late:
            return "gdb did not end\n" + str(late.stdout)

    def wait_for_line(self):
        end = time.monotonic() + SECONDS
        while LINE not in self.said() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(RUN_SECONDS)

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.process.kill()
        self.process.wait()


def halts(folder, name, emulator, program):
    with Machine(folder, emulator, program) as machine:
        machine.gdb("detach")  # which lets it run
        machine.wait_for_line()
        first = machine.gdb("print ticks", "detach")
        time.sleep(RUN_SECONDS)
        shown = machine.gdb("print ticks", "info symbol $pc", "print hutch_last_fault.code", "print hutch_last_fault.pool",
                            "backtrace", "kill")
        said = machine.said()
    result(LINE in said and "it went on" not in said, f"{name} says the line of the fault, and no more", said)
    result("hutch_port_halt + " in shown, f"{name} halts", shown)
    ticks = [line for text in (first, shown) for line in text.split("\n") if line.startswith("$1 = ")]
    result(len(ticks) == 2 and ticks[0] == ticks[1] != "$1 = 0", f"interrupts are off then on {name}", str(ticks))
    result(f"$2 = {DOUBLE_RELEASE}" in shown and '"pigeons"' in shown,
           f"a debugger that comes later finds the fault in hutch_last_fault on {name}", shown)
    result(" main (" in shown, f"a debugger that comes later sees the way from main to the halt on {name}", shown)


def breakpoint_of(program):
    """The address of the one breakpoint instruction: semihosting's has another number."""
    code = subprocess.run(["arm-none-eabi-objdump", "-d", program], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = [line.split(":")[0].strip() for line in code.split("\n") if line.endswith(BREAKPOINT)]
    return found[0] if len(found) == 1 else None


def breaks(folder, name, emulator, program):
    address = breakpoint_of(program)
    result(address is not None, f"{name} under a debugger has one breakpoint in its handler", str(address))
    if address is None:
        return
    with Machine(folder, emulator, program) as machine:
        shown = machine.gdb(f"hbreak *0x{address}", "continue", "print hutch_last_fault.code", "delete", "set $pc = $pc + 2",
                            "hbreak board_exit", "continue", "kill")
        said = machine.said()
    result(f"$1 = {DOUBLE_RELEASE}" in shown, f"{name} under a debugger stops at it", shown)
    result(LINE in said and said.endswith("it went on\n"), f"{name} goes on behind it: the call answers false", said + shown)
    with Machine(folder, emulator, program) as machine:
        shown = machine.gdb("hbreak fault_entry", "continue", "print/x ((unsigned *)$sp)[6]", "kill")
    result(f"$1 = 0x{int(address, 16):x}" in shown, f"{name}: that instruction is what raises the exception", shown)


def main():
    """usage: trap.py NAME HALTS|BREAKS PROGRAM EMULATOR"""
    name, kind, program, emulator = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        (halts if kind == "halts" else breaks)(folder, name, emulator, program)
    return end()


if __name__ == "__main__":
    raise SystemExit(main())
