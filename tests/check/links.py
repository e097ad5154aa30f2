# SPDX-License-Identifier: MIT
# links.py - every link of a Markdown file into the project leads somewhere, headings included.

import os
import posixpath
import re

import tree

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*\bsrc=\"([^\"]+)\"|<a[^>]*\bhref=\"([^\"]+)\"")


def without_code(text):
    """The text with fenced blocks and code spans blanked, lines kept."""
    text = re.sub(r"^```.*?^```", lambda block: re.sub(r"[^\n]", " ", block.group(0)), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", lambda span: " " * len(span.group(0)), text)


def anchors(text):
    """The names by which a page's headings can be linked to."""
    fenced = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", fenced, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def problems(root):
    found = []
    for path in tree.files(root, ".md"):
        text = tree.read(root, path)
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
