#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# manpages.py - writes manual pages: hutch.7, the manual of hutch.h, and a page for each function with a contract, from its contract.
#
# usage: manpages.py FOLDER

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "check"))
import generated  # noqa: E402
import tree  # noqa: E402

SECTIONS = (("@return", "RETURN VALUE"), ("@time", "TIME"), ("@isr", "WHO MAY CALL IT"), ("@fault", "FAULTS"))


def header_of(function):
    """The header that a program includes for it: the core's, or that of its add-on."""
    path = function.path[len("include/"):]
    return path if path.count("/") == 1 else "hutch/hutch.h"


def roff(text):
    """Text that troff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def head(name, section, version):
    return f'.TH {name} {section} "" "hutch {version}" "hutch"\n.SH NAME\n'


def declaration(root, function):
    text = re.sub(r"\s*HUTCH_ABI\(\w+\)", "", tree.read(root, function.path))
    found = re.search(rf"^[a-zA-Z_][\w \t*]*?\b{function.name}\([^;]*;", text, re.M)
    return re.sub(r"\s+", " ", found.group(0))


def function_page(root, function, version):
    name = function.name if function.is_public else "rabbits_" + function.verb
    what, _, rest = function.tag("").partition(". ")
    lines = [head(name, 3, version) + f"{name} \\- {roff(what.rstrip('.'))}", ".SH SYNOPSIS", ".nf",
             f'#include "{header_of(function)}"', ".sp", roff(declaration(root, function)), ".fi", ".SH DESCRIPTION", roff(what.rstrip(".") + ".")]
    lines += [roff(rest)] if rest else []
    for key, text in function.parts.items():
        if key.startswith("@param "):
            lines += [".TP", f".I {key.split()[1]}", roff(text)]
    for tag, title in SECTIONS:
        lines += [f'.SH "{title}"', roff(function.tag(tag))]
    return "\n".join([*lines, '.SH "SEE ALSO"', ".BR hutch (7)", ""])


def manual_page(root, version):
    """The comment at the top of hutch.h: a line in capitals is a heading, the others stand as they are."""
    comment = re.match(r"(?://.*\n)+", tree.read(root, "include/hutch/hutch.h")).group(0)
    lines = [head("hutch", 7, version) + "hutch \\- object pools for microcontrollers, sized at compile time"]
    for line in (line[3:] for line in comment.split("\n")[3:-1]):
        lines.append(f'.fi\n.SH "{line}"\n.nf' if re.fullmatch(r"[A-Z][A-Z ]+", line) else roff(re.sub("^  ", "", line)))
    return "\n".join([*lines, ".fi", ""])


def main(folder):
    version = tree.version(ROOT)
    pages = {f"{function.name if function.is_public else 'rabbits_' + function.verb}.3": function_page(ROOT, function, version) for function in generated.public_functions(ROOT)}
    pages["hutch.7"] = manual_page(ROOT, version)
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in pages.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        sys.exit(f"manpages.py: {error.filename or folder}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1])
