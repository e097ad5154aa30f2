#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# join.py - joins a page, its style, its scripts and its data into one file of HTML.
"""usage: join.py OUT PAGE NAME=FILE ...

In PAGE, <link href> becomes the style, <script type="module" src> the module with all that it imports, and
<script type="module" src="NAME"> the FILE that is a module already joined, and <script type="text/plain" id="NAME"> gets the
FILE: a script of buttons and JSON as they are, all else in base64."""

import base64
import os
import re
import sys

IMPORT = re.compile(r"^import \{[^}]*\} from '\./([\w.]+)';\n", re.M)
EXPORT = re.compile(r"^export (?=class|const|function|async)", re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def modules(folder, name, seen):
    """A module's text after that of the modules that it imports, each once. All share one scope: their names differ."""
    if name in seen:
        return ""
    seen.add(name)
    text = read(os.path.join(folder, name))
    before = "".join(modules(folder, other, seen) for other in IMPORT.findall(text))
    return before + EXPORT.sub("", IMPORT.sub("", text))


def data(path):
    if path.endswith((".script", ".json")):
        return read(path)
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def join(page, files):
    folder, text = os.path.dirname(page), read(page)

    def module(name):
        return read(files[name]) if name in files else modules(folder, name, set())

    text = re.sub(r'<link rel="stylesheet" href="([\w.]+)">',
                  lambda found: f"<style>\n{read(os.path.join(folder, found[1]))}</style>", text)
    text = re.sub(r'<script type="module" src="([\w.]+)"></script>',
                  lambda found: f"<script type=\"module\">\n{module(found[1])}</script>", text)
    return re.sub(r'<script type="text/plain" id="(\w+)"></script>',
                  lambda found: f'<script type="text/plain" id="{found[1]}">{data(files[found[1]])}</script>', text)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(join(sys.argv[2], dict(word.split("=", 1) for word in sys.argv[3:])))


if __name__ == "__main__":
    main()
