#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# docs.py - makes the blocks of tests/debug/README.md from what programs really print; finds stale ones.
#
# usage: docs.py [--write [--injected]]     from the root; prints TAP; --injected: with what the full run of random misuse says

import glob
import os
import re
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, os.pardir, os.pardir, folder) for folder in ("tools", "check")]
import generated  # noqa: E402  (of tests/check)
import tap_out  # noqa: E402  (of tests/tools)

STORY = "tests/debug/host/story.c"
OFTEN, VALID = "100000", "100000000"  # of the full run
FLAGS = ["-std=gnu99", "-g", "-O1", "-Iinclude", "-Iport/host", "-DHUTCH_CFG_CHECK=2"]


def story(folder, *flags):
    """(what the program printed, how it ended), addresses masked."""
    program = os.path.join(folder, "story")
    sources = [STORY, *sorted(glob.glob("src/*.c") + glob.glob("port/host/*.c"))]
    subprocess.run(["gcc", *FLAGS, *flags, *sources, "-o", program], check=True)
    done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return re.sub(r"0x[0-9a-f]+", "0x...", done.stdout), done.returncode


def ending(code):
    return f"(the program ended by {signal.Signals(-code).name})" if code < 0 else f"(exit code {code})"


def fenced(text):
    return "```text\n" + text.rstrip("\n") + "\n```\n"


def wrap_text(folded):
    return folded.replace("; ", ";\n    ")


def check_block(folder):
    said, code = story(folder)
    return fenced(wrap_text(said) + ending(code))


def fence_block(folder):
    said, code = story(folder, "-DHUTCH_CFG_FENCE=1")
    return fenced(said + ending(code))


def asan_block(folder):
    said, _ = story(folder, "-fsanitize=address")
    error = re.search(r"ERROR: (AddressSanitizer: [\w-]+)", said).group(1)
    place = re.search(r"#0 0x\.\.\. in (main) \S*?(story\.c:\d+)", said)
    return fenced(f"{error} in {place.group(1)}, {place.group(2)}")


def duration(seconds):
    for name, size in ("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60):
        if seconds >= size * 1.5:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.1f} seconds" if seconds >= 1 else f"{seconds:.2f} seconds"


def wrap_block(_folder):
    rates = (1, 60, 600, 10000)
    lines = ["| slots | ref | generation bits | " + " | ".join(f"{rate} spawns a second" for rate in rates) + " |",
             "|" + " --- |" * (3 + len(rates))]
    for bits in 16, 32:
        for capacity in 8, 64, 256, 1024, 32768:
            generation = bits - (capacity - 1).bit_length()
            if generation >= 8:
                times = [duration((2 ** generation - 1) / rate) for rate in rates]
                lines.append(f"| {capacity} | {bits} bits | {generation} | " + " | ".join(times) + " |")
    return "\n".join(lines) + "\n"


def injected_rows(folder, *arguments):
    """[(kind, missed, of)] of a run of the injections"""
    program = os.path.join(folder, "inject")
    sources = ["tests/unit/unit.c", "tests/unit/host/board.c", *sorted(glob.glob("tests/debug/inject/*.c") + glob.glob("src/*.c")),
               "port/host/hutch_port.c"]
    subprocess.run(["gcc", "-std=gnu99", "-O2", "-w", "-DHUTCH_CFG_CHECK=2", "-Iinclude", "-Iport/host", "-Iboards", "-Itests/unit",
                    *sources, "-o", program], check=True)
    said = subprocess.run([program, *arguments], stdout=subprocess.PIPE, text=True, check=False).stdout
    return re.findall(r"ok \d+ - (.*), (\d+) of (\d+)\n", said)


def sentence(kinds, often, valid):
    return f"In the middle of valid random play, {often} times each, and always found, by its code: {'; '.join(kinds[:-1])}. Of {valid} valid operations none was\n" \
           "called a fault, or answered wrongly.\n"


def injected_text(folder):
    rows = injected_rows(folder, OFTEN, VALID)
    missed = [f"{name}: {count} of {of}" for name, count, of in rows if count != "0"]
    return "Missed: " + "; ".join(missed) + "\n" if missed else sentence([name for name, _, _ in rows], OFTEN, VALID)


def injected_block(folder, text):
    """What stands there, if every kind is in it and none was missed."""
    kinds = [name for name, _, _ in injected_rows(folder, "1", "1")]
    return text if text == sentence(kinds, OFTEN, VALID) else "(run `make injected`)\n"


BLOCKS = {"story-check": check_block, "story-fence": fence_block, "story-asan": asan_block, "wrap": wrap_block}


def main():
    there = {name: text for _, name, text in generated.blocks(".")}
    with tempfile.TemporaryDirectory() as folder:
        made = {name: make(folder) for name, make in BLOCKS.items()}
        made["injected"] = injected_text(folder) if "--injected" in sys.argv else injected_block(folder, there.get("injected"))
    return tap_out.every([(f"the block {name} is what the program prints now",
                           generated.kept(".", {name: lambda _root, text=text: text}, "make debug-docs")) for name, text in made.items()])


if __name__ == "__main__":
    sys.exit(main())
