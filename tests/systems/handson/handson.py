# SPDX-License-Identifier: MIT
# handson.py - plays the hands-on program of boards/games/prefabs by a script of keys on this machine and on the emulated
# board, compares both with the expected text, and shows that neither has an allocator.
#
# usage: handson.py [--update] PROGRAM_OF_THIS_MACHINE NM PROGRAM_OF_THE_BOARD CROSS_NM EMULATOR ...

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "tools"))
import cpu_time  # noqa: E402  (of tests/tools)
from tap_out import end, result  # noqa: E402

EXPECTED = os.path.join(HERE, "expected.txt")
ALLOCATORS = re.compile(r"\b_?(malloc|calloc|realloc|free|memalign|aligned_alloc|posix_memalign|sbrk|_sbrk|brk|mmap|_Znwm|_Znwj)"
                        r"(_r)?(@\S+)?$")


def play(command):
    """What the program wrote, its report's bytes left out: they are the CPU's."""
    with open(os.path.join(HERE, "keys.txt"), "rb") as keys:
        typed = keys.read().strip()
    done = cpu_time.run(command, input=typed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60, check=True)
    lines = done.stdout.decode().replace("\r", "").split("\n")
    return "\n".join(line for line in lines if not line.startswith(("pool ", "creatures ")))


def allocators(nm, program):
    """The names of allocators that a program has or asks a library for."""
    found = []
    for words in ([nm], [nm, "-D"]):
        said = subprocess.run(words + [program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
        found += [line.split()[-1] for line in said.split("\n") if line and ALLOCATORS.search(line)]
    return found


def control(folder):
    """A program that does allocate, for the check to find."""
    source, program = os.path.join(folder, "control.c"), os.path.join(folder, "control")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <stdlib.h>\nint main(int count, char **words)\n{\n    (void)words;\n"
                   "    return malloc((size_t)count) == (void *)words;\n}\n")
    subprocess.run(["gcc", "-O0", source, "-o", program], check=True)
    return program


def main():
    words = sys.argv[1:]
    is_update = words[:1] == ["--update"]
    host, nm, board, cross_nm, *emulator = words[1:] if is_update else words
    here, there = play([host]), play(emulator + [board])
    if is_update:
        with open(EXPECTED, "w", encoding="utf-8") as file:
            file.write(here)
        return 0
    with open(EXPECTED, encoding="utf-8") as file:
        expected = file.read()
    with tempfile.TemporaryDirectory() as folder:
        for sentence, holds in (
            ("the script of keys does on this machine what it should", here == expected),
            ("and the same on the emulated board", there == expected),
            ("no creature is lost: as many came as went and are there", ", none lost" in here),
            ("no allocator is linked on this machine", not allocators(nm, host)),
            ("no allocator is linked on the board", not allocators(cross_nm, board)),
            ("a program that allocates would be found", bool(allocators(nm, control(folder))))):
            result(holds, sentence)
    return end()


if __name__ == "__main__":
    sys.exit(main())
