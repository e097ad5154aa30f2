#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# film.py - makes the README's film: the end of a scripted game, with its pools below it.
"""usage: film.py OUT SCRIPT COMMAND ...

Each picture is the last one of a run of its own: COMMAND plays the script, cut off there by --script, leaves the screen in --png, and
prints the pools. The film ends where the script does; that picture stands first in the file, where readers that know no films show it."""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

import png
import script
import strip

PICTURES, STEP, RATE = 55, 4, 60  # so many, a picture each so many frames of the game, which has so many a second
BYTES_MAX = 400_000


def cut(path, frames):
    """The text of a script that ends after so many frames."""
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file if line[:1].isdigit() and int(line.split()[0]) < frames]
    return ''.join(lines) + f'{frames} end\n'


def picture(path, command, frames):
    """The screen after so many frames, with the pools: width, height, pixels."""
    with tempfile.TemporaryDirectory() as folder:
        shot, log, shortened = (os.path.join(folder, name) for name in ('shot.png', 'log.txt', 'part.script'))
        with open(shortened, 'w', encoding='utf-8') as file:
            file.write(cut(path, frames))
        with open(log, 'w', encoding='utf-8') as file:
            subprocess.run([*command, '--script', shortened, '--png', shot], stdout=file, stderr=subprocess.DEVNULL, check=True)
        return strip.joined(shot, log)


def main():
    """The command line."""
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    out, path, *command = sys.argv[1:]
    last = script.Script(path).frames
    frames = [last, *range(last - (PICTURES - 1) * STEP, last, STEP)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as runs:
        pictures = list(runs.map(lambda frame: picture(path, command, frame), frames))
    width, height, _ = pictures[0]
    png.write_film(out, width, height, [rgb for _, _, rgb in pictures], (STEP, RATE))
    if os.path.getsize(out) > BYTES_MAX:
        sys.exit(f'{out} has {os.path.getsize(out)} bytes, of {BYTES_MAX} that a reader shall wait for: PICTURES are too many')


if __name__ == '__main__':
    main()
