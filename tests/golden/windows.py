# SPDX-License-Identifier: MIT
# windows.py - `make run` opens the emulator's window where there is a display: a virtual one, without a screen.
#
# usage: windows.py 'BOARD CLASS [OPTION ...]' ...   the class of its emulator's window, and options of the player

import contextlib
import os
import signal
import subprocess
import sys
import time

SECONDS = 600  # until the window is there; `make run` builds the game first


def display():
    """A virtual display: its process, and its name."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24"], pass_fds=[write],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as file:
        return server, ":" + file.readline().strip()


def windows(name):
    """The lines about windows with a picture in them: larger than an icon."""
    said = subprocess.run(["xwininfo", "-root", "-tree", "-display", name], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line.strip() for line in said.split("\n") if "has no name" not in line and " 10x10+" not in line]


def opened(name, board, kind, words):
    """The line of the window that `make run` opens, or None."""
    run = subprocess.Popen(["make", "-s", "run", "BOARD=" + board, *words], env={**os.environ, "DISPLAY": name}, start_new_session=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until and run.poll() is None:
            found = [line for line in windows(name) if kind in line]
            if found:
                return found[0]
            time.sleep(0.2)
        return None
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):  # mGBA asks its window first, and that may be gone
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, number)
            run.wait()


def main():
    server, name = display()
    failed = 0
    try:
        for number, (board, name_of_class, *options) in enumerate(map(str.split, sys.argv[1:]), 1):
            kind, words = f'"{name_of_class}"', ["ARGS=" + " ".join(options)] if options else []
            before = [line for line in windows(name) if kind in line]
            line = opened(name, board, kind, words)
            is_right = line is not None and not before
            failed += not is_right
            print(f"{'ok' if is_right else 'not ok'} {number} - make run BOARD={board} opens a window\n# {line}", flush=True)
    finally:
        server.terminate()
        server.wait()
    print(f"1..{len(sys.argv) - 1}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
