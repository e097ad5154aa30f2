# SPDX-License-Identifier: MIT
# links.py - every link of a Markdown file into the project leads somewhere, headings included; and what a page includes is there.

import os
import posixpath
import re

import tree

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"|<a[^>]*\bhref=\"([^\"]+)\"")

INCLUDED = re.compile(r"^```\{(?:literal)?include\} (\S+)\n((?::.*\n)*)", re.M)  # of Sphinx: a file, or the part of it between texts
MARK = re.compile(r'^:(?:start|end)-\w+: "(.*)"$', re.M)


def without_code(text):
    """The text with fenced blocks and code spans blanked, lines kept."""
    text = re.sub(r"^```.*?^```", lambda block: re.sub(r"[^\n]", " ", block.group(0)), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda span: " " * len(span.group(0)), text)


def anchors(text):
    """The names by which a page's headings can be linked to."""
    fenced = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", fenced, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def not_included(root, path, text):
    """Files that a page includes and that are not there, and texts that are not in them."""
    for name, options in INCLUDED.findall(text):
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        there = tree.read(root, place) if os.path.exists(os.path.join(root, place)) else None
        if there is None:
            yield f"{path}: includes {name}, which is not there"
        else:
            yield from (f"{path}: {name} has no `{mark}`" for mark in MARK.findall(options) if mark not in there)


def problems(root):
    found = []
    for path in tree.files(root, ".md"):
        text = tree.read(root, path)
        found += not_included(root, path, text)
        for match in LINK.finditer(without_code(text)):
            target = next(group for group in match.groups() if group)
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
            where = f"{path}:{tree.line_of(text, match.start())}: "
            if not os.path.exists(os.path.join(root, place)):
                found.append(where + f"links to {target}, which is not there")
            elif anchor and place.endswith(".md") and anchor not in anchors(tree.read(root, place)):
                found.append(where + f"links to {target}, which has no such heading")
    return found
