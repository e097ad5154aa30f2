# SPDX-License-Identifier: MIT
"""results_file.py - tables of figures that are kept as CSV, with a line of heads."""
import csv


def read(path, keys):
    """The lines without the heads, whose first cells are keys, in a line each: in the file those of equal keys are one. None if there is no file yet."""
    if not path.exists():
        return []
    with path.open(encoding='utf-8', newline='') as file:
        heads, *lines = csv.reader(file)
    return [(*line[:keys], *line[at:at + len(heads) - keys]) for line in lines for at in range(keys, len(line), len(heads) - keys)]


def folded(lines, keys):
    found = {}
    for line in sorted(lines):
        found.setdefault(line[:keys], []).extend(line[keys:])
    return [(*key, *cells) for key, cells in found.items()]


def write(path, heads, lines):
    with path.open('w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([heads, *sorted(lines)])
