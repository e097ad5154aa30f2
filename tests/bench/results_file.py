# SPDX-License-Identifier: MIT
"""results_file.py - tables of figures that are kept as CSV, with a line of heads."""
import csv


def read(path):
    """The lines without the heads; none if there is no file yet."""
    if not path.exists():
        return []
    with path.open(encoding='utf-8', newline='') as file:
        return [tuple(line) for line in csv.reader(file)][1:]


def write(path, heads, lines):
    with path.open('w', encoding='utf-8', newline='') as file:
        csv.writer(file, lineterminator='\n').writerows([heads, *sorted(lines)])
