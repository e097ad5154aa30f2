#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py - runs a program of somebody's on an emulated board, and says how it ended; then how it was on all boards.

usage: run.py FOLDER BOARD SECONDS EMULATOR ... PROGRAM     at most so many seconds of CPU time; FOLDER/BOARD.log keeps what it prints
       run.py --tally FOLDER BOARD ...                      prints the tests of each board (TAP), writes FOLDER/results.xml (JUnit)

Each line is printed behind the board's name. A board fails by a test, by an exit code other than 0, or by 124, which is a program that did
not end."""
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests/tools"))
import cpu_time  # noqa: E402

TEST = re.compile(r"^(not )?ok\b *\d* *-? *(.*)$", re.M)
END = re.compile(r"^(exit code (\d+)|did not end: .*)\n\Z", re.M)


def run(folder, board, seconds, *command):
    try:
        done = cpu_time.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=int(seconds))
        text, end = done.stdout, f"exit code {done.returncode}"
    except cpu_time.TooLong as late:
        text, end = late.output or b"", f"did not end: it was stopped: {late.reason}"
    lines = [*text.decode("utf-8", "replace").splitlines(), end]
    Path(folder, board + ".log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("".join(f"{board}: {line}\n" for line in lines), end="", flush=True)
    return 0  # the tally fails


def tests_of(log):
    """[(the sentence of a test, what is wrong or nothing)]; how the program ended is one more if it is all that went wrong, or all there is."""
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    end = END.search(text)
    tests = [(sentence, "failed" if is_wrong else "") for is_wrong, sentence in TEST.findall(text)]
    is_right = end and end.group(2) == "0"
    if not tests or not is_right and not any(wrong for _, wrong in tests):
        tests.append(("the program ends with 0", "" if is_right else end.group(1) if end else "it was not built"))
    return tests


def tally(folder, *boards):
    tests = {board: tests_of(Path(folder, board + ".log")) for board in boards}
    failed = {board: sum(bool(wrong) for _, wrong in found) for board, found in tests.items()}
    xml = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for board, found in tests.items():
        print(f"{board}: {len(found) - failed[board]} passed, {failed[board]} failed")
        xml.append(f'<testsuite name="{board}" tests="{len(found)}" failures="{failed[board]}">')
        xml += [f'<testcase classname="{board}" name={quoteattr(sentence)}>' + (f"<failure message={quoteattr(wrong)}/>" if wrong else "") +
                "</testcase>" for sentence, wrong in found]
        xml.append("</testsuite>")
    Path(folder, "results.xml").write_text("\n".join([*xml, "</testsuites>\n"]), encoding="utf-8")
    print(f"{len(boards)} board{'s' * (len(boards) > 1)}, {sum(map(len, tests.values()))} tests, {sum(failed.values())} failed")
    return 1 if any(failed.values()) else 0


if __name__ == "__main__":
    sys.exit(tally(*sys.argv[2:]) if sys.argv[1] == "--tally" else run(*sys.argv[1:]))
