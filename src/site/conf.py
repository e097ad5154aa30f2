# SPDX-License-Identifier: MIT
# conf.py - Sphinx's settings of the site. Its pages are the README.md files, where they stand, and those of this folder.
#
# Sphinx's source folder is the root of the project, so that links between README.md files lead to pages as they are.

import os
import re
import sys

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "check"))
import generated  # noqa: E402
import tree  # noqa: E402
import twins  # noqa: E402

release = version = tree.version(ROOT)
project = "hutch"
extensions = ["myst_parser", "breathe"]
source_suffix = {".md": "markdown"}
root_doc = "src/site/index"
include_patterns = ["CHANGELOG.md", "README.md", "**/README.md", "src/DESIGN.md", "tests/**/*.md", "src/site/**"]
exclude_patterns = ["build", ".git"]
highlight_language = "c"

myst_heading_anchors = 4  # README.md files name them in links

# Doxygen, which site.mk runs first, reads the contracts.
breathe_projects = {"hutch": os.path.join(ROOT, "build/site/xml")}
breathe_default_project = "hutch"
breathe_domain_by_extension = {"h": "c"}

html_theme = "furo"
html_title = f"hutch {release}"
html_copy_source = False
html_show_copyright = False
html_static_path = ["static"]
html_extra_path = ["top"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]

# A macro with a doc comment, which may stand above another comment and an #if.
MACRO = re.compile(r"^///.*\n(?://(?!/).*\n)*(?:#\s*if.*\n)?#\s*define (HUTCH_[A-Z_]*[A-Z])\b", re.M)


def head(text):
    """The comment at the top of a header as Markdown: what is indented, or numbered, stands as it is, and the rest is text."""
    job, *rest = [line[3:] for line in re.match(r"(?://.*\n)+", text).group(0).split("\n")[1:]]
    job = job.split(" - ", 1)[1]
    lines = [job[0].upper() + job[1:]]
    in_section = is_list = False
    for line in rest:
        if re.fullmatch(r"[A-Z][A-Z ]+", line):  # as in hutch.h, whose sections are indented
            in_section = True
            lines += ["", f"**{line}**", ""]
            continue
        line = line[2:] if in_section else line
        is_list = is_list and line.startswith(" ") or line.startswith("  - ")
        is_literal = re.match(r" |\d\.", line) and not is_list
        if line and lines[-1] and bool(is_literal) != lines[-1].startswith("    "):
            lines.append("")
        lines.append("    " + line if is_literal else re.sub(r"([*_<\[])", r"\\\1", line[2:] if is_list else line))
    return lines


OBJECTS, NUMBERS, COUNTED = twins.typed_forms(ROOT)


def typed(verb):
    """What a program calls in place of a function over a descriptor."""
    objects = [f"`rabbits_{verb}`"] if verb in OBJECTS | COUNTED else []
    number = verb if verb in OBJECTS else twins.NUMBER_FORM.sub("", verb)
    numbers = [f"`voices_{number}`"] if number in NUMBERS else []
    return "Of a pool: " + ", of numbers ".join(objects + numbers) if objects + numbers else ""


class FromHeader(SphinxDirective):
    """{about} policy.h: the comment at its top; {contracts} policy.h: its macros and public functions, by Doxygen; {headers} policy.h wait.h:
    both of each."""
    required_arguments, optional_arguments = 1, 20

    def run(self):
        if self.name != "headers":
            return self.parsed(*self.lines(self.name, self.arguments[0]))
        return [node for name in self.arguments for part in ("about", "contracts") for node in self.parsed(*self.lines(part, name))]

    def parsed(self, lines, path):
        found = nodes.container()
        self.state.nested_parse(StringList(lines, path), 0, found)
        return found.children

    def lines(self, part, name):
        path = next(path for path in tree.files(ROOT, ".h", ".hpp") if path.startswith("include/") and path.endswith("/" + name))
        text = tree.read(ROOT, path)
        if part == "about":
            lines = head(text)
        else:
            named = [("define", name, "") for name in MACRO.findall(text)]
            named += [("function", function.name, typed(function.verb)) for function in generated.public_functions(ROOT) if function.path == path]
            lines = [line for kind, name, forms in named for line in (forms, "", f"```{{doxygen{kind}}} {name}", "```", "")]
        return lines, path


class Made(FromHeader):
    """{made} faults: a table of tests/check/generated.py."""

    def lines(self, part, name):
        return generated.MAKERS[name](ROOT).split("\n"), name


class Programs(FromHeader):
    """{programs} tests/recipes: every program of a folder, under its name, from its second line on."""

    def lines(self, part, folder):
        names = sorted(name for name in os.listdir(os.path.join(ROOT, folder)) if name.endswith((".c", ".cpp")))
        return [line for name in names for line in (f"**{name}**", "", f"```{{literalinclude}} /{folder}/{name}", ":lines: 2-", "```", "")], folder


def without_a_server(app, problem):
    """Pages are opened as files too. Debian's furo has its script as a module, which is loaded as none, and which no browser loads from a
    file; and a style sheet that only Debian's own web server has. Both become part of the files that name them."""
    if problem is not None:
        return
    static = os.path.join(app.outdir, "_static")
    for path, pattern, part in (("scripts/furo.js", r'^import Gumshoe from "\./gumshoe-patched\.js";$', static + "/scripts/gumshoe-patched.js"),
                                ("styles/furo.css", r"^@import url\((/javascript/normalize\.css/normalize\.css)\);", "/usr/share{}")):
        text = tree.read(static, path)
        match = re.search(pattern, text, re.M)
        if match:
            inner = tree.read("/", part.format(*match.groups()).lstrip("/"))
            with open(os.path.join(static, path), "w", encoding="utf-8") as file:
                file.write(text[:match.start()] + inner + text[match.end():])


def with_address(_app, document, _name):
    """HUTCH_URL=address make site: what a reader clones, in place of a variable."""
    for block in document.findall(nodes.literal_block):
        text = block.astext().replace('"$HUTCH"', os.environ.get("HUTCH_URL") or '"$HUTCH"')
        if text != block.astext():
            block.children = [nodes.Text(text)]


def setup(app):
    app.connect("doctree-resolved", with_address)
    app.connect("build-finished", without_a_server)
    for name in ("about", "contracts", "headers"):
        app.add_directive(name, FromHeader)
    app.add_directive("made", Made)
    app.add_directive("programs", Programs)
